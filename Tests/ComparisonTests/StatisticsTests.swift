import BletraceTestSupport
import Testing

@testable import Comparison

@Suite("Statistics")
struct StatisticsTests {
  @Test("the rank test gives the probabilities that can be counted by hand")
  func exact() {
    // 252 ways to draw 5 of 10; two of them are as far apart as this.
    let apart = RankTest.probability([1, 2, 3, 4, 5], [6, 7, 8, 9, 10])
    #expect((apart - 2.0 / 252).magnitude < 1e-12)
    // One value across the border: two ways on each side.
    let oneAcross = RankTest.probability([1, 2, 3, 4, 6], [5, 7, 8, 9, 10])
    #expect((oneAcross - 4.0 / 252).magnitude < 1e-12)
    #expect((RankTest.probability([1, 2, 3], [4, 5, 6]) - 0.1).magnitude < 1e-12)
    #expect(RankTest.probability([1], [2]) == 1)
    #expect(RankTest.probability([], [2]) == 1)
  }

  @Test("ties share a rank")
  func ties() {
    #expect(RankTest.probability([3, 3, 3], [3, 3, 3]) == 1)
    // Of the 6 ways to draw 2 of 1, 2, 2, 3 there are 2 with a sum as far from the middle as 1 + 2.
    #expect(RankTest.probability([1, 2], [2, 3]) == 4.0 / 6)
    #expect(RankTest.probability([0, 0, 0, 0, 0], [0, 0, 0, 0, 1]) == 1)
  }

  @Test("the order of the values and of the groups does not matter")
  func symmetry() {
    var random = SeededRandom(seed: 3)
    for _ in 0..<50 {
      let a = (0..<6).map { _ in Double(Int.random(in: 0..<8, using: &random)) }
      let b = (0..<5).map { _ in Double(Int.random(in: 0..<8, using: &random)) }
      let probability = RankTest.probability(a, b)
      #expect(probability > 0 && probability <= 1)
      #expect((RankTest.probability(b, a) - probability).magnitude < 1e-9)
      #expect(
        (RankTest.probability(a.shuffled(using: &random), b) - probability).magnitude < 1e-12)
    }
  }

  @Test("the approximation for large groups agrees with the exact test where they meet")
  func approximation() {
    var random = SeededRandom(seed: 9)
    for shift in [0.0, 0.4, 0.8] {
      let a = (0..<20).map { _ in Double.random(in: 0..<1, using: &random) }
      let b = (0..<20).map { _ in Double.random(in: 0..<1, using: &random) + shift }
      // One value more on each side, which changes the probability little, is over the limit.
      let exact = RankTest.probability(a, b)
      let approximate = RankTest.probability(a + [0.5], b + [0.5 + shift])
      #expect((exact - approximate).magnitude < max(0.05, exact / 2), "\(shift)")
    }
  }

  @Test("medians")
  func medians() {
    #expect(median([]) == 0)
    #expect(median([4]) == 4)
    #expect(median([9, 1, 5]) == 5)
    #expect(median([9, 1, 5, 7]) == 6)
  }

  @Test("the bootstrap interval holds the difference, and is the same each time")
  func bootstrap() throws {
    let base = [100.0, 104, 98, 101, 99]
    let new = base.map { $0 * 1.2 }
    let interval = try #require(
      BootstrapInterval.of(base: base, new: new, unit: .microseconds, isRelative: true))
    #expect(interval.contains(0.2) && interval.lowerBound > 0.1 && interval.upperBound < 0.3)
    #expect(
      BootstrapInterval.of(base: base, new: new, unit: .microseconds, isRelative: true) == interval)
    #expect(
      BootstrapInterval.of(base: [1, 2], new: new, unit: .count, isRelative: false) == nil)
    // No relative difference to nothing.
    #expect(
      BootstrapInterval.of(base: [0, 0, 0], new: new, unit: .count, isRelative: true) == nil)
  }

  @Test("the least probability that a test can give")
  func least() {
    #expect((Judgement.leastProbability(5, 5) - 2.0 / 252).magnitude < 1e-12)
    #expect((Judgement.leastProbability(3, 3) - 0.1).magnitude < 1e-12)
    #expect(Judgement.leastProbability(1, 1) == 1)
    #expect(Judgement.leastProbability(1000, 1000) == 0)
  }

  private func verdict(
    _ base: [Double], _ new: [Double], unit: MeasureUnit = .microseconds,
    within relative: Double = 0.1
  ) -> Comparison.Verdict {
    Judgement.of(
      base: base, new: new, unit: unit, tolerance: Tolerance(relative: relative, absolute: 5),
      better: .less
    ).verdict
  }

  @Test("a verdict needs more than the tolerance, and more than chance")
  func verdicts() {
    #expect(verdict([100], [109]) == .same)
    #expect(verdict([100], [111]) == .worse)
    #expect(verdict([100], [89]) == .better)
    #expect(verdict([10], [14]) == .same, "within 5, though 40 %")
    // Two runs of three lie beyond; the third does not.
    #expect(verdict([100, 101, 102], [120, 121, 101]) == .unclear)
    #expect(verdict([100, 101, 102], [120, 121, 119]) == .worse)
    // With five a side none may cross the border, with eight some may.
    #expect(verdict([100, 101, 102, 103, 104], [120, 121, 122, 103.5, 124]) == .unclear)
    #expect(verdict([100, 101, 102, 103, 104], [120, 121, 122, 123, 124]) == .worse)
    #expect(
      verdict(
        [100, 101, 102, 103, 104, 105, 106, 107], [120, 121, 122, 103.5, 124, 125, 126, 127])
        == .worse)
    #expect(verdict([100, 101, 102, 103, 104], [120, 121, 122, 99, 98]) == .unclear)
    // One against several, and the other way round.
    #expect(verdict([100], [120, 121, 122]) == .worse)
    #expect(verdict([100, 130], [120]) == .same)
  }

  private func swinging(_ base: [Double], _ new: [Double]) -> Comparison.Verdict {
    Judgement.of(
      base: base, new: new, unit: .microseconds, tolerance: Tolerance(relative: 0.1, absolute: 5),
      better: .less, swings: true
    ).verdict
  }

  @Test("of what swings from run to run, few runs have to be apart by several tolerances")
  func margins() {
    #expect(swinging([100], [159]) == .unclear && swinging([100], [161]) == .worse)
    // A rate that falls, or a time: by the lesser of the two.
    #expect(swinging([159], [100]) == .unclear && swinging([161], [100]) == .better)
    #expect(swinging([1], [30]) == .unclear && swinging([1], [32]) == .worse)
    #expect(swinging([90, 100], [129, 140]) == .unclear)
    #expect(swinging([90, 100], [131, 140]) == .worse)
    #expect(swinging([100], [150, 155, 158]) == .unclear, "the side with fewer runs decides")
    #expect(swinging([90, 95, 98, 100], [114, 120, 122, 125]) == .unclear)
    #expect(swinging([90, 95, 98, 100], [116, 120, 122, 125]) == .worse)
    // What swings by whole numbers needs enough runs for the rank test.
    func count(_ base: [Double], _ new: [Double]) -> Comparison.Verdict {
      Judgement.of(
        base: base, new: new, unit: .count, tolerance: .none, better: .less, swings: true
      ).verdict
    }
    #expect(count([0], [1]) == .unclear && count([0, 0], [1, 1]) == .unclear)
    #expect(count([0, 0, 0, 0, 0], [1, 1, 2, 1, 1]) == .worse)
  }

  @Test("of what swings, the interval has to lie beyond half the tolerance")
  func interval() {
    let base = [100.0, 101, 102, 103, 104]
    #expect(swinging(base, [112, 113, 114, 115, 116]) == .worse)
    // Apart, but so wide that the medians may as well be 4 % apart.
    #expect(swinging([80, 90, 100, 104, 105], [106, 109, 113, 140, 150]) == .unclear)
    #expect(verdict([80, 90, 100, 104, 105], [106, 109, 113, 140, 150]) == .worse)
  }

  @Test("of what is rare the mean counts, as the median would hide it")
  func rare() {
    #expect(
      Judgement.of(
        base: [0, 0, 0, 0, 0], new: [0, 0, 1, 0, 0], unit: .count, tolerance: .none, better: .less
      ).verdict == .unclear)
    #expect(
      Judgement.of(
        base: [1, 1, 1, 1, 1], new: [0, 0, 0, 0, 0], unit: .yesOrNo, tolerance: .none, better: .more
      ).verdict == .worse)
  }

  @Test("what chance makes of the same values is calculated once, in any order of the runs")
  func chanceMemory() {
    let memory = ChanceMemory()
    let (base, new): ([Double], [Double]) = ([0, 0, 1, 0, 0], [1, 2, 0, 1, 1])
    let first = NumberChange(unit: .count, base: base, new: new)
    let turned = NumberChange(unit: .count, base: base.reversed(), new: new.reversed())
    let other = NumberChange(unit: .count, base: base, new: [5, 5, 5, 5, 5])
    let chance = memory.chance(of: first)
    #expect(chance.probability == Chance(of: first).probability)
    #expect(chance.interval == Chance(of: first).interval)
    #expect(memory.chance(of: turned).interval == chance.interval)
    #expect(memory.chance(of: other).interval == Chance(of: other).interval)
    #expect(memory.chance(of: other).interval != chance.interval)
  }
}
