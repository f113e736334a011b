/// Text from the air, made fit for a terminal.
///
/// A device chooses its name freely: escape sequences, characters that turn the line around, or
/// nothing visible. They are shown by their code, never sent to the terminal.
package enum Printable {
  /// Shows what would act on the terminal, or cannot be seen, as `\x1B` or `\u{202E}`. Without
  /// `unicode` the result is ASCII.
  ///
  /// Services that run jobs obey commands such as `##[error]` or `##vso[...]` in their logs,
  /// wherever in a line they are: the bracket is shown by its code.
  package static func escape(_ text: String, unicode: Bool) -> String {
    var command = LogCommand()
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) && !command.begins(with: UInt32($0)) }) {
      return text
    }
    command = LogCommand()
    // Most of the rest are plain but for no-break spaces and the blocks of charts.
    if unicode,
      text.unicodeScalars.allSatisfy({ isPlain($0.value) && !command.begins(with: $0.value) })
    {
      return text
    }
    command = LogCommand()
    var result = ""
    for scalar in text.unicodeScalars {
      if command.begins(with: scalar.value) {
        result += code(of: scalar)
      } else if let plain = scalar.isASCII || unicode ? nil : ascii[scalar] {
        result += plain
      } else if isVisible(scalar) && (unicode || scalar.isASCII || scalar == "\u{A0}") {
        result.unicodeScalars.append(scalar)
      } else {
        result += code(of: scalar)
      }
    }
    return result
  }

  /// A name in quotes. Quotes and backslashes in it are escaped, so that it cannot pretend to end,
  /// or to hold an escape.
  package static func quoted(_ name: String) -> String { quotedPhrase(unbroken(name)) }

  /// The same for a text that may go on in the next line.
  package static func quotedPhrase(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result + "\""
  }

  /// Keeps all of a name's spaces, and keeps it on one line where that is possible.
  package static func unbroken(_ name: String) -> String {
    String(String.UnicodeScalarView(name.unicodeScalars.map { $0 == " " ? "\u{A0}" : $0 }))
  }

  /// How many columns a terminal gives the text: two for the wide characters of East Asia and for
  /// emoji, none for marks that sit on the character before them.
  package static func width(_ text: String) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    return text.unicodeScalars.reduce(0) { $0 + width($1) }
  }

  package static func width(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 || isPlain(scalar.value) { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: return isWide(scalar.value) ? 2 : 1
    }
  }

  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23F3, 0x25FD...0x25FE,
      0x2614...0x2615, 0x2648...0x2653, 0x267F, 0x2693, 0x26A1, 0x26AA...0x26AB,
      0x26BD...0x26BE, 0x26C4...0x26C5, 0x26CE, 0x26D4, 0x26EA, 0x26F2...0x26F3, 0x26F5, 0x26FA,
      0x26FD, 0x2705, 0x270A...0x270B, 0x2728, 0x274C, 0x274E, 0x2753...0x2755, 0x2757,
      0x2795...0x2797, 0x27B0, 0x27BF, 0x2B1B...0x2B1C, 0x2B50, 0x2B55, 0x2E80...0x303E,
      0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,
      0x1F004, 0x1F0CF, 0x1F18E, 0x1F191...0x1F19A, 0x1F1E6...0x1F320, 0x1F32D...0x1FAFF,
      0x20000...0x3FFFD:
      true
    default: false
    }
  }

  /// Whether it is one of those that reports are full of, which are visible and one column wide:
  /// printable ASCII, Latin letters and the no-break space, dashes and the ellipsis, arrows,
  /// blocks.
  static func isPlain(_ value: UInt32) -> Bool {
    switch value {
    case 0x20...0x7E, 0xA0...0xAC, 0xAE...0x24F, 0x2010...0x2027, 0x2190...0x21FF, 0x2500...0x259F:
      true
    default: false
    }
  }

  private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.breaksText { return false }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
      .unassigned:
      return false
    default: return true
    }
  }

  private static func code(of scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    if scalar.value > 0xFF { return "\\u{\(digits)}" }
    return scalar.value < 0x10 ? "\\x0\(digits)" : "\\x\(digits)"
  }

  /// What the messages of this program are written with where there is only ASCII.
  private static let ascii: [Unicode.Scalar: String] = [
    "\u{B5}": "u", "\u{3BC}": "u", "\u{D7}": "x", "\u{2013}": "-", "\u{2014}": "-",
    "\u{2026}": "...", "\u{2192}": "->", "\u{2190}": "<-", "\u{2264}": "<=", "\u{2265}": ">=",
    "\u{2018}": "'", "\u{2019}": "'", "\u{201C}": "'", "\u{201D}": "'", "\u{B1}": "+-",
    "\u{B0}": "deg",
  ]
}
