import Testing

@testable import Report
@testable import Text

/// JSON is read as RFC 8259 has it, piece by piece, and within a limit.
@Suite struct JSONCursorTests {
  static let whole = [
    "{}", "[]", " [1, -0, 0.5, 1e3, -1.25E-2, 12345678901234567890123] ",
    #"{"a": [true, false, null], "b": {"c": "\"\\\/\b\f\n\r\t\u0000\u20AC\uD83D\uDE00"}}"#,
    "[\"\u{7F}\u{80}\u{7FF}\u{800}\u{FFFF}\u{10000}\u{10FFFF}\"]", "\r\n\t [\n]\n",
    #"{"twice": 1, "twice": 2}"#,
  ]

  @Test("what is JSON", arguments: whole)
  func isWhole(_ text: String) { #expect(isWholeJSON(Array(text.utf8))) }

  static let broken: [[UInt8]] =
    [
      "", " ", "{", "[", "]", "[1,]", "[,1]", "[1 2]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}",
      "[01]", "[+1]", "[1.]", "[.5]", "[1e]", "[--1]", "[tru]", "[nulll]", "[\"a]", "[\"\\x\"]",
      "[\"\\u12\"]", "[\"\\uD800\"]", "[\"\\uD800\\u0041\"]", "[\"\\uDC00\"]", "[\"\n\"]", "[] []",
      "{} x", "1", "\"a\"", "null", "[\u{FEFF}]", "{\"a\":1 \"b\":2}", "[1}", "{\"a\":1]",
    ].map { Array($0.utf8) }
    + [
      // Overlong, a surrogate, beyond the last code point, an octet alone, cut.
      [0xC0, 0x80], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
      [0xF5, 0x80, 0x80, 0x80], [0x80], [0xC2], [0xE2, 0x82], [0xF0, 0x9F, 0x98],
    ].map { [UInt8(ascii: "["), UInt8(ascii: "\"")] + $0 + Array("\"]".utf8) }

  @Test("what is none", arguments: broken)
  func isNotWhole(_ bytes: [UInt8]) {
    #expect(!isWholeJSON(bytes), "\(String(decoding: bytes, as: UTF8.self))")
  }

  @Test func listsInListsEndSomewhere() {
    func nested(_ depth: Int) -> [UInt8] {
      [UInt8](repeating: UInt8(ascii: "["), count: depth)
        + [UInt8](repeating: UInt8(ascii: "]"), count: depth)
    }
    #expect(isWholeJSON(nested(2048)))
    #expect(!isWholeJSON(nested(2049)))
    #expect(!isWholeJSON([UInt8](repeating: UInt8(ascii: "["), count: 1_000_000)))
  }

  @Test("pieces of any length make the same report", arguments: [1, 2, 7, 64])
  func pieces(_ length: Int) throws {
    let bytes = JSONRenderer.render(Sample.everything)
    var rest = bytes[...]
    let json = JSONCursor(room: .max) {
      defer { rest = rest.dropFirst(length) }
      return Array(rest.prefix(length))
    }
    #expect(JSONRenderer.render(try JSONReportReader.read(json)) == bytes)
  }

  @Test func keysInAnyOrderMakeTheSameReport() throws {
    let report = try JSONReportReader.read(
      Array(
        """
        {"findings": [], "captures": [{"records": 3, "new": {"x": [1]}, "path": "a", "format": "b",
        "controllers": [{"name": "n", "index": 2}]}], "later": 1, "schema": "bletrace-report/1",
        "bletrace": "9"}
        """.utf8))
    #expect(report.bletrace == "9" && report.captures.count == 1)
    let capture = report.captures[0]
    #expect(capture.records == 3 && capture.path == "a" && capture.format == "b")
    #expect(capture.controllers.first?.index == 2 && capture.controllers.first?.name == "n")
  }

  @Test func oneWrongOctetAnywhereIsRefusedOrReadAsItStands() {
    let bytes = JSONRenderer.render(Sample.everything, layout: .compact)
    var read = 0
    var refused = 0
    for place in stride(from: 0, to: bytes.count, by: 499) {
      for wrong in "\"[]{},:\\0-.e \u{1}".utf8 + [0xC3, 0xFF] where wrong != bytes[place] {
        var changed = bytes
        changed[place] = wrong
        do throws(ReportReadingError) {
          let report = try JSONReportReader.read(changed)
          #expect(!JSONRenderer.render(report).isEmpty)
          read += 1
        } catch {
          #expect(error.message.hasPrefix("is "))
          refused += 1
        }
      }
    }
    #expect(read > 10 && refused > 100)
  }

  private func message(_ text: String, room: Int) -> String {
    do throws(ReportReadingError) {
      _ = try JSONReportReader.read(JSONCursor(Array(text.utf8), room: room))
      return ""
    } catch {
      return error.message
    }
  }

  private static let longFinding = #"{"message": "\#(String(repeating: "x", count: 4000))"}"#

  /// A few octets that make a large value, each; by what there is much of.
  static let heavy = [
    "connections":
      #""captures": [{"connections": [\#(String(repeating: "{},", count: 9999)){}]}]"#,
    "findings":
      #""findings": [\#([String](repeating: longFinding, count: 300).joined(separator: ","))]"#,
    "lists":
      #""findings": [{"evidence": {"a": [\#(String(repeating: "[],", count: 99_999))[]]}}]"#,
    "evidence":
      #""findings": [{"evidence": {\#((0..<20_000).map { "\"\($0)\": 1" }.joined(separator: ","))}}]"#,
  ]

  @Test("a report that would take too much is refused", arguments: heavy.keys.sorted())
  func room(of what: String) {
    let text = #"{"schema": "bletrace-report/1", "# + Self.heavy[what, default: ""] + "}"
    #expect(
      message(text, room: 1_000_000)
        == "is a report that would take more than 1 MB of memory, and is not read; compare the "
        + "captures themselves, or fewer files at a time")
    #expect(message(text, room: .max) == "")
  }

  @Test func whatIsPassedOverTakesNothing() {
    let text =
      #"{"schema": "bletrace-report/1", "later": "\#(String(repeating: "x", count: 99_999))"}"#
    #expect(message(text, room: 1000) == "")
  }

  @Test func aReportWeighsWhatItHolds() {
    var capture = ReportV1.Capture()
    let empty = capture.weight
    capture.path = String(repeating: "x", count: 1000)
    #expect(capture.weight >= empty + 1000 && capture.weight < empty + 1200)
    capture.connections = (0..<10).map { ReportV1.Connection(id: $0) }
    #expect(capture.weight > empty + 1000 + 10 * MemoryLayout<ReportV1.Connection>.stride)
    #expect((Sample.everything.captures.first?.weight ?? 0) > empty)
  }
}
