import Text

/// A comparison as JUnit XML: each measure is a test, and fails where it got worse. What may be
/// chance, or about another device, counts as skipped.
package enum DiffJUnit {
  package static func render(_ report: DiffReport) -> [UInt8] {
    gathered { render(report, handingTo: $0) }
  }

  package static func render(_ report: DiffReport, handingTo take: ([UInt8]) -> Void) {
    let comparison = report.comparison
    let budget = report.budget.map { budget in
      JUnitXML.Suite("bletrace budget", budget.lazy.map(test))
    }
    let measures = JUnitXML.Suite(
      "bletrace diff",
      properties: comparison.matchLines(limit: 100).map { ("match", $0) },
      comparison.entries.lazy.map { test($0, comparison) })
    // Broken rules come first.
    TextPieces.write(take) { JUnitXML.write([budget, measures].compactMap(\.self), to: &$0) }
  }

  private static func test(
    _ entry: Comparison.Entry, _ comparison: Comparison
  ) -> JUnitXML.Test {
    let sides = entry.sides
    let message = { "\(comparison.statement(of: entry)) (base \(sides.base), new \(sides.new))" }
    let outcome: JUnitXML.Outcome =
      switch entry.verdict {
      case .worse: .failed(kind: "regression", message: message())
      case .unclear: .skipped(message())
      case .unsure: .skipped("worse if it is the same device: " + message())
      case .better, .different: .passedWith(message())
      case .same: .passed
      }
    return JUnitXML.Test(name: entry.measure, group: entry.subject.text, outcome: outcome)
  }

  static func test(_ outcome: BudgetOutcome) -> JUnitXML.Test {
    JUnitXML.Test(
      name: outcome.rule.text, group: outcome.file,
      outcome: outcome.holds ? .passed : .failed(kind: "budget", message: outcome.statement))
  }
}
