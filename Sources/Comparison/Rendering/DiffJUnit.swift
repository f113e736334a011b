import Text

/// A comparison as JUnit XML, the form in which Jenkins, GitLab and others show tests: each measure
/// is a test, and fails where it got worse. What may be chance counts as skipped.
package enum DiffJUnit {
  package static func render(_ report: DiffReport) -> [UInt8] {
    gathered { render(report, handingTo: $0) }
  }

  package static func render(_ report: DiffReport, handingTo take: ([UInt8]) -> Void) {
    let entries = report.comparison.entries
    let budget = report.budget ?? []
    let failures = entries.count { $0.verdict == .worse }
    let skipped = entries.count { $0.verdict == .unclear }
    let broken = report.brokenRules.count
    TextPieces.write(take) { xml in
      xml += "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      xml += "<testsuites name=\"bletrace\" tests=\"\(entries.count + budget.count)\" "
      xml += "failures=\"\(failures + broken)\" errors=\"0\" time=\"0\">\n"
      xml += suite("bletrace diff", tests: entries.count, failures: failures, skipped: skipped)
      for entry in entries { xml += test(entry) }
      xml += "  </testsuite>\n"
      if report.budget != nil {
        xml += suite("bletrace budget", tests: budget.count, failures: broken, skipped: 0)
        for outcome in budget { xml += test(outcome) }
        xml += "  </testsuite>\n"
      }
      xml += "</testsuites>\n"
    }
  }

  private static func suite(_ name: String, tests: Int, failures: Int, skipped: Int) -> String {
    "  <testsuite name=\"\(name)\" tests=\"\(tests)\" failures=\"\(failures)\" errors=\"0\" "
      + "skipped=\"\(skipped)\" time=\"0\">\n"
  }

  private static func test(_ entry: Comparison.Entry) -> String {
    let start =
      "    <testcase name=\(quoted(entry.measure)) "
      + "classname=\(quoted(entry.subject.text)) time=\"0\""
    let sides = entry.sides
    // Escaped once: in an attribute and in an element it is the same.
    let message = escaped("\(entry.statement) (base \(sides.base), new \(sides.new))")
    switch entry.verdict {
    case .worse:
      return start + ">\n      <failure type=\"regression\" message=\"\(message)\">"
        + message + "</failure>\n    </testcase>\n"
    case .unclear:
      return start + ">\n      <skipped message=\"\(message)\"/>\n    </testcase>\n"
    case .better, .different:
      return start + ">\n      <system-out>\(message)</system-out>\n    </testcase>\n"
    case .same:
      return start + "/>\n"
    }
  }

  private static func test(_ outcome: BudgetOutcome) -> String {
    let start =
      "    <testcase name=\(quoted(outcome.rule.text)) "
      + "classname=\(quoted(outcome.file)) time=\"0\""
    guard !outcome.holds else { return start + "/>\n" }
    let statement = escaped(outcome.statement)
    return start + ">\n      <failure type=\"budget\" message=\"\(statement)\">"
      + statement + "</failure>\n    </testcase>\n"
  }

  private static func quoted(_ text: String) -> String { "\"" + escaped(text) + "\"" }

  /// Controls, which XML cannot hold at all, are shown by their codes.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in Printable.escape(text, unicode: true).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&apos;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
