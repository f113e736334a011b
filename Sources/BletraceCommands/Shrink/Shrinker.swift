/// Delta debugging: of many things, those without which something is no longer shown.
///
/// Guesses come first: a few things that may be enough, and groups that may be left out as a whole.
/// Then halves are left out, quarters, down to single things, until none can be left out. The
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

  /// - Parameters:
  ///   - guesses: things that may be enough, the smallest guess first.
  ///   - groups: things that are needed or not together.
  ///   - shows: whether these, in their order, still show it.
  mutating func run<Failure: Error>(
    guesses: [[Int]] = [], groups: [[Int]] = [],
    _ shows: ([Int], Shrinker) throws(Failure) -> Bool
  ) throws(Failure) {
    for guess in guesses where guess.count < kept.count {
      guard let isEnough = try ask(guess, shows) else { return }
      if isEnough { break }
    }
    for group in groups {
      let group = Set(group)
      let rest = kept.filter { !group.contains($0) }
      guard rest.count < kept.count else { continue }
      guard try ask(rest, shows) != nil else { return }
    }
    var size = max(1, kept.count / 2)
    while !kept.isEmpty {
      var isChanged = false
      // What came last is needed least: nothing depends on it.
      var end = kept.count
      while end > 0 {
        let start = max(0, end - size)
        guard let isEnough = try ask(Array(kept[..<start] + kept[end...]), shows) else { return }
        isChanged = isChanged || isEnough
        end = start
      }
      if size == 1, !isChanged {
        isSmallest = true
        return
      }
      size = max(1, min(size / 2, kept.count / 2))
    }
  }

  /// Keeps only these, if they still show it.
  ///
  /// - Returns: nil if no question may be asked any more.
  private mutating func ask<Failure: Error>(
    _ rest: [Int], _ shows: ([Int], Shrinker) throws(Failure) -> Bool
  ) throws(Failure) -> Bool? {
    guard runs < limit, asked <= weight - rest.count else { return nil }
    runs += 1
    asked += rest.count
    guard try shows(rest, self) else { return false }
    kept = rest
    return true
  }
}
