/// What chance alone makes of the values of both sides.
struct Chance {
  let probability: Double?
  let interval: ClosedRange<Double>?

  init(of change: NumberChange) {
    probability =
      change.isOneAgainstOne ? nil : RankTest.probability(change.base, change.new)
    interval = BootstrapInterval.of(
      base: change.base, new: change.new, unit: change.unit, isRelative: change.relative != nil)
  }
}

/// Draws once for values that come again: thousands of draws a thing are too much where a report
/// has tens of thousands of things, most of which differ in the same way. The order of the runs
/// makes no difference.
final class ChanceMemory {
  private struct Values: Hashable {
    let base: [Double]
    let new: [Double]
    let unit: MeasureUnit
  }

  private var known: [Values: Chance] = [:]
  /// Numbers that are kept as keys: 16 MB.
  private var room = 2 << 20

  func chance(of change: NumberChange) -> Chance {
    let values = Values(base: change.base.sorted(), new: change.new.sorted(), unit: change.unit)
    if let chance = known[values] { return chance }
    let chance = Chance(of: change)
    room -= values.base.count + values.new.count
    if room >= 0 { known[values] = chance }
    return chance
  }
}
