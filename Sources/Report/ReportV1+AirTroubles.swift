extension ReportV1 {
  /// One of the channels 0 to 36, and what was heard on it.
  public struct AirChannel: ReportObject {
    /// The channel, 0 to 36.
    public var channel = 0
    /// Packets with a good CRC.
    public var packets = 0
    /// Of those, the ones that were sent again, as they or their acknowledgement did not arrive.
    public var sentAgain = 0
    /// With a wrong CRC at the sniffer.
    public var crcFailed = 0
    public var lastFrame = 0
  }

  /// A time in which at least half of the packets of both sides were retransmissions.
  public struct AirBurst: ReportObject {
    public var firstFrame = 0
    public var lastFrame = 0
    public var startUs = 0
    public var durationUs = 0
    /// Packets in the burst.
    public var packets = 0
    /// How many of the packets had been sent before.
    public var retransmitted = 0
    /// In dBm at the sniffer, the mean of each side; `nil` without readings.
    public var centralRssi: Double?  // decimals: 1
    /// The mean signal strength of the peripheral at the sniffer, in dBm.
    public var peripheralRssi: Double?  // decimals: 1
    /// The most packets of the central in a row without an answer.
    public var unanswered = 0
  }

  /// The last events that were heard, in which the central alone was.
  public struct AirSilence: ReportObject {
    public var firstFrame = 0
    public var lastFrame = 0
    /// How many connection events it lasted.
    public var events = 0
    /// From the peripheral's last packet to the central's last one.
    public var durationUs = 0
    /// The last packet of the peripheral; `nil` where none was heard.
    public var answerFrame: Int?
    /// The first packet of the central without an answer.
    public var unansweredFrame: Int?
    /// What that packet is, such as `LL_LENGTH_REQ`, `Read Request` or, where it could not be read,
    /// `encrypted control PDU`.
    public var unansweredPdu: String?
    /// Octets of its payload.
    public var unansweredOctets = 0
    /// Whether the central's sequence numbers change meanwhile: it got answers.
    public var acknowledged = false
  }

  /// A procedure that was still being sent when its instant had passed.
  public struct AirInstant: ReportObject {
    public var firstFrame = 0
    public var lastFrame = 0
    /// Of the LL Control PDU.
    public var opcode = 0
    /// The name of the control PDU.
    public var name: String?
    /// The event count from which the update was to hold.
    public var instant = 0
    /// The event in which it was last sent.
    public var event = 0
  }
}
