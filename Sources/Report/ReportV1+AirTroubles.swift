extension ReportV1 {
  /// One of the channels 0 to 36, and what was heard on it.
  public struct AirChannel: ReportObject {
    public var channel = 0
    /// Packets that are new or retransmitted.
    public var packets = 0
    /// Of those, the ones that were sent again, as they or their acknowledgement did not arrive.
    public var sentAgain = 0
    /// With a wrong CRC at the sniffer.
    public var crcFailed = 0
    public var lastFrame = 0
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("channel", &channel)
      visitor.field("packets", &packets)
      visitor.field("sent_again", &sentAgain)
      visitor.field("crc_failed", &crcFailed)
      visitor.field("last_frame", &lastFrame)
    }
  }

  /// A time in which at least half of the packets of both sides were retransmissions.
  public struct AirBurst: ReportObject {
    public var firstFrame = 0
    public var lastFrame = 0
    public var startUs = 0
    public var durationUs = 0
    public var packets = 0
    public var retransmitted = 0
    /// In dBm at the sniffer, the mean of each side; `nil` without readings.
    public var centralRssi: Double?
    public var peripheralRssi: Double?
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("first_frame", &firstFrame)
      visitor.field("last_frame", &lastFrame)
      visitor.field("start_us", &startUs)
      visitor.field("duration_us", &durationUs)
      visitor.field("packets", &packets)
      visitor.field("retransmitted", &retransmitted)
      visitor.number("central_rssi", &centralRssi, decimals: 1)
      visitor.number("peripheral_rssi", &peripheralRssi, decimals: 1)
    }
  }

  /// The last events that were heard, in which the central alone was.
  public struct AirSilence: ReportObject {
    public var firstFrame = 0
    public var lastFrame = 0
    public var events = 0
    public var durationUs = 0
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("first_frame", &firstFrame)
      visitor.field("last_frame", &lastFrame)
      visitor.field("events", &events)
      visitor.field("duration_us", &durationUs)
    }
  }

  /// A procedure that was still being sent when its instant had passed.
  public struct AirInstant: ReportObject {
    public var firstFrame = 0
    public var lastFrame = 0
    /// Of the LL Control PDU.
    public var opcode = 0
    public var name: String?
    public var instant = 0
    /// The event in which it was last sent.
    public var event = 0
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("first_frame", &firstFrame)
      visitor.field("last_frame", &lastFrame)
      visitor.field("opcode", &opcode)
      visitor.field("name", &name)
      visitor.field("instant", &instant)
      visitor.field("event", &event)
    }
  }
}
