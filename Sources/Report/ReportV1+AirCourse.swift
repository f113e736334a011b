extension ReportV1 {
  /// Packets of a sniffed connection over time, in equal parts of it: those that are new or sent
  /// again.
  public struct AirCourse: ReportObject {
    /// Of the first of those packets.
    public var startUs = 0
    /// How long each part is.
    public var partUs = 0
    public var central = AirCounts()
    public var peripheral = AirCounts()
    package static var blank: Self { Self() }
    package static var isCompound: Bool { true }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("start_us", &startUs)
      visitor.field("part_us", &partUs)
      visitor.field("central", &central)
      visitor.field("peripheral", &peripheral)
    }
  }

  /// One number for each part.
  public struct AirCounts: ReportObject {
    public var packets: [Int] = []
    /// Of those, the retransmissions.
    public var sentAgain: [Int] = []
    /// Their mean signal strength at the sniffer, in dBm; `nil` where it is not known.
    public var rssi: [Double?] = []
    package static var blank: Self { Self() }

    package mutating func describe(to visitor: inout some FieldVisitor) {
      visitor.field("packets", &packets)
      visitor.field("sent_again", &sentAgain)
      visitor.numbers("rssi", &rssi, decimals: 2)
    }
  }
}
