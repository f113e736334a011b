/// What completions say of the offset of two clocks.
///
/// A controller reports a packet as completed when the other side has acknowledged it; the other
/// host gets it as soon as it was on the air. The acknowledgement comes in the same connection
/// event or a later one: what a peripheral sends is acknowledged when the central sends next,
/// mostly an interval later. So each way gives the offset but for a few intervals, and the two ways
/// together, within the bounds of the fastest packets, give the offset.
struct ClockHints {
  private static let fewest = 4
  /// Microseconds; in a shorter time a drift makes less difference than the controllers do.
  private static let leastSpan = 10_000_000.0
  private static let enoughForDrift = 12
  /// Connection events that an acknowledgement may be late.
  private static let mostEvents = 3
  /// Microseconds by which the two ways may differ.
  private static let mostApart = 3000.0

  struct Estimate {
    var offset: Double
    var drift: Double
    /// How far it is off by all likelihood.
    var likely: Double
  }

  private struct Way {
    var isForward: Bool
    var points: [ClockFit.Point]
  }

  private var ways: [Way] = []
  /// Of the connection, in microseconds; 0 where it is not known.
  private let interval: Double
  /// Whether A is the central.
  private let aIsCentral: Bool

  init?(_ samples: ArraySlice<ClockSample>, from origin: Int64, base: Int64) {
    // Of several intervals the most frequent one.
    var counts: [Int64: Int] = [:]
    for sample in samples where sample.hint != nil { counts[sample.interval, default: 0] += 1 }
    guard let usual = counts.max(by: { ($0.value, $0.key) < ($1.value, $1.key) })?.key else {
      return nil
    }
    interval = Double(usual)
    aIsCentral = samples.first?.aIsCentral ?? true
    for isForward in [true, false] {
      var points: [ClockFit.Point] = []
      for sample in samples where sample.isForward == isForward && sample.interval == usual {
        guard let hint = sample.hint else { continue }
        points.append(
          ClockFit.Point(x: Double(sample.time &- origin), y: Double(hint &- base)))
      }
      guard points.count >= Self.fewest else { continue }
      points.sort { $0.x < $1.x }
      ways.append(Way(isForward: isForward, points: points))
    }
    if ways.isEmpty { return nil }
  }

  /// - Parameter bounds: of the offset, for a drift.
  func estimate(
    _ possible: ClosedRange<Double>, _ bounds: (Double) -> (low: Double, high: Double)
  ) -> Estimate? {
    let drift = Swift.max(possible.lowerBound, Swift.min(possible.upperBound, drift))
    let (low, high) = bounds(drift)
    var (levels, spread): ([Double], Double) = ([], 0)
    for way in ways {
      let rest = way.points.map { $0.y - drift * $0.x }.sorted()
      levels.append(Self.share(rest, 0.5))
      spread = Swift.max(spread, Self.median(rest.map { fromEvents($0 - Self.share(rest, 0.5)) }))
    }
    let found = candidates(levels).filter {
      $0.offset >= low - Self.mostApart && $0.offset <= high + Self.mostApart
    }
    guard let best = found.first else { return nil }
    // Two that are an interval apart, and nothing that decides between them.
    let isAlone = found.dropFirst().allSatisfy {
      abs($0.offset - best.offset) < Self.mostApart || $0.apart > best.apart + 1000
    }
    let likely = best.apart / 2 + spread + (ways.count == 2 ? 0 : 1000)
    return Estimate(
      offset: Swift.max(low, Swift.min(high, best.offset)), drift: drift,
      likely: isAlone ? likely : likely + interval)
  }

  /// How far a time is from a whole number of intervals.
  private func fromEvents(_ time: Double) -> Double {
    interval > 0 ? abs(time.remainder(dividingBy: interval)) : abs(time)
  }

  /// What the offset may be by the levels of the ways, the likeliest first.
  private func candidates(_ levels: [Double]) -> [(offset: Double, apart: Double)] {
    let events = interval > 0 ? 0...Self.mostEvents : 0...0
    var found: [(offset: Double, apart: Double, rank: Int)] = []
    for first in events {
      let one = levels[0] + Double(ways[0].isForward ? first : -first) * interval
      guard levels.count == 2 else {
        let usual = ways[0].isForward == aIsCentral ? 0 : 1
        found.append((one, 0, abs(first - usual)))
        continue
      }
      for second in events {
        let other = levels[1] - Double(second) * interval
        let apart = abs(one - other)
        guard apart <= Self.mostApart else { continue }
        let (central, peripheral) = aIsCentral ? (first, second) : (second, first)
        found.append(
          ((one + other) / 2, apart, 2 * (first + second) + abs(central - peripheral + 1)))
      }
    }
    return found.sorted { ($0.rank, $0.apart) < ($1.rank, $1.apart) }.map {
      ($0.offset, $0.apart)
    }
  }

  /// From the first third of the points to the last one.
  private var drift: Double {
    var (sum, weight) = (0.0, 0.0)
    for way in ways where way.points.count >= Self.enoughForDrift {
      let third = way.points.count / 3
      let (first, last) = (way.points.prefix(third), way.points.suffix(third))
      let x = Self.median(last.map(\.x)) - Self.median(first.map(\.x))
      guard x >= Self.leastSpan else { continue }
      let slope = (Self.median(last.map(\.y)) - Self.median(first.map(\.y))) / x
      sum += slope * x * Double(way.points.count)
      weight += x * Double(way.points.count)
    }
    return weight > 0 ? sum / weight : 0
  }

  private static func median(_ values: [Double]) -> Double { share(values.sorted(), 0.5) }

  /// - Parameter sorted: at least one.
  private static func share(_ sorted: [Double], _ share: Double) -> Double {
    sorted[Swift.min(sorted.count - 1, Int(Double(sorted.count) * share))]
  }
}
