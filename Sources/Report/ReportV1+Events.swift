import BluetoothProtocol

extension ReportV1 {
  /// A connection that was asked for and did not come about.
  public struct ConnectionFailure: ReportObject {
    public var frame = 0
    /// How the attempt ended.
    public var status: HCIStatus = .success
    /// The name of the status.
    public var name: String?
    /// The device that was to be connected to.
    public var peer = Peer()
    public var timeUs: Int?
    /// LE or BR/EDR.
    public var transport: Transport?
    /// The command that asked for it.
    public var requestFrame: Int?
    /// When the attempt began, from the capture's first packet.
    public var requestUs: Int?

    /// Unknown Connection Identifier is what a controller answers when the host calls its request
    /// off. Core Vol 4, Part E, 7.8.13.
    public var isCalledOff: Bool { status == .unknownConnectionIdentifier }
  }

  /// A controller that says it broke.
  public struct HardwareError: ReportObject {
    public var frame = 0
    public var timeUs = 0
    /// The index of the controller.
    public var controller = 0
    /// The maker's own.
    public var code = 0
  }

  /// A step of the clock: between two HCI packets backwards, or forward by a day or more, which may
  /// as well be a log that went on another time; or one that `bletrace live` has noted; or one
  /// within a wait that is longer than its client waits.
  public struct ClockStep: ReportObject {
    /// The first record after it.
    public var frame = 0
    /// Negative for a step back.
    public var stepUs = 0
    /// `bletrace live` noted it, and the times of the capture leave it out.
    public var isCorrected = false  // key: corrected
    /// The ATT request that waited meanwhile, of a client that went on after its answer.
    public var requestFrame: Int?
    /// The answer: the client's timer ran for no more than 30 s until it came.
    public var answerFrame: Int?
  }

  /// Where the capture lost records, as far as its counter shows.
  public struct DropPoint: ReportObject {
    /// The loss lies between these two records.
    public var afterFrame = 0
    /// The frame before which records are missing.
    public var beforeFrame = 0
    /// How many records are missing there.
    public var count = 0
  }

  /// A change of the controller's state, in Core Bluetooth's words.
  public struct AdapterState: ReportObject {
    public var frame = 0
    public var timeUs = 0
    /// The index of the controller.
    public var controller = 0
    /// The state from then on.
    public var state: AdapterStateName = .poweredOn
  }

  /// An Android Bluetooth Quality Report event: the controller's own count of what happened on the
  /// air.
  public struct QualityReport: ReportObject {
    public var frame = 0
    public var timeUs = 0
    /// The `id` of the connection, where the handle is one of an open connection, or of one that
    /// was there before the capture and shows itself later.
    public var connection: Int?
    /// `monitor`, `approach-lsto`, `connect-fail`, ...
    public var report = ""
    /// The connection handle.
    public var handle = 0
    /// In dBm.
    public var txPower: Int?
    /// In dBm.
    public var rssi: Int?
    /// In dB.
    public var snr: Int?
    /// Link supervision timeout.
    public var supervisionTimeoutUs: Int?
    /// How many packets were retransmitted.
    public var retransmissions: Int?
    /// How often nothing was received.
    public var noRx: Int?
    /// How often the peer did not acknowledge.
    public var nak: Int?
    /// How often the peer stopped the flow.
    public var flowOff: Int?
    /// Octets by which a buffer overflowed.
    public var overflowBytes: Int?
    /// Octets that a buffer lacked.
    public var underflowBytes: Int?
    /// The peer's, where the controller states it.
    public var address: String?
    /// Ours.
    public var role: Role?
  }

  /// One line of the timeline.
  public struct TimelineEvent: ReportObject {
    public var frame = 0
    public var timeUs = 0
    /// The id of the connection.
    public var connection: Int?
    /// What happened: the packet's name, or the delegate callback's.
    public var event = ""
    /// What happened, in words.
    public var detail = ""
  }

  public enum AdapterStateName: String, ReportWord {
    case resetting
    case poweredOn = "powered_on"
    case poweredOff = "powered_off"
    /// The controller was unplugged.
    case gone
  }
}
