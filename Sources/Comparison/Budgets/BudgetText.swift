import Text

/// How a budget was kept, for a person at a terminal.
package enum BudgetText {
  package static func render(
    _ budget: [BudgetOutcome], options: TextOptions, handingTo take: ([UInt8]) -> Void
  ) {
    var page = Page(options)
    var document = Document()
    take(Array("\n".utf8))
    write(budget, to: &document) { page.write(&$0, handingTo: take) }
    page.write(&document, handingTo: take)
    page.handOver(take)
  }

  /// - Parameter hand: is handed the document rule by rule, and may take out what it says.
  static func write(
    _ budget: [BudgetOutcome], to document: inout Document, _ hand: (inout Document) -> Void
  ) {
    let broken = budget.count { !$0.holds }
    document.skip()
    document.heading(
      broken == 0 ? "Budget: kept" : "Budget: \(broken) of \(budget.count) rules broken")
    let files = Set(budget.map(\.file))
    for outcome in budget.filter({ !$0.holds }) + budget.filter(\.holds) {
      let file = files.count > 1 ? " (\(outcome.file))" : ""
      let mark = outcome.holds ? StyledText("kept", .good) : StyledText("BROKEN", .error)
      let pad = StyledText(String(repeating: "\u{A0}", count: outcome.holds ? 4 : 2))
      document.paragraph(
        mark + pad + StyledText("\(outcome.rule.text): \(outcome.statement)\(file)"), indent: 2,
        hanging: 10)
      hand(&document)
    }
  }
}
