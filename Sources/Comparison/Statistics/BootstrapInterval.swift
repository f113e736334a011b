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
    var (base, new) = (Group(base, unit), Group(new, unit))
    var differences: [Double] = []
    differences.reserveCapacity(draws)
    for _ in 0..<draws {
      let old = base.centreOfSample(&random)
      let difference = new.centreOfSample(&random) - old
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

  /// A group to draw from. It is sorted once: a sample counts how often each value was drawn, and
  /// its median is found by counting up to the middle.
  private struct Group {
    private let values: [Double]
    private let usesMean: Bool
    private let sorted: [Double]
    /// Where each value is in `sorted`.
    private let ranks: [Int]
    /// How often the value of each rank was drawn; all zero between two samples.
    private var counts: [Int]

    init(_ values: [Double], _ unit: MeasureUnit) {
      self.values = values
      usesMean = unit.centreIsMean
      let order = values.indices.sorted { values[$0] < values[$1] }
      sorted = order.map { values[$0] }
      counts = [Int](repeating: 0, count: values.count)
      var ranks = counts
      for (rank, index) in order.enumerated() { ranks[index] = rank }
      self.ranks = ranks
    }

    // Loops with an index: a test draws millions of samples without the optimizer.
    mutating func centreOfSample(_ random: inout Draws) -> Double {
      let size = values.count
      var drawn = 0
      if usesMean {
        var sum = 0.0
        while drawn < size {
          sum += values[random.number(below: size)]
          drawn += 1
        }
        return sum / Double(size)
      }
      while drawn < size {
        counts[ranks[random.number(below: size)]] += 1
        drawn += 1
      }
      return medianOfCounts()
    }

    private mutating func medianOfCounts() -> Double {
      let size = values.count
      let middle = size / 2
      var (rank, passed) = (0, 0)
      var below: Int?
      var result: Double?
      while rank < size {
        passed += counts[rank]
        counts[rank] = 0
        // Of an even number the mean of both in the middle.
        if below == nil, passed >= middle { below = rank }
        if result == nil, passed > middle {
          let lower = size % 2 == 1 ? rank : below ?? rank
          result = lower == rank ? sorted[rank] : (sorted[lower] + sorted[rank]) / 2
        }
        rank += 1
      }
      return result ?? 0
    }
  }

  /// SplitMix64, from a fixed beginning: the same captures give the same interval.
  private struct Draws {
    private var state: UInt64 = 0x6274_7261_6365_0001

    private mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }

    /// Each with equal probability, by Lemire's method.
    mutating func number(below limit: Int) -> Int {
      let limit = UInt64(limit)
      var product = next().multipliedFullWidth(by: limit)
      if product.low < limit {
        let least = (0 &- limit) % limit
        while product.low < least { product = next().multipliedFullWidth(by: limit) }
      }
      return Int(product.high)
    }
  }
}
