/// What a device, a logger or a file may call itself, to break out of wherever its name is shown.
/// Octets, as the air knows no text.
struct HostileName: Sendable, CustomStringConvertible {
  /// For the tests' own log.
  let description: String
  let octets: [UInt8]

  private init(_ description: String, _ octets: [UInt8]) {
    self.description = description
    self.octets = octets
  }

  private init(_ description: String, _ text: String) {
    self.init(description, Array(text.utf8))
  }

  /// Nothing in it is hostile: it must show where the others are shown by their codes.
  static let harmless = HostileName("a harmless name", "Harmless")

  static let all = terminal + invisible + invalid + markup + commands + odd

  static let terminal: [HostileName] = [
    .init(
      "escape sequences", "\u{1B}[31mred\u{1B}]0;title\u{07}\u{1B}P1$qm\u{1B}\\\u{1B}[2J\u{1B}[H"),
    .init("C1 controls in UTF-8", "a\u{9B}31mred\u{9D}0;title\u{9C}\u{90}b"),
    .init("C1 controls, raw", [0x61, 0x9B, 0x33, 0x31, 0x6D, 0x90, 0x9C, 0x9D, 0x30]),
    .init("C0 controls", "shown\rhid\u{07}\u{08}\u{08}\u{7F}\u{0B}\u{0C}\u{0E}\u{0F}b"),
    .init("line breaks", "one\ntwo\r\nthree\tfour\u{85}five\u{2028}six\u{2029}seven"),
  ]

  static let invisible: [HostileName] = [
    .init(
      "bidirectional",
      "a\u{202A}b\u{202B}c\u{202D}d\u{202E}e\u{202C}f\u{2066}g\u{2067}h\u{2068}"
        + "i\u{2069}\u{200E}j\u{200F}k\u{61C}l"),
    .init(
      "zero width",
      "\u{FEFF}a\u{200B}b\u{200C}c\u{200D}d\u{2060}e\u{AD}f\u{FFF9}g\u{FFFB}\u{E0041}\u{E007F}"),
    .init("marks on a letter", "a" + String(repeating: "\u{301}\u{20DD}", count: 40)),
    .init("no characters, private use", "a\u{FFFE}b\u{FFFF}c\u{10FFFF}d\u{E000}e\u{F8FF}f"),
  ]

  static let invalid: [HostileName] = [
    .init("no UTF-8", [0x61, 0xFF, 0xFE, 0x80, 0xBF, 0x62, 0xF0, 0x9F, 0x98]),
    .init(
      "overlong slash and escape",
      [0x2E, 0x2E, 0xC0, 0xAF, 0xE0, 0x80, 0xAF, 0xF0, 0x80, 0x80, 0xAF, 0xC0, 0x9B, 0xC1, 0x9B]),
    .init(
      "surrogates, and beyond Unicode",
      [
        0x61, 0xED, 0xA0, 0x80, 0xED, 0xB0, 0x80, 0xF4, 0x90, 0x80, 0x80, 0xF8, 0x88, 0x80, 0x80,
        0x80,
      ]),
    .init("NUL inside", "a\u{0}\u{1B}[31mb"),
  ]

  static let markup: [HostileName] = [
    .init(
      "XML", "<script>x</script> ]]> <![CDATA[ <!-- --> <?x ?> &lt; &#27; &unknown; & \" y='z'"),
    .init("table cells and backticks", "a | b || c \\| d ``` `x` ``"),
    .init("link", "[link](https://example.com) ![x](y) <https://example.com> @everyone #1 *b* _i_"),
    .init("heading", "# heading\n\n| a |\n| - |"),
  ]

  static let commands: [HostileName] = [
    .init("workflow command", "::error::x"),
    .init("workflow commands on lines of their own", "x\n::error::y\r\n::stop-commands::z"),
    .init("workflow command after a break", "aaaa " + String(repeating: "::error::", count: 22)),
    .init("commands of job logs", "##[error]x ##vso[task.complete]y ###teamcity[z"),
    .init("workflow command behind wide blanks", "\u{2003}\u{3000}::error::x"),
    .init("escapes of workflow commands", "%0A::error file=x,line=1::%0D%25,:"),
    .init(
      "shell",
      "$(touch bletrace-was-here) `touch bletrace-was-here`; touch bletrace-was-here & "
        + "${IFS} > bletrace-was-here %s%n \\\"'\\u001b[31m"),
    .init("option", "--help"),
    .init("parent folders", "../../../../bletrace-was-here"),
    .init("root and home", "/bletrace-was-here ~/x C:\\x \\\\host\\x"),
  ]

  static let odd: [HostileName] = [
    .init("nothing", ""),
    .init("spaces", "   "),
    .init(
      "248 octets, the last character cut",
      Array(String(repeating: "\u{20AC}", count: 83).utf8.prefix(248))),
    .init("248 escapes", [UInt8](repeating: 0x1B, count: 248)),
    .init("emoji", "\u{1F469}\u{200D}\u{1F680} \u{1F1E9}\u{1F1EA}\u{FE0F}"),
  ]
}
