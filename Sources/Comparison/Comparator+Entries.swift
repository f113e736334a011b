extension Comparator {
  /// Compares a number, where both sides have it.
  ///
  /// - Parameter other: the verdict on a measure that says the same in another unit: where that
  ///   sees no difference, or only what may be chance, neither does this one.
  @discardableResult
  mutating func add<Thing>(
    _ measure: Measure<Thing>, in prefix: String = "", about subject: Subject,
    _ things: [(run: Int, value: Thing)], notBeyond other: Comparison.Verdict? = nil
  ) -> Comparison.Verdict? {
    var base: [Double] = []
    var new: [Double] = []
    var newRuns: [Int] = []
    var counted: (base: [Thing], new: [Thing]) = ([], [])
    for index in things.indices {
      let thing = things[index].value
      guard measure.isComparable(thing), let value = measure.value(thing) else { continue }
      if things[index].run < baseCount {
        base.append(value)
        if measure.amount != nil { counted.base.append(thing) }
      } else {
        new.append(value)
        newRuns.append(things[index].run - baseCount)
        if measure.amount != nil { counted.new.append(thing) }
      }
    }
    guard !base.isEmpty, !new.isEmpty else { return nil }
    let otherAmount = measure.amount.flatMap { $0.difference(counted.base, counted.new) }
    var (change, verdict) = Judgement.of(
      base: base, new: new, unit: measure.unit,
      tolerance: options.tolerances[prefix + measure.name] ?? measure.tolerance,
      better: otherAmount == nil ? measure.better : .neither, swings: measure.swings,
      isOccasional: measure.isOccasional, chances)
    if verdict == .unclear, measure.unit == .yesOrNo, measure.weight == .loss,
      measure.better == .more,
      Judgement.failsAnew(base: base.map { $0 == 0 }, new: new.map { $0 == 0 })
    {
      verdict = .worse
    }
    if let other, other == .same || other == .unclear, verdict != .same { verdict = other }
    var statement = Statement.of(change, verdict, measure.words)
    if let otherAmount, verdict != .same { statement += otherAmount }
    var entry = Comparison.Entry(
      subject: subject, measure: prefix + measure.name, verdict: verdict, weight: measure.weight,
      values: .numbers(change), statement: statement)
    entry.run = change.farthest.map { newRuns[$0] }
    append(entry)
    return verdict
  }

  /// Compares words, where both sides have some. It is a difference when the new side says what the
  /// base never said, though that always said the same; a loss counts in any run, if the base has
  /// none.
  mutating func add<Thing>(
    _ fact: Fact<Thing>, in prefix: String = "", about subject: Subject,
    _ things: [(run: Int, value: Thing)]
  ) {
    var base: [String] = []
    var new: [String] = []
    // Each with its index among all things.
    var baseThings: [Int] = []
    var newThings: [Int] = []
    for index in things.indices {
      guard let word = fact.value(things[index].value) else { continue }
      if things[index].run < baseCount {
        base.append(word)
        baseThings.append(index)
      } else {
        new.append(word)
        newThings.append(index)
      }
    }
    guard !base.isEmpty, !new.isEmpty else { return }
    let known = Set(base)
    let strange = new.indices.filter { !known.contains(new[$0]) }
    func isGood(_ thing: Int) -> Bool? { fact.isGood(things[thing].value) }
    var verdict = Comparison.Verdict.same
    let isLost = newThings.map { fact.weight == .loss && isGood($0) == false }
    if baseThings.allSatisfy({ isGood($0) == true }), isLost.contains(true) {
      verdict = .worse
    } else if !strange.isEmpty, known.count == 1 {
      let (old, isGoodNow) = (isGood(baseThings[0]), isGood(newThings[strange[0]]))
      verdict =
        switch (old, isGoodNow) {
        case (.some(true), .some(false)): .worse
        case (.some(false), .some(true)): .better
        default: .different
        }
      // One run of several may be chance.
      if verdict != .different, strange.count < new.count,
        RankTest.probability(
          base.map { _ in 0 }, new.map { known.contains($0) ? 0 : 1 }) > Judgement.significance
      {
        verdict = .unclear
      }
    }
    let values = (base: Statement.tally(base), new: Statement.tally(new))
    var entry = Comparison.Entry(
      subject: subject, measure: prefix + fact.name, verdict: verdict, weight: fact.weight,
      values: .words(base: values.base, new: values.new),
      statement: verdict == .same ? "the same" : Statement.changed)
    let first = isLost.firstIndex(of: true) ?? strange.first
    entry.run = first.map { things[newThings[$0]].run - baseCount }
    append(entry)
  }

  /// Whether something is there, in those runs in which it could be.
  ///
  /// - Parameter isAsked: it was asked for by name, so that each run that lacks it counts.
  mutating func comparePresence(
    of slot: Slot, _ subject: Subject, among runs: Set<Int>, isWorse: Bool = true,
    isAsked: Bool = false
  ) {
    let (old, fresh) = (
      runs.filter { $0 < baseCount }.sorted(), runs.filter { $0 >= baseCount }.sorted()
    )
    let base = old.map { (slot.indices[$0] != nil).number }
    let new = fresh.map { (slot.indices[$0] != nil).number }
    guard !base.isEmpty, !new.isEmpty else { return }
    var (change, verdict) = Judgement.of(
      base: base, new: new, unit: .yesOrNo, tolerance: .none, better: .more, chances)
    if verdict == .unclear,
      base.allSatisfy({ $0 == 1 })
        && (isAsked || Judgement.areFailing(base: base.map { $0 == 0 }, new: new.map { $0 == 0 }))
    {
      verdict = .worse
    }
    // More of something is no progress in itself.
    if verdict == .better || verdict == .worse && !isWorse { verdict = .different }
    var entry = Comparison.Entry(
      subject: subject, measure: "present", verdict: verdict, weight: .loss,
      values: .numbers(change), statement: Statement.presence(change, verdict))
    entry.run = change.farthest.map { fresh[$0] - baseCount }
    append(entry)
  }
}
