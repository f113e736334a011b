import Text

/// A comparison as a table in GitHub's Markdown, for a pull request's comment or a job's summary.
package enum DiffMarkdown {
  /// A comment has room for 65,536 characters.
  static let limit = 100

  package static func render(_ report: DiffReport) -> [UInt8] {
    gathered { render(report, handingTo: $0) }
  }

  package static func render(_ report: DiffReport, handingTo take: ([UInt8]) -> Void) {
    TextPieces.write(take) { write(report, to: &$0) }
  }

  private static func write(_ report: DiffReport, to text: inout TextPieces) {
    let comparison = report.comparison
    text += "### bletrace diff: "
    text += report.headline + "\n\n"
    text += sentence(report.summary) + "\n\n"
    for line in [comparison.caution, comparison.omission].compactMap(\.self) {
      text += line + "\n\n"
    }
    if let budget = report.budget {
      writeBudget(budget, showsKept: report.showsKept, to: &text)
    }
    let entries = comparison.entries.filter { $0.verdict != .same }
    if !entries.isEmpty {
      text += "| | Where | Measure | Base | New | |\n| --- | --- | --- | ---: | ---: | --- |\n"
      for entry in entries.prefix(limit) { text += row(entry, comparison) }
      text += "\n"
      if entries.count > limit {
        text += "And \(entries.count - limit) more.\n\n"
      }
    }
    let matches = comparison.matchedLines(limit: 8).map { code($0, isCell: false) }
    if !matches.isEmpty { text += "Matched: \(matches.joined(separator: ", ")).\n\n" }
    let others = comparison.unmatchedLines(limit: 8).map { code($0, isCell: false) }
    if !others.isEmpty { text += "Unmatched: \(others.joined(separator: ", ")).\n\n" }
    text += "Base: \(files(comparison.base)). New: \(files(comparison.new)).\n"
  }

  /// The rules that are broken, and on request those that are kept.
  static func writeBudget(
    _ budget: [BudgetOutcome], showsKept: Bool, to text: inout TextPieces
  ) {
    let rules = BudgetGroup.all(of: budget)
    let broken = rules.filter { !$0.holds }
    let kept = rules.count - broken.count
    let shown = broken + (showsKept ? rules.filter(\.holds) : [])
    if !shown.isEmpty {
      text += "| Budget | | |\n| --- | --- | --- |\n"
      for rule in shown.prefix(limit) {
        text +=
          "| \(rule.holds ? "met" : "**not met**") | \(code(rule.rule.text)) | "
          + "\(code(rule.statement())) |\n"
      }
      text += "\n"
    }
    if shown.count > limit { text += "And \(shown.count - limit) more rules.\n\n" }
    if kept > 0, !showsKept {
      text += "\(kept) of \(rules.count) limits of the budget are met.\n\n"
    }
  }

  private static func row(_ entry: Comparison.Entry, _ comparison: Comparison) -> String {
    let verdict = entry.verdict == .worse ? "**worse**" : word(entry.verdict)
    let sides = entry.sides
    return "| \(verdict) | \(code(entry.subject.text)) | \(code(entry.measure)) "
      + "| \(code(sides.base)) | \(code(sides.new)) | \(code(comparison.statement(of: entry))) |\n"
  }

  static func word(_ verdict: Comparison.Verdict) -> String {
    switch verdict {
    case .unclear: "may be chance"
    case .unsure: "worse if it is the same device"
    default: verdict.rawValue
    }
  }

  static func sentence(_ text: String) -> String {
    String(text.unicodeScalars.prefix(1)).uppercased() + String(text.unicodeScalars.dropFirst())
      + "."
  }

  static func files(_ names: [String]) -> String {
    let shown = names.prefix(8).map { code($0, isCell: false) }.joined(separator: ", ")
    return names.count > 8 ? shown + " and \(names.count - 8) more" : shown
  }

  /// Backticks of a fence that GitHub takes for one: `MAXBACKTICKS` of cmark-gfm's inlines.c.
  private static let longestFence = 80

  /// A code span: nothing in it is markup, a mention or a link, on GitHub either. Its fence is
  /// longer than any run of backticks inside. GitHub counts octets: a mark behind a backtick makes
  /// another `Character` of both, but no other backtick. It knows no fence of more than 80, so that
  /// of a longer run inside one backtick in 80 is shown by its code.
  ///
  /// - Parameter isCell: in a table a bar would end the cell, even in code. A backslash before it
  ///   prevents that, and is not shown there, though it is elsewhere.
  static func code(_ text: String, isCell: Bool = true) -> String {
    let visible = Printable.escape(text, unicode: true).utf8
    let (tick, blank, bar) = (UInt8(ascii: "`"), UInt8(ascii: " "), UInt8(ascii: "|"))
    var inner: [UInt8] = []
    var run = 0
    var longest = 0
    for octet in visible {
      if octet == tick && run == longestFence - 1 {
        inner += Array("\\x60".utf8)
        run = 0
        continue
      }
      run = octet == tick ? run + 1 : 0
      longest = max(longest, run)
      if octet == bar && isCell { inner.append(UInt8(ascii: "\\")) }
      inner.append(octet)
    }
    guard let first = inner.first, let last = inner.last else { return "" }
    // Of a blank at both ends one is taken away, unless there is nothing else.
    let losesBlanks = first == blank && last == blank && !inner.allSatisfy { $0 == blank }
    let pad = losesBlanks || first == tick || last == tick ? " " : ""
    let fence = String(repeating: "`", count: longest + 1)
    return fence + pad + String(decoding: inner, as: UTF8.self) + pad + fence
  }
}
