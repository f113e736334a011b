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

  /// A CRC without what NESN, SN and MD contribute to it, so that a PDU that is sent again has the
  /// same one whatever these say. A CRC is linear: each of the three inverts certain bits, and one
  /// of those is made 0 each.
  ///
  /// - Parameter rest: octets of the PDU after the first one of the header.
  package static func withoutNumbers(_ crc: State, rest: Int) -> State {
    var crc = crc
    guard rest >= 0, rest < longestRest else { return crc }
    for index in stride(from: 6 * rest, to: 6 * rest + 6, by: 2)
    where crc & inversions[index] != 0 {
      crc ^= inversions[index + 1]
    }
    return crc
  }

  private static let longestRest = 272

  /// By the octets that follow, of each of the three: the bit that is made 0, which those after it
  /// do not invert, and all that are inverted with it.
  private static let inversions: [State] = {
    var states = (2..<5).map { of(CollectionOfOne(UInt8(1) << $0), from: 0) }
    return (0..<longestRest).flatMap { _ in
      var found: [State] = []
      for state in states {
        var state = state
        for index in stride(from: 0, to: found.count, by: 2) where state & found[index] != 0 {
          state ^= found[index + 1]
        }
        found += [state & (0 &- state), state]
      }
      states = states.map { of(CollectionOfOne(0), from: $0) }
      return found
    }
  }()

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
