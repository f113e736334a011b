import Rendering
import Report
import Text

/// How a budget was kept, for a person at a terminal or before a page.
package enum BudgetText {
  /// Rules that a page shows, and octets of each: a line of a budget may be as long as the budget.
  private static let mostOnPage = (rules: 200, octets: 500)

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

  package static func summary(_ budget: [BudgetOutcome], showsKept: Bool) -> BudgetSummary {
    let rules = BudgetGroup.all(of: budget)
    var document = Document()
    let shown = shown(rules, showsKept)
    for rule in shown.prefix(mostOnPage.rules) {
      document.paragraph(line(rule) { Name.shortened($0, to: mostOnPage.octets) })
    }
    if shown.count > mostOnPage.rules { document.more(shown.count - mostOnPage.rules, "limit") }
    return BudgetSummary(title: title(rules), rules: document)
  }

  /// - Parameter hand: is handed the document rule by rule, and may take out what it says.
  static func write(
    _ budget: [BudgetOutcome], showsKept: Bool, to document: inout Document,
    _ hand: (inout Document) -> Void
  ) {
    let rules = BudgetGroup.all(of: budget)
    document.heading(title(rules))
    for rule in shown(rules, showsKept) {
      document.paragraph(line(rule) { $0 }, indent: 2, hanging: 11)
      hand(&document)
    }
  }

  private static func title(_ rules: [BudgetGroup]) -> String {
    let broken = rules.count { !$0.holds }
    let what = rules.count == 1 ? "1 limit" : "\(rules.count) limits"
    return broken == 0 ? "Budget: met, \(what)" : "Budget: \(broken) of \(what) not met"
  }

  /// The broken ones first.
  private static func shown(_ rules: [BudgetGroup], _ showsKept: Bool) -> [BudgetGroup] {
    rules.filter { !$0.holds } + (showsKept ? rules.filter(\.holds) : [])
  }

  private static func line(_ rule: BudgetGroup, _ shorten: (String) -> String) -> StyledText {
    let mark = rule.holds ? StyledText("met", .good) : StyledText("NOT MET", .error)
    let pad = StyledText(String(repeating: "\u{A0}", count: rule.holds ? 6 : 2))
    return mark + pad + StyledText(shorten("\(rule.rule.text): \(rule.statement())"))
  }
}
