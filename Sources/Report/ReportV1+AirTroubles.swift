extension ReportV1 {
  /// One of the channels 0 to 36, and what was heard on it.
  public struct AirChannel: ReportObject {
    /// The channel, 0 to 36.
    public var channel = 0
    /// Packets that are new or retransmitted.
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
  }

  /// The last events that were heard, in which the central alone was.
  public struct AirSilence: ReportObject {
    public var firstFrame = 0
    public var lastFrame = 0
    /// How many connection events it lasted.
    public var events = 0
    /// From the last event in which the peripheral was heard to the central's last packet.
    public var durationUs = 0
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
