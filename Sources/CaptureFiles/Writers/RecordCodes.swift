/// What the containers call a kind and a direction: the tables that they are read by, the other way
/// round.
extension RecordKind {
  /// The opcode of the Linux monitor; `nil` where it has none.
  package func monitorOpcode(_ direction: RecordDirection) -> UInt8? {
    code(direction, of: 0...19) { (monitorKind($0), monitorDirection($0)) }
  }

  /// PacketLogger's type of a packet. ISO data has the types of BTstack.
  package func packetLoggerType(_ direction: RecordDirection) -> UInt8? {
    code(direction, of: 0...0x13, PacketLoggerLayout.meaning)
  }

  /// The type of a packet in btsnooz.
  package func btsnoozType(_ direction: RecordDirection) -> UInt8? {
    code(direction, of: 0...0x2D, BtsnoozVersion.meaning)
  }

  /// Only data goes both ways.
  private func code(
    _ direction: RecordDirection, of codes: ClosedRange<UInt8>,
    _ meaning: (UInt8) -> (RecordKind, RecordDirection)
  ) -> UInt8? {
    guard self != .unrecognized else { return nil }
    let isData = self == .acl || self == .sco || self == .iso
    // For each record that is written: without a generic search.
    var code = codes.upperBound
    while true {
      let (kind, way) = meaning(code)
      if kind == self, way == direction || !isData { return code }
      if code == codes.lowerBound { return nil }
      code -= 1
    }
  }
}
