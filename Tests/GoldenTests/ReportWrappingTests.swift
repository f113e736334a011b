import Foundation
import Rendering
import Report
import Testing
import Text

/// A number that is not on the line of its unit is misread.
@Suite("No number is split from its unit")
struct ReportWrappingTests {
  @Test("in the report of any sample", arguments: SampleGoldenTests.captures)
  func samples(capture: String) throws {
    let report = try SampleGoldenTests.report(capture)
    for width in stride(from: 60, through: 120, by: 4) {
      for extent in [ReportExtent.brief, .full] {
        let text = TextRenderer.render(report, options: TextOptions(width: width), extent: extent)
        let splits = Self.splits(String(decoding: text, as: UTF8.self), width)
        #expect(splits.isEmpty, "\(width) columns")
      }
    }
  }

  @Test("and one that is split is found")
  func found() {
    #expect(Self.splits("  a pause of 30\n    ms, of handle\n", 15) == ["a pause of 30 | ms,"])
    #expect(Self.splits("  a pause of 30\n    ms, of handle\n    0x0010", 15).count == 2)
    #expect(Self.splits("  a pause of 30\n  ms\n", 80).isEmpty)
    #expect(Self.splits("  values of MTU -\n  3 bytes\n", 18).count == 1)
    #expect(Self.splits("  took 4 min\n  34 s\n", 13).count == 1)
  }

  /// Whether it has columns, other than a label at its beginning.
  private static func isRow(_ line: Substring) -> Bool {
    line.drop { $0 == " " }.dropFirst(13).contains("  ")
  }

  /// The ends of lines that belong to what the next line begins with.
  private static func splits(_ text: String, _ width: Int) -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return zip(lines, lines.dropFirst()).compactMap { line, next in
      let word = next.drop { $0 == " " }.prefix { $0 != " " }
      // A line that had room for the word ends by itself, and so does a row of a table.
      guard !word.isEmpty, !isRow(line),
        Printable.width(String(line)) + 1 + Printable.width(String(word)) > width
      else { return nil }
      let end = line.split(separator: " ").suffix(4).joined(separator: " ")
      let isSplit = Printable.keepingUnits("\(end) \(word)").hasSuffix("\u{A0}\(word)")
      return isSplit ? "\(end) | \(word)" : nil
    }
  }
}
