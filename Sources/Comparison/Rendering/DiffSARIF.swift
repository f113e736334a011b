import Report
import Text

/// A comparison as SARIF: the broken rules of the budget, what got worse, and the findings of the
/// new side, each with whether the base had it.
package enum DiffSARIF {
  package static func render(_ report: DiffReport) -> [UInt8] {
    gathered { render(report, handingTo: $0) }
  }

  package static func render(_ report: DiffReport, handingTo take: ([UInt8]) -> Void) {
    withoutActuallyEscaping(take) { take in
      var json = JSONWriter(handingTo: take)
      SARIFLog(
        version: report.bletrace,
        rules: SARIFRules.all,
        matches: report.comparison.matchLines(limit: 100)
      ).write(parts(of: report), to: &json)
      json.finish()
    }
  }

  private static func parts(of report: DiffReport) -> AnySequence<SARIFLog.Part> {
    let comparison = report.comparison
    let broken = budgetParts(report.budget ?? [], report.budgetFile, baseline: "new")
    // Findings that are new are there already.
    let worse = comparison.entries.lazy.filter {
      ($0.verdict == .worse || $0.verdict == .unsure) && !$0.isOfRule
    }.map { entry in
      SARIFLog.Part(rule: "regression/\(entry.measure)") { result(of: entry, comparison) }
    }
    // A finding that is gone is left out: code scanning knows a result's file and rule, and not its
    // baseline state, and would show what was mended as an alert.
    let findings = comparison.findings.lazy.filter { $0.presence != .absent }.map { finding in
      SARIFLog.Part(rule: finding.finding.rule) {
        var found = result(
          of: finding.finding, finding.subject, file: finding.file,
          baseline: finding.presence.rawValue)
        // Code scanning fails for what is new, also about a stranger.
        if !finding.counts { found.level = "note" }
        return found
      }
    }
    return AnySequence(
      [AnySequence(broken), AnySequence(worse), AnySequence(findings)].lazy.joined())
  }

  /// - Parameter baseline: `nil` where nothing was compared.
  static func result(
    of finding: ReportV1.Finding, _ subject: Subject, file: String, baseline: String?
  ) -> SARIFLog.Result {
    let first = max(1, finding.frames.first ?? 1)
    return SARIFLog.Result(
      rule: finding.rule, level: SARIFRules.level(of: finding.severity),
      message: "\(subject.text): \(finding.message)", file: file,
      lines: first...max(first, finding.frames.last ?? first), baseline: baseline,
      identity: "\(finding.rule)/\(subject.text)")
  }

  private static func result(
    of entry: Comparison.Entry, _ comparison: Comparison
  ) -> SARIFLog.Result {
    let sides = entry.sides
    let isSure = entry.verdict == .worse
    let file = entry.run.flatMap { comparison.new.indices.contains($0) ? comparison.new[$0] : nil }
    return SARIFLog.Result(
      rule: "regression/\(entry.measure)",
      level: !isSure ? "note" : entry.weight == .loss ? "error" : "warning",
      message: "\(entry.subject.text): \(entry.measure) \(comparison.statement(of: entry)) "
        + "(base \(sides.base), new \(sides.new)\(entry.match.map { ", matched \($0.words)" } ?? ""))",
      file: file ?? comparison.new.first ?? "", baseline: "new",
      identity: "\(entry.measure)/\(entry.subject.text)")
  }

  /// In the budget's file, where that is known: people can mend it there.
  static func budgetParts(
    _ budget: [BudgetOutcome], _ file: String?, baseline: String?
  ) -> some Sequence<SARIFLog.Part> {
    BudgetGroup.all(of: budget).lazy.filter { !$0.holds }.map { group in
      SARIFLog.Part(rule: "budget") {
        let line = file == nil ? 1 : group.rule.line
        return SARIFLog.Result(
          rule: "budget", level: "error",
          message: "\(group.rule.text): \(group.statement(isNamed: true))",
          file: file ?? group.broken.first?.file ?? "", lines: line...line, baseline: baseline,
          identity: group.rule.text)
      }
    }
  }
}
