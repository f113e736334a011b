import Foundation
import Testing

@testable import Report

/// The rows of tables, held against the columns that their schema names.
@Suite("Rows")
struct RowTests {
  private static let identity = CaptureIdentity(
    sha256: Sample.digest, octets: 77, bletrace: "0.1.0")

  private static func rows(of report: ReportV1) throws -> [(keys: [String], row: [String: Any])] {
    var row = RowWriter()
    var capture = report.captures[0]
    CaptureRows.write(&capture, report.findings, identity, to: &row)
    ErrorRow(path: "x", message: "x: no such file").write(of: nil, to: &row)
    return try String(decoding: row.bytes, as: UTF8.self).split(separator: "\n").map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return (try keys(of: line), try #require(object))
    }
  }

  /// The keys of a flat object, in their order.
  private static func keys(of line: Substring) throws -> [String] {
    let key = try Regex("[{,]\"([a-z0-9_]+)\":")
    return line.matches(of: key).compactMap { match in
      match.output[1].substring.map { String($0) }
    }
  }

  @Test("each row has the columns of its table, in their order, and no others")
  func columns() throws {
    var met: Set<String> = []
    for (keys, row) in try Self.rows(of: Sample.everything) {
      let name = try #require(row["table"] as? String)
      met.insert(name)
      let table = try #require(RowTable(rawValue: name))
      let columns = table.columns.map(\.name)
      // The messages and evidence of findings may hold what looks like a key.
      if table != .findings { #expect(keys == columns, "\(name)") }
      #expect(Set(row.keys) == Set(columns), "\(name)")
      #expect(Set(columns).count == columns.count, "\(name)")
    }
    #expect(met == Set(RowTable.allCases.map(\.rawValue)))
  }

  @Test("the fleet's scripts have a view for each table")
  func fleet() throws {
    let project = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let tables = try String(
      contentsOf: project.appending(path: "samples/fleet/tables.sql"), encoding: .utf8)
    for table in RowTable.allCases {
      #expect(tables.contains("rows_of('\(table.rawValue)')"), "\(table)")
    }
  }

  @Test("a value is a text, a number, a truth or null, but for sketches and covered connections")
  func scalars() throws {
    for (_, row) in try Self.rows(of: Sample.everything) {
      for (key, value) in row where value is [Any] || value is [String: Any] {
        let isSketch = key.hasSuffix("_sketch_keys") || key.hasSuffix("_sketch_counts")
        #expect(isSketch || key == "connections", "\(key)")
      }
    }
  }

  @Test("rows name their capture and connection, and nested keys have the outer one before them")
  func contents() throws {
    let rows = try Self.rows(of: Sample.bizCard).map(\.row)
    #expect(rows.allSatisfy { $0["capture"] as? String == Sample.digest || $0["path"] != nil })
    let capture = try #require(rows.first)
    #expect(capture["schema"] as? String == "bletrace-rows/1")
    #expect(capture["octets"] as? Int == 77 && capture["records"] as? Int == 1_234)
    let connection = try #require(rows.first { $0["table"] as? String == "connections" })
    #expect(connection["peer_name"] as? String == "BCS")
    #expect(connection["mtu_effective"] as? Int == 185)
    #expect(connection["att_transactions_latency_us_p50"] as? Int == 60_000)
    #expect(connection["end_reason"] == nil || connection["end_reason"] is NSNull)
    let transfer = try #require(rows.first { $0["table"] as? String == "transfers" })
    #expect(transfer["connection"] as? Int == 1 && transfer["payload_bytes"] as? Int == 141)
    let finding = try #require(rows.first { $0["table"] as? String == "findings" })
    #expect(finding["frame"] as? Int == 72 && finding["frame_count"] as? Int == 2)
    #expect(finding["evidence"] as? String == "{\"gap_us\":1200000,\"missed_events\":40}")
  }

  @Test("a sketch is written as its keys and counts")
  func sketch() throws {
    var report = Sample.bizCard
    var sketch = ReportV1.Sketch()
    sketch.add(5, 2)
    sketch.add(130, 1)
    report.captures[0].connections[0].notifications[0].gapUs.sketch = sketch
    let rows = try Self.rows(of: report).map(\.row)
    let stream = try #require(rows.first { $0["table"] as? String == "notifications" })
    #expect(stream["gap_us_sketch_keys"] as? [Int] == [5, 130])
    #expect(stream["gap_us_sketch_counts"] as? [Int] == [2, 1])
    let connection = try #require(rows.first { $0["table"] as? String == "connections" })
    #expect(connection["att_transactions_latency_us_sketch_keys"] is NSNull)
  }

  @Test("the schema names every table once, and requires its columns")
  func schema() throws {
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(RowSchema.json)) as? [String: Any])
    let tables = try #require(document["oneOf"] as? [[String: Any]])
    #expect(tables.compactMap { $0["title"] as? String } == RowTable.allCases.map(\.rawValue))
    for (table, schema) in zip(RowTable.allCases, tables) {
      #expect(schema["required"] as? [String] == table.columns.map(\.name))
    }
  }
}
