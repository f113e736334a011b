/// The first octets that values have in common: at most four, as a row has so many.
struct CommonOctets: Sendable {
  private(set) var count = 0
  private var head: UInt32 = 0
  private var length = 4

  @inline(__always)
  mutating func add(head other: UInt32, length octets: Int) {
    if count == 0 { head = other }
    count &+= 1
    guard length > 0 else { return }
    length = min(length, octets, (head ^ other).trailingZeroBitCount / 8)
  }

  /// None where there were fewer values than show what they have in common.
  var octets: [UInt8] {
    guard count >= ConversationLimits.fewestAlike else { return [] }
    return (0..<length).map { UInt8(truncatingIfNeeded: head >> UInt32(8 * $0)) }
  }
}
