import Bytes

/// Where packets of one side were missed, or could not be read: stretches of frames in ascending
/// order.
///
/// There are few, whatever comes: where there would be too many, near ones become one.
package struct AirHoles: Sendable {
  private var stretches: [(first: UInt32, last: UInt32)] = []
  private var nearness: UInt32 = 1

  private static let most = 256

  /// - Parameter frame: of the packet itself, or the one in front of which it was missed.
  mutating func note(_ frame: Int) {
    let frame = UInt32(clamping: frame)
    if let last = stretches.indices.last, frame <= stretches[last].last.addingSaturated(nearness) {
      stretches[last].last = max(stretches[last].last, frame)
      return
    }
    stretches.append((frame, frame))
    while stretches.count > Self.most, nearness < .max / 2 { joinNear() }
  }

  private mutating func joinNear() {
    nearness *= 2
    var joined: [(first: UInt32, last: UInt32)] = []
    for stretch in stretches {
      if let end = joined.indices.last,
        stretch.first <= joined[end].last.addingSaturated(nearness)
      {
        joined[end].last = stretch.last
      } else {
        joined.append(stretch)
      }
    }
    stretches = joined
  }

  /// The frame of the last one; 0 if there is none.
  var last: Int { Int(stretches.last?.last ?? 0) }

  /// Whether there is one after a frame, up to another one.
  func areIn(after first: Int, upTo last: Int) -> Bool {
    let (first, last) = (UInt32(clamping: first), UInt32(clamping: last))
    let place = stretches.partitionPoint(where: { $0.last > first })
    return place < stretches.count && stretches[place].first <= last
  }
}

extension UInt32 {
  fileprivate func addingSaturated(_ other: UInt32) -> UInt32 {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? .max : sum
  }
}
