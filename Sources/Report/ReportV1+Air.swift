extension ReportV1 {
  /// What a sniffer heard of a connection; HCI shows nothing of it.
  package struct Air: ReportObject {
    /// Eight hexadecimal digits.
    package var accessAddress = ""
    package var channelSelection: Int?
    package var encrypted = false
    /// The sniffer, or its software, had the key.
    package var decrypted = false
    package var events = AirEvents()
    package var central = AirSide()
    package var peripheral = AirSide()
    package var stalls: [AirStall] = []
    /// Who sent LL_TERMINATE_IND; `nil` where it was not heard.
    package var endedBy: AirParty?
    /// The channels 0 to 36 of the last map, as ten hexadecimal digits; `nil` where none was heard.
    package var channelMap: String?
    /// Those on which packets were heard, in ascending order.
    package var channels: [AirChannel] = []
    package var bursts: [AirBurst] = []
    /// `nil` where the peripheral was heard in the last event.
    package var silence: AirSilence?
    package var lateInstants: [AirInstant] = []
    /// Of both sides: packets that were encrypted, each once.
    package var encryptedPackets = 0
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
    }
  }

  package enum AirParty: String, ReportWord {
    case central, peripheral
  }

  /// Connection events.
  package struct AirEvents: ReportObject {
    package var heard = 0
    /// Heard, but of one side only.
    package var oneSided = 0
    /// Between those that were heard, by the connection interval.
    package var silent = 0
    /// Heard on the channel that the algorithm gives for their count, and on another one: a check
    /// of how many were silent. `nil` where the capture lacks the beginning, or channels.
    package var onChannel: Int?
    package var offChannel: Int?
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("heard", &heard)
      visitor.field("one_sided", &oneSided)
      visitor.field("silent", &silent)
      visitor.field("on_channel", &onChannel)
      visitor.field("off_channel", &offChannel)
    }
  }

  /// The packets of one side. `packets` is `new` + `retransmitted` + `uncertain`.
  package struct AirSide: ReportObject {
    /// Captured with a good CRC.
    package var packets = 0
    package var new = 0
    package var retransmitted = 0
    /// The frames do not say which of the two.
    package var uncertain = 0
    package var empty = 0
    package var crcFailed = 0
    /// Not heard by the sniffer, certain and likely.
    package var missed = 0
    package var missedCertain = 0
    package var micFailed = 0
    package var rssi: Rssi?
    /// Of those that are new or retransmitted; `nil` where there are none.
    package var retransmissionRate: Double?
    package var attemptsMax = 0
    /// From the preambles to the CRCs; `nil` where the rate of a packet is not known.
    package var airTimeUs: Int?
    /// Of those with a wrong CRC at the sniffer, the ones that the other side has acknowledged.
    package var crcFailedReceived = 0
    /// New packets that are not empty, and retransmissions of such.
    package var dataPackets = 0
    package var dataRetransmitted = 0
    /// Of the new ones, those whose sender had more to send.
    package var dataQueued = 0
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
    }
  }

  /// The same packet sent three times or more.
  package struct AirStall: ReportObject {
    package var direction: Direction = .tx
    package var firstFrame = 0
    package var lastFrame = 0
    package var startUs = 0
    package var durationUs = 0
    package var attempts = 0
    /// Of the value in it; `nil` where it holds none, or that is not known.
    package var valueHandle: Int?
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
  package var isAir: Bool {
    switch linkType {
    case "le-ll", "le-ll-phdr", "nordic-ble", "ppi-le-ll": true
    default: false
    }
  }
}
