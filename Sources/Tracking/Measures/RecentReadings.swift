import Bytes

/// The latest readings of a device's signal, and about when they were taken: little to write for
/// each report, for there may be millions.
struct RecentReadings: Sendable {
  private static let most = 4
  /// Readings as octets, the latest lowest, and their times since the first reading in units of
  /// 2^20 us, about a second, as 16 bits each. Their number is kept apart from them.
  private var readings: UInt32 = 0
  private var times: UInt64 = 0
  private var count = 0
  private var first = TraceTime(microseconds: 0)

  /// Older readings than that say nothing about a moment, in microseconds.
  static let longest: Int64 = 10_000_000

  @inline(__always)
  mutating func add(_ dBm: Int8, at time: TraceTime) {
    if count == 0 { first = time }
    readings = readings << 8 | UInt32(UInt8(bitPattern: dBm))
    times = times << 16 | UInt64(unit(of: time))
    count &+= 1
  }

  /// See `AdvertiserTable.lookAhead`.
  @inline(__always)
  var apart: Int { count }

  @inline(__always)
  private func unit(of time: TraceTime) -> UInt16 {
    UInt16(truncatingIfNeeded: time.since(first) >> 20)
  }

  /// Those of the seconds before a moment, the oldest first; `nil` for none.
  func measure(before moment: TraceTime) -> SignalMeasure? {
    var found: [(dBm: Int8, age: Int64)] = []
    for index in 0..<min(count, Self.most) {
      let unit = UInt16(truncatingIfNeeded: times >> (16 * UInt64(index)))
      let age = Int64(self.unit(of: moment) &- unit) << 20
      guard age <= Self.longest, age >= found.last?.age ?? 0 else { break }
      found.append((Int8(truncatingIfNeeded: readings >> (8 * UInt32(index))), age))
    }
    guard !found.isEmpty else { return nil }
    var measure = SignalMeasure()
    for reading in found.reversed() {
      measure.add(
        reading.dBm, at: TraceTime(microseconds: moment.microseconds &- reading.age))
    }
    return measure
  }
}
