import Reports

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
    let results = results(of: report)
    var rules: [String] = []
    for result in results where !rules.contains(result.rule) { rules.append(result.rule) }
    var json = JSONWriter()
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
    for result in results { write(result, rules, to: &json) }
    json.endArray()
    json.member("columnKind", "unicodeCodePoints")
    json.endObject()
    json.endArray()
    json.endObject()
    json.finish()
    return json.bytes
  }

  private static func results(of report: DiffReport) -> [Result] {
    // A finding that is gone is left out: code scanning knows a result's file and rule, and not its
    // baseline state, and would show what was mended as an alert.
    let findings = report.comparison.findings.filter { $0.presence != .absent }.map { finding in
      Result(
        rule: finding.finding.rule, level: level(of: finding.finding.severity),
        message: "\(finding.subject.text): \(finding.finding.message)", file: finding.file,
        baseline: finding.presence.rawValue,
        identity: "\(finding.finding.rule)/\(finding.subject.text)")
    }
    // Findings that are new are there already.
    let worse = report.comparison.worse.filter { !$0.measure.hasPrefix("finding.") }.map { entry in
      let sides = entry.sides
      return Result(
        rule: "regression/\(entry.measure)", level: entry.weight == .loss ? "error" : "warning",
        message: "\(entry.subject.text): \(entry.measure) \(entry.statement) "
          + "(base \(sides.base), new \(sides.new))",
        file: report.comparison.new.first, baseline: "new",
        identity: "\(entry.measure)/\(entry.subject.text)")
    }
    let broken = report.brokenRules.map { outcome in
      Result(
        rule: "budget", level: "error", message: "\(outcome.rule.text): \(outcome.statement)",
        file: outcome.file, baseline: "new", identity: outcome.rule.text)
    }
    return findings + worse + broken
  }

  private static func level(of severity: ReportV1.Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .info: "note"
    }
  }

  private static func write(_ result: Result, _ rules: [String], to json: inout JSONWriter) {
    json.beginObject(broken: true)
    json.member("ruleId", result.rule)
    if let index = rules.firstIndex(of: result.rule) {
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
