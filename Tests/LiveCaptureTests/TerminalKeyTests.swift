import Testing

@testable import LiveCapture

@Suite("Keys of a terminal")
struct TerminalKeyTests {
  static let keys: [(bytes: String, key: TerminalKey)] = [
    ("q", .character("q")), ("é", .character("é")), ("漢", .character("漢")),
    ("😀", .character("😀")), (" ", .character(" ")),
    // xterm, and its application mode
    ("\u{1B}[A", .up), ("\u{1B}[B", .down), ("\u{1B}[C", .right), ("\u{1B}[D", .left),
    ("\u{1B}OA", .up), ("\u{1B}OB", .down),
    ("\u{1B}[5~", .pageUp), ("\u{1B}[6~", .pageDown),
    // xterm; rxvt and the Linux console
    ("\u{1B}[H", .home), ("\u{1B}[F", .end), ("\u{1B}[1~", .home), ("\u{1B}[4~", .end),
    ("\u{1B}[7~", .home), ("\u{1B}[8~", .end),
    // with Control or Shift held
    ("\u{1B}[1;5A", .up), ("\u{1B}[6;2~", .pageDown),
  ]

  @Test("each is recognized by its bytes", arguments: keys)
  func whole(bytes: String, key: TerminalKey) {
    var decoder = TerminalKeyDecoder()
    #expect(decoder.feed(Array(bytes.utf8)) == [key])
    #expect(!decoder.isWaiting)
  }

  @Test("the bytes may come one by one", arguments: keys)
  func split(bytes: String, key: TerminalKey) {
    var decoder = TerminalKeyDecoder()
    let found = bytes.utf8.flatMap { decoder.feed([$0]) }
    #expect(found == [key])
  }

  @Test("all of them in a row, in pieces of every size")
  func stream() {
    let bytes = Self.keys.flatMap { Array($0.bytes.utf8) }
    for size in 1...9 {
      var decoder = TerminalKeyDecoder()
      var found: [TerminalKey] = []
      for start in stride(from: 0, to: bytes.count, by: size) {
        found += decoder.feed(Array(bytes[start..<min(start + size, bytes.count)]))
      }
      #expect(found == Self.keys.map(\.key))
    }
  }

  @Test("the escape key is one when nothing follows it")
  func escape() {
    var decoder = TerminalKeyDecoder()
    #expect(decoder.feed([0x1B]) == [])
    #expect(decoder.isWaiting)
    #expect(decoder.flush() == [.escape])
    #expect(!decoder.isWaiting)
    #expect(decoder.feed([0x1B, 0x1B, 0x5B, 0x41]) == [.escape, .up])
  }

  @Test("what is no key is passed over, and what follows it is not lost")
  func others() {
    for bytes in ["\u{1B}[200~", "\u{1B}[M", "\u{1B}x", "\u{1B}[?62;1c", "\u{1B}OP", "\u{1B}[15~"] {
      var decoder = TerminalKeyDecoder()
      #expect(decoder.feed(Array((bytes + "j").utf8)) == [.character("j")])
    }
    var decoder = TerminalKeyDecoder()
    #expect(decoder.feed([0xFF, 0xC3, 0x28, 0x6A]) == [.character("("), .character("j")])
    #expect(decoder.feed([0xED, 0xA0, 0x80, 0x6A]) == [.character("j")])
  }

  @Test("a sequence that never ends is given up")
  func endless() {
    var decoder = TerminalKeyDecoder()
    for _ in 0..<1000 {
      #expect(decoder.feed([0x1B, 0x5B] + [UInt8](repeating: 0x31, count: 40)) == [])
    }
    _ = decoder.flush()
    #expect(decoder.feed([0x71]) == [.character("q")])
  }

  @Test("any bytes leave the decoder in order")
  func anything() {
    var state: UInt32 = 1
    var decoder = TerminalKeyDecoder()
    for _ in 0..<20_000 {
      state = state &* 1_664_525 &+ 1_013_904_223
      let byte = UInt8(truncatingIfNeeded: state >> 24)
      _ = decoder.feed([state % 3 == 0 ? 0x1B : byte])
    }
    _ = decoder.flush()
    #expect(!decoder.isWaiting)
    #expect(decoder.feed([0x71]) == [.character("q")])
  }
}

@Suite("The picture on a terminal")
struct TerminalPictureTests {
  private func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "^")
  }

  @Test("only lines that are different are sent")
  func differences() {
    var picture = TerminalPicture()
    #expect(
      text(picture.change(to: ["a", "", "c"], columns: 5, rows: 3))
        == "^[?2026h^[0m^[2J^[1;1H^[Ka^[3;1H^[Kc^[?2026l")
    #expect(picture.change(to: ["a", "", "c"], columns: 5, rows: 3) == [])
    #expect(
      text(picture.change(to: ["a", "b", "c"], columns: 5, rows: 3))
        == "^[?2026h^[2;1H^[Kb^[?2026l")
    #expect(
      text(picture.change(to: ["", "b", "c"], columns: 5, rows: 3)) == "^[?2026h^[1;1H^[K^[?2026l")
  }

  @Test("a terminal of another size is drawn anew, and so is one that was forgotten")
  func anew() {
    var picture = TerminalPicture()
    _ = picture.change(to: ["a", "b"], columns: 5, rows: 2)
    let drawn = "^[?2026h^[0m^[2J^[1;1H^[Ka^[?2026l"
    #expect(text(picture.change(to: ["a", "b"], columns: 5, rows: 1)) == drawn)
    #expect(text(picture.change(to: ["a", "b"], columns: 6, rows: 1)) == drawn)
    picture.forget()
    #expect(text(picture.change(to: ["a", "b"], columns: 6, rows: 1)) == drawn)
    #expect(picture.change(to: [], columns: 0, rows: 0).count > 0)
  }
}
