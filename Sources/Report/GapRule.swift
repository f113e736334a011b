/// From when on a silence on a subscribed characteristic is a gap: longer than `leastUs`, and than
/// so many median intervals and so many connection intervals.
package enum GapRule {
  package static let leastUs: Int64 = 100_000
  package static let factor: Int64 = 4

  /// Of one of these: a silence is a gap that is longer than the limits of both.
  ///
  /// - Parameter usual: the median or the connection interval, in microseconds.
  @inline(__always)
  package static func limitUs(_ usual: Int64) -> Int64 {
    // A median beyond a quarter of all time is no number to multiply.
    usual > .max / factor ? .max : Swift.max(leastUs, factor &* usual)
  }
}
