extension ReportV1 {
  /// Packets of a sniffed connection over time, in equal parts of it: those that are new or sent
  /// again.
  public struct AirCourse: ReportObject {
    /// Of the first of those packets.
    public var startUs = 0
    /// How long each part is.
    public var partUs = 0
    /// Packets of the central, a bucket each.
    public var central = AirCounts()
    /// Packets of the peripheral, a bucket each.
    public var peripheral = AirCounts()
    package static var isCompound: Bool { true }
  }

  /// One number for each part.
  public struct AirCounts: ReportObject {
    /// Packets with a good CRC, a bucket each.
    public var packets: [Int] = []
    /// Of those, the retransmissions.
    public var sentAgain: [Int] = []
    /// Their mean signal strength at the sniffer, in dBm; `nil` where it is not known.
    public var rssi: [Double?] = []  // decimals: 2
  }
}
