import Testing

@testable import BletraceCommands

@Suite struct ShrinkerTests {
  private func shrink(
    _ count: Int, limit: Int = 10_000, _ shows: ([Int]) -> Bool
  ) -> (kept: [Int], runs: Int, isSmallest: Bool) {
    var shrinker = Shrinker(count, limit: limit, weight: .max)
    shrinker.run { rest, _ in shows(rest) }
    return (shrinker.kept, shrinker.runs, shrinker.isSmallest)
  }

  @Test(arguments: [[0], [999], [3, 500, 501, 998], Array(0..<20)])
  func whatIsNeededIsLeft(_ needed: [Int]) {
    let result = shrink(1000) { rest in needed.allSatisfy(Set(rest).contains) }
    #expect(result.kept == needed)
    #expect(result.isSmallest && result.runs < 600)
  }

  @Test func eachOneThatIsLeftIsNeeded() {
    // Three of a kind, whichever: several results are right.
    func shows(_ rest: [Int]) -> Bool { rest.count { $0 % 7 == 3 } >= 3 }
    let result = shrink(200, shows)
    #expect(result.kept.count == 3)
    for index in result.kept.indices {
      var rest = result.kept
      rest.remove(at: index)
      #expect(!shows(rest))
    }
    #expect(shrink(200, shows).kept == result.kept)
  }

  @Test func theNumberOfRunsIsBounded() {
    let result = shrink(10_000, limit: 50) { rest in rest.count >= 9_000 }
    #expect(result.runs == 50 && !result.isSmallest)
    #expect(result.kept.count >= 9_000 && result.kept.count < 10_000)
  }

  @Test func nothingIsLeftOfWhatNeedsNothing() {
    #expect(shrink(9) { _ in true }.kept == [])
    #expect(shrink(0) { _ in true }.kept == [])
    #expect(shrink(1) { !$0.isEmpty }.kept == [0])
  }
}
