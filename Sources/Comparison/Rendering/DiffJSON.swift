import Text

/// A comparison for other programs. Keys may be added; none is renamed or removed without another
/// schema number.
package enum DiffJSON {
  package static let schemaName = "bletrace-diff/1"

  package static func render(_ report: DiffReport) -> [UInt8] {
    gathered { render(report, handingTo: $0) }
  }

  /// - Parameter trouble: why nothing could be compared.
  package static func render(
    _ report: DiffReport, trouble: String? = nil, handingTo take: ([UInt8]) -> Void
  ) {
    withoutActuallyEscaping(take) { take in
      var json = JSONWriter(handingTo: take)
      write(report, trouble, to: &json)
      json.finish()
    }
  }

  private static func write(
    _ report: DiffReport, _ trouble: String?, to json: inout JSONWriter
  ) {
    let comparison = report.comparison
    json.beginObject(broken: true)
    json.member("schema", schemaName)
    json.member("bletrace", report.bletrace)
    json.member("base", comparison.base)
    json.member("new", comparison.new)
    json.key("regression")
    json.bool(comparison.hasRegression)
    json.key("counts")
    json.beginObject()
    for verdict in Comparison.Verdict.allCases {
      json.key(named: verdict.rawValue)
      json.int(comparison.count(verdict))
    }
    json.endObject()
    json.key("entries_omitted")
    json.int(comparison.omittedCount)
    json.key("entries")
    json.beginArray()
    for entry in comparison.entries { write(entry, comparison, to: &json) }
    json.endArray()
    json.key("findings")
    json.beginArray()
    for finding in comparison.findings { write(finding, to: &json) }
    json.endArray()
    json.key("budget")
    if let budget = report.budget {
      json.beginArray()
      for outcome in budget { write(outcome, to: &json) }
      json.endArray()
    } else {
      json.null()
    }
    json.key("matches")
    json.beginArray()
    for match in comparison.matches {
      json.beginObject()
      json.member(match.subject)
      json.member("new_device", match.newDevice)
      json.member("match", match.basis.rawValue)
      json.key("counts")
      json.bool(match.counts)
      json.member("base_connections", match.base, of: comparison.base)
      json.member("new_connections", match.new, of: comparison.new)
      json.endObject()
    }
    json.endArray()
    json.member("error", trouble)
    json.key("unmatched")
    json.beginArray()
    for device in comparison.unmatched {
      json.beginObject()
      json.member("device", device.device)
      json.member("side", device.isNew ? "new" : "base")
      json.member(
        "connections", device.connections, of: device.isNew ? comparison.new : comparison.base)
      json.key("failed")
      json.int(device.failed)
      json.endObject()
    }
    json.endArray()
    json.key("only_failed")
    json.bool(comparison.onlyFailed)
    json.endObject()
  }

  private static func write(
    _ entry: Comparison.Entry, _ comparison: Comparison, to json: inout JSONWriter
  ) {
    json.beginObject(broken: true)
    json.member(entry.subject)
    json.member("measure", entry.measure)
    json.member("verdict", entry.verdict.rawValue)
    json.member("weight", "\(entry.weight)")
    json.member("statement", entry.statement)
    switch entry.values {
    case .words(let base, let new):
      json.member("unit", String?.none)
      json.member("base", base)
      json.member("new", new)
    case .numbers(let change):
      json.member("unit", change.unit.rawValue)
      json.member("base", change.base)
      json.member("new", change.new)
      json.member("base_centre", change.baseCentre)
      json.member("new_centre", change.newCentre)
      json.member("difference", change.difference)
      json.member("relative", change.relative, decimals: 4)
      json.key("interval")
      if let interval = change.interval {
        json.beginArray()
        json.double(interval.lowerBound, decimals: 4)
        json.double(interval.upperBound, decimals: 4)
        json.endArray()
      } else {
        json.null()
      }
      json.member("probability", change.probability, decimals: 4)
    }
    json.member("match", entry.match?.rawValue)
    let isNamed = entry.run.map(comparison.new.indices.contains) ?? false
    json.member("run", isNamed ? entry.run.map { comparison.new[$0] } : nil)
    json.endObject()
  }

  private static func write(_ finding: ComparedFinding, to json: inout JSONWriter) {
    json.beginObject(broken: true)
    json.member(finding.subject)
    json.member("presence", finding.presence.rawValue)
    json.member("file", finding.file)
    json.member("rule", finding.finding.rule)
    json.member("severity", finding.finding.severity.rawValue)
    json.member("message", finding.finding.message)
    json.endObject()
  }

  private static func write(_ outcome: BudgetOutcome, to json: inout JSONWriter) {
    json.beginObject(broken: true)
    json.key("line")
    json.int(outcome.rule.line)
    json.member("rule", outcome.rule.text)
    json.key("holds")
    json.bool(outcome.holds)
    json.member("file", outcome.file)
    json.member("statement", outcome.statement)
    json.endObject()
  }
}

extension JSONWriter {
  fileprivate mutating func member(_ key: StaticString, _ value: String?) {
    self.key(key)
    if let value { string(value) } else { null() }
  }

  fileprivate mutating func member(_ key: StaticString, _ values: [String]) {
    self.key(key)
    beginArray()
    for value in values { string(value) }
    endArray()
  }

  fileprivate mutating func member(_ key: StaticString, _ value: Double?, decimals: Int = 3) {
    self.key(key)
    if let value { double(value, decimals: decimals) } else { null() }
  }

  fileprivate mutating func member(_ key: StaticString, _ values: [Double]) {
    self.key(key)
    beginArray()
    for value in values { double(value, decimals: 3) }
    endArray()
  }

  /// Each with its file, and its `id` in the report on that.
  fileprivate mutating func member(
    _ key: StaticString, _ partners: [Comparison.Partner], of files: [String]
  ) {
    self.key(key)
    beginArray()
    for partner in partners {
      beginObject()
      member("file", files.indices.contains(partner.run) ? files[partner.run] : nil)
      self.key("connection")
      int(partner.connection)
      endObject()
    }
    endArray()
  }

  fileprivate mutating func member(_ subject: Subject) {
    member("device", subject.device)
    key("connection")
    if let connection = subject.connection { int(connection) } else { null() }
    member("part", subject.part)
  }
}
