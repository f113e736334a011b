import Bytes
import Report

/// Signal strength over time: extremes, least-squares trend, and a coarse course of it.
struct SignalMeasure: Sendable {
  private(set) var count = 0
  private(set) var minimum = Int8.max
  private(set) var maximum = Int8.min
  private(set) var first: Int8 = 0
  private(set) var last: Int8 = 0
  private var firstTime = TraceTime(microseconds: 0)
  private(set) var duration: Int64 = 0

  // Sums for the regression. Times in microseconds since the first sample: fractional, for their
  // squares pass 64 bits within the hour.
  private var sum = 0
  private var sumSquared = 0
  private var sumTime = 0.0
  private var sumTimeSquared = 0.0
  private var sumProduct = 0.0

  /// Consecutive parts of the time, each `width` microseconds long. When they do not reach any
  /// more, neighbours are joined.
  private var parts: [Part] = []
  private var width: Int64 = 1000
  /// The part that the last sample fell into, and what is not in its place among the others yet.
  private var currentStart: Int64 = 0
  private var current = Part()

  private struct Part: Sendable {
    var sum: Int32 = 0
    var count: Int32 = 0

    mutating func add(_ other: Part) {
      sum &+= other.sum
      count &+= other.count
    }
  }

  private static let partCount = 32
  /// Readings jump by a few dB without any motion; a change below this is none.
  private static let steadyBand = 3.0
  /// In microseconds.
  private static let second = 1_000_000.0

  /// When the last sample was taken.
  var lastTime: TraceTime { TraceTime(microseconds: firstTime.microseconds &+ duration) }

  @inline(__always)
  mutating func add(_ dBm: Int8, at time: TraceTime) {
    if count == 0 {
      first = dBm
      firstTime = time
    }
    count &+= 1
    last = dBm
    if dBm < minimum { minimum = dBm }
    if dBm > maximum { maximum = dBm }
    // A clock that steps back does not make the past longer.
    let elapsed = max(0, time.since(firstTime))
    if elapsed > duration { duration = elapsed }
    let value = Int(dBm)
    sum &+= value
    sumSquared &+= value &* value
    let micros = Double(elapsed)
    sumTime += micros
    sumTimeSquared += micros * micros
    sumProduct += micros * Double(value)
    // Without a sign one comparison answers for both ends of the part.
    let inside = UInt64(bitPattern: elapsed &- currentStart)
    if inside >= UInt64(bitPattern: width) { moveOn(to: elapsed) }
    current.sum &+= Int32(dBm)
    current.count &+= 1
  }

  /// What a sample changes, a bit of each cache line; and the part that is settled next, which lies
  /// elsewhere.
  @inline(__always)
  var apart: Int { sumSquared &+ Int(current.count) }
  @inline(__always)
  var part: Int {
    let index = Int(currentStart / width)
    return index < parts.count ? Int(parts[index].count) : 0
  }

  var mean: Double? { count == 0 ? nil : Double(sum) / Double(count) }

  /// In dB a second; `nil` under 3 samples or half a second.
  var slope: Double? {
    guard count >= 3, duration >= 500_000 else { return nil }
    let n = Double(count)
    let spread = n * sumTimeSquared - sumTime * sumTime
    guard spread > 0 else { return nil }
    return (n * sumProduct - sumTime * Double(sum)) / spread * Self.second
  }

  /// A trend is one when the fitted line rises or falls by at least 3 dB over the time and at least
  /// twice as fast as the scatter of the samples could make it. `nil` under 4 moments or a second:
  /// a few readings that differ are no motion.
  var trend: ReportV1.Trend? {
    guard let slope, duration >= 1_000_000, moments >= 4 else { return nil }
    let change = slope * Double(duration) / Self.second
    guard abs(change) >= Self.steadyBand, abs(slope) > 2 * slopeError(slope) else {
      return .steady
    }
    return slope > 0 ? .approaching : .receding
  }

  /// Parts of the time with a sample: readings of one event are in one.
  private var moments: Int {
    var whole = self
    whole.settle()
    return whole.parts.count { $0.count != 0 }
  }

  private func slopeError(_ slope: Double) -> Double {
    let n = Double(count)
    let timeSpread = (sumTimeSquared - sumTime * sumTime / n) / (Self.second * Self.second)
    let valueSpread = Double(sumSquared) - Double(sum) * Double(sum) / n
    guard count > 2, timeSpread > 0 else { return 0 }
    return (max(0, valueSpread - slope * slope * timeSpread) / (n - 2) / timeSpread).squareRoot()
  }

  /// Means of equal parts of the time; `nil` where no sample fell into one.
  var series: [Double?] {
    var whole = self
    whole.settle()
    return whole.parts.map { $0.count == 0 ? nil : Double($0.sum) / Double($0.count) }
  }

  /// Puts what was gathered for the current part into its place.
  private mutating func settle() {
    guard current.count != 0 else { return }
    let index = Int(currentStart / width)
    while parts.count <= index { parts.append(Part()) }
    parts[index].add(current)
    current = Part()
  }

  @inline(never)
  private mutating func moveOn(to elapsed: Int64) {
    settle()
    while elapsed / width >= Int64(Self.partCount) { join() }
    currentStart = elapsed - elapsed % width
  }

  private mutating func join() {
    for pair in 0..<(parts.count + 1) / 2 {
      var joined = parts[2 * pair]
      if 2 * pair + 1 < parts.count { joined.add(parts[2 * pair + 1]) }
      parts[pair] = joined
    }
    parts.removeLast(parts.count / 2)
    width = width.multipliedReportingOverflow(by: 2).partialValue
    if width <= 0 { width = .max }
  }
}
