import Bytes

/// How often a device advertises: the shortest time between two of its reports, lately. A scanner
/// that listens for a part of the time misses some, so the device may do so more often.
struct AdvertisingRhythm: Sendable {
  /// The shortest of this part of the time and of the one before it, in microseconds; `.max` for
  /// none.
  private var shortest = UInt32.max
  private var shortestBefore = UInt32.max
  private var start = TraceTime(microseconds: .min)

  /// How long a part is, in microseconds.
  private static let part: Int64 = 30_000_000
  /// Events of legacy advertising are from 20 ms to 10.24 s apart, and up to 10 ms more; what comes
  /// sooner is the response to a scan of the same one. Core Vol 6, Part B, 4.4.2.2.
  private static let least: Int64 = 15_000
  private static let longest: Int64 = 10_250_000

  @inline(__always)
  mutating func add(_ time: TraceTime, after last: TraceTime) {
    let gap = time.since(last)
    guard gap >= Self.least, gap <= Self.longest else { return }
    if time.since(start).magnitude >= UInt64(Self.part) { turn(at: time) }
    shortest = min(shortest, UInt32(gap))
  }

  @inline(never)
  private mutating func turn(at time: TraceTime) {
    shortestBefore = time.since(start).magnitude < 2 * UInt64(Self.part) ? shortest : .max
    shortest = .max
    start = time
  }

  func period(before moment: TraceTime) -> Int64? {
    let age = moment.since(start)
    guard shortest != .max, age >= 0, age < 2 * Self.part else { return nil }
    return Int64(min(shortest, age < Self.part ? shortestBefore : .max))
  }
}
