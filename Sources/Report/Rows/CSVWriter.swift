import Bytes
import Text

/// Comma-separated values, as RFC 4180 describes them: UTF-8, lines that end with CR LF, and quotes
/// around a cell that needs them.
///
/// A spreadsheet takes a cell that begins with `=`, `+`, `-` or `@` for a formula, and a device
/// chooses its name freely: an apostrophe before such a text makes it a text again. Characters that
/// act on a terminal or cannot be seen are shown by their code, so that a row is always one line.
package struct CSVWriter: Sendable {
  private static let digits = Array("0123456789ABCDEF".utf8)

  private var text: [UInt8] = []
  private var isAtStart = true

  package init() {}

  package var count: Int { text.count }
  package var bytes: [UInt8] { text }

  /// What was written, which is not here any more then.
  package mutating func take() -> [UInt8] {
    let bytes = text
    text = []
    return bytes
  }

  private mutating func beginCell() {
    if !isAtStart { text.append(UInt8(ascii: ",")) }
    isAtStart = false
  }

  package mutating func empty() { beginCell() }

  /// A text that may come from elsewhere.
  package mutating func cell(_ value: String) {
    beginCell()
    let shown = Self.withoutFormulas(Printable.escape(value, unicode: true))
    let isQuoted = shown.utf8.contains {
      $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"")
    }
    if isQuoted { text.append(UInt8(ascii: "\"")) }
    for octet in shown.utf8 {
      if octet == UInt8(ascii: "\"") { text.append(octet) }
      text.append(octet)
    }
    if isQuoted { text.append(UInt8(ascii: "\"")) }
  }

  /// The signs that begin a formula, and their wide forms, which some programs take for the same.
  private static let formula: Set<Unicode.Scalar> = [
    "=", "+", "-", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}",
  ]

  /// Where a comma separates decimals, a spreadsheet separates the cells of a file at semicolons
  /// and not at commas, and what follows one inside a text begins a cell: such a semicolon is shown
  /// by its code.
  private static func withoutFormulas(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: formula.contains) else { return text }
    var parts: [String] = []
    // From the end: whether what comes next begins a formula.
    var isBeforeFormula = false
    for scalar in text.unicodeScalars.reversed() {
      switch scalar {
      case ";":
        parts.append(isBeforeFormula ? "\\x3B" : ";")
        isBeforeFormula = false
      case " ", "\"": parts.append(String(scalar))
      default:
        parts.append(String(scalar))
        isBeforeFormula = formula.contains(scalar)
      }
    }
    return (isBeforeFormula ? "'" : "") + parts.reversed().joined()
  }

  /// A word of our own: nothing in it needs quotes.
  package mutating func cell(word: String) {
    beginCell()
    text += word.utf8
  }

  package mutating func cell(_ value: Int?) {
    beginCell()
    if let value { text += String(value).utf8 }
  }

  package mutating func cell(time: TraceTime?) {
    beginCell()
    if let time { text += time.iso8601.utf8 }
  }

  /// Octets as hexadecimal digits.
  package mutating func cell(hex range: ByteRange, in bytes: Span<UInt8>) {
    beginCell()
    for index in range.start..<min(range.end, bytes.count) {
      text.append(Self.digits[Int(bytes[index] >> 4)])
      text.append(Self.digits[Int(bytes[index] & 0xF)])
    }
  }

  package mutating func endRow() {
    text += [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
    isAtStart = true
  }
}
