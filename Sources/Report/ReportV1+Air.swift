extension ReportV1 {
  /// What a sniffer heard of a connection; HCI shows nothing of it.
  public struct Air: ReportObject {
    /// Eight hexadecimal digits.
    public var accessAddress = ""
    public var channelSelection: Int?
    public var encrypted = false
    /// The sniffer, or its software, had the key, or the analysis has.
    public var decrypted = false
    public var events = AirEvents()
    public var central = AirSide()
    public var peripheral = AirSide()
    public var stalls: [AirStall] = []
    /// Who sent LL_TERMINATE_IND; `nil` where it was not heard.
    public var endedBy: AirParty?
    /// The channels 0 to 36 of the last map, as ten hexadecimal digits; `nil` where none was heard.
    public var channelMap: String?
    /// Those on which packets were heard, in ascending order.
    public var channels: [AirChannel] = []
    public var bursts: [AirBurst] = []
    /// `nil` where the peripheral was heard in the last event.
    public var silence: AirSilence?
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
    package static var blank: Self { Self() }
    package static var isCompound: Bool { true }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("access_address", &accessAddress)
      visitor.field("channel_selection", &channelSelection)
      visitor.field("encrypted", &encrypted)
      visitor.field("decrypted", &decrypted)
      visitor.field("events", &events)
      visitor.field("central", &central)
      visitor.field("peripheral", &peripheral)
      visitor.field("stalls", &stalls)
      visitor.field("ended_by", &endedBy)
      visitor.field("channel_map", &channelMap)
      visitor.field("channels", &channels)
      visitor.field("bursts", &bursts)
      visitor.field("silence", &silence)
      visitor.field("late_instants", &lateInstants)
      visitor.field("encrypted_packets", &encryptedPackets)
      visitor.field("encryptions", &encryptions)
      visitor.field("encryptions_omitted", &encryptionsOmitted)
      visitor.field("mic_failed_frames", &micFailedFrames)
      visitor.field("unread_frames", &unreadFrames)
      visitor.field("course", &course)
    }
  }

  public enum AirParty: String, ReportWord {
    case central, peripheral
  }

  /// Connection events.
  public struct AirEvents: ReportObject {
    public var heard = 0
    /// Heard, but of one side only.
    public var oneSided = 0
    /// Between those that were heard, by the connection interval.
    public var silent = 0
    /// Heard on the channel that the algorithm gives for their count, and on another one: a check
    /// of how many were silent. `nil` where the capture lacks the beginning, or channels.
    public var onChannel: Int?
    public var offChannel: Int?
    /// Of those that were heard of the central only, the ones after which it repeated its packet,
    /// SN and NESN, as it does where it got no answer.
    public var repeated = 0
    /// Events whose last packet that was heard was the central's and got an answer, as its next one
    /// shows: their ends were not heard.
    public var cutOff = 0
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("heard", &heard)
      visitor.field("one_sided", &oneSided)
      visitor.field("silent", &silent)
      visitor.field("on_channel", &onChannel)
      visitor.field("off_channel", &offChannel)
      visitor.field("repeated", &repeated)
      visitor.field("cut_off", &cutOff)
    }
  }

  /// The packets of one side. `packets` is `new` + `retransmitted` + `uncertain`.
  public struct AirSide: ReportObject {
    /// Captured with a good CRC.
    public var packets = 0
    public var new = 0
    public var retransmitted = 0
    /// The frames do not say which of the two.
    public var uncertain = 0
    public var empty = 0
    public var crcFailed = 0
    /// Not heard by the sniffer, certain and likely.
    public var missed = 0
    public var missedCertain = 0
    public var micFailed = 0
    public var rssi: Rssi?
    /// Of those that are new or retransmitted; `nil` where there are none.
    public var retransmissionRate: Double?
    public var attemptsMax = 0
    /// From the preambles to the CRCs; `nil` where the rate of a packet is not known.
    public var airTimeUs: Int?
    /// Of those with a wrong CRC at the sniffer, the ones that the other side has acknowledged.
    public var crcFailedReceived = 0
    /// New packets that are not empty, and retransmissions of such.
    public var dataPackets = 0
    public var dataRetransmitted = 0
    /// Of the new ones, those whose sender had more to send.
    public var dataQueued = 0
    /// Encrypted packets that the analysis decrypted, each once, and those that it could not.
    public var decrypted = 0
    public var undecrypted = 0
    /// New packets that the sniffer did not hear whole, as packet counters prove.
    public var missedByCounter = 0
    /// Packets that the sniffer did not hear whole, as the lengths of L2CAP PDUs prove.
    public var missedByLength = 0
    /// Packets whose MIC fitted, and those after the last such one whose MIC did not.
    public var micFitted = 0
    public var micFailedAtEnd = 0
    /// L2CAP PDUs whose start was heard and a part of which was not, as their lengths prove.
    public var brokenPdus = 0
    /// After how many packets most of those break off, and how many do; `nil` where most lack one
    /// packet only, which may be any.
    public var brokenAfter: Int?
    public var brokenAlike = 0
    package static var blank: Self { Self() }
    package static var isCompound: Bool { true }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("packets", &packets)
      visitor.field("new", &new)
      visitor.field("retransmitted", &retransmitted)
      visitor.field("uncertain", &uncertain)
      visitor.field("empty", &empty)
      visitor.field("crc_failed", &crcFailed)
      visitor.field("missed", &missed)
      visitor.field("missed_certain", &missedCertain)
      visitor.field("mic_failed", &micFailed)
      visitor.field("rssi", &rssi)
      visitor.number("retransmission_rate", &retransmissionRate, decimals: 4)
      visitor.field("attempts_max", &attemptsMax)
      visitor.field("air_time_us", &airTimeUs)
      visitor.field("crc_failed_received", &crcFailedReceived)
      visitor.field("data_packets", &dataPackets)
      visitor.field("data_retransmitted", &dataRetransmitted)
      visitor.field("data_queued", &dataQueued)
      visitor.field("decrypted", &decrypted)
      visitor.field("undecrypted", &undecrypted)
      visitor.field("missed_by_counter", &missedByCounter)
      visitor.field("missed_by_length", &missedByLength)
      visitor.field("mic_fitted", &micFitted)
      visitor.field("mic_failed_at_end", &micFailedAtEnd)
      visitor.field("broken_pdus", &brokenPdus)
      visitor.field("broken_after", &brokenAfter)
      visitor.field("broken_alike", &brokenAlike)
    }
  }

  /// The same packet sent three times or more.
  public struct AirStall: ReportObject {
    public var direction: Direction = .tx
    public var firstFrame = 0
    public var lastFrame = 0
    public var startUs = 0
    public var durationUs = 0
    public var attempts = 0
    /// Of the value in it; `nil` where it holds none, or that is not known.
    public var valueHandle: Int?
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("direction", &direction)
      visitor.field("first_frame", &firstFrame)
      visitor.field("last_frame", &lastFrame)
      visitor.field("start_us", &startUs)
      visitor.field("duration_us", &durationUs)
      visitor.field("attempts", &attempts)
      visitor.field("value_handle", &valueHandle)
    }
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
