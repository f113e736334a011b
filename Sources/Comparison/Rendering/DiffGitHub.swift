import Reports

/// A comparison as workflow commands: GitHub Actions shows each as an annotation of the run.
package enum DiffGitHub {
  /// Of one step GitHub shows ten errors.
  private static let limit = 10

  package static func render(_ report: DiffReport) -> [UInt8] {
    var errors = report.comparison.worse.map { entry in
      let sides = entry.sides
      return (
        title: "\(entry.measure) is worse",
        message: "\(entry.subject.text): \(entry.statement) (base \(sides.base), new \(sides.new))"
      )
    }
    errors += report.brokenRules.map { outcome in
      (title: "budget broken", message: "\(outcome.rule.text): \(outcome.statement)")
    }
    var lines = ""
    let shown = errors.count > limit ? limit - 1 : errors.count
    for error in errors.prefix(shown) {
      lines += command("error", title: error.title, error.message)
    }
    if errors.count > shown {
      lines += command(
        "error", title: "bletrace diff",
        "and \(errors.count - shown) more; the other output forms list them")
    }
    lines += command("notice", title: "bletrace diff", report.summary)
    return Array(lines.utf8)
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
