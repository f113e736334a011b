import Testing

@testable import Text

@Suite("A document that fits") struct FittedDocumentTests {
  private func page(_ lines: Int, _ body: (inout FittedDocument<String>) -> Void) -> [String] {
    var fitted = FittedDocument<String>(
      lines: lines, TextOptions(width: 20), elsewhere: "elsewhere")
    body(&fitted)
    var page = Page(TextOptions(width: 20))
    fitted.write(to: &page)
    return String(decoding: page.bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  /// So many lines of one letter.
  private func rows(_ letter: String) -> (Int, inout Document) -> Void {
    { count, document in
      for _ in 0..<count { document.line(StyledText(letter)) }
    }
  }

  @Test func whatMattersIsExtendedFirst() {
    let lines = page(5) {
      $0.add("a", rows("a"))
      $0.add("b", extent: 1, rows("b"))
      $0.extend("b", to: 3)
      $0.extend("a", to: 3)
      $0.extend("a", to: 2)
      // There is no room for that.
      $0.extend("b", to: 4)
      #expect($0.shows("a") && $0.shows("b"))
    }
    #expect(lines == ["a", "a", "b", "b", "b"])
  }

  @Test func aPartIsNeverShortened() {
    let lines = page(3) {
      $0.add("a", rows("a"))
      $0.extend("a", to: 3)
      $0.extend("a", to: 1)
    }
    #expect(lines == ["a", "a", "a"])
  }

  @Test func linesAreKeptForWhatComesLast() {
    let lines = page(3) {
      $0.add("a", rows("a"))
      $0.reserve(2)
      $0.extend("a", to: 1)
      $0.extend("a", to: 2)
      $0.release(2)
      $0.add("end", extent: 2, rows("e"))
    }
    #expect(lines == ["a", "e", "e"])
  }

  @Test func whatIsLeftOutIsElsewhere() {
    let lines = page(3) {
      $0.add("a", extent: 1) { $1.more($0, "thing") }
    }
    #expect(lines == ["… and 1 more thing …"])
  }

  @Test func linesAreCountedAsTheyArePrinted() {
    var document = Document()
    document.skip()
    document.paragraph("one two three four five six seven", indent: 2)
    document.skip()
    document.skip()
    var table = Table([
      .init(title: "id"), .init(title: "a very long title", alignment: .left, rank: 1),
    ])
    table.add(["1", "something"])
    document.table(table, total: 7)
    for width in [20, 33, 80] {
      for color in [true, false] {
        let options = TextOptions(width: width, color: color)
        var page = Page(options)
        var copy = document
        var before = Document()
        before.line("before")
        page.write(&before)
        page.write(&copy)
        #expect(
          Page.lines(of: document, options) == page.bytes.count { $0 == UInt8(ascii: "\n") } - 1)
      }
    }
    #expect(Page.lines(of: document, TextOptions(width: 80)) == 6)
  }

  @Test func aParagraphOfLimitedLength() {
    func text(_ most: Int) -> String {
      pageText(TextOptions(width: 20)) {
        $0.paragraph("one two three four five six seven", hanging: 2, most: most)
      }
    }
    #expect(text(.max) == "one two three four\n  five six seven\n")
    #expect(text(2) == text(.max))
    #expect(text(1) == "one two three four …\n")
    let word = pageText(TextOptions(width: 20)) {
      $0.paragraph(StyledText(String(repeating: "x", count: 99)), most: 2)
    }
    #expect(word == "xxxxxxxxxxxxxxxxxxxx\nxxxxxxxxxxxxxxxxxxx…\n")
  }

  @Test func aTableWithoutLinesBelowItsRows() {
    var table = Table([
      .init(title: "id"), .init(title: "words", alignment: .left, rank: 1),
    ])
    table.add(["1", "one two three four five six"])
    func text(_ lines: Int) -> String {
      table.linesBelowRow = lines
      return pageText(TextOptions(width: 20)) { $0.table(table, indent: 0) }
    }
    #expect(text(0) == "id\n 1\n")
    #expect(text(1) == "id\n 1\n    words one two …\n")
    #expect(text(9) == "id\n 1\n    words one two\n    three four five\n    six\n")
  }
}
