import Text

/// The JSON Schema (draft 2020-12) of a row: which tables there are, and their columns.
package enum RowSchema {
  /// The published form: a table may have columns that it does not name.
  package static var json: [UInt8] { render(closed: false) }

  package static func render(closed: Bool) -> [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.constant("$schema", "https://json-schema.org/draft/2020-12/schema")
    json.constant("$id", "urn:bletrace:rows:1")
    json.constant("title", "a row of bletrace analyze --format ndjson, \(RowTable.schemaName)")
    json.constant(
      "description",
      "capture is the SHA-256 of the octets of the capture. connection is the id of a row of "
        + "connections. Times (_us) are integer microseconds. A sketch is the counts of the "
        + "buckets in sketch_counts, and their keys in sketch_keys, which merge by addition: key k "
        + "below 128 is the number k; else the middle of the bucket is (64 + (k - 128) % 64 + 0.5) "
        + "* 2^((k - 128) / 64 + 1) with integer division, within 0.8 %. More columns may be added."
    )
    json.key("oneOf")
    json.beginArray()
    for table in RowTable.allCases { write(table, closed: closed, to: &json) }
    json.endArray()
    json.endObject()
    json.finish()
    return json.bytes
  }

  private static func write(_ table: RowTable, closed: Bool, to json: inout JSONWriter) {
    let columns = table.columns
    json.beginObject()
    json.constant("title", table.rawValue)
    json.constant("type", "object")
    json.key("properties")
    json.beginObject()
    for column in columns {
      json.key(named: column.name)
      let texts = column.keys.compactMap(ReportDescriptions.of)
      SchemaWriter.write(
        column.node, key: column.name, isNullable: column.isNullable,
        description: texts.isEmpty ? nil : texts.joined(separator: " "), to: &json)
    }
    json.endObject()
    json.field("required", columns.map(\.name))
    if closed { json.field("additionalProperties", false) }
    json.endObject()
  }
}
