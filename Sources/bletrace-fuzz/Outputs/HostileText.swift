import BletraceTestSupport

/// Makes up texts that try to break out of every syntax that the program writes.
struct HostileText {
  private var random: SeededRandom

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
  }

  /// What begins, ends or separates something in Markdown, XML, JSON, SARIF, the logs of jobs, a
  /// terminal or a shell.
  private static let syntax: [String] = [
    "<img src=//e.x>", "</code>", "<!--", "-->", "--", "]]>", "<![CDATA[", "<?x?>", "&lt;", "&#27;",
    "&",
    "[x](//evil)", "![x](y)", "[1]", "[[a]]", "<https://e.x>", "https://e.x/a", "www.e.x", "a@e.x",
    "@org/team", "@all", "#12", "GH-12", "o/r#1", ":+1:", "**b**", "_i_", "~~s~~", "$`x`$", "\\",
    "\\`",
    "|", "\\|", "\\\\|", "| - |", "# ", "> ", "- ", "1. ", "    ", "***", "---", "```\n", "~~~\n",
    "::error::x", "::stop-commands::x", "##[error]", "##vso[task.complete]", "##teamcity[x", "##",
    "[",
    "%0A", "%0D%0A::error::", "%25", ":", ",", "\"", "'", "\\\"", "\\u0022", "\\ud800", "{", "}",
    "null",
    "$(id)", "${x}", ";", "\u{1B}[31m", "\u{1B}]0;x\u{07}", "\u{9B}0m", ".Dd", "'\\\"",
  ]

  private static let breaks: [String] = [
    "\n", "\r", "\r\n", "\n\n", "\t", "\u{0}", "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}",
    " ",
    "  ", "\u{A0}", "\u{3000}", "\u{2003}",
  ]

  /// What joins the character before it to one `Character`, or is not seen.
  private static let marks: [String] = [
    "\u{FE0F}", "\u{FE00}", "\u{E0100}", "\u{301}", "\u{20DD}", "\u{338}", "\u{34F}", "\u{200D}",
    "\u{200C}",
    "\u{200B}", "\u{2060}", "\u{FEFF}", "\u{AD}", "\u{180B}", "\u{3164}", "\u{115F}", "\u{E0041}",
    "\u{202E}",
    "\u{2066}", "\u{1F3FB}", "\u{93E}", "\u{1160}", "\u{FFA0}", "\u{17B4}",
  ]

  private static let words = [
    "BCS", "a", "Küche", "漢字", "😀", "\u{FFFE}", "\u{E000}", "\u{10FFFF}", "ﬀ", "İ",
  ]

  /// One text; one of 40 is longer than any name may be.
  mutating func next() -> String {
    var text = ""
    for _ in 0..<Int.random(in: 1...8, using: &random) { text += piece() }
    guard Int.random(in: 0..<40, using: &random) == 0 else { return text }
    return String(repeating: text, count: Int.random(in: 2...20, using: &random))
  }

  private mutating func piece() -> String {
    var piece =
      switch Int.random(in: 0..<10, using: &random) {
      case 0...3: pick(Self.syntax)
      case 4...5: String(repeating: "`", count: Int.random(in: 1...9, using: &random))
      case 6: pick(Self.breaks)
      case 7: pick(Self.marks)
      case 8: String(scalar)
      default: pick(Self.words)
      }
    // A mark after any of its characters.
    if Int.random(in: 0..<3, using: &random) == 0 {
      var scalars = Array(piece.unicodeScalars)
      let index = Int.random(in: 0...scalars.count, using: &random)
      scalars.insert(contentsOf: pick(Self.marks).unicodeScalars, at: index)
      piece = String(String.UnicodeScalarView(scalars))
    }
    return piece
  }

  private mutating func pick(_ list: [String]) -> String {
    list[Int.random(in: 0..<list.count, using: &random)]
  }

  private var scalar: Unicode.Scalar {
    mutating get {
      let highest: UInt32 = [0xFF, 0x3000, 0xFFFF, 0x10FFFF][Int.random(in: 0..<4, using: &random)]
      return Unicode.Scalar(UInt32.random(in: 0...highest, using: &random)) ?? "\u{FFFD}"
    }
  }
}
