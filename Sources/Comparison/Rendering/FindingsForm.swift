import Findings
import Rendering
import Report
import Text

/// What `analyze` found, for CI: each finding is a result, as what `diff` found to be worse is.
package struct FindingsForm: Sendable {
  package enum Format: String, Sendable { case markdown, junit, github, sarif }

  /// The version of the program.
  package var bletrace: String
  package var report: ReportV1
  package var budget: [BudgetOutcome]?
  package var budgetFile: String?
  package var showsKept = false
  /// Captures that could not be read, or not to their end.
  package var troubles: [String] = []
  /// A finding of this severity or a worse one fails its test in JUnit.
  package var failOn = ReportV1.Severity.error
  /// The rules that were looked for.
  package var rules = RuleCatalog.all.map { $0.name }

  package init(bletrace: String, report: ReportV1) {
    (self.bletrace, self.report) = (bletrace, report)
  }

  package func render(as format: Format, handingTo take: ([UInt8]) -> Void) {
    switch format {
    case .markdown: TextPieces.write(take) { writeMarkdown(to: &$0) }
    case .junit: TextPieces.write(take) { JUnitXML.write(suites, to: &$0) }
    case .github: TextPieces.write(take) { writeGitHub(to: &$0) }
    case .sarif:
      withoutActuallyEscaping(take) { take in
        var json = JSONWriter(handingTo: take)
        SARIFLog(version: bletrace, rules: SARIFRules.all, troubles: troubles)
          .write(parts, to: &json)
        json.finish()
      }
    }
  }

  private var trouble: TroubleForm {
    TroubleForm(bletrace: bletrace, command: "analyze", messages: troubles)
  }

  // MARK: Findings

  /// The worst first; of equal ones in the order of the report.
  private var ordered: [ReportV1.Finding] {
    report.findings.enumerated().sorted { a, b in
      let (first, second) = (a.element.severity.weight, b.element.severity.weight)
      return first == second ? a.offset < b.offset : first > second
    }.map(\.element)
  }

  private func file(of finding: ReportV1.Finding) -> String {
    report.captures.indices.contains(finding.capture) ? report.captures[finding.capture].path : ""
  }

  /// The device, and which of the capture's connections with it.
  private func subject(of finding: ReportV1.Finding) -> Subject {
    guard report.captures.indices.contains(finding.capture), let id = finding.connection else {
      return Subject()
    }
    // Their numbers are their indices plus one, unless the report was made up.
    let connections = report.captures[finding.capture].connections
    let isNumbered = connections.indices.contains(id - 1)
    let connection =
      isNumbered && connections[id - 1].id == id
      ? connections[id - 1] : connections.first { $0.id == id }
    let peer = connection?.peer
    return Subject(device: peer?.name ?? peer?.address ?? Subject.unknown, connection: id)
  }

  private func frames(of finding: ReportV1.Finding) -> String {
    finding.frames.map { "#\($0)" }.joined(separator: " ")
  }

  // MARK: SARIF

  private var parts: AnySequence<SARIFLog.Part> {
    let broken = DiffSARIF.budgetParts(budget ?? [], budgetFile, baseline: nil)
    let found = ordered.lazy.map { finding in
      SARIFLog.Part(rule: finding.rule) {
        DiffSARIF.result(
          of: finding, subject(of: finding), file: file(of: finding), baseline: nil)
      }
    }
    let lost = report.arrivals.lazy.filter { !$0.arrival.intact }.map { entry in
      SARIFLog.Part(rule: SARIFRules.expect.id) {
        SARIFLog.Result(
          rule: SARIFRules.expect.id, level: "error", message: entry.arrival.statement,
          file: entry.path, lines: Self.lines(of: entry.arrival), baseline: nil,
          identity: entry.arrival.file)
      }
    }
    return AnySequence(
      [AnySequence(broken), AnySequence(lost), AnySequence(found)].lazy.joined())
  }

  // MARK: Files that were sent

  private static func lines(of arrival: ReportV1.ExpectedArrival) -> ClosedRange<Int> {
    let first = max(1, arrival.firstFrame ?? 1)
    return first...max(first, arrival.lastFrame ?? first)
  }

  // MARK: JUnit

  /// A suite for each capture, in which each rule is a test.
  private var suites: [JUnitXML.Suite] {
    var suites: [JUnitXML.Suite] = troubles.isEmpty ? [] : [trouble.suite]
    if let budget {
      suites.append(JUnitXML.Suite("bletrace budget", budget.lazy.map(DiffJUnit.test)))
    }
    let arrivals = report.arrivals
    if !arrivals.isEmpty {
      suites.append(
        JUnitXML.Suite(
          "bletrace expect",
          arrivals.lazy.map { entry in
            JUnitXML.Test(
              name: entry.arrival.file, group: entry.path,
              outcome: entry.arrival.intact
                ? .passed : .failed(kind: "expect", message: entry.arrival.statement))
          }))
    }
    let byCapture = Dictionary(grouping: report.findings, by: \.capture)
    for (index, capture) in report.captures.enumerated() {
      let found = Dictionary(grouping: byCapture[index] ?? [], by: \.rule)
      suites.append(
        JUnitXML.Suite(
          "bletrace analyze",
          rules.lazy.map { name in
            JUnitXML.Test(
              name: name, group: capture.path, outcome: outcome(of: found[name] ?? []))
          }))
    }
    return suites
  }

  private func outcome(of findings: [ReportV1.Finding]) -> JUnitXML.Outcome {
    guard let first = findings.first else { return .passed }
    let worst = findings.map(\.severity).max { $0.weight < $1.weight } ?? first.severity
    let message =
      findings.count == 1 ? first.message : "\(findings.count) findings: \(first.message)"
    if worst.weight >= failOn.weight {
      return .failed(
        kind: worst.rawValue, message: message,
        details: findings.map(line).joined(separator: "\n"))
    }
    return worst == .info ? .passedWith(message) : .skipped("\(worst.rawValue): \(message)")
  }

  /// Its own controls are shown by their codes, so that no message makes a line of its own.
  private func line(_ finding: ReportV1.Finding) -> String {
    let text =
      "\(finding.severity.rawValue): \(subject(of: finding).text): \(finding.message) "
      + frames(of: finding)
    return Printable.escape(text, unicode: true)
  }

  // MARK: GitHub

  private func writeGitHub(to lines: inout TextPieces) {
    if !troubles.isEmpty { trouble.writeGitHub(to: &lines) }
    let broken = DiffGitHub.budgetErrors(budget ?? [], budgetFile)
    let lost = report.arrivals.filter { !$0.arrival.intact }.map { entry in
      {
        GitHubCommands.command(
          .error, title: "file not intact", file: entry.path,
          line: Self.lines(of: entry.arrival).lowerBound,
          entry.arrival.statement)
      }
    }
    let groups = grouped(ordered)
    for (severity, kind) in [
      (ReportV1.Severity.error, GitHubCommands.Kind.error), (.warning, .warning), (.info, .notice),
    ] {
      let found = groups.filter { $0[0].severity == severity }.map { group in
        { annotation(of: group, kind) }
      }
      GitHubCommands.limited((kind == .error ? broken + lost : []) + found, kind, to: &lines)
    }
  }

  /// By severity and rule: a rule that found the same in each of many captures says it once.
  private func grouped(_ findings: [ReportV1.Finding]) -> [[ReportV1.Finding]] {
    var groups: [[ReportV1.Finding]] = []
    var indices: [String: Int] = [:]
    for finding in findings {
      let key = "\(finding.severity.rawValue) \(finding.rule)"
      if let index = indices[key] {
        groups[index].append(finding)
      } else {
        indices[key] = groups.count
        groups.append([finding])
      }
    }
    return groups
  }

  private func annotation(of group: [ReportV1.Finding], _ kind: GitHubCommands.Kind) -> String {
    let first = group[0]
    var text = "\(subject(of: first).text): \(first.message) \(frames(of: first))"
    if group.count > 1 {
      let captures = Set(group.map(\.capture)).count
      text += "; and \(group.count - 1) more"
      if captures > 1 { text += ", in \(captures) of \(report.captures.count) captures" }
    }
    let file = file(of: first)
    let name = RunNames(report.captures.lazy.map(\.path)).short(file)
    return GitHubCommands.command(
      kind, title: "\(first.rule) in \(name)", file: file, line: first.frames.first ?? 1, text)
  }

  // MARK: Markdown

  /// Of so many that the limit holds some back.
  private static func writeOmission(_ count: Int, to text: inout TextPieces) {
    if count > DiffMarkdown.limit { text += "And \(count - DiffMarkdown.limit) more.\n\n" }
  }

  private func writeMarkdown(to text: inout TextPieces) {
    if !troubles.isEmpty { trouble.writeMarkdown(to: &text) }
    // Where nothing could be read, nothing is said to be without findings.
    if report.captures.isEmpty, !troubles.isEmpty { return }
    let counts = ReportV1.Severity.allCases.sorted { $0.weight > $1.weight }.compactMap {
      severity in
      let count = report.findings.count { $0.severity == severity }
      let word = severity == .info ? "info" : severity.rawValue + (count == 1 ? "" : "s")
      return count == 0 ? nil : "\(count) \(word)"
    }
    text += "### bletrace analyze: "
    text += counts.isEmpty ? "no findings\n\n" : counts.joined(separator: ", ") + "\n\n"
    if let budget { DiffMarkdown.writeBudget(budget, showsKept: showsKept, to: &text) }
    let arrivals = report.arrivals
    for entry in arrivals.prefix(DiffMarkdown.limit) {
      let statement = DiffMarkdown.code("\(entry.path): \(entry.arrival.statement)")
      text += entry.arrival.intact ? "\(statement)\n\n" : "**Not intact:** \(statement)\n\n"
    }
    Self.writeOmission(arrivals.count, to: &text)
    let findings = ordered
    if !findings.isEmpty {
      let isNamed = report.captures.count > 1
      let names = RunNames(report.captures.lazy.map(\.path))
      text += "| | Where | Rule | Finding | Frames |\n| --- | --- | --- | --- | --- |\n"
      for finding in findings.prefix(DiffMarkdown.limit) {
        let run = isNamed ? names.short(file(of: finding)) + ": " : ""
        let severity = finding.severity == .info ? "info" : "**\(finding.severity.rawValue)**"
        text +=
          "| \(severity) | \(DiffMarkdown.code(run + subject(of: finding).text)) "
          + "| \(DiffMarkdown.code(finding.rule)) | \(DiffMarkdown.code(finding.message)) "
          + "| \(DiffMarkdown.code(frames(of: finding))) |\n"
      }
      text += "\n"
      Self.writeOmission(findings.count, to: &text)
    }
    text += "Captures: \(DiffMarkdown.files(report.captures.map(\.path))).\n"
  }
}
