import Foundation
import Testing

@testable import Report
@testable import Text

/// A report is read back as it was written.
@Suite("Reports read back")
struct ReadBackTests {
  static let paths: [String] = {
    let project = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let folder = project.appending(path: "samples").path()
    return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
      .map { "\(folder)/\($0)/report.json" }
      .filter { FileManager.default.fileExists(atPath: $0) }
  }()

  static let written: [NamedReport] = [
    NamedReport("bizCard", Sample.bizCard), NamedReport("everything", Sample.everything),
    NamedReport("empty", ReportV1()),
  ]

  @Test("each sample's, octet for octet", arguments: paths)
  func sample(path: String) throws {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    let report = try JSONReportReader.read(bytes)
    #expect(!report.captures.isEmpty)
    // Of the whole arrays a failure would print megabytes.
    let isSame = JSONRenderer.render(report) == bytes
    #expect(isSame)
  }

  @Test("there are samples")
  func count() {
    #expect(Self.paths.count > 50)
  }

  @Test("one with a value for every key, value for value", arguments: written)
  func values(named: NamedReport) throws {
    for layout in [JSONWriter.Layout.pretty, .compact] {
      let read = try JSONReportReader.read(JSONRenderer.render(named.report, layout: layout))
      let isSame = JSONRenderer.render(read) == JSONRenderer.render(named.report)
      #expect(isSame)
    }
  }

  @Test("a report of an older bletrace, without keys that came later, has their defaults")
  func older() throws {
    let json = """
      {"schema": "bletrace-report/1", "captures": [{"path": "a", "records": 3, "connections":
        [{"id": 1, "mtu": {"effective": 185}, "what_will_come": [1, {"x": null}]}]}]}
      """
    let report = try JSONReportReader.read(Array(json.utf8))
    #expect(report.captures.first?.records == 3)
    #expect(report.captures.first?.connections.first?.mtu.effective == 185)
    #expect(report.captures.first?.connections.first?.phases == [])
  }

  static let refused: [(json: String, message: String)] = [
    ("", "is no JSON: it cannot be read at line 1, column 1"),
    (#"{"schema": "bletrace-report/1", "#, "is no JSON: it cannot be read at line 1, column 32"),
    ("[1, 2]", "is JSON, but no report of bletrace analyze --format json"),
    (#"{"schema": 1}"#, "is JSON, but no report of bletrace analyze --format json"),
    (#"{"schema": "sarif/1"}"#, "is JSON, but no report of bletrace analyze --format json"),
    (
      #"{"schema": "bletrace-report/2"}"#,
      "is a report of schema bletrace-report/2; this bletrace reads bletrace-report/1, so make it "
        + "again from its capture"
    ),
    (
      #"{"schema": "bletrace-report/0"}"#,
      "is a report of schema bletrace-report/0; this bletrace reads bletrace-report/1, so make it "
        + "again from its capture"
    ),
    (
      #"{"schema": "bletrace-report/1", "captures": [{}, {"connections": [{"mtu": 3}]}]}"#,
      "is no whole report: captures[1].connections[0].mtu is not an object"
    ),
    (
      #"{"schema": "bletrace-report/1", "captures": [{"records": 1.5}]}"#,
      "is no whole report: captures[0].records is not a whole number"
    ),
    (
      #"{"schema": "bletrace-report/1", "captures": [{"records": 9007199254740992}]}"#,
      "is no whole report: captures[0].records is not a number between -2^53 and 2^53"
    ),
    (
      #"{"schema": "bletrace-report/1", "findings": [{"evidence": {"a": [-9007199254740992]}}]}"#,
      "is no whole report: findings[0].evidence.a[0] is not a number between -2^53 and 2^53"
    ),
    (
      #"{"schema": "bletrace-report/1", "captures": [{"connections": [{"rssi": {"mean": 1e18}}]}]}"#,
      "is no whole report: captures[0].connections[0].rssi.mean is not a number between -10^18 "
        + "and 10^18"
    ),
    (
      #"{"schema": "bletrace-report/1", "captures": [{"scans": [{"type": "loud"}]}]}"#,
      "is no whole report: captures[0].scans[0].type is not one of active, passive"
    ),
    (
      #"{"schema": "bletrace-report/1", "captures": null}"#,
      "is no whole report: captures is not a list"
    ),
    (
      #"{"schema": "bletrace-report/1", "findings": [{"evidence": {"a": {"b": 1}}}]}"#,
      "is no whole report: findings[0].evidence.a is not a plain value or a list"
    ),
    (#"{"schema": "bletrace-report/1", "schema": "x"}"#, "is no JSON: it cannot be read at line 1"),
    (
      #"{"schema": "bletrace-report/1", "captures": [{"records": 99999999999999999999}]}"#,
      "is no JSON: it cannot be read at line 1"
    ),
  ]

  @Test("what is no report is refused in one clear line", arguments: refused.indices)
  func refusal(index: Int) {
    let (json, message) = Self.refused[index]
    #expect(readingError(json).hasPrefix(message), "\(json)")
  }

  @Test("lists in lists without end do not exhaust the stack")
  func depth() {
    let json = String(repeating: "[", count: 1_000_000)
    #expect(readingError(json).hasPrefix("is no JSON"))
    let evidence = String(repeating: "[", count: 1500) + String(repeating: "]", count: 1500)
    #expect(
      readingError(
        #"{"schema": "bletrace-report/1", "findings": [{"evidence": {"a": \#(evidence)}}]}"#) == "")
  }

  @Test("a report that is cut anywhere is refused, or has lost only its last line feed")
  func cuts() throws {
    let bytes = JSONRenderer.render(Sample.everything)
    for end in stride(from: 0, to: bytes.count - 1, by: 97) {
      #expect(readingError(bytes[..<end]).hasPrefix("is no JSON"), "\(end)")
    }
  }

  @Test("JSON is known by its beginning")
  func beginning() {
    for text in [#"{"schema""#, "{\n  \"", " {\r\n\t\"", "{", "{}"] {
      #expect(JSONReportReader.looksLikeJSON(Array(text.utf8)), "\(text)")
    }
    // The first record of a PacketLogger file may well be 123 octets long.
    for bytes in [[0x7B, 0x00, 0x00, 0x00], Array("btsnoop\0".utf8), [], Array("[{\"".utf8)] {
      #expect(!JSONReportReader.looksLikeJSON(bytes))
    }
  }

  private func readingError(_ text: String) -> String { readingError(Array(text.utf8)[...]) }

  private func readingError(_ bytes: ArraySlice<UInt8>) -> String {
    do throws(ReportReadingError) {
      _ = try JSONReportReader.read(Array(bytes))
      return ""
    } catch {
      return error.message
    }
  }
}
