import Report

/// What reports hold of a distribution.
struct Distribution: Sendable {
  var count = 0
  var min: Int64?
  var p50: Int64?
  var p95: Int64?
  var p99: Int64?
  var max: Int64?
  var mean: Double?
}

/// The distribution of a quantity that is not negative: count, extremes, mean and percentiles.
///
/// Up to 512 values are kept as they are, and percentiles are exact (nearest rank). Beyond that the
/// values are counted in buckets: one for each number below 128, then 64 to an octave, so that a
/// percentile, reported as the middle of its bucket, is off by 0.8 % at most. Extremes stay exact.
struct QuantileSketch: Sendable {
  /// The last values, not looked at yet: they are taken up many at a time, which costs a third.
  private var pending: InlineArray<16, Int64> = .init(repeating: 0)
  private var pendingCount = 0

  private var settledCount = 0
  private var minimum = Int64.max
  private var maximum = Int64.min
  private var sum = 0.0
  private var exact: [Int64] = []
  private var buckets: [UInt32] = []
  /// The percentiles that reports hold, once no more values will come.
  private var frozen: (p50: Int64, p95: Int64, p99: Int64)?
  /// Its buckets, where they were to be kept.
  private var kept: ReportV1.Sketch?

  private static let exactCount = 512
  /// Values of 2^44 and more, half a year in microseconds, share the last bucket.
  private static let highestOctave = 43
  private static let bucketCount = 128 + (highestOctave - 6) * 64
  static let longestBucketed: Int64 = 1 << Int64(highestOctave + 1) - 1

  @inline(__always)
  mutating func add(_ value: Int64) {
    guard value >= 0 else { return }
    pending[pendingCount] = value
    pendingCount &+= 1
    if pendingCount == pending.count { settle() }
  }

  var count: Int { settledCount &+ pendingCount }
  var min: Int64? { pendingCount > 0 ? settled.min : count == 0 ? nil : minimum }
  var max: Int64? { pendingCount > 0 ? settled.max : count == 0 ? nil : maximum }
  var mean: Double? {
    pendingCount > 0 ? settled.mean : count == 0 ? nil : sum / Double(count)
  }

  private var settled: QuantileSketch {
    var copy = self
    copy.settle()
    return copy
  }

  /// Takes up what is pending.
  @inline(never)
  mutating func settle() {
    var whole = Whole(least: minimum, greatest: maximum)
    if frozen == nil, !buckets.isEmpty {
      Self.tally(pending.span.extracting(0..<pendingCount), in: &buckets, &whole)
    } else {
      for index in 0..<pendingCount { whole.add(pending[index]) }
      if frozen == nil {
        exact.append(copying: pending.span.extracting(0..<pendingCount))
        if exact.count > Self.exactCount { spill() }
      } else if kept != nil {
        // After the end, they change no percentile; a sketch has as many values as the count.
        for index in 0..<pendingCount { kept?.count(Self.index(of: pending[index])) }
      }
    }
    (minimum, maximum) = (whole.least, whole.greatest)
    if maximum < 1 << 48 {
      sum += Double(whole.sum)
    } else {
      for index in 0..<pendingCount { sum += Double(pending[index]) }
    }
    settledCount &+= pendingCount
    pendingCount = 0
  }

  /// All that is reported of it.
  var distribution: Distribution {
    // Its buckets would be copied with it.
    if pendingCount > 0 { return settled.distribution }
    let values = reported
    return Distribution(
      count: count, min: min, p50: values?.p50, p95: values?.p95, p99: values?.p99, max: max,
      mean: mean)
  }

  /// The percentiles that reports hold; `nil` without values.
  private var reported: (p50: Int64, p95: Int64, p99: Int64)? {
    if let frozen { return frozen }
    if pendingCount == 0, buckets.isEmpty, !exact.isEmpty, exact.count <= 32 { return few }
    let values = percentiles([50, 95, 99])
    guard let p50 = values[0], let p95 = values[1], let p99 = values[2] else { return nil }
    return (p50, p95, p99)
  }

  /// The same of so few values that they are put in order: most streams of short connections have
  /// a handful.
  private var few: (p50: Int64, p95: Int64, p99: Int64) {
    var sorted = InlineArray<32, Int64>(repeating: 0)
    for index in exact.indices {
      let value = exact[index]
      var place = index
      while place > 0, sorted[place &- 1] > value {
        sorted[place] = sorted[place &- 1]
        place &-= 1
      }
      sorted[place] = value
    }
    let count = exact.count
    return (
      sorted[Self.rank(50, of: count) - 1], sorted[Self.rank(95, of: count) - 1],
      sorted[Self.rank(99, of: count) - 1]
    )
  }

  /// The value at a percentage of the sorted values, by nearest rank.
  func percentile(_ percent: Int) -> Int64? { percentiles([percent])[0] }

  /// Several at once; the percentages ascend.
  func percentiles(_ percents: [Int]) -> [Int64?] {
    guard count > 0 else { return percents.map { _ in nil } }
    if pendingCount > 0 { return settled.percentiles(percents) }
    if let frozen {
      return percents.map { $0 <= 50 ? frozen.p50 : $0 <= 95 ? frozen.p95 : frozen.p99 }
    }
    let count = count
    if buckets.isEmpty {
      return values(at: percents.map { Self.rank($0, of: count) }, of: exact)
    }
    let counts = buckets.span
    var found: [Int64?] = []
    found.reserveCapacity(percents.count)
    var passed = 0
    // Those before the least value's are empty.
    var index = Self.index(of: minimum) - 1
    for percent in percents {
      let rank = Self.rank(percent, of: count)
      while passed < rank, index + 1 < counts.count {
        index += 1
        passed += Int(counts[index])
      }
      found.append(Swift.min(Swift.max(Self.middle(of: index), minimum), maximum))
    }
    return found
  }

  /// No more values will come: what is reported of them replaces the values.
  ///
  /// - Parameter keepsSketch: whether its buckets are still asked for.
  mutating func freeze(keepsSketch: Bool = false) {
    guard frozen == nil else { return }
    settle()
    if keepsSketch { kept = sketch }
    guard let values = reported else { return }
    frozen = values
    exact = []
    buckets = []
  }

  /// Its buckets that are not empty; none once it is frozen, unless they were kept.
  var sketch: ReportV1.Sketch {
    if pendingCount > 0 { return settled.sketch }
    if let kept { return kept }
    var sketch = ReportV1.Sketch()
    if buckets.isEmpty {
      var last: (key: Int, count: Int)?
      for key in exact.map(Self.index(of:)).sorted() {
        if let held = last, held.key != key { sketch.add(held.key, held.count) }
        last = (key, last?.key == key ? (last?.count ?? 0) + 1 : 1)
      }
      if let last { sketch.add(last.key, last.count) }
    } else {
      for (key, count) in buckets.enumerated() where count > 0 { sketch.add(key, Int(count)) }
    }
    return sketch
  }

  private static func rank(_ percent: Int, of count: Int) -> Int {
    // Split, so that no count overflows.
    let (hundreds, rest) = count.quotientAndRemainder(dividingBy: 100)
    return Swift.max(hundreds * percent + (rest * percent + 99) / 100, 1)
  }

  private mutating func spill() {
    buckets = [UInt32](repeating: 0, count: Self.bucketCount)
    for value in exact { tally(value) }
    exact = []
  }

  /// What is added up over values that are taken up together.
  private struct Whole {
    var least: Int64
    var greatest: Int64
    /// Of no meaning where some are so great that it overflows.
    var sum: Int64 = 0

    @inline(__always)
    mutating func add(_ value: Int64) {
      least = Swift.min(least, value)
      greatest = Swift.max(greatest, value)
      sum &+= value
    }
  }

  /// In one go, so that it is asked but once who shares the buckets.
  @inline(__always)
  private static func tally(
    _ values: Span<Int64>, in buckets: inout [UInt32], _ whole: inout Whole
  ) {
    var buckets = buckets.mutableSpan
    for index in values.indices {
      whole.add(values[index])
      buckets[Self.index(of: values[index])] &+= 1
    }
  }

  @inline(__always)
  private mutating func tally(_ value: Int64) {
    // Wraps after 4 thousand million values of one size, which is 200 GB of records.
    buckets[Self.index(of: value)] &+= 1
  }

  /// The bucket of a value. A negative one shares that of the highest.
  @inline(__always)
  static func index(of value: Int64) -> Int {
    usualBucket(
      of: Int64(
        bitPattern: Swift.min(UInt64(bitPattern: value), UInt64(bitPattern: longestBucketed))))
  }

  /// The bucket of a value that is not negative, nor longer than those that have buckets; of others
  /// it says nothing.
  @inline(__always)
  static func usualBucket(of value: Int64) -> Int {
    // Halved so often that seven bits are left of it: below 128 not at all.
    let halved = 57 &- (value | 127).leadingZeroBitCount
    return halved &* 64 &+ Int(truncatingIfNeeded: value &>> Int64(halved))
  }

  static func middle(of index: Int) -> Int64 {
    guard index >= 128 else { return Int64(index) }
    let octave = (index - 128) / 64 + 7
    let width = Int64(1) << Int64(octave - 6)
    return (Int64(64 + (index - 128) % 64) << Int64(octave - 6)) + width / 2
  }
}
