import BletraceTestSupport
import Testing

@testable import Report
@testable import Text

/// Long texts in a report, and in what is printed: their cost grows with their length and not
/// faster.
@Suite struct BoundedTextTests {
  private static func report(message: String) -> [UInt8] {
    Array(
      #"{"schema": "bletrace-report/1", "findings": [{"rule": "x", "message": ""#.utf8)
      + message.utf8 + Array(#""}]}"#.utf8)
  }

  private static func message(_ text: String) throws -> String {
    try #require(try JSONReportReader.read(report(message: text)).findings.first).message
  }

  @Test("a text is cut at a whole character, and ends in a mark", arguments: ["a", "é", "€", "😀"])
  func cut(character: String) throws {
    let whole = String(repeating: "a", count: JSONCursor.longestText)
    #expect(try Self.message(whole) == whole)
    for more in 1..<9 {
      let text =
        String(repeating: "x", count: more)
        + String(repeating: character, count: JSONCursor.longestText)
      let cut = try Self.message(text)
      #expect(cut.utf8.count <= JSONCursor.longestText)
      #expect(cut.utf8.count > JSONCursor.longestText - 12)
      #expect(cut.hasSuffix("\u{2026}") && text.hasPrefix(cut.dropLast()))
      #expect(try Self.message(cut) == cut)
    }
  }

  @Test func aLongKeyIsPassedOver() throws {
    let key = String(repeating: "k", count: 1_000_000)
    let report = try JSONReportReader.read(
      Array("{\"schema\": \"bletrace-report/1\", \"\(key)\": 1, \"bletrace\": \"7\"}".utf8))
    #expect(report.bletrace == "7")
  }

  @Test func aReportOfTextIsRefused() throws {
    let text = String(repeating: "a", count: JSONCursor.longestText)
    let count = JSONCursor.mostText / JSONCursor.longestText
    func report(_ texts: Int) -> [UInt8] {
      let one = "{\"message\": \"\(text)\"}"
      return Array(
        "{\"schema\": \"bletrace-report/1\", \"findings\": [".utf8)
        + Array([String](repeating: one, count: texts).joined(separator: ",").utf8)
        + Array("]}".utf8)
    }
    #expect(throws: Never.self) { try JSONReportReader.read(report(count)) }
    #expect(throws: ReportReadingError.self) { try JSONReportReader.read(report(count + 1)) }
  }

  @Test("a word that is broken has its parts on lines as wide as the page")
  func brokenWord() {
    let word = StyledText("ab", .quiet) + StyledText("cd\u{4E00}e\u{301}fghij")
    func texts(_ first: Int, _ others: Int) -> [String] {
      word.broken(first: first, others: others).map { $0.spans.map(\.text).joined() }
    }
    #expect(texts(3, 4) == ["abc", "d\u{4E00}e\u{301}", "fghi", "j"])
    #expect(texts(0, 1) == ["a", "b", "c", "d", "\u{4E00}", "e\u{301}", "f", "g", "h", "i", "j"])
    #expect(texts(99, 99) == ["abcd\u{4E00}e\u{301}fghij"])
    #expect(StyledText("").broken(first: 3, others: 3).count == 1)
  }

  /// Before, each line copied the rest of the word: a megabyte took minutes.
  @Test("a word of a megabyte is printed")
  func longWord() {
    var text = ""
    let time = processorTime {
      text = pageText { $0.item("Name", StyledText(String(repeating: "\u{85}", count: 250_000))) }
    }
    #expect(time < .seconds(60))
    #expect(text.utf8.count > 1_000_000)
    #expect(text.utf8.split(separator: 0x0A).allSatisfy { $0.count <= 80 })
  }
}
