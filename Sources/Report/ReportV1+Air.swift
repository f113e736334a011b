import BluetoothProtocol

extension ReportV1 {
  /// What a sniffer heard of a connection; HCI shows nothing of it.
  public struct Air: ReportObject {
    /// Eight hexadecimal digits.
    public var accessAddress = ""
    /// The channel selection algorithm, 1 or 2; `nil` where the capture does not show it.
    public var channelSelection: Int?
    /// Whether packets of the connection were encrypted.
    public var encrypted = false
    /// The sniffer, or its software, had the key, or the analysis has.
    public var decrypted = false
    /// How many connection events the sniffer heard.
    public var events = AirEvents()
    /// Packets of the central.
    public var central = AirSide()
    /// Packets of the peripheral.
    public var peripheral = AirSide()
    /// Packets that were sent three times or more.
    public var stalls: [AirStall] = []
    /// Who sent LL_TERMINATE_IND; `nil` where it was not heard.
    public var endedBy: AirParty?
    /// The channels 0 to 36 of the last map, as ten hexadecimal digits; `nil` where none was heard.
    public var channelMap: String?
    /// How many maps were heard, each different from the one before.
    public var channelMaps = 0
    /// Those on which packets were heard, in ascending order.
    public var channels: [AirChannel] = []
    /// Times in which many packets in succession were lost.
    public var bursts: [AirBurst] = []
    /// `nil` where the peripheral was heard in the last event.
    public var silence: AirSilence?
    /// Updates whose instant had passed when they arrived.
    public var lateInstants: [AirInstant] = []
    /// Of both sides: packets that were encrypted, each once.
    public var encryptedPackets = 0
    /// Times in which it was encrypted; of those that the sniffer decrypted itself there are none.
    public var encryptions: [AirEncryption] = []
    /// More of those, which are not listed.
    public var encryptionsOmitted = 0
    /// The first packets of both sides whose MIC did not fit, in ascending order.
    public var micFailedFrames: [Int] = []
    /// The first packets with a wrong CRC or MIC, or in front of which one was certainly missed.
    public var unreadFrames: [Int] = []
    /// `nil` where no packet is known to be new or sent again.
    public var course: AirCourse?
    /// Link Layer requests that the other side refused, the first of each kind.
    public var refusals: [AirRefusal] = []
    /// The side that the tool which captured took itself: its own packets have no sequence numbers,
    /// and nothing is known of what was sent again or not heard. `nil` where it only listened.
    public var ownSide: AirParty?
    /// What a filter took out before the file was written: nothing is known of what was sent again
    /// or not heard. `nil` where nothing shows one.
    public var filtered: AirFilter?
    package static var isCompound: Bool { true }
  }

  /// Packets that the sniffer heard and the file does not have.
  public struct AirFilter: ReportObject {
    /// Packets of the connection in front of which others are missing by the sniffer's own count; 0
    /// where it does not count, and the file has none of the packets with which sides acknowledge.
    public var jumps = 0
    /// How many those are; not all need be of this connection.
    public var leftOut = 0
  }

  /// A control PDU that was answered with LL_UNKNOWN_RSP, LL_REJECT_IND or LL_REJECT_EXT_IND.
  public struct AirRefusal: ReportObject {
    /// The first refusal.
    public var frame = 0
    /// Who refused.
    public var party: AirParty = .central
    /// The control PDU that was refused.
    public var opcode = 0
    /// The name of the control PDU.
    public var name: String?
    /// The reason; that the feature is not supported where the PDU is unknown to the other side.
    public var status: HCIStatus = .success
    /// Whether LL_UNKNOWN_RSP refused it, which has no reason.
    public var isUnknown = false  // key: unknown
    /// How often it was refused.
    public var count = 0
    public var lastFrame = 0
  }

  public enum AirParty: String, ReportWord {
    case central, peripheral
  }

  /// Connection events.
  public struct AirEvents: ReportObject {
    /// Events in which the sniffer heard at least one packet.
    public var heard = 0
    /// Heard, but of one side only.
    public var oneSided = 0
    /// Between those that were heard, by the connection interval.
    public var silent = 0
    /// Heard on the channel that the algorithm gives for their count, and on another one: a check
    /// of how many were silent. `nil` where the capture lacks the beginning, or channels.
    public var onChannel: Int?
    /// Events that were heard on another channel than the algorithm gives.
    public var offChannel: Int?
    /// Of those that were heard of the central only, the ones after which it repeated its packet,
    /// SN and NESN, as it does where it got no answer.
    public var repeated = 0
    /// Events whose last packet that was heard was the central's and got an answer, as its next one
    /// shows: their ends were not heard.
    public var cutOff = 0
    /// Silent events in which probably nothing was exchanged: the next packet of the central goes
    /// on with the numbers of its last one, and the sniffer hears nearly everything. The central
    /// left them out, or nothing of either side arrived.
    public var unused = 0
    /// Silent events whose channel stands in for one that is not in the map; `nil` where the
    /// channels do not show which those are.
    public var silentRemapped: Int?
    /// Such events that were heard. A sniffer that does not follow the map hears none.
    public var heardRemapped: Int?
  }

  /// The packets of one side. `packets` is `new` + `retransmitted` + `uncertain`.
  public struct AirSide: ReportObject {
    /// Captured with a good CRC.
    public var packets = 0
    /// Packets that were sent for the first time.
    public var new = 0
    /// Packets that had been sent before.
    public var retransmitted = 0
    /// The frames do not say which of the two.
    public var uncertain = 0
    /// Packets without data.
    public var empty = 0
    /// Packets with a wrong CRC at the sniffer.
    public var crcFailed = 0
    /// Not heard by the sniffer, certain and likely.
    public var missed = 0
    /// Of the missed packets, those that counters or sequence numbers prove.
    public var missedCertain = 0
    /// Packets whose MIC did not fit.
    public var micFailed = 0
    /// The signal strength at the sniffer.
    public var rssi: Rssi?
    /// Of those that are new or retransmitted; `nil` where there are none.
    public var retransmissionRate: Double?  // decimals: 4
    /// How often the packet was sent that was sent most often.
    public var attemptsMax = 0
    /// From the preambles to the CRCs; `nil` where the rate of a packet is not known.
    public var airTimeUs: Int?
    /// Of those with a wrong CRC at the sniffer, the ones that the other side has acknowledged.
    public var crcFailedReceived = 0
    /// New packets that are not empty, and retransmissions of such.
    public var dataPackets = 0
    /// Retransmissions of packets that are not empty.
    public var dataRetransmitted = 0
    /// Of the new ones, those whose sender had more to send.
    public var dataQueued = 0
    /// Encrypted packets that the analysis decrypted, each once, and those that it could not.
    public var decrypted = 0
    /// Encrypted packets that the analysis could not decrypt.
    public var undecrypted = 0
    /// New packets that the sniffer did not hear whole, as packet counters prove.
    public var missedByCounter = 0
    /// Packets that the sniffer did not hear whole, as the lengths of L2CAP PDUs prove.
    public var missedByLength = 0
    /// Packets whose MIC fitted, and those after the last such one whose MIC did not.
    public var micFitted = 0
    /// Packets after the last one whose MIC fitted.
    public var micFailedAtEnd = 0
    /// L2CAP PDUs whose start was heard and a part of which was not, as their lengths prove.
    public var brokenPdus = 0
    /// After how many packets most of those break off, and how many do; `nil` where most lack one
    /// packet only, which may be any.
    public var brokenAfter: Int?
    /// How many PDUs break off after `brokenAfter` packets.
    public var brokenAlike = 0
    /// Its address, as CONNECT_IND names it; `nil` where that was not heard.
    public var address: String?
    /// The type of the address.
    public var addressType: String?
    /// Packets whose MIC did not fit, and before which one was, or may have been, missed since the
    /// last one that fitted: the sniffer does not know their number then.
    public var micFailedAfterMiss = 0
    package static var isCompound: Bool { true }
  }

  /// The same packet sent three times or more.
  public struct AirStall: ReportObject {
    public var direction: Direction = .tx
    public var firstFrame = 0
    public var lastFrame = 0
    public var startUs = 0
    public var durationUs = 0
    /// How often the packet was sent.
    public var attempts = 0
    /// Of the value in it; `nil` where it holds none, or that is not known.
    public var valueHandle: Int?
  }
}

extension ReportV1.Capture {
  /// Whether a sniffer captured it over the air.
  public var isAir: Bool { Self.isAir(linkType) }

  package static func isAir(_ linkType: String?) -> Bool {
    switch linkType {
    case "le-ll", "le-ll-phdr", "nordic-ble", "ppi-le-ll": true
    default: false
    }
  }
}
