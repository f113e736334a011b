import Testing

@testable import LinkLayer

@Suite("CRC of the link layer") struct LLCRCTests {
  private static let pdu: [UInt8] = [0x40, 9, 0x11, 0x12, 0x13, 0x14, 0x15, 0xD6, 2, 1, 6]

  /// The shift register as Core Vol 6, Part B, 3.1.1 draws it: what is fed in and its last position
  /// go into positions 0, 1, 3, 4, 6, 9 and 10; the last position is sent first.
  private func drawn(_ pdu: [UInt8], initial: UInt32) -> [UInt8] {
    var register = (0..<24).map { initial >> $0 & 1 == 1 }
    for octet in pdu {
      for bit in 0..<8 {
        let fed = register[23] != (octet >> bit & 1 == 1)
        register = [fed] + register.dropLast()
        for position in [1, 3, 4, 6, 9, 10] where fed { register[position].toggle() }
      }
    }
    return (0..<3).map { octet in
      (0..<8).reduce(0) { $0 | (register[23 - 8 * octet - $1] ? 1 << $1 : 0) }
    }
  }

  @Test("it is what the register of the specification gives", arguments: [0x55_5555, 0x03_0201, 0])
  func register(initial: UInt32) {
    let state = LLCRC.state(initial: initial)
    #expect(initial != 0x55_5555 || state == LLCRC.advertising)
    let crc = LLCRC.of(Self.pdu, from: state)
    let octets: [UInt8] = [0, 8, 16].map { UInt8(truncatingIfNeeded: crc >> $0) }
    #expect(octets == drawn(Self.pdu, initial: initial))
  }

  @Test(
    "without what NESN, SN and MD contribute, whatever the length", arguments: [1, 2, 27, 255, 271])
  func withoutNumbers(rest: Int) {
    let pdu = (0...rest).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 2) }
    func crc(_ numbers: UInt8, flipping octet: Int? = nil) -> LLCRC.State {
      var pdu = pdu
      pdu[0] = pdu[0] & ~0x1C | numbers << 2
      if let octet { pdu[octet] ^= 0x40 }
      return LLCRC.withoutNumbers(LLCRC.of(pdu, from: 0x12_3456), rest: rest)
    }
    #expect(Set((0..<8).map { crc($0) }).count == 1)
    #expect(crc(0) != crc(0, flipping: rest))
  }

  @Test("a PDU and its CRC show where it began")
  func beginning() {
    for state: LLCRC.State in [0, 1, 0xAA_AAAA, 0xFF_FFFF, 0x12_3456] {
      let crc = LLCRC.of(Self.pdu, from: state)
      #expect(crc <= 0xFF_FFFF)
      #expect(LLCRC.start(of: Self.pdu, crc: crc) == state)
      #expect(LLCRC.start(of: Self.pdu, crc: crc ^ 1) != state)
    }
  }
}
