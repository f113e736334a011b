/// What was compared. Of very many things those are kept that make the most of a difference, and of
/// the others it is known how many there are of each kind.
struct EntryList {
  private(set) var kept: [Comparison.Entry] = []
  private(set) var omitted: [Comparison.Verdict: Int] = [:]
  private let limit: Int

  init(limit: Int = Comparison.entryLimit) { self.limit = limit }

  mutating func append(_ entry: Comparison.Entry) {
    kept.append(entry)
    if kept.count >= 2 * limit { prune() }
  }

  /// All that is kept, the worst first.
  mutating func ordered() -> [Comparison.Entry] {
    prune()
    return kept
  }

  private mutating func prune() {
    kept = Self.inOrderOfHarm(kept)
    for entry in kept.dropFirst(limit) { omitted[entry.verdict, default: 0] += 1 }
    kept.removeLast(max(0, kept.count - limit))
  }

  /// What was lost before what took longer before what may be the cause; within each, the greatest
  /// change first. What is the same comes last, as it was compared.
  private static func inOrderOfHarm(_ entries: [Comparison.Entry]) -> [Comparison.Entry] {
    let order: [Comparison.Verdict] = [.worse, .unclear, .unsure, .better, .different, .same]
    return entries.enumerated().sorted { a, b in
      let (first, second) = (
        order.firstIndex(of: a.element.verdict) ?? 0,
        order.firstIndex(of: b.element.verdict) ?? 0
      )
      if first != second { return first < second }
      if a.element.verdict == .same { return a.offset < b.offset }
      if a.element.weight != b.element.weight { return a.element.weight < b.element.weight }
      let (size, other) = (a.element.size, b.element.size)
      return size == other ? a.offset < b.offset : size > other
    }.map(\.element)
  }
}

extension Comparison.Entry {
  /// How great the change is; what has no measure is greater than what has.
  fileprivate var size: Double {
    guard case .numbers(let change) = values, let relative = change.relative else {
      return .greatestFiniteMagnitude
    }
    return relative.magnitude
  }
}
