/// Parts of addresses: four octets and more in a row, in either order. They find a device among
/// few, as who knows four octets of six has little left to try.
struct AddressParts: Sendable {
  private static let octets = 4

  private var parts: Set<UInt32> = []

  /// - Parameter address: six octets.
  mutating func insert(_ address: [UInt8]) {
    for order in [address, address.reversed()] {
      for start in 0...max(0, order.count - Self.octets) {
        let part = order[start...].prefix(Self.octets)
        if Self.isTelling(part) { parts.insert(Self.key(part)) }
      }
    }
  }

  /// Whether it is likely that octets are elsewhere only if they are of the address: zeros and the
  /// like are in each header.
  private static func isTelling(_ part: ArraySlice<UInt8>) -> Bool {
    part.count == octets && Set(part).count >= 3 && part.count { $0 == 0 || $0 == 0xFF } <= 1
  }

  private static func key(_ part: ArraySlice<UInt8>) -> UInt32 {
    part.reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Where parts stand among the octets that replacement has left as they were.
  ///
  /// - Parameter start: what comes before is not looked at.
  func left(in octets: [UInt8], of original: [UInt8], from start: Int = 0) -> [Range<Int>] {
    guard !parts.isEmpty else { return [] }
    var found: [Range<Int>] = []
    var (key, row): (UInt32, Int) = (0, 0)
    for index in octets.indices.dropFirst(start) {
      key = key << 8 | UInt32(octets[index])
      row = octets[index] == original[index] ? row + 1 : 0
      if row >= Self.octets, parts.contains(key) {
        found.append(index + 1 - Self.octets..<index + 1)
      }
    }
    return found
  }
}
