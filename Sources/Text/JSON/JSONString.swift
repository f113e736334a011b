extension TextBuffer {
  /// Makes what follows the first so many octets the contents of a JSON string.
  ///
  /// Besides what JSON requires, it escapes what `Printable.escape` shows by its code and JSON can
  /// hide: characters that act on text or are invisible, and the commands of job logs, which a
  /// service obeys anywhere in a line. A reader of the JSON gets the same value.
  package mutating func escapeJSON(from start: Int) {
    if !isPlain(from: start) { escape(from: start) }
  }

  private mutating func escape(from start: Int) {
    let written = bytes(from: start)
    cut(to: start)
    var command = LogCommand()
    if written.allSatisfy({ $0 < 0x80 }) {
      for octet in written { append(escaping: Unicode.Scalar(octet), behind: &command) }
    } else {
      for scalar in String(decoding: written, as: UTF8.self).unicodeScalars {
        append(escaping: scalar, behind: &command)
      }
    }
  }

  private mutating func append(escaping scalar: Unicode.Scalar, behind command: inout LogCommand) {
    let isCommand = command.begins(with: scalar.value)
    if isCommand || scalar.breaksText {
      for unit in String(scalar).utf16 {
        append(text: "\\u")
        append(hex: UInt64(unit), digits: 4)
      }
    } else if scalar.isASCII {
      if scalar == "\"" || scalar == "\\" { append(UInt8(ascii: "\\")) }
      append(UInt8(truncatingIfNeeded: scalar.value))
    } else {
      append(contentsOf: String(scalar))
    }
  }
}
