/// Names by number, kept as one text: names of numbers that follow one another, line by line.
///
///     180A Device Information;;;Heart Rate;Phone Alert Status Service;Battery Service
///     ^    ^ the name of this number, of the next one, and so on; an empty one is none
///     the first number, `keyDigits` upper case hexadecimal digits
///
/// A string literal lies ready in the program file, so a table costs nothing until it is asked.
/// Then it learns where its lines begin; a lookup is a binary search among them and a walk along
/// one line, and makes one string, the answer. The compiler is quick with it too, other than with
/// an array of thousands of pairs.
struct NameTable: Sendable {
  private let keyDigits: Int
  private let text: String
  private let lines: [Int]

  init(keyDigits: Int, _ text: String) {
    self.keyDigits = keyDigits
    self.text = text
    let bytes = text.utf8.span
    var lines = bytes.isEmpty ? [] : [0]
    for index in bytes.indices where bytes[index] == newline { lines.append(index + 1) }
    self.lines = lines
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
    text.split(separator: "\n").flatMap { line in
      let first = UInt64(line.prefix(keyDigits), radix: 16) ?? 0
      return line.dropFirst(keyDigits + 1).split(separator: ";", omittingEmptySubsequences: false)
        .enumerated().map { (first + UInt64($0), String($1)) }.filter { $0.1 != "" }
    }
  }

  private func range(of key: BluetoothUUID) -> Range<Int>? {
    let bytes = text.utf8.span
    // The last line that does not begin after the key comes before `low`.
    var low = 0
    var high = lines.count
    while low < high {
      let middle = (low + high) / 2
      if readKey(at: lines[middle], in: bytes) <= key { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let first = readKey(at: lines[low - 1], in: bytes)
    guard first.high == key.high else { return nil }
    var start = lines[low - 1] + keyDigits + 1
    var namesBefore = key.low - first.low
    while namesBefore > 0 {
      guard start < bytes.count, bytes[start] != newline else { return nil }
      if bytes[start] == separator { namesBefore -= 1 }
      start += 1
    }
    var end = start
    while end < bytes.count, bytes[end] != newline, bytes[end] != separator { end += 1 }
    return start < end ? start..<end : nil
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
private let separator = UInt8(ascii: ";")
