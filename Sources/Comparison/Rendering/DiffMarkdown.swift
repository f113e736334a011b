import Reports

/// A comparison as a table in GitHub's Markdown, for a pull request's comment or a job's summary.
package enum DiffMarkdown {
  /// A comment has room for 65,536 characters.
  private static let limit = 100

  package static func render(_ report: DiffReport) -> [UInt8] {
    let comparison = report.comparison
    var text = "### bletrace diff: "
    text += (comparison.hasRegression ? "regression" : "no regression") + "\n\n"
    text += sentence(report.summary) + "\n\n"
    for line in [comparison.caution, comparison.omission].compactMap(\.self) {
      text += line + "\n\n"
    }
    let entries = comparison.entries.filter { $0.verdict != .same }
    if !entries.isEmpty {
      text += "| | Where | Measure | Base | New | |\n| --- | --- | --- | ---: | ---: | --- |\n"
      for entry in entries.prefix(limit) { text += row(entry) }
      text += "\n"
      if entries.count > limit {
        text += "And \(entries.count - limit) more.\n\n"
      }
    }
    if let budget = report.budget {
      text += "| Budget | | |\n| --- | --- | --- |\n"
      for outcome in budget.prefix(limit) {
        text +=
          "| \(outcome.holds ? "kept" : "**broken**") | \(code(outcome.rule.text)) "
          + "| \(code(outcome.statement)) |\n"
      }
      text += budget.count > limit ? "\nAnd \(budget.count - limit) more rules.\n\n" : "\n"
    }
    text += "Base: \(files(comparison.base)). New: \(files(comparison.new)).\n"
    return Array(text.utf8)
  }

  private static func row(_ entry: Comparison.Entry) -> String {
    let verdict = entry.verdict == .worse ? "**worse**" : word(entry.verdict)
    let sides = entry.sides
    return "| \(verdict) | \(code(entry.subject.text)) | \(code(entry.measure)) "
      + "| \(code(sides.base)) | \(code(sides.new)) | \(code(entry.statement)) |\n"
  }

  private static func word(_ verdict: Comparison.Verdict) -> String {
    verdict == .unclear ? "may be chance" : verdict.rawValue
  }

  private static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  private static func files(_ names: [String]) -> String {
    let shown = names.prefix(8).map(code).joined(separator: ", ")
    return names.count > 8 ? shown + " and \(names.count - 8) more" : shown
  }

  /// A code span: nothing in it is markup, a mention or a link. Its fence is longer than any run of
  /// backticks inside; a bar would end the cell of a table even there.
  static func code(_ text: String) -> String {
    let visible = Printable.escape(text, unicode: true)
    guard !visible.isEmpty else { return "" }
    var longest = 0
    var run = 0
    for character in visible {
      run = character == "`" ? run + 1 : 0
      longest = max(longest, run)
    }
    let fence = String(repeating: "`", count: longest + 1)
    let pad = visible.hasPrefix("`") || visible.hasSuffix("`") ? " " : ""
    var inner = ""
    for character in visible.unicodeScalars {
      // In a table's cell a backslash before the bar is taken away again, though this is code.
      if character == "|" { inner += "\\" }
      inner.unicodeScalars.append(character)
    }
    return fence + pad + inner + pad + fence
  }
}
