import Report

/// The findings that were printed while the capture went on, and what became of them.
///
/// A finding has no number: from one report to the next its frames, its message and its severity
/// change as more records come. Within a rule and a connection a finding is the same as before if
/// it begins with the same frame; those that remain are the same in their order. So each is printed
/// once. It is printed as amended when it becomes more severe, when its connection has ended, and
/// at the end of the capture; as withdrawn if it is not in the last report.
package struct PrintedFindings {
  private struct Group: Hashable {
    var rule: String
    var connection: Int?
  }

  private struct Entry {
    var frame: Int?
    var severity: ReportV1.Severity
    /// As it was printed last; empty if it was not printed.
    var text = ""
    /// The time of the last record when it was first found.
    let since: Int64
    var isAmendedAtClose = false

    var isPrinted: Bool { !text.isEmpty }
  }

  /// A finding of the report, its index there, and the entry that it is.
  private struct Match {
    let index: Int
    let finding: ReportV1.Finding
    var entry: Entry
  }

  private var groups: [Group: [Entry]] = [:]
  private var printed = 0
  /// Whether time alone may bring something to print.
  package private(set) var isWaiting = false

  /// Findings that are printed as they come; more cannot be followed. The report at the end has the
  /// worst.
  package static let most = 10_000
  private static let patienceUs: Int64 = 1_000_000

  package init() {}

  /// What is to be printed of the findings in `report`, on one capture.
  ///
  /// - Parameters:
  ///   - timeUs: the latest moment of all records, from the first one on, so that no line is before
  ///     what it is about; the end of the traffic if it is not given.
  ///   - seen: the time of the last record, in microseconds; `now` if it is not given.
  ///   - now: what the clock of the records shows now.
  ///   - isFinal: nothing more will come.
  package mutating func events(
    in report: ReportV1, at timeUs: Int? = nil, seen: Int64? = nil, now: Int64, isFinal: Bool
  ) -> [LiveEvent] {
    let (seen, end) = (seen ?? now, timeUs ?? report.captures[0].durationUs ?? 0)
    let open = Set(report.captures[0].connections.lazy.filter { $0.isOpen }.map(\.id))
    var found: [Group: [(index: Int, finding: ReportV1.Finding)]] = [:]
    for (index, finding) in report.findings.enumerated() {
      let group = Group(rule: finding.rule, connection: finding.connection)
      found[group, default: []].append((index, finding))
    }
    isWaiting = false
    var events: [(since: Int64, index: Int, event: LiveEvent)] = []
    for group in Set(groups.keys).union(found.keys) {
      let isClosed = group.connection.map { !open.contains($0) } ?? false
      var (matches, gone) = match(found[group] ?? [], with: groups[group] ?? [], seen: seen)
      var kept: [Entry] = []
      for position in matches.indices {
        let event = print(
          &matches[position], now: now, isClosed: isClosed, isFinal: isFinal, end, &kept)
        if let event {
          events.append((matches[position].entry.since, matches[position].index, event))
        }
      }
      gone.removeAll { !$0.isPrinted }
      if isFinal {
        events += gone.map { (.max, report.findings.count, withdrawn($0, group, end)) }
        gone = []
      }
      groups[group] = kept + gone
    }
    return events.sorted {
      ($0.since, $0.index, $0.event.text) < ($1.since, $1.index, $1.event.text)
    }.map(\.event)
  }

  /// Forgets what is no longer in the report because its connections were let go of. It was found,
  /// and is not withdrawn.
  package mutating func keepOnly(those report: ReportV1) {
    var frames: [Group: Set<Int?>] = [:]
    for finding in report.findings {
      let group = Group(rule: finding.rule, connection: finding.connection)
      frames[group, default: []].insert(finding.frames.first)
    }
    for (group, entries) in groups {
      let kept = entries.filter { frames[group]?.contains($0.frame) ?? false }
      groups[group] = kept.isEmpty ? nil : kept
    }
    printed = groups.values.reduce(0) { sum, entries in sum + entries.count { $0.isPrinted } }
  }

  /// Which entry each finding is. Those of no finding are `gone`.
  private func match(
    _ found: [(index: Int, finding: ReportV1.Finding)], with entries: [Entry], seen: Int64
  ) -> (matches: [Match], gone: [Entry]) {
    var indices: [Int?: [Int]] = [:]
    for position in entries.indices.reversed() {
      indices[entries[position].frame, default: []].append(position)
    }
    var known: [Int: Entry] = [:]
    var isTaken = entries.map { _ in false }
    for (index, finding) in found {
      guard let position = indices[finding.frames.first]?.popLast() else { continue }
      known[index] = entries[position]
      isTaken[position] = true
    }
    var gone = entries.indices.filter { !isTaken[$0] }[...]
    for (index, _) in found where known[index] == nil {
      if let position = gone.popFirst() { known[index] = entries[position] }
    }
    let matches = found.map { index, finding in
      let entry = known[index] ?? Entry(severity: finding.severity, since: seen)
      return Match(index: index, finding: finding, entry: entry)
    }
    return (matches, gone.map { entries[$0] })
  }

  /// - Parameter kept: gets the entry, if it is to be known the next time.
  private mutating func print(
    _ match: inout Match, now: Int64, isClosed: Bool, isFinal: Bool, _ end: Int,
    _ kept: inout [Entry]
  ) -> LiveEvent? {
    let finding = match.finding
    let isSettled = isFinal || isClosed
    let text = "\(finding.severity.rawValue): \(finding.message) [\(finding.rule)]"
    let isWorse = finding.severity.rank > match.entry.severity.rank
    match.entry.frame = finding.frames.first
    defer { kept.append(match.entry) }
    if match.entry.isPrinted {
      let isDue =
        isFinal || (isClosed && !match.entry.isAmendedAtClose)
        || (isWorse && !(mayPass(finding) && !isSettled))
      guard isDue, match.entry.text != text else { return nil }
      let before = match.entry.text
      match.entry.text = text
      match.entry.severity = finding.severity
      match.entry.isAmendedAtClose = isClosed
      return event(.findingAmended, finding, text, end, before: before)
    }
    match.entry.severity = finding.severity
    if !isSettled {
      if mayPass(finding) { return nil }
      if now &- match.entry.since < Self.patienceUs {
        isWaiting = true
        return nil
      }
    }
    guard printed < Self.most else { return nil }
    printed += 1
    guard printed < Self.most else {
      return LiveEvent(
        .finding, frame: 0, timeUs: end,
        "info: further findings are in the report at the end only [bound-reached]",
        ["rule": .string("bound-reached"), "severity": .string("info")], severity: .info)
    }
    match.entry.text = text
    match.entry.isAmendedAtClose = isClosed
    return event(.finding, finding, text, end, before: nil)
  }

  /// Whether what comes next may take back what is found.
  private func mayPass(_ finding: ReportV1.Finding) -> Bool {
    finding.traits.contains(.passesAsInfo) && finding.severity == .info
      || finding.traits.contains(.passesUnlessError) && finding.severity != .error
  }

  private func event(
    _ kind: LiveEvent.Kind, _ finding: ReportV1.Finding, _ text: String, _ end: Int,
    before: String?
  ) -> LiveEvent {
    var facts: ReportV1.KeyedList<ReportV1.Evidence> = [
      "rule": .string(finding.rule), "severity": .string(finding.severity.rawValue),
    ]
    if let advice = finding.advice { facts.append("advice", .string(advice)) }
    if let before { facts.append("before", .string(before)) }
    for entry in finding.evidence.entries where facts[entry.key] == nil {
      facts.append(entry.key, entry.value)
    }
    return LiveEvent(
      kind, frame: finding.frames.first ?? 0, timeUs: end, connection: finding.connection, text,
      facts, severity: finding.severity)
  }

  private func withdrawn(_ entry: Entry, _ group: Group, _ end: Int) -> LiveEvent {
    LiveEvent(
      .findingWithdrawn, frame: entry.frame ?? 0, timeUs: end, connection: group.connection,
      entry.text, ["rule": .string(group.rule), "severity": .string(entry.severity.rawValue)])
  }
}

extension ReportV1.Severity {
  /// The cases are in the order of their severity.
  fileprivate var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
