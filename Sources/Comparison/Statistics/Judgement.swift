/// From numbers to a verdict.
enum Judgement {
  /// The rank test's probability up to which a difference counts: stricter than the usual 5 %, as
  /// many things are measured at once and any of them can raise a false alarm. Five against five
  /// runs reach it only where they do not overlap.
  static let significance = 0.008

  /// How many tolerances one run a side has to be apart by: of two runs on a link that loses 2 % of
  /// its packets the later took 50 % longer once in 80 times, and 72 % longer, six tolerances, once
  /// in 2000.
  static let marginOfOneRun = 6.0

  /// Compares the runs of both sides; both have a value.
  static func of(
    base: [Double], new: [Double], unit: MeasureUnit, tolerance: Tolerance, better: Better,
    swings: Bool = false, isOccasional: Bool = false, _ memory: ChanceMemory? = nil
  ) -> (change: NumberChange, verdict: Comparison.Verdict) {
    var change = NumberChange(unit: unit, base: base, new: new)
    guard tolerance.isExceeded(by: change) else { return (change, .same) }
    let chance = memory?.chance(of: change) ?? Chance(of: change)
    (change.probability, change.interval) = (chance.probability, chance.interval)
    guard isMoreThanChance(change, swings ? tolerance : nil, isOccasional) else {
      return (change, .unclear)
    }
    switch better {
    case .neither: return (change, .different)
    case .less: return (change, change.difference > 0 ? .worse : .better)
    case .more: return (change, change.difference < 0 ? .worse : .better)
    }
  }

  /// Whether any run fails now, where none of the base did. What was lost in one run is not made
  /// good by those that kept it, so no chance is asked.
  ///
  /// - Parameters: for each run whether it failed.
  static func failsAnew(base: [Bool], new: [Bool]) -> Bool {
    !base.contains(true) && new.contains(true)
  }

  /// Whether runs fail now, where none of the base did, more often than chance would have it. The
  /// rank test asks for more, as it knows nothing of the direction; that none failed before says
  /// that failing is rare, and then a good build fails this often less than once in 1000 times.
  ///
  /// - Parameters: for each run whether it failed.
  static func areFailing(base: [Bool], new: [Bool]) -> Bool {
    guard failsAnew(base: base, new: new) else { return false }
    return FisherTest.probability(
      of: new.count { $0 }, among: new.count, others: base.count) <= failingSignificance
  }

  /// The one-sided probability up to which failures count: four of five runs against none of five
  /// have 2.4 %, three of five have 8.3 %.
  static let failingSignificance = 0.025

  /// With so few runs that no order of them would be improbable enough, each of one side has to lie
  /// beyond each of the other; of what swings from run to run by a margin, which the number of runs
  /// divides. What occurs on one side only, and by chance, is no more than chance in so few.
  private static func isMoreThanChance(
    _ change: NumberChange, _ swing: Tolerance?, _ isOccasional: Bool
  ) -> Bool {
    let (base, new) = (change.base, change.new)
    if leastProbability(base.count, new.count) <= significance {
      guard (change.probability ?? 1) <= significance else { return false }
      return swing.map { isSure(change, beyond: $0) } ?? true
    }
    guard let (low, high) = nearest(base, new), low < high, !isOccasional || low > 0 else {
      return false
    }
    guard let swing else { return true }
    // A gap in both of two runs comes by chance too often.
    if swing == .none { return false }
    let runs = min(base.count, new.count)
    // By the lesser value: a rate that is halved is as far as a time that is doubled.
    let part = swing.relative * min(low.magnitude, high.magnitude)
    return high - low > max(swing.absolute, part) * margin(of: runs)
  }

  /// Whether the whole interval lies beyond half the tolerance. One measure in 100 raises a false
  /// alarm at such a probability, and a transfer has several; this leaves less than half of them.
  private static func isSure(_ change: NumberChange, beyond tolerance: Tolerance) -> Bool {
    guard let interval = change.interval else { return true }
    let nearest = change.difference > 0 ? interval.lowerBound : -interval.upperBound
    let centre = change.baseCentre.magnitude
    let distance = change.relative == nil ? nearest : nearest * centre
    return distance > max(tolerance.absolute, tolerance.relative * centre) / 2
  }

  /// In tolerances.
  static func margin(of runs: Int) -> Double { marginOfOneRun / Double(runs) }

  /// The two-sided probability of two groups apart from each other, without ties.
  static func leastProbability(_ a: Int, _ b: Int) -> Double {
    var ways = 1.0
    for step in 1...max(1, min(a, b)) { ways *= Double(a + b + 1 - step) / Double(step) }
    return min(1, 2 / ways)
  }

  /// The greatest value of the lower side, and the least of the higher one.
  private static func nearest(_ a: [Double], _ b: [Double]) -> (Double, Double)? {
    guard let (lowA, highA) = ends(a), let (lowB, highB) = ends(b) else { return nil }
    return lowA < lowB ? (highA, lowB) : (highB, lowA)
  }

  private static func ends(_ values: [Double]) -> (Double, Double)? {
    guard let low = values.min(), let high = values.max() else { return nil }
    return (low, high)
  }
}

/// Which way is an improvement.
package enum Better: String, Sendable {
  case less, more, neither
}

/// How far two values may be apart and still pass for the same: the greater of both parts.
package struct Tolerance: Equatable, Sendable {
  /// Part of the base's value.
  package var relative: Double
  /// In the measure's unit.
  package var absolute: Double

  package init(relative: Double, absolute: Double) {
    self.relative = relative
    self.absolute = absolute
  }

  static let none = Tolerance(relative: 0, absolute: 0)

  func isExceeded(by change: NumberChange) -> Bool {
    change.difference.magnitude > max(absolute, relative * change.baseCentre.magnitude)
  }
}
