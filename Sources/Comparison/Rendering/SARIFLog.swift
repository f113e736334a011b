import Text

/// A log of SARIF 2.1.0 (OASIS), which code scanning reads.
///
/// GitHub demands of it more than the standard: of each rule both descriptions and a help text, of
/// each result a location with a region, its columns too, and a fingerprint of a certain name
/// ("SARIF support for code scanning"). A capture has no lines: its frames stand for them.
struct SARIFLog {
  struct Rule {
    var id: String
    var summary: String
    var help: String
    var level = "warning"
  }

  struct Result {
    var rule: String
    var level: String
    var message: String
    var file: String
    /// The first and the last frame, or the line of a budget.
    var lines: ClosedRange<Int> = 1...1
    /// `new` or `unchanged` beside a base.
    var baseline: String?
    /// What stays the same from run to run.
    var identity: String
  }

  /// What becomes a result, of which only the rule is known beforehand: their messages together may
  /// be longer than all that is compared.
  struct Part {
    var rule: String
    var result: () -> Result
  }

  var version: String
  var rules: [Rule]
  /// Why something was not done.
  var troubles: [String] = []
  /// How connections were matched.
  var matches: [String] = []

  func write(_ parts: AnySequence<Part>, to json: inout JSONWriter) {
    var rules = rules
    var indices: [String: Int] = [:]
    for (index, rule) in rules.enumerated() { indices[rule.id] = index }
    for part in parts where indices[part.rule] == nil {
      indices[part.rule] = rules.count
      let text = "A rule of another version of bletrace"
      rules.append(Rule(id: part.rule, summary: text + ".", help: text + " found this."))
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
    json.member("version", version)
    json.key("rules")
    json.beginArray()
    for rule in rules { write(rule, to: &json) }
    json.endArray()
    json.endObject()
    json.endObject()
    writeInvocation(to: &json)
    json.key("results")
    json.beginArray()
    // Code scanning takes results of one fingerprint for one.
    var seen: [String: Int] = [:]
    for part in parts {
      var result = part.result()
      let number = seen[result.identity, default: 0] + 1
      seen[result.identity] = number
      if number > 1 { result.identity += " (\(number))" }
      write(result, indices, to: &json)
    }
    json.endArray()
    json.member("columnKind", "unicodeCodePoints")
    if !matches.isEmpty {
      json.key("properties")
      json.beginObject()
      json.key("matches")
      json.beginArray()
      for match in matches { json.string(Printable.escape(match, unicode: true)) }
      json.endArray()
      json.endObject()
    }
    json.endObject()
    json.endArray()
    json.endObject()
  }

  private func writeInvocation(to json: inout JSONWriter) {
    json.key("invocations")
    json.beginArray()
    json.beginObject(broken: true)
    json.key("executionSuccessful")
    json.bool(troubles.isEmpty)
    json.key("toolExecutionNotifications")
    json.beginArray()
    for trouble in troubles {
      json.beginObject()
      json.member("level", "error")
      json.text("message", Self.plain(trouble))
      json.endObject()
    }
    json.endArray()
    json.endObject()
    json.endArray()
  }

  private func write(_ rule: Rule, to json: inout JSONWriter) {
    json.beginObject(broken: true)
    json.member("id", rule.id)
    json.text("shortDescription", rule.summary)
    json.text("fullDescription", Self.beginning(of: rule.help))
    json.text("help", rule.help)
    json.key("defaultConfiguration")
    json.beginObject()
    json.member("level", rule.level)
    json.endObject()
    json.endObject()
  }

  private func write(_ result: Result, _ indices: [String: Int], to json: inout JSONWriter) {
    json.beginObject(broken: true)
    json.member("ruleId", result.rule)
    if let index = indices[result.rule] {
      json.key("ruleIndex")
      json.int(index)
    }
    json.member("level", result.level)
    json.text("message", Self.plain(result.message))
    json.key("locations")
    json.beginArray()
    json.beginObject(broken: true)
    json.key("physicalLocation")
    json.beginObject(broken: true)
    json.key("artifactLocation")
    json.beginObject()
    json.member("uri", Self.uri(result.file))
    json.endObject()
    json.key("region")
    json.beginObject()
    json.key("startLine")
    json.int(result.lines.lowerBound)
    json.key("startColumn")
    json.int(1)
    json.key("endLine")
    json.int(result.lines.upperBound)
    // The one after the region.
    json.key("endColumn")
    json.int(2)
    json.endObject()
    json.endObject()
    json.endObject()
    json.endArray()
    if let baseline = result.baseline { json.member("baselineState", baseline) }
    json.key("partialFingerprints")
    json.beginObject()
    json.member("bletrace/v1", Printable.escape(result.identity, unicode: true))
    json.member("primaryLocationLineHash", Self.hash(result.identity))
    json.endObject()
    json.endObject()
  }

  /// The sentences that fit into 1024 bytes: GitHub shows as many characters.
  static func beginning(of text: String) -> String {
    let octets = Array(text.utf8)
    guard octets.count > 1024 else { return text }
    let end = octets.indices.prefix(1023).last {
      octets[$0] == UInt8(ascii: ".") && octets[$0 + 1] == UInt8(ascii: " ")
    }
    return String(decoding: octets[...(end ?? 1023)], as: UTF8.self)
  }

  /// FNV-1a of 64 bits, in hexadecimal digits.
  static func hash(_ text: String) -> String {
    let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
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

  /// `{"text": ...}`, as SARIF has messages.
  fileprivate mutating func text(_ key: StaticString, _ value: String) {
    self.key(key)
    beginObject()
    member("text", value)
    endObject()
  }
}
