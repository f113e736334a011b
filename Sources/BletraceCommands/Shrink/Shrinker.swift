/// Delta debugging: of many things, those without which something is no longer shown.
///
/// Halves are left out first, then quarters, down to single things, until none can be left out. The
/// same question gets the same answers, so the result is the same on every machine.
struct Shrinker {
  /// What is still needed, by its index.
  private(set) var kept: [Int]
  /// Questions asked so far.
  private(set) var runs = 0
  /// Whether each single one is needed, as far as questions were left.
  private(set) var isSmallest = false
  private let limit: Int
  private let weight: Int
  private var asked = 0

  /// - Parameters:
  ///   - limit: questions that may be asked.
  ///   - weight: things that may be asked about, over all questions.
  init(_ count: Int, limit: Int, weight: Int) {
    kept = Array(0..<count)
    self.limit = limit
    self.weight = weight
  }

  /// - Parameter shows: whether these, in their order, still show it.
  mutating func run<Failure: Error>(
    _ shows: ([Int], Shrinker) throws(Failure) -> Bool
  ) throws(Failure) {
    var size = max(1, kept.count / 2)
    while !kept.isEmpty {
      var isChanged = false
      // What came last is needed least: nothing depends on it.
      var end = kept.count
      while end > 0 {
        let start = max(0, end - size)
        let rest = Array(kept[..<start] + kept[end...])
        guard runs < limit, asked <= weight - rest.count else { return }
        runs += 1
        asked += rest.count
        if try shows(rest, self) {
          kept = rest
          isChanged = true
        }
        end = start
      }
      if size == 1, !isChanged {
        isSmallest = true
        return
      }
      size = max(1, min(size / 2, kept.count / 2))
    }
  }
}
