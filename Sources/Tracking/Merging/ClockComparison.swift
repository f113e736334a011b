/// How the clock of one sniffer went by that of another: by packets that both heard.
///
/// A packet whose octets are in each capture once is the same one in both. Their clocks drift by
/// some parts in a million, and less evenly where computers stamp the packets: a line through the
/// differences, and what is left of them from time to time.
struct ClockComparison: Sendable {
  /// Packets by which the clocks were compared.
  let common: Int
  /// How much faster the other clock runs.
  private(set) var drift = 0.0
  /// In microseconds, at `origin`: how much later it is.
  private var offset = 0.0
  private let origin: Double
  /// What is left over time, in ascending order.
  private var knots: [(time: Double, rest: Double)] = []
  /// In microseconds, at the median: how far packets are off.
  private(set) var offBy = 0.0
  /// In microseconds: what is farther apart is not the same packet.
  let tolerance: Int64
  /// In microseconds, at the first packet that both heard.
  let firstOffset: Double

  private struct Sample {
    /// By the other clock.
    var time: Double
    var difference: Double
  }

  static let fewest = 3
  /// Parts of one: crystals of sniffers and computers together.
  private static let mostDrift = 1e-3
  /// In microseconds: a line through less says nothing of the drift.
  private static let leastSpan = 2_000_000.0
  private static let tolerances: ClosedRange<Double> = 80...3000
  /// How often packets may repeat where there are none that do not.
  private static let mostRepeats = 16
  private static let mostPairs = 1 << 18

  /// - Parameters:
  ///   - base: in the order of their times; `others` the same.
  /// - Returns: nil where too few packets are in both.
  init?(_ base: [AirMerger.Heard], _ others: [AirMerger.Heard]) {
    var samples = Self.samples(base, others, repeats: 1)
    if samples.count < Self.fewest {
      samples = Self.densest(Self.samples(base, others, repeats: Self.mostRepeats))
    }
    guard samples.count >= Self.fewest, let first = samples.first else { return nil }
    origin = first.time
    let line = Self.line(samples, from: first.time)
    let limit = max(200, 6 * line.offBy)
    let fitting = samples.filter {
      abs($0.difference - line.offset - line.drift * ($0.time - first.time)) <= limit
    }
    guard fitting.count >= Self.fewest else { return nil }
    common = fitting.count
    let best = Self.leastSquares(fitting, from: first.time) ?? (line.offset, line.drift)
    (offset, drift) = best
    func rest(_ sample: Sample) -> Double {
      sample.difference - best.0 - best.1 * (sample.time - first.time)
    }
    let part = max(16, fitting.count / 512)
    for start in stride(from: 0, to: fitting.count - part + 1, by: part) {
      let samples = fitting[start..<start + part]
      knots.append(
        (samples.map(\.time).middle, samples.map(rest).middle))
    }
    let (line2, knots2) = ((offset, drift), knots)
    firstOffset = fitting[0].difference
    let off = fitting.map { sample in
      abs(
        sample.difference - line2.0 - line2.1 * (sample.time - first.time)
          - Self.rest(at: sample.time, knots2))
    }.middle
    offBy = off
    let range = Self.tolerances
    tolerance = Int64(min(max(8 * off + 40, range.lowerBound), range.upperBound))
  }

  /// A time of the other clock by that of the base.
  func time(_ time: Int64) -> Int64 {
    let at = Double(time)
    let difference = offset + drift * (at - origin) + Self.rest(at: at, knots)
    // Both are far below what overflows.
    return time - (Int64(exactly: difference.rounded()) ?? 0)
  }

  private static func rest(at time: Double, _ knots: [(time: Double, rest: Double)]) -> Double {
    guard let first = knots.first, let last = knots.last else { return 0 }
    if time <= first.time { return first.rest }
    if time >= last.time { return last.rest }
    var (low, high) = (0, knots.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if knots[middle].time <= time { low = middle } else { high = middle }
    }
    let (one, two) = (knots[low], knots[high])
    guard two.time > one.time else { return one.rest }
    return one.rest + (two.rest - one.rest) * (time - one.time) / (two.time - one.time)
  }

  // MARK: - Samples

  /// Packets that are in both, and in neither more often than `repeats`.
  private static func samples(
    _ base: [AirMerger.Heard], _ others: [AirMerger.Heard], repeats: Int
  ) -> [Sample] {
    func places(_ packets: [AirMerger.Heard]) -> [UInt64: [Int64]] {
      var places: [UInt64: [Int64]] = [:]
      for packet in packets where packet.isGood {
        if places[packet.key]?.count ?? 0 <= repeats {
          places[packet.key, default: []].append(packet.time)
        }
      }
      return places
    }
    let known = places(base)
    var samples: [Sample] = []
    for (key, times) in places(others) where times.count <= repeats {
      guard let before = known[key], before.count <= repeats, samples.count < mostPairs else {
        continue
      }
      for time in times {
        for other in before {
          let difference = time.subtractingReportingOverflow(other)
          guard !difference.overflow else { continue }
          samples.append(Sample(time: Double(time), difference: Double(difference.partialValue)))
        }
      }
    }
    return samples.sorted { ($0.time, $0.difference) < ($1.time, $1.difference) }
  }

  /// Finds, where most pairs are none, those whose differences lie closest together. Nothing if
  /// others lie as close.
  private static func densest(_ samples: [Sample]) -> [Sample] {
    let differences = samples.map(\.difference).sorted()
    let width = 2000.0
    var (start, best) = (0, (start: 0, count: 0))
    var counts: [(at: Double, count: Int)] = []
    for end in differences.indices {
      while differences[end] - differences[start] > width { start += 1 }
      counts.append((differences[end], end - start + 1))
      if end - start + 1 > best.count { best = (start, end - start + 1) }
    }
    guard best.count >= 8 else { return [] }
    let low = differences[best.start]
    let second = counts.filter { $0.at < low || $0.at > low + 2 * width }.map(\.count).max() ?? 0
    guard second * 2 <= best.count else { return [] }
    return samples.filter { $0.difference >= low && $0.difference <= low + width }
  }

  // MARK: - Lines

  /// The line through two samples that most of them are closest to: some packets were heard by one
  /// sniffer when they were sent, and by the other when they were sent again.
  private static func line(
    _ samples: [Sample], from origin: Double
  ) -> (offset: Double, drift: Double, offBy: Double) {
    let some = stride(from: 0, to: samples.count, by: max(1, samples.count / 256))
      .map { samples[$0] }
    func offBy(_ offset: Double, _ drift: Double) -> Double {
      some.map { abs($0.difference - offset - drift * ($0.time - origin)) }.middle
    }
    let middle = samples.map(\.difference).middle
    var best = (offset: middle, drift: 0.0, offBy: offBy(middle, 0))
    let half = samples.count / 2
    for index in stride(from: 0, to: half, by: max(1, half / 64)) {
      let (one, two) = (samples[index], samples[index + half])
      let span = two.time - one.time
      guard span >= leastSpan else { continue }
      let drift = (two.difference - one.difference) / span
      guard abs(drift) <= mostDrift else { continue }
      let offset = one.difference - drift * (one.time - origin)
      let off = offBy(offset, drift)
      if off < best.offBy { best = (offset, drift, off) }
    }
    return best
  }

  private static func leastSquares(
    _ samples: [Sample], from origin: Double
  ) -> (Double, Double)? {
    guard let first = samples.first, let last = samples.last, last.time - first.time >= leastSpan
    else { return nil }
    let count = Double(samples.count)
    let x = samples.reduce(0) { $0 + $1.time - origin } / count
    let y = samples.reduce(0) { $0 + $1.difference - first.difference } / count
    var (above, below) = (0.0, 0.0)
    for sample in samples {
      let dx = sample.time - origin - x
      above += dx * (sample.difference - first.difference - y)
      below += dx * dx
    }
    guard below > 0 else { return nil }
    let drift = above / below
    return (first.difference + y - drift * x, drift)
  }
}

extension [Double] {
  /// The median; 0 of none.
  fileprivate var middle: Double { isEmpty ? 0 : sorted()[count / 2] }
}
