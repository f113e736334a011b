import BletraceTestSupport
import CaptureFiles

/// Input as what happened on two connections: packets of every layer, repeated, at any pace. A few
/// octets describe a transfer of hundreds of packets, which no capture of that length could hold.
///
///     octet   0                              1        2..<end
///             kind, in bits 0 to 3           length   the packet, or a number
///             bit 4: repetitions differ
///             repetitions, in bits 5 to 7
enum StoryScript {
  static let repetitions = [1, 1, 2, 4, 8, 16, 40, 120]

  enum Kind: UInt8 {
    case event, command, attReceived, attSent, signallingReceived, signallingSent
    case smpReceived, smpSent, aclReceived, aclSent, iso
    /// On the second connection.
    case otherReceived, otherSent
    /// A PDU of ATT that is sent, and the controller's word that it has gone out.
    case attCompleted
    /// From here on so many times 100 us from one packet to the next.
    case step
    /// So many times 100 us until the next packet.
    case wait
  }

  /// - Parameter limit: of packets, so that no input takes long.
  static func packets(
    of input: ArraySlice<UInt8>, isPeripheral: Bool, limit: Int
  ) -> CaptureBuilder {
    var packets = CaptureBuilder(step: 5000)
    packets.connect(0x40, isPeripheral: isPeripheral)
    packets.connect(0x41, peer: [0x2A, 0x66, 0x41, 0x9B, 0x0D, 0xC4])
    for (choice, octets) in PacketScript.pieces(of: Array(input)) {
      guard let kind = Kind(rawValue: choice & 15) else { continue }
      var octets = octets
      let times = kind == .wait || kind == .step ? 1 : repetitions[Int(choice >> 5)]
      for _ in 0..<times where packets.entries.count < limit {
        add(kind, octets, to: &packets)
        if choice & 0x10 != 0, !octets.isEmpty { octets[octets.count - 1] &+= 1 }
      }
    }
    return packets
  }

  private static func add(_ kind: Kind, _ octets: [UInt8], to packets: inout CaptureBuilder) {
    switch kind {
    case .event: packets.add(.event, .rx, octets)
    case .command: packets.add(.command, .tx, octets)
    case .attReceived: packets.att(.rx, octets, 0x40)
    case .attSent: packets.att(.tx, octets, 0x40)
    case .signallingReceived: packets.l2cap(.rx, 5, octets, 0x40)
    case .signallingSent: packets.l2cap(.tx, 5, octets, 0x40)
    case .smpReceived: packets.l2cap(.rx, 6, octets, 0x40)
    case .smpSent: packets.l2cap(.tx, 6, octets, 0x40)
    case .aclReceived: packets.add(.acl, .rx, octets)
    case .aclSent: packets.add(.acl, .tx, octets)
    case .iso: packets.add(.iso, .rx, octets)
    case .otherReceived: packets.att(.rx, octets, 0x41)
    case .otherSent: packets.att(.tx, octets, 0x41)
    case .attCompleted:
      packets.att(.tx, octets, 0x40)
      packets.completed(1, 0x40)
    case .step: packets.step = 100 * number(octets)
    case .wait: packets.wait(by: 100 * number(octets))
    }
  }

  /// Of three octets at most: up to 28 minutes.
  private static func number(_ octets: [UInt8]) -> Int64 {
    octets.prefix(3).reversed().reduce(0) { $0 << 8 | Int64($1) }
  }
}
