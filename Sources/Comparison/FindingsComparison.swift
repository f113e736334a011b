import Report

extension Comparator {
  private struct Key: Hashable {
    var rule: String
    var slot: Int?
  }

  /// Compares how often each rule found something, connection by connection.
  mutating func compareFindings(_ slots: [Slot], _ subjects: [Subject]) -> [ComparedFinding] {
    var slotOf: [[Int: Int]] = Array(repeating: [:], count: runs.count)
    for (index, slot) in slots.enumerated() {
      for (run, place) in slot.places {
        slotOf[run][runs[run].capture.connections[place].id] = index
      }
    }
    // By run; most have none of most.
    var counts: [Key: [Int: Int]] = [:]
    var severities: [Key: ReportV1.Severity] = [:]
    var firsts: [Key: [Bool: (run: Int, finding: ReportV1.Finding)]] = [:]
    var order: [Key] = []
    var keyed: [(run: Int, key: Key, finding: ReportV1.Finding)] = []
    for run in runs.indices {
      for finding in runs[run].findings {
        let slot = finding.connection.flatMap { slotOf[run][$0] }
        let key = Key(rule: finding.rule, slot: slot)
        if counts[key] == nil {
          order.append(key)
        }
        counts[key, default: [:]][run, default: 0] += 1
        let severity = severities[key] ?? finding.severity
        severities[key] = severity.rank < finding.severity.rank ? finding.severity : severity
        if firsts[key]?[run >= baseCount] == nil {
          firsts[key, default: [:]][run >= baseCount] = (run, finding)
        }
        keyed.append((run, key, finding))
      }
    }
    var presence: [Key: ComparedFinding.Presence] = [:]
    for key in order {
      guard let counted = counts[key], let severity = severities[key] else { continue }
      // A finding about a connection says nothing about runs that do not have it.
      let having = runs.indices.filter { run in
        key.slot.map { slots[$0].places[run] != nil } ?? true
      }
      let base = having.filter { $0 < baseCount }.map { Double(counted[$0, default: 0]) }
      let new = having.filter { $0 >= baseCount }.map { Double(counted[$0, default: 0]) }
      let isInBase = base.contains { $0 > 0 }
      presence[key] = !isInBase ? .new : new.contains { $0 > 0 } ? .unchanged : .absent
      guard !base.isEmpty, !new.isEmpty else { continue }
      addFinding(
        key.rule, about: key.slot.map { subjects[$0] } ?? Subject(), severity, base, new,
        message: firsts[key]?[true]?.finding.message)
    }
    return keyed.compactMap { run, key, finding in
      guard let presence = presence[key], run >= baseCount || presence == .absent else {
        return nil
      }
      return ComparedFinding(
        presence: presence, subject: key.slot.map { subjects[$0] } ?? Subject(),
        file: runs[run].name, finding: finding)
    }
  }

  private mutating func addFinding(
    _ rule: String, about subject: Subject, _ severity: ReportV1.Severity, _ base: [Double],
    _ new: [Double], message: String?
  ) {
    let (change, verdict) = Judgement.of(
      base: base, new: new, unit: .count, tolerance: .none,
      better: severity == .info ? .neither : .less, chances)
    var statement = Statement.of(change, verdict, moreOrFewer)
    if verdict != .same {
      if change.newCentre == 0 {
        statement = "gone"
      } else if change.baseCentre == 0 {
        statement = "new" + (change.isOneAgainstOne ? "" : ", " + statement)
      }
      if verdict == .worse || verdict == .different, change.newCentre > 0, let message {
        statement += ": " + (message.endsWith(".") ? message.dropLastScalars(1) : message)
      }
    }
    let weight: Comparison.Weight =
      switch severity {
      case .error: .loss
      case .warning: .time
      case .info: .cause
      }
    entries.append(
      .init(
        subject: subject, measure: "finding.\(rule)", verdict: verdict, weight: weight,
        values: .numbers(change), statement: statement))
  }
}

extension ReportV1.Severity {
  /// The worst is greatest.
  var rank: Int {
    switch self {
    case .info: 0
    case .warning: 1
    case .error: 2
    }
  }
}
