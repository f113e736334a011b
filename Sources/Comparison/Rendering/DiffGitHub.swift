import Text

/// A comparison as workflow commands: GitHub Actions shows each as an annotation of the run.
package enum DiffGitHub {
  /// Of one step GitHub shows ten errors.
  private static let limit = 10

  package static func render(_ report: DiffReport) -> [UInt8] {
    gathered { render(report, handingTo: $0) }
  }

  package static func render(_ report: DiffReport, handingTo take: ([UInt8]) -> Void) {
    let worse = report.comparison.worse
    let broken = report.brokenRules
    let count = worse.count + broken.count
    let shown = count > limit ? limit - 1 : count
    TextPieces.write(take) { lines in
      for entry in worse.prefix(shown) {
        let sides = entry.sides
        lines += command(
          "error", title: "\(entry.measure) is worse",
          "\(entry.subject.text): \(entry.statement) (base \(sides.base), new \(sides.new))")
      }
      for outcome in broken.prefix(max(0, shown - worse.count)) {
        lines += command(
          "error", title: "budget broken", "\(outcome.rule.text): \(outcome.statement)")
      }
      if count > shown {
        lines += command(
          "error", title: "bletrace diff",
          "and \(count - shown) more; the other output forms list them")
      }
      lines += command("notice", title: "bletrace diff", report.summary)
    }
  }

  private static func command(_ name: String, title: String, _ message: String) -> String {
    "::\(name) title=\(property(title))::\(data(message))\n"
  }

  /// A line of its own could be a command of its own.
  static func data(_ text: String) -> String {
    var result = ""
    for scalar in Printable.escape(text, unicode: true).unicodeScalars {
      switch scalar {
      case "%": result += "%25"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  static func property(_ text: String) -> String {
    var result = ""
    for scalar in data(text).unicodeScalars {
      switch scalar {
      case ":": result += "%3A"
      case ",": result += "%2C"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
