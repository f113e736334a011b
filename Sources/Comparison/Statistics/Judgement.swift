/// From numbers to a verdict.
enum Judgement {
  /// The rank test's probability up to which a difference counts. Stricter than the usual 5 %, as
  /// many things are measured at once and any of them can raise a false alarm.
  static let significance = 0.02

  /// Compares the runs of both sides; both have a value.
  static func of(
    base: [Double], new: [Double], unit: MeasureUnit, tolerance: Tolerance, better: Better,
    _ memory: ChanceMemory? = nil
  ) -> (change: NumberChange, verdict: Comparison.Verdict) {
    var change = NumberChange(unit: unit, base: base, new: new)
    guard tolerance.isExceeded(by: change) else { return (change, .same) }
    let chance = memory?.chance(of: change) ?? Chance(of: change)
    (change.probability, change.interval) = (chance.probability, chance.interval)
    guard isMoreThanChance(change) else { return (change, .unclear) }
    switch better {
    case .neither: return (change, .different)
    case .less: return (change, change.difference > 0 ? .worse : .better)
    case .more: return (change, change.difference < 0 ? .worse : .better)
    }
  }

  /// With so few runs that no order of them would be improbable enough, each of one side has to lie
  /// beyond each of the other.
  private static func isMoreThanChance(_ change: NumberChange) -> Bool {
    guard let probability = change.probability else { return true }
    if probability <= significance { return true }
    return leastProbability(change.base.count, change.new.count) > significance
      && areApart(change.base, change.new)
  }

  /// The two-sided probability of two groups apart from each other, without ties.
  static func leastProbability(_ a: Int, _ b: Int) -> Double {
    var ways = 1.0
    for step in 1...max(1, min(a, b)) { ways *= Double(a + b + 1 - step) / Double(step) }
    return min(1, 2 / ways)
  }

  private static func areApart(_ a: [Double], _ b: [Double]) -> Bool {
    guard let (lowA, highA) = ends(a), let (lowB, highB) = ends(b) else { return false }
    return highA < lowB || highB < lowA
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

  static let none = Tolerance(relative: 0, absolute: 0)

  func isExceeded(by change: NumberChange) -> Bool {
    change.difference.magnitude > max(absolute, relative * change.baseCentre.magnitude)
  }
}
