import Bytes

/// The CRC of link layer packets: 24 bits over header and payload, each octet's lowest bit first,
/// by the polynomial x^24 + x^10 + x^9 + x^6 + x^4 + x^3 + x + 1.
///
/// Advertising begins with 0x555555, each connection with a value of its own. The states here have
/// their bits in the order of the captured octets: the lowest bit is on the air first.
///
/// Core Vol 6, Part B, 3.1.1.
package enum LLCRC {
  /// The state that a CRC begins with, and ends with: octets, in the order of captures.
  package typealias State = UInt32

  package static let octets = 3
  /// 0x555555, its bits reversed.
  package static let advertising: State = 0xAA_AAAA

  private static let polynomial: State = 0xDA_6000

  /// - Parameter value: CRCInit as CONNECT_IND holds it.
  package static func state(initial value: UInt32) -> State {
    var state: State = 0
    for bit in 0..<24 where value >> bit & 1 == 1 { state |= 1 << (23 - bit) }
    return state
  }

  /// The CRC of a PDU.
  package static func of(_ pdu: some Sequence<UInt8>, from state: State) -> State {
    var state = state
    for octet in pdu {
      state ^= State(octet)
      for _ in 0..<8 { state = state & 1 == 1 ? state >> 1 ^ polynomial : state >> 1 }
    }
    return state
  }

  /// The state from which a PDU has a CRC: there is exactly one.
  package static func start(of pdu: some BidirectionalCollection<UInt8>, crc: State) -> State {
    var state = crc
    for octet in pdu.reversed() {
      for _ in 0..<8 {
        state = state >> 23 & 1 == 1 ? (state ^ polynomial) << 1 | 1 : state << 1
      }
      state ^= State(octet)
    }
    return state
  }
}
