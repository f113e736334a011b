/// Names by number, kept as one text: a line for each entry, in the order of the keys.
///
///     180D Heart Rate
///     ^    ^ the name, up to the end of the line
///     the key, `keyDigits` upper case hexadecimal digits
///
/// A string literal lies ready in the program file. So a table costs nothing when the program
/// starts and nothing until it is asked; a lookup is a binary search in the text and makes one
/// string, the answer. The compiler is quick with it too, other than with an array of thousands of
/// pairs.
struct NameTable {
  private let keyDigits: Int
  private let text: String

  init(keyDigits: Int, _ text: String) {
    self.keyDigits = keyDigits
    self.text = text
  }

  /// The name of a number with up to 64 bits.
  func name(for key: UInt64) -> String? {
    name(for: BluetoothUUID(high: 0, low: key))
  }

  /// The name of a number with up to 128 bits.
  func name(for key: BluetoothUUID) -> String? {
    guard let name = range(of: key) else { return nil }
    let utf8 = text.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: name.lowerBound)
    let end = utf8.index(start, offsetBy: name.count)
    return String(text[start..<end])
  }

  /// All of them.
  var pairs: [(UInt64, String)] {
    text.split(separator: "\n").map { line in
      (UInt64(line.prefix(keyDigits), radix: 16) ?? 0, String(line.dropFirst(keyDigits + 1)))
    }
  }

  private func range(of key: BluetoothUUID) -> Range<Int>? {
    let bytes = text.utf8.span
    // What is left to search: whole lines, each with its newline, from `start` up to `end`.
    var start = 0
    var end = bytes.count
    while start < end {
      var line = start + (end - start) / 2
      while line > start, bytes[line - 1] != newline { line -= 1 }
      var lineEnd = line + keyDigits
      while lineEnd < bytes.count, bytes[lineEnd] != newline { lineEnd += 1 }

      let found = readKey(at: line, in: bytes)
      if found == key { return line + keyDigits + 1..<lineEnd }
      if found < key { start = lineEnd + 1 } else { end = line }
    }
    return nil
  }

  private func readKey(at line: Int, in bytes: Span<UInt8>) -> BluetoothUUID {
    var high: UInt64 = 0
    var low: UInt64 = 0
    for index in line..<line + keyDigits {
      let digit = UInt64(hexDigitValue(bytes[index]) ?? 0)
      high = high << 4 | low >> 60
      low = low << 4 | digit
    }
    return BluetoothUUID(high: high, low: low)
  }
}

private let newline = UInt8(ascii: "\n")
