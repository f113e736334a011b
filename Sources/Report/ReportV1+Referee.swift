import BluetoothProtocol

/// What the specification demands, and did not get; how connections were tried, and how they ended.
extension ReportV1 {
  /// Something that a side owed, and that did not come, came twice, or came unasked: what has the
  /// same cause is one.
  public struct Breach: ReportObject {
    /// What was owed.
    public var obligation: Obligation = .responseUnmatched
    /// Who owed it.
    public var party: BreachParty = .local
    /// What broke it, or what asked for that which never came.
    public var frame = 0
    public var timeUs = 0
    /// The last of them.
    public var lastFrame = 0
    /// How often it was broken.
    public var count = 0
    /// All of them, at most five.
    public var frames: [Int] = []
    /// What it follows from, such as the request that was answered already; `nil` where nothing
    /// came before.
    public var causeFrame: Int?
    /// The PDU that broke it.
    public var pdu: ATTOpcode?
    /// The request that was open, or that an Error Response names.
    public var request: ATTOpcode?
    /// The request that waited meanwhile.
    public var openFrame: Int?
    /// The attribute; where a host and its controller owed something, the connection handle.
    public var handle: Int?
    /// The command that was refused, not answered, or sent for a connection that had ended.
    public var command: Int?
    /// The name of the event that asked for something; of the command or PDU that began a
    /// procedure, or that broke it.
    public var name: String?
    /// The status that was answered.
    public var status: HCIStatus?
    /// The name of the status.
    public var statusName: String?
    /// What was there: the MTU of the last exchange, the octets of a value, buffers that were given
    /// back, packets that were completed, the first octet of a command, a parameter.
    public var value: Int?
    /// What it was held against: the MTU before, the most octets, all buffers, all packets, the
    /// microseconds that a procedure may take, the bound of a parameter.
    public var limit: Int?
    /// How long it was owed, until the end of the connection or of the capture.
    public var openUs: Int?
    /// Whether the same had been done before, or was done afterwards, without fault.
    public var worked = false
    /// The event or PDU that would have ended the procedure.
    public var awaited: String?
    /// Which parameter of a connection is not allowed.
    public var parameter: IllegalParameter?
  }

  /// Demands of the specification; a rule of the same name speaks of each.
  public enum Obligation: String, ReportWord {
    case responseUnmatched = "response-unmatched"
    case mtuExchangedAgain = "mtu-exchanged-again"
    case valuesCutAtMTU = "values-cut-at-mtu"
    case commandRefused = "command-refused"
    case controllerSilent = "controller-silent"
    case hostRequestUnanswered = "host-request-unanswered"
    case hostBuffersKept = "host-buffers-kept"
    case completionsMissing = "completions-missing"
    case sentAfterEnd = "sent-after-end"
    case procedureUnfinished = "procedure-unfinished"
    case parametersIllegal = "parameters-illegal"
    case controlOutOfTurn = "control-out-of-turn"
  }

  /// A parameter of a connection that the specification does not allow. `value` and `limit` of the
  /// breach are what was there and what it was held against.
  public enum IllegalParameter: String, ReportWord {
    /// The connection interval, in microseconds.
    case interval
    /// The least interval is above the greatest, both in microseconds.
    case intervalRange = "interval-range"
    /// In connection events.
    case latency
    /// The supervision timeout, in microseconds.
    case timeout = "supervision-timeout"
    /// The timeout is not above what the interval and the latency demand, in microseconds.
    case timeoutForLatency = "timeout-for-latency"
    /// What the channel selection algorithm 1 adds to a channel.
    case hop
    /// How many channels the map has.
    case channels = "channel-map"
  }

  public enum BreachParty: String, ReportWord {
    case local, peer, controller
  }

  /// An attempt of this host to connect.
  public struct Attempt: ReportObject {
    /// Index of the controller.
    public var controller = 0
    /// The transport over which it was tried.
    public var transport: Transport = .le
    /// The device that was asked for. Of a request by the Filter Accept List each device of the
    /// list has an attempt of its own; `nil` where the capture does not show the list.
    public var target: String?
    /// The type of its address.
    public var targetType: String?
    /// How the device was named.
    public var via: AttemptPath = .address
    /// Devices of the Filter Accept List then, at most 16, as far as the capture shows them.
    public var listed: [ListedDevice] = []
    /// The command.
    public var firstFrame = 0
    /// What ended it.
    public var lastFrame: Int?
    public var startUs = 0
    /// From the command to its end, or to the end of the capture.
    public var durationUs = 0
    /// How it ended.
    public var ended: AttemptEnd = .captureEnd
    /// With what the controller answered.
    public var status: HCIStatus?
    /// The name of the status.
    public var statusName: String?
    /// The command with which this host gave it up.
    public var cancelFrame: Int?
    /// The `id` of the connection.
    public var connection: Int?
    /// What was heard of the device meanwhile, or in the ten seconds before; `nil` where nothing.
    public var heard: AttemptHeard?
    /// A later attempt to the same device followed so soon; `nil` where none did.
    public var nextUs: Int?
    /// It was cancelled as this host switched Bluetooth off.
    package var endedBySwitchOff = false  // no key
  }

  public enum AttemptPath: String, ReportWord {
    case address
    case acceptList = "accept-list"
  }

  public enum AttemptEnd: String, ReportWord {
    case connected
    /// This host cancelled it.
    case givenUp = "given-up"
    /// The controller refused, or the connection failed.
    case failed
    /// The device did not answer for as long as the controller tries.
    case timeout
    case captureEnd = "capture-end"
  }

  /// A device of the Filter Accept List.
  public struct ListedDevice: ReportObject {
    /// Its address.
    public var address = ""
    /// The type of the address.
    public var addressType: String?
    /// The command that added it.
    public var frame = 0
    /// Whether the controller was to recognize its resolvable private addresses: then the list lets
    /// the device through under any of them.
    public var resolved = false
  }

  /// Advertising of a device that this host wanted to connect to.
  public struct AttemptHeard: ReportObject {
    /// How many advertising reports there were meanwhile and, where the device was heard in the ten
    /// seconds before, since the attempt before or the beginning of the capture.
    public var reports = 0
    /// The address under which it was heard.
    public var address: String?
    /// The type of that address.
    public var addressType: String?
    /// Whether one of these reports allowed a connection.
    public var connectable: Bool?
    /// The last report; over BR/EDR, the Role Change with which the device answered.
    public var frame = 0
    /// In dBm.
    public var rssi: Int?
  }

  /// How values came while the radio was also used for something else, such as a scan, and how at
  /// all other times. Silences of more than 2 s count nowhere.
  public struct RadioUse: ReportObject {
    /// The command with which the first such use began.
    public var frame = 0
    /// Values that came meanwhile.
    public var values = 0
    /// How long that was.
    public var spanUs = 0
    /// Stretches of four connection events and more without a value.
    public var holes = 0
    /// Connection events in these stretches.
    public var missedEvents = 0
    /// Values that came at other times.
    public var otherValues = 0
    /// How long that was.
    public var otherSpanUs = 0
    /// Such stretches at other times.
    public var otherHoles = 0
  }

  /// How a connection ended.
  public struct Ending: ReportObject {
    /// Who ended it.
    public var by: EndedBy = .unknown
    /// The reason code; `nil` where the capture has none.
    public var reason: HCIStatus?
    /// The name of the reason.
    public var reasonName: String?
    /// What shows the end.
    public var frame: Int?
    /// The command with which this host ended it; of a sniffed connection whose end was not read,
    /// its last data, where that is an encrypted control PDU as long as LL_TERMINATE_IND.
    public var requestFrame: Int?
    /// The last packet of the peer.
    public var lastHeardFrame: Int?
    /// When that came, from the capture's first packet. Of a link that was lost, the end less the
    /// supervision timeout, where that is later.
    public var lastHeardUs: Int?
    /// From the last that was heard of the peer to the end.
    public var silentUs: Int?
    /// What waited for an answer then, at most five.
    public var open: [Int] = []
    /// Whether what was being transferred had come to its end; `nil` where nothing was, or where
    /// that is not known.
    public var dataComplete: Bool?
    /// What became of the peer.
    public var after: EndingAfter?
  }

  public enum EndedBy: String, ReportWord {
    /// In a sniffed capture `local` is the central, `remote` the peripheral.
    case local, remote
    /// It was lost.
    case link
    /// The controller ended it, or was reset, switched off, or removed.
    case controller
    case unknown
  }

  /// The peer after the end of a connection.
  public struct EndingAfter: ReportObject {
    /// Its first advertisement since the connection began.
    public var advertisedFrame: Int?
    /// From the end to that; negative where it advertised while this host took the connection to
    /// exist.
    public var advertisedUs: Int?
    /// The next connection to it.
    public var connectedFrame: Int?
    /// From the end to that.
    public var connectedUs: Int?
  }
}

extension ReportV1.Ending {
  package static let mostOpen = 5
}

extension ReportV1.Attempt {
  /// Android gives a direct connection 30 s. What waits longer by the Filter Accept List waits for
  /// a device to come into range.
  package static let longestUs = 35_000_000

  /// It only waited for a device that was not heard.
  package var isWait: Bool {
    via == .acceptList && heard == nil && ended != .connected
      && (ended == .captureEnd || durationUs > Self.longestUs)
  }

  package var endUs: Int { startUs + durationUs }

  /// What is tried again and again.
  package struct Device: Hashable {
    package let target: String?
    package let transport: ReportV1.Transport
  }

  package var device: Device { Device(target: target, transport: transport) }
}

/// How long the end of a procedure may take.
package enum ProcedurePatience {
  /// After 40 s without an answer of the peer the Link Layer has to end the connection: Core Vol 6,
  /// Part B, 5.2.
  package static let linkLayerUs = 45_000_000
  /// What takes effect at an instant, which lies at most some long intervals ahead.
  package static let instantUs = 60_000_000
  /// The Link Manager waits 30 s: Core Vol 2, Part C, 2.3.
  package static let linkManagerUs = 35_000_000
  /// A person may be asked, or a device is searched for or paged first: several such times.
  package static let severalUs = 90_000_000
  /// What a controller does by itself.
  package static let ownUs = 10_000_000
  /// Of a request on a signalling channel, for whose answer a side waits between 1 s and 60 s (Core
  /// Vol 3, Part A, 6.2.1): what lives on for so long could have answered.
  package static let signallingUs = 5_000_000
  /// Of a request on the air, if so many packets of the other side were heard, too.
  package static let airUs = 2_000_000
  package static let airPackets = 20
}
