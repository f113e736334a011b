import BletraceTestSupport
import Testing
import Text

/// With colours a paragraph is taken apart into words; without them most are not. Both ways have to
/// end in the same lines.
@Suite("Paragraphs without colours")
struct PlainParagraphTests {
  private static let words = [
    "a", "of", "value", "0x0012,", "#12", "#12–#34", "::error", ":", "::", "##[group]", "##vso[x]",
    "12\u{A0}ms", "\u{A0}", "\u{A0}x", "x\u{A0}", "→", "é", "漢字", "e\u{301}", "\u{1B}[1m", "…", "",
    "a-word-that-is-longer-than-the-line/and/has/parts.of.it", "µs", "“quoted”",
  ]

  private static func text(_ random: inout SeededRandom) -> StyledText {
    var text = StyledText("")
    for _ in 0..<random.within(0...24) {
      let style: TextStyle = random.below(3) == 0 ? .quiet : .plain
      text += StyledText(words[random.below(words.count)], style)
      if random.below(8) > 0 { text += StyledText(" ", style) }
    }
    return text
  }

  private static func printed(_ document: Document, _ options: TextOptions) -> String {
    var document = document
    var page = Page(options)
    page.write(&document)
    return String(decoding: page.takeBytes(), as: UTF8.self)
  }

  /// Without the codes that switch colours.
  private static func plain(_ text: String) -> String {
    var plain = String.UnicodeScalarView()
    var isCode = false
    for scalar in text.unicodeScalars {
      if scalar == "\u{1B}" { isCode = true }
      if !isCode { plain.append(scalar) }
      if scalar == "m" { isCode = false }
    }
    return String(plain)
  }

  @Test("have the lines of those with colours", arguments: 0..<8)
  func same(_ seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    for _ in 0..<500 {
      var document = Document()
      let text = Self.text(&random)
      let indent = random.below(6)
      switch random.below(3) {
      case 0: document.item(random.below(2) == 0 ? "label" : "", text, indent: indent)
      case 1: document.paragraph(text, indent: indent, hanging: random.below(30))
      default:
        document.paragraph(
          text, end: Self.text(&random), indent: indent, hanging: random.below(30),
          most: random.within(1...4))
      }
      var options = TextOptions(width: random.within(20...60), unicode: random.below(4) > 0)
      let withoutColors = Self.printed(document, options)
      options.color = true
      let colored = Self.plain(Self.printed(document, options))
      #expect(withoutColors == colored)
    }
  }
}
