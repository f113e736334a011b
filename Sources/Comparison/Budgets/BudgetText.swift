import Text

/// How a budget was kept, for a person at a terminal.
package enum BudgetText {
  package static func render(
    _ budget: [BudgetOutcome], showsKept: Bool, options: TextOptions,
    handingTo take: ([UInt8]) -> Void
  ) {
    var page = Page(options)
    var document = Document()
    write(budget, showsKept: showsKept, to: &document) { page.write(&$0, handingTo: take) }
    page.write(&document, handingTo: take)
    page.handOver(take)
    take(Array("\n".utf8))
  }

  /// - Parameter hand: is handed the document rule by rule, and may take out what it says.
  static func write(
    _ budget: [BudgetOutcome], showsKept: Bool, to document: inout Document,
    _ hand: (inout Document) -> Void
  ) {
    let rules = BudgetGroup.all(of: budget)
    let broken = rules.count { !$0.holds }
    let what = rules.count == 1 ? "1 limit" : "\(rules.count) limits"
    document.heading(broken == 0 ? "Budget: met, \(what)" : "Budget: \(broken) of \(what) not met")
    for rule in rules.filter({ !$0.holds }) + (showsKept ? rules.filter(\.holds) : []) {
      let mark = rule.holds ? StyledText("met", .good) : StyledText("NOT MET", .error)
      let pad = StyledText(String(repeating: "\u{A0}", count: rule.holds ? 6 : 2))
      document.paragraph(
        mark + pad + StyledText("\(rule.rule.text): \(rule.statement())"), indent: 2,
        hanging: 11)
      hand(&document)
    }
  }
}
