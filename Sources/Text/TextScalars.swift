extension Unicode.Scalar {
  /// Characters that a terminal or an editor acts upon or draws as nothing: controls, line
  /// separators, and Unicode's Default_Ignorable_Code_Point, which has those that change the
  /// direction of the text around them, joiners, variation selectors, tags and fillers. A device
  /// may put any of them into its name, also so that two names look the same.
  package var breaksText: Bool {
    switch value {
    case 0x00...0x1F, 0x7F...0x9F, 0x2028, 0x2029: true
    case 0x20...0x7E: false
    default: properties.isDefaultIgnorableCodePoint
    }
  }
}

/// The beginning of a command in the log of a job: two number signs, letters or none, a bracket.
package struct LogCommand {
  private var signs = 0
  private var isName = false

  /// Whether this character, after those before it, completes one.
  package mutating func begins(with character: UInt32) -> Bool {
    switch character {
    case 0x23:
      signs += 1
      isName = signs >= 2
    case 0x41...0x5A, 0x61...0x7A: signs = 0
    case 0x5B where isName:
      self = LogCommand()
      return true
    default: self = LogCommand()
    }
    return false
  }
}

extension String {
  /// Like `hasSuffix`, which compares by `Character`: there a mark hides the letter before it.
  package func endsWith(_ end: String) -> Bool {
    utf8.suffix(end.utf8.count).elementsEqual(end.utf8)
  }

  /// Without the last so many scalars.
  package func dropLastScalars(_ count: Int) -> String { String(unicodeScalars.dropLast(count)) }
}

extension [UInt8] {
  /// As much of a text in UTF-8 as so many octets hold, without a character that is cut.
  package func wholeCharacters(upTo limit: Int) -> ArraySlice<UInt8> {
    guard count > limit else { return self[...] }
    var end = limit
    // An octet of the form 10xxxxxx goes on with a character.
    while end > 0, self[end] & 0xC0 == 0x80 { end -= 1 }
    return self[..<end]
  }
}
