/// A PDU that is in both captures: when it was, and by how much the clock of B said more.
struct ClockSample: Hashable, Sendable {
  /// The record in A.
  var frame: Int
  /// Of A, in microseconds.
  var time: Int64
  /// The time of B less that of A.
  var difference: Int64
  /// Whether A sent it: then it was at A first, and the difference is the offset of the clocks and
  /// the time on the way; else the offset less the time on the way.
  var isForward: Bool
  /// Where the sender's controller reported it as completed: the time of B less that of A, between
  /// that and the arrival at the other side. Both are soon after it was on the air.
  var hint: Int64?
  /// The connection interval in microseconds; 0 where it is not known.
  var interval: Int64 = 0
  var aIsCentral = true

  init(
    frame: Int, time: Int64, difference: Int64, isForward: Bool, hint: Int64? = nil
  ) {
    self.frame = frame
    self.time = time
    self.difference = difference
    self.isForward = isForward
    self.hint = hint
  }
}

/// How the clock of B went by that of A, as long as neither was set.
///
/// What A sent cannot have arrived before it was sent, nor what B sent: each of the first kind says
/// that the offset is at most so much, each of the second that it is at least so much. The fastest
/// packets of both ways bound it closest. With a constant drift, the offset is a line between two
/// convex hulls, and the lines that are possible at all are the bound of the estimate.
///
/// The estimate itself is the line that keeps the most distance from both hulls; or a better one,
/// where controllers reported what they completed. Packets wait for a connection event, and where
/// those of one way always wait longer, as answers do, the middle is not the truth. But what was on
/// the air arrives at one host and is completed at the other at about the same time.
struct ClockFit: Hashable, Sendable {
  /// Crystals of Bluetooth devices are within 50 ppm, those of hosts within 100; each side has one.
  static let mostDrift = 500e-6
  /// Microseconds by which the bounds may contradict each other, as a clock that is adjusted
  /// makes them.
  static let tolerance = 200.0

  var firstFrame = 0
  var lastFrame = 0
  var samples = 0
  /// The earliest time, which `offset` is for.
  var origin: Int64 = 0
  /// Microseconds from there to the latest time.
  var span: Int64 = 0
  /// Microseconds to be added to a time of A, at `origin`, for one of B.
  var offset = 0.0
  var drift = 0.0
  /// Half the distance of the two bounds where it is largest; `nil` where packets went one way
  /// only, so that nothing bounds the offset on the other side.
  var uncertainty: Double?
  /// How far the drift may be off.
  var driftUncertainty: Double?
  /// How far the estimate is off by all likelihood, where completions made it.
  var likely: Double?

  /// Microseconds to be added to a time of A.
  func offset(at time: Int64) -> Double {
    offset + drift * Double(time &- origin)
  }
}

extension ClockFit {
  struct Point {
    var x: Double
    var y: Double
  }

  /// Upper bounds of the offset that matter, and lower ones, over the time.
  struct Bounds {
    var upper: [Point]
    var lower: [Point]

    /// By how much the bounds are apart for a drift.
    func width(_ drift: Double) -> Double { least(drift) - most(drift) }

    /// The highest offset that is possible at the time 0, and the lowest one.
    func least(_ drift: Double) -> Double {
      upper.reduce(.infinity) { Swift.min($0, $1.y - drift * $1.x) }
    }

    func most(_ drift: Double) -> Double {
      lower.reduce(-.infinity) { Swift.max($0, $1.y - drift * $1.x) }
    }

    var best: Double {
      ClockFit.greatest(in: -ClockFit.mostDrift...ClockFit.mostDrift, width)
    }
  }

  /// The bounds of samples in the order of the time.
  static func bounds(_ samples: ArraySlice<ClockSample>, from origin: Int64, base: Int64) -> Bounds
  {
    var upper: [Point] = []
    var lower: [Point] = []
    let sorted = samples.sorted { $0.time < $1.time }
    for sample in sorted {
      let point = Point(
        x: Double(sample.time &- origin), y: Double(sample.difference &- base))
      if sample.isForward {
        add(point, to: &upper, sign: 1)
      } else {
        add(point, to: &lower, sign: -1)
      }
    }
    return Bounds(upper: upper, lower: lower)
  }

  /// Adds a point to a hull that is convex downwards, or upwards for the sign -1.
  private static func add(_ point: Point, to hull: inout [Point], sign: Double) {
    if let last = hull.last, last.x == point.x {
      if sign * last.y <= sign * point.y { return }
      hull.removeLast()
    }
    while hull.count >= 2 {
      let (a, b) = (hull[hull.count - 2], hull[hull.count - 1])
      let turn = (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x)
      if sign * turn > 0 { break }
      hull.removeLast()
    }
    hull.append(point)
  }

  /// Where a concave function is greatest.
  static func greatest(in range: ClosedRange<Double>, _ value: (Double) -> Double) -> Double {
    var (low, high) = (range.lowerBound, range.upperBound)
    for _ in 0..<80 {
      let (left, right) = (low + (high - low) / 3, high - (high - low) / 3)
      if value(left) < value(right) { low = left } else { high = right }
    }
    return (low + high) / 2
  }

  /// `nil` where no constant drift explains the samples.
  ///
  /// - Parameter samples: in the order of the records of A.
  init?(_ samples: ArraySlice<ClockSample>) {
    guard let first = samples.first, let last = samples.last else { return nil }
    firstFrame = first.frame
    lastFrame = last.frame
    self.samples = samples.count
    let times = samples.lazy.map(\.time)
    let (start, end) = (times.min() ?? 0, times.max() ?? 0)
    origin = start
    span = end.subtractingReportingOverflow(start).overflow ? .max : end - start
    let base = first.difference
    let bounds = Self.bounds(samples, from: start, base: base)
    guard !bounds.upper.isEmpty, !bounds.lower.isEmpty else {
      // The fastest is taken to have been on its way for no time.
      let edge = bounds.upper.isEmpty ? bounds.most(0) : bounds.least(0)
      offset = Double(base) + edge
      return
    }
    let best = bounds.best
    let width = bounds.width(best)
    guard width >= -Self.tolerance else { return nil }
    // Bounds that contradict each other leave nothing between them; so much is missing.
    let excess = Swift.max(0, -width)
    let possible = Self.possibleDrifts(bounds, best, excess > 0 ? -Self.tolerance : 0)
    let hinted = ClockHints(samples, from: start, base: base)?.estimate(possible) {
      (bounds.most($0), bounds.least($0))
    }
    if let hinted {
      drift = hinted.drift
      offset = Double(base) + hinted.offset
      likely = hinted.likely
    } else {
      drift = Self.leastDrift(bounds, best, width)
      offset = Double(base) + (bounds.least(drift) + bounds.most(drift)) / 2
    }
    let certain =
      Self.uncertainty(bounds, possible, Double(end &- start), self, base) + excess
    uncertainty = certain
    driftUncertainty = Swift.max(possible.upperBound - drift, drift - possible.lowerBound)
    likely = likely.map { Swift.min($0, certain) }
  }

  /// The least drift that is about as good: what a short capture says of it is next to nothing.
  private static func leastDrift(_ bounds: Bounds, _ best: Double, _ width: Double) -> Double {
    let wanted = width - abs(width) * 0.02
    if bounds.width(0) >= wanted { return 0 }
    var (near, far) = (0.0, best)
    for _ in 0..<60 {
      let middle = (near + far) / 2
      if bounds.width(middle) >= wanted { far = middle } else { near = middle }
    }
    return far
  }

  /// The drifts that the bounds allow.
  ///
  /// - Parameter least: how far the bounds must be apart.
  private static func possibleDrifts(
    _ bounds: Bounds, _ best: Double, _ least: Double
  ) -> ClosedRange<Double> {
    func edge(_ toward: Double) -> Double {
      var (inside, outside) = (best, toward)
      if bounds.width(toward) >= least { return toward }
      for _ in 0..<60 {
        let middle = (inside + outside) / 2
        if bounds.width(middle) >= least { inside = middle } else { outside = middle }
      }
      return inside
    }
    let low = edge(-mostDrift)
    return low...Swift.max(low, edge(mostDrift))
  }

  /// How far the offset may be from the estimate, at the beginning and at the end.
  private static func uncertainty(
    _ bounds: Bounds, _ possible: ClosedRange<Double>, _ span: Double, _ fit: ClockFit,
    _ base: Int64
  ) -> Double {
    var most = 0.0
    for x in [0, span] {
      let high = greatest(in: possible) { bounds.least($0) + $0 * x }
      let low = greatest(in: possible) { -(bounds.most($0) + $0 * x) }
      let estimate = fit.offset + fit.drift * x - Double(base)
      let highest = bounds.least(high) + high * x
      let lowest = bounds.most(low) + low * x
      most = Swift.max(most, highest - estimate, estimate - lowest)
    }
    return Swift.max(most, 0)
  }
}
