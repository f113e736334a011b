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
    guard connectionsUnseen > 0 || !hidden.isEmpty else { return [] }
    return BoundReachedRule.parts(of: self, hidden, withReports: false)
  }

  /// What was judged, and of which the report has no details, in words: who compares each
  /// connection sees nothing of these.
  package var unseenDetails: [String] {
    let count = folded?.connections ?? 0
    return count > 0 ? ["the details of \(Wording.count(count, "connection"))"] : []
  }

  /// The connection with an `id`. They are in its order, unless someone else made the report.
  package func connection(numbered id: Int) -> Int? {
    var (low, high) = (0, connections.count)
    while low < high {
      let middle = (low + high) / 2
      if connections[middle].id < id { low = middle + 1 } else { high = middle }
    }
    if low < connections.count, connections[low].id == id { return low }
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
