import Testing

@testable import Text

@Suite struct PrintableTests {
  @Test(arguments: [
    ("plain", "plain"), ("\u{1B}[0m", #"\x1B[0m"#), ("a\u{202E}b", #"a\u{202E}b"#),
    ("\u{0}\n", #"\x00\x0A"#), ("\u{85}", #"\x85"#), ("\u{E000}", #"\u{E000}"#),
    ("\u{200D}", #"\u{200D}"#), ("\u{E0041}", #"\u{E0041}"#), ("Küche 漢 😀", "Küche 漢 😀"),
    ("##[error]", #"##\x5Berror]"#), ("a ###vso[b[c", #"a ###vso\x5Bb[c"#), ("é##[", #"é##\x5B"#),
    ("# #[a] ##1[b] ##", "# #[a] ##1[b] ##"),
    // Default_Ignorable_Code_Point: drawn as nothing, though some of them are letters and marks.
    ("a\u{FE0F}\u{34F}\u{180B}b", #"a\u{FE0F}\u{34F}\u{180B}b"#),
    ("\u{3164}\u{115F}\u{FFA0}\u{17B4}", #"\u{3164}\u{115F}\u{FFA0}\u{17B4}"#),
    ("\u{AD}\u{E0100}", #"\xAD\u{E0100}"#),
  ])
  func escapesWhatIsNotVisible(_ text: String, _ expected: String) {
    #expect(Printable.escape(text, unicode: true) == expected)
    #expect(Printable.escape(expected, unicode: true) == expected)
  }

  @Test(arguments: [("é", #"\xE9"#), ("850 µs → 2×", "850 us -> 2x"), ("😀", #"\u{1F600}"#)])
  func asciiOnly(_ text: String, _ expected: String) {
    #expect(Printable.escape(text, unicode: false) == expected)
  }

  @Test func quotesCannotBeForged() {
    #expect(Printable.quoted(#"a" \x1B"#) == "\"a\\\"\u{A0}\\\\x1B\"")
  }

  /// A mark makes one character of itself and the space before it; the space is a space to a
  /// terminal.
  @Test func aSpaceWithAMarkIsKept() {
    #expect(Printable.unbroken("a \u{301}b c") == "a\u{A0}\u{301}b\u{A0}c")
    let words = StyledText("a \u{301}b c").words
    #expect(words.map { $0.spans.map(\.text) } == [["a"], ["\u{301}b"], ["c"]])
  }

  @Test(arguments: [
    ("abc", 3), ("é", 1), ("e\u{301}", 1), ("漢字", 4), ("한", 2), ("😀", 2), ("…▁█", 3), ("", 0),
    ("ｱ", 1), ("Ａ", 2),
  ])
  func widths(_ text: String, _ expected: Int) {
    #expect(Printable.width(text) == expected)
  }
}

@Suite struct QuantityTests {
  private func plain(_ text: String) -> String { text.replacing("\u{A0}", with: " ") }

  @Test(arguments: [
    (0, "0 s"), (1, "1 µs"), (999, "999 µs"), (1_000, "1 ms"), (1_256, "1.26 ms"),
    (9_994, "9.99 ms"), (9_996, "10 ms"), (48_750, "48.8 ms"), (999_499, "999 ms"),
    (999_500, "1 s"), (3_209_000, "3.21 s"), (59_949_999, "59.9 s"), (59_950_000, "1 min 00 s"),
    (125_400_000, "2 min 05 s"), (3_725_000_000, "1 h 02 min"), (-1_500, "-1.5 ms"),
    (.max, "2,562,047,788 h 00 min"), (.min, "-2,562,047,788 h 00 min"),
  ])
  func durations(_ us: Int, _ expected: String) {
    #expect(plain(Quantity.duration(us: us)) == expected)
  }

  @Test(arguments: [
    (0, "0.000 s"), (1_204_499, "1.204 s"), (999_500, "1.000 s"), (-20_000, "-0.020 s"),
    (.max, "9223372036854.776 s"), (.min, "-9223372036854.776 s"),
  ])
  func moments(_ us: Int, _ expected: String) {
    #expect(plain(Quantity.moment(us: us)) == expected)
  }

  @Test(arguments: [
    (48_750, "48.75 ms"), (7_500, "7.5 ms"), (328, "0.328 ms"), (720_000, "720 ms"),
    (2_000_000, "2 s"),
  ])
  func intervals(_ us: Int, _ expected: String) {
    #expect(plain(Quantity.interval(us: us)) == expected)
  }

  @Test(arguments: [
    (0, "0 B"), (9_999, "9,999 B"), (10_000, "10 kB"), (12_345, "12.3 kB"), (999_499, "999 kB"),
    (999_500, "1 MB"), (1_234_567_890, "1.23 GB"), (-5, "-5 B"),
  ])
  func bytes(_ value: Int, _ expected: String) {
    #expect(plain(Quantity.bytes(value)) == expected)
  }

  @Test func counts() {
    #expect(Quantity.count(1_234_567) == "1,234,567")
    #expect(Quantity.count(-123) == "-123")
    #expect(Quantity.count(.min) == "-9,223,372,036,854,775,808")
    #expect(plain(Quantity.count(1, "chunk")) == "1 chunk")
    #expect(plain(Quantity.count(0, "chunk")) == "0 chunks")
    #expect(Quantity.handle(0x25) == "0x0025")
    #expect(plain(Quantity.rate(99.6)) == "100 B/s")
    #expect(Quantity.rate(.nan) == "-" && Quantity.rate(1e300) == "-")
  }
}

@Suite struct SparklineTests {
  @Test func scales() {
    let rising: [Double?] = [-80, -70, nil, -50, -40, -30, -20, -10]
    #expect(Sparkline.render(rising, leastSpan: 10, unicode: true) == "▁▂\u{A0}▄▅▆▇█")
    #expect(Sparkline.render([-80, -10], leastSpan: 10, unicode: false) == "_#")
  }

  @Test func noiseStaysInTheMiddle() {
    #expect(Sparkline.render([-60, -60], leastSpan: 10, unicode: true) == "▅▅")
    #expect(Sparkline.render([], leastSpan: 10, unicode: true) == "")
    #expect(Sparkline.render([nil, .nan], leastSpan: 10, unicode: true) == "")
    #expect(Sparkline.render([.infinity, 1], leastSpan: 10, unicode: true) == "\u{A0}▅")
  }
}

@Suite struct PageTests {
  private func output(_ width: Int, _ body: (inout Document) -> Void) -> String {
    pageText(TextOptions(width: width), body)
  }

  @Test func wrapsAndKeepsUnitsTogether() {
    let text = output(20) { $0.paragraph("one two three 30\u{A0}ms four", indent: 2, hanging: 4) }
    #expect(text == "  one two three\n    30 ms four\n")
  }

  @Test func breaksAWordThatHasNoLine() {
    let text = output(20) { $0.paragraph("a bbbbbbbbbbbbbbbbbbbbbbbb c") }
    #expect(text == "a\nbbbbbbbbbbbbbbbbbbbb\nbbbb c\n")
  }

  @Test func cutsAtTheWidthOfWideCharacters() {
    #expect(output(20) { $0.line("漢漢漢漢漢漢漢漢漢漢漢") } == "漢漢漢漢漢漢漢漢漢…\n")
    #expect(output(20) { $0.line("漢漢漢漢漢漢漢漢漢漢") } == "漢漢漢漢漢漢漢漢漢漢\n")
  }

  @Test func itemsAlign() {
    let text = output(30) { $0.items("MTU", ["one two three four", "five"]) }
    #expect(text == "  MTU          one two three\n               four\n               five\n")
  }

  @Test func tableCutsThenFolds() {
    var table = Table([
      .init(title: "id"), .init(title: "name", alignment: .left, minimum: 5),
      .init(title: "extra", rank: 1), .init(title: "empty"),
    ])
    table.add(["1", "a long name", "12345678", ""])
    table.add(["22", "b", "-", ""])
    #expect(
      output(40) { $0.table(table, indent: 0) }
        == "id  name            extra\n 1  a long name  12345678\n22  b                   -\n")
    #expect(
      output(22) { $0.table(table, indent: 0) }
        == "id  name         extra\n 1  a long …  12345678\n22  b                -\n")
    #expect(
      output(20) { $0.table(table, indent: 2) }
        == "  id  name\n   1  a long name\n      extra 12345678\n  22  b\n")
  }
}
