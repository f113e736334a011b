import Text

/// A comparison as annotations: broken rules of the budget first, then what got worse. What is
/// worse in one way on several connections or transfers is one annotation.
package enum DiffGitHub {
  /// Further things that one annotation names.
  private static let namedLimit = 3

  package static func render(_ report: DiffReport) -> [UInt8] {
    gathered { render(report, handingTo: $0) }
  }

  package static func render(_ report: DiffReport, handingTo take: ([UInt8]) -> Void) {
    let comparison = report.comparison
    let unsure = comparison.entries.lazy.filter { $0.verdict == .unsure }
    TextPieces.write(take) { lines in
      let budget = budgetErrors(report.budget ?? [], report.budgetFile)
      let worse = grouped(comparison.worse).map { entries in
        { error(entries, comparison) }
      }
      GitHubCommands.limited(budget + worse, .error, to: &lines)
      if let first = unsure.first {
        let others = comparison.count(.unsure) - 1
        lines += GitHubCommands.command(
          .warning, title: "worse if it is the same device", file: file(of: first, comparison),
          message(first, comparison) + (others > 0 ? "; and \(others) more" : ""))
      }
      let matches = comparison.matchLines(limit: namedLimit).joined(separator: "; ")
      lines += GitHubCommands.command(
        .notice, title: "bletrace diff", "\(report.summary). Matched: \(matches)")
    }
  }

  /// One for each rule that is broken, in the budget's file where that is known.
  static func budgetErrors(_ budget: [BudgetOutcome], _ file: String?) -> [() -> String] {
    BudgetGroup.all(of: budget).filter { !$0.holds }.map { group in
      {
        GitHubCommands.command(
          .error, title: "budget not met", file: file, line: group.rule.line,
          "\(group.rule.text): \(group.statement(isNamed: true))")
      }
    }
  }

  /// By measure, in the order in which the measures come first.
  private static func grouped(_ entries: [Comparison.Entry]) -> [[Comparison.Entry]] {
    var groups: [[Comparison.Entry]] = []
    var indices: [String: Int] = [:]
    for entry in entries {
      if let index = indices[entry.measure] {
        groups[index].append(entry)
      } else {
        indices[entry.measure] = groups.count
        groups.append([entry])
      }
    }
    return groups
  }

  private static func error(
    _ entries: [Comparison.Entry], _ comparison: Comparison
  ) -> String {
    guard let first = entries.first else { return "" }
    var text = message(first, comparison)
    let others = entries.dropFirst()
    if !others.isEmpty {
      let named = others.prefix(namedLimit).map(\.subject.text).joined(separator: "; ")
      let rest = others.count - min(others.count, namedLimit)
      text += "; also \(named)" + (rest > 0 ? "; and \(rest) more" : "")
    }
    let file = file(of: first, comparison)
    let name = file.map { comparison.runNames.short($0) }
    return GitHubCommands.command(
      .error, title: "\(first.measure) is worse" + (name.map { " in \($0)" } ?? ""), file: file,
      text)
  }

  private static func message(_ entry: Comparison.Entry, _ comparison: Comparison) -> String {
    let sides = entry.sides
    return "\(entry.subject.text): \(entry.statement) (base \(sides.base), new \(sides.new))"
  }

  private static func file(of entry: Comparison.Entry, _ comparison: Comparison) -> String? {
    entry.run.flatMap { comparison.new.indices.contains($0) ? comparison.new[$0] : nil }
      ?? comparison.new.first
  }
}
