/// A finding as a row. The number of its capture in the report would say nothing here, and the
/// capture's hash stands in its column.
struct FindingRow {
  var finding: ReportV1.Finding

  static var fields: [SchemaNode.Field] {
    var noted = SchemaFields()
    var row = FindingRow(finding: ReportV1.Finding())
    row.describe(to: &noted)
    noted.fields.append(.init(key: "evidence", node: .string))
    return noted.fields
  }

  /// All but the evidence, whose keys differ from rule to rule: it becomes a text in JSON. The
  /// connections that the finding covers are a list, as each of them is to be joined with it.
  mutating func describe(to visitor: inout some FieldVisitor) {
    visitor.field("rule", &finding.rule)
    visitor.field("severity", &finding.severity)
    visitor.field("connection", &finding.connection)
    var first = finding.frames.first
    visitor.field("frame", &first)
    var last = finding.frames.last
    visitor.field("last_frame", &last)
    var count = finding.frames.count
    visitor.field("frame_count", &count)
    var party = finding.evidence[.party]?.text
    visitor.field("party", &party)
    var transport = finding.evidence[.transport]?.text
    visitor.field("transport", &transport)
    visitor.field("message", &finding.message)
    visitor.field("advice", &finding.advice)
  }

  mutating func write(of capture: String?, to row: inout RowWriter) {
    row.begin(.findings, of: capture)
    describe(to: &row)
    row.add("evidence", asText: &finding.evidence)
    row.add(finding.connections, named: "connections")
    row.end()
  }
}

/// A capture that could not be read, or not to its end.
package struct ErrorRow: Sendable {
  package var path: String
  package var message: String

  package init(path: String, message: String) { (self.path, self.message) = (path, message) }

  static var fields: [SchemaNode.Field] {
    var noted = SchemaFields()
    ErrorRow(path: "", message: "").describe(to: &noted)
    return noted.fields
  }

  private func describe(to visitor: inout some FieldVisitor) {
    var (path, message) = (path, message)
    visitor.field("path", &path)
    visitor.field("message", &message)
  }

  /// - Parameter capture: nil where its octets were not read.
  package func write(of capture: String?, to row: inout RowWriter) {
    row.begin(.errors, of: capture)
    describe(to: &row)
    row.end()
  }
}
