import Report

extension ReportV1.Capture {
  /// What a bound kept from the rules, in words: `1,761 connections`, `some streams`. Empty where
  /// they saw everything.
  ///
  /// - Parameter least: whether a rule could have said something as severe of it.
  package func unjudged(least: ReportV1.Severity) -> [String] {
    let hidden = boundsReached.filter { name in
      // A bound that only another version has may hide anything.
      guard let bound = Bound.allCases.first(where: { $0.name == name }) else { return true }
      if bound == .gaps, BoundReachedRule.gapsAreCounted(in: self) { return false }
      return bound.hides.map { $0.weight >= least.weight } ?? false
    }
    guard connectionsOmitted > 0 || !hidden.isEmpty else { return [] }
    return BoundReachedRule.parts(of: self, hidden, withReports: false)
  }

  /// The connection with an `id`. It is found at once where all are there.
  package func connection(numbered id: Int) -> Int? {
    let likely = id - 1
    if connections.indices.contains(likely), connections[likely].id == id { return likely }
    return connections.indexes { $0[$1].id == id }.first
  }
}

extension [ReportV1.Finding] {
  /// How many more there were than a report lists: the least severe.
  package var omitted: Int {
    reduce(0) { sum, finding in
      guard finding.rule == BoundReachedRule.name,
        case .int(let count)? = finding.evidence[.findingsOmitted]
      else { return sum }
      return Int(reported: sum + count)
    }
  }
}
