import TraceBytes

/// Signal strength over time: extremes, least-squares trend, and a coarse course of it.
struct SignalMeasure: Sendable {
  private(set) var count = 0
  private(set) var minimum = Int8.max
  private(set) var maximum = Int8.min
  private(set) var first: Int8 = 0
  private(set) var last: Int8 = 0
  private var firstTime = TraceTime(microseconds: 0)
  private(set) var duration: Int64 = 0

  // Sums for the regression; times in seconds since the first sample.
  private var sum = 0.0
  private var sumTime = 0.0
  private var sumTimeSquared = 0.0
  private var sumProduct = 0.0
  private var sumSquared = 0.0

  /// Consecutive parts of the time, each `width` microseconds long. When they do not reach any
  /// more, neighbours are joined.
  private var parts: [Part] = []
  private var width: Int64 = 1000

  private struct Part: Sendable {
    var sum: Int32 = 0
    var count: Int32 = 0
  }

  private static let partCount = 32
  /// Readings jump by a few dB without any motion; a change below this is none.
  private static let steadyBand = 3.0

  mutating func add(_ dBm: Int8, at time: TraceTime) {
    if count == 0 {
      first = dBm
      firstTime = time
      minimum = dBm
      maximum = dBm
    }
    count &+= 1
    last = dBm
    minimum = min(minimum, dBm)
    maximum = max(maximum, dBm)
    // A clock that steps back does not make the past longer.
    let elapsed = max(0, time.since(firstTime))
    duration = max(duration, elapsed)
    let seconds = Double(elapsed) / 1_000_000
    let value = Double(dBm)
    sum += value
    sumTime += seconds
    sumTimeSquared += seconds * seconds
    sumProduct += seconds * value
    sumSquared += value * value
    note(dBm, at: elapsed)
  }

  var mean: Double? { count == 0 ? nil : sum / Double(count) }

  /// In dB a second; `nil` under 3 samples or half a second.
  var slope: Double? {
    guard count >= 3, duration >= 500_000 else { return nil }
    let n = Double(count)
    let spread = n * sumTimeSquared - sumTime * sumTime
    guard spread > 0 else { return nil }
    return (n * sumProduct - sumTime * sum) / spread
  }

  enum Trend { case approaching, receding, steady }

  /// A trend is one when the fitted line rises or falls by at least 3 dB over the time and at least
  /// twice as fast as the scatter of the samples could make it.
  var trend: Trend? {
    guard let slope else { return nil }
    let change = slope * Double(duration) / 1_000_000
    guard abs(change) >= Self.steadyBand, abs(slope) > 2 * slopeError(slope) else {
      return .steady
    }
    return slope > 0 ? .approaching : .receding
  }

  private func slopeError(_ slope: Double) -> Double {
    let n = Double(count)
    let timeSpread = sumTimeSquared - sumTime * sumTime / n
    let valueSpread = sumSquared - sum * sum / n
    guard count > 2, timeSpread > 0 else { return 0 }
    return (max(0, valueSpread - slope * slope * timeSpread) / (n - 2) / timeSpread).squareRoot()
  }

  /// Means of equal parts of the time; `nil` where no sample fell into one.
  var series: [Double?] {
    parts.map { $0.count == 0 ? nil : Double($0.sum) / Double($0.count) }
  }

  private mutating func note(_ dBm: Int8, at elapsed: Int64) {
    var place = Int(elapsed / width)
    while place >= Self.partCount {
      join()
      place = Int(elapsed / width)
    }
    while parts.count <= place { parts.append(Part()) }
    parts[place].sum &+= Int32(dBm)
    parts[place].count &+= 1
  }

  private mutating func join() {
    for pair in 0..<(parts.count + 1) / 2 {
      var joined = parts[2 * pair]
      if 2 * pair + 1 < parts.count {
        joined.sum &+= parts[2 * pair + 1].sum
        joined.count &+= parts[2 * pair + 1].count
      }
      parts[pair] = joined
    }
    parts.removeLast(parts.count / 2)
    width = width.multipliedReportingOverflow(by: 2).partialValue
    if width <= 0 { width = .max }
  }
}
