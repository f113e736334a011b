import Report
import Text

/// A comparison as SARIF 2.1.0 (OASIS), which code scanning reads: the findings of the new side, each
/// with whether the base had it, what got worse, and the budget's broken rules.
package enum DiffSARIF {
  private struct Result {
    var rule: String
    var level: String
    var message: String
    var file: String?
    var baseline: String
    /// What stays the same from run to run.
    var identity: String
  }

  package static func render(_ report: DiffReport) -> [UInt8] {
    gathered { render(report, handingTo: $0) }
  }

  package static func render(_ report: DiffReport, handingTo take: ([UInt8]) -> Void) {
    withoutActuallyEscaping(take) { take in
      var json = JSONWriter(handingTo: take)
      write(report, to: &json)
      json.finish()
    }
  }

  private static func write(_ report: DiffReport, to json: inout JSONWriter) {
    var rules: [String] = []
    var places: [String: Int] = [:]
    for part in parts(of: report) where places[part.rule] == nil {
      places[part.rule] = rules.count
      rules.append(part.rule)
    }
    json.beginObject(broken: true)
    json.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
    json.member("version", "2.1.0")
    json.key("runs")
    json.beginArray()
    json.beginObject(broken: true)
    json.key("tool")
    json.beginObject(broken: true)
    json.key("driver")
    json.beginObject(broken: true)
    json.member("name", "bletrace")
    json.member("version", report.bletrace)
    json.key("rules")
    json.beginArray()
    for rule in rules {
      json.beginObject()
      json.member("id", rule)
      json.endObject()
    }
    json.endArray()
    json.endObject()
    json.endObject()
    json.key("results")
    json.beginArray()
    // One after the other: their messages together may be longer than all that is compared.
    for part in parts(of: report) { write(part.result(), places, to: &json) }
    json.endArray()
    json.member("columnKind", "unicodeCodePoints")
    json.endObject()
    json.endArray()
    json.endObject()
  }

  /// What becomes a result, of which only the rule is known beforehand.
  private struct Part {
    var rule: String
    var result: () -> Result
  }

  private static func parts(of report: DiffReport) -> some Sequence<Part> {
    // A finding that is gone is left out: code scanning knows a result's file and rule, and not its
    // baseline state, and would show what was mended as an alert.
    let findings = report.comparison.findings.lazy.filter { $0.presence != .absent }.map {
      finding in
      Part(rule: finding.finding.rule) { result(of: finding) }
    }
    // Findings that are new are there already.
    let worse = report.comparison.entries.lazy.filter {
      $0.verdict == .worse && !$0.measure.utf8.starts(with: "finding.".utf8)
    }.map { entry in
      Part(rule: "regression/\(entry.measure)") {
        result(of: entry, file: report.comparison.new.first)
      }
    }
    let broken = (report.budget ?? []).lazy.filter { !$0.holds }.map { outcome in
      Part(rule: "budget") { result(of: outcome) }
    }
    return [AnySequence(findings), AnySequence(worse), AnySequence(broken)].lazy.joined()
  }

  private static func result(of finding: ComparedFinding) -> Result {
    Result(
      rule: finding.finding.rule, level: level(of: finding.finding.severity),
      message: "\(finding.subject.text): \(finding.finding.message)", file: finding.file,
      baseline: finding.presence.rawValue,
      identity: "\(finding.finding.rule)/\(finding.subject.text)")
  }

  private static func result(of entry: Comparison.Entry, file: String?) -> Result {
    let sides = entry.sides
    return Result(
      rule: "regression/\(entry.measure)", level: entry.weight == .loss ? "error" : "warning",
      message: "\(entry.subject.text): \(entry.measure) \(entry.statement) "
        + "(base \(sides.base), new \(sides.new))",
      file: file, baseline: "new", identity: "\(entry.measure)/\(entry.subject.text)")
  }

  private static func result(of outcome: BudgetOutcome) -> Result {
    Result(
      rule: "budget", level: "error", message: "\(outcome.rule.text): \(outcome.statement)",
      file: outcome.file, baseline: "new", identity: outcome.rule.text)
  }

  private static func level(of severity: ReportV1.Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .info: "note"
    }
  }

  private static func write(
    _ result: Result, _ places: [String: Int], to json: inout JSONWriter
  ) {
    json.beginObject(broken: true)
    json.member("ruleId", result.rule)
    if let index = places[result.rule] {
      json.key("ruleIndex")
      json.int(index)
    }
    json.member("level", result.level)
    json.key("message")
    json.beginObject()
    json.member("text", plain(result.message))
    json.endObject()
    if let file = result.file {
      json.key("locations")
      json.beginArray()
      json.beginObject(broken: true)
      json.key("physicalLocation")
      json.beginObject(broken: true)
      json.key("artifactLocation")
      json.beginObject()
      json.member("uri", uri(file))
      json.endObject()
      json.endObject()
      json.endObject()
      json.endArray()
    }
    json.member("baselineState", result.baseline)
    json.key("partialFingerprints")
    json.beginObject()
    json.member("bletrace/v1", Printable.escape(result.identity, unicode: true))
    json.endObject()
    json.endObject()
  }

  /// In a message a link stands in brackets, so brackets from elsewhere are escaped. SARIF 2.1.0,
  /// 3.11.6.
  static func plain(_ text: String) -> String {
    var result = ""
    for scalar in Printable.escape(text, unicode: true).unicodeScalars {
      if scalar == "[" || scalar == "]" || scalar == "\\" { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  /// A file name as a relative or absolute reference. RFC 3986, 2.3 and 3.3.
  static func uri(_ path: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var result: [UInt8] = []
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        result.append(byte)
      default:
        result += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ key: StaticString, _ value: String) {
    self.key(key)
    string(value)
  }
}
