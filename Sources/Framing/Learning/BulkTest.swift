/// Whether values are parts of something larger, such as an image, and not measurements.
///
/// Measurements have columns: an octet is like the same octet of the values before it, and unlike
/// its neighbours. In parts of something larger, each octet may stand at each offset.
enum BulkTest {
  private static let leastValues = 12
  private static let leastOctets = 12
  private static let leastTotal = 512

  static func isBulk(_ data: [ArraySlice<UInt8>]) -> Bool {
    let full = data.lazy.map { $0.count }.max() ?? 0
    let whole = data.filter { $0.count == full }
    guard full >= leastOctets, whole.count >= leastValues, whole.count * 3 >= data.count,
      whole.count * full >= leastTotal
    else { return false }
    var (within, across, pairs, constant) = (0, 0, 0, 0)
    for offset in 0..<full {
      var same = 0
      for (value, next) in zip(whole, whole.dropFirst()) {
        let octet = value[value.startIndex + offset]
        let below = next[next.startIndex + offset]
        let beside = next[next.startIndex + (offset + 1) % full]
        within += distance(octet, below)
        across += distance(octet, beside)
        pairs += 1
        if octet == below { same += 1 }
      }
      if same * 2 > whole.count { constant += 1 }
    }
    // All octets alike: nothing is carried. Many columns that hardly change: measurements.
    guard pairs > 0, across > pairs, constant * 4 <= full else { return false }
    return Double(within) >= 0.85 * Double(across)
  }

  /// On the circle of octet values: 255 is beside 0.
  private static func distance(_ octet: UInt8, _ other: UInt8) -> Int {
    let apart = octet &- other
    return Int(min(apart, 0 &- apart))
  }
}
