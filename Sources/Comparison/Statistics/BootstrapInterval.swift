/// The interval by the percentile bootstrap: both groups are drawn again from themselves many
/// times, and the middle 95 % of the differences are kept. The draws are the same each time.
enum BootstrapInterval {
  static let draws = 2000
  private static let smallestGroup = 3

  /// Of the difference of the centres, by the base's centre if `isRelative`. `nil` for groups that
  /// are too small to draw from.
  static func of(
    base: [Double], new: [Double], unit: MeasureUnit, isRelative: Bool
  ) -> ClosedRange<Double>? {
    guard min(base.count, new.count) >= smallestGroup else { return nil }
    var random = Draws()
    var differences: [Double] = []
    differences.reserveCapacity(draws)
    for _ in 0..<draws {
      let old = unit.centre(of: random.sample(of: base))
      let difference = unit.centre(of: random.sample(of: new)) - old
      if !isRelative {
        differences.append(difference)
      } else if old != 0 {
        differences.append(difference / old.magnitude)
      }
    }
    guard differences.count >= draws / 2 else { return nil }
    differences.sort()
    let cut = differences.count / 40
    return differences[cut]...differences[differences.count - 1 - cut]
  }

  /// SplitMix64, from a fixed beginning: the same captures give the same interval.
  private struct Draws: RandomNumberGenerator {
    private var state: UInt64 = 0x6274_7261_6365_0001

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }

    mutating func sample(of values: [Double]) -> [Double] {
      values.map { _ in values[Int.random(in: 0..<values.count, using: &self)] }
    }
  }
}
