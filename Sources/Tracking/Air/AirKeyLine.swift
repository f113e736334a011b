import BluetoothProtocol

/// A line of a file with keys: a word that says what it is, the key, and the addresses of its
/// devices, of which only the key is needed.
///
///     ltk 4C68384139F574D836BCF34E9DFB01BF C0:11:22:33:44:55   # a comment
///     passkey 123456
///
/// No error repeats what is in the line.
package enum AirKeyLine: Sendable {
  /// Empty, or a comment.
  case nothing
  case key(AirKey)
  /// Of legacy pairing: from it, and from what pairing sends, the short term key follows.
  case temporaryKey(UInt128)
  /// The same, as 16 octets, in either order.
  case outOfBand(UInt128)

  /// What is wrong with a line.
  package struct Fault: Error, Hashable, Sendable {
    package let message: String
  }

  package init(_ line: Span<UInt8>) throws(Fault) {
    var words = Self.words(of: line)[...]
    guard let first = words.first else {
      self = .nothing
      return
    }
    let kind = Kind(rawValue: String(decoding: first, as: UTF8.self).lowercased())
    if kind != nil { words.removeFirst() }
    guard let text = words.popFirst() else {
      throw Fault(message: "nothing follows the word that says which kind of key it is")
    }
    if kind == .passkey {
      guard let passkey = Self.passkey(text) else {
        throw Fault(message: "a passkey has six decimal digits")
      }
      guard words.isEmpty else { throw Fault(message: "a passkey has no addresses") }
      self = .temporaryKey(UInt128(passkey))
      return
    }
    guard let value = Self.number(text) else {
      throw Fault(
        message: kind == nil
          ? "is no key: a key has 32 hexadecimal digits, and before it may be ltk, stk, session, "
            + "tk, or passkey with six digits"
          : "a key has 32 hexadecimal digits")
    }
    var devices: [DeviceAddress] = []
    for word in words {
      guard devices.count < 2, word.count == 17,
        let device = DeviceAddress(parsing: String(decoding: word, as: UTF8.self))
      else {
        throw Fault(
          message: "at most two addresses may follow a key, such as C0:11:22:33:44:55")
      }
      devices.append(device)
    }
    if kind == .tk {
      self = .outOfBand(value)
      return
    }
    var key = AirKey(value, kind: kind?.ofKey ?? .any, source: .given)
    key.devices = devices
    self = .key(key)
  }

  private enum Kind: String {
    case ltk, stk, session, tk, passkey

    var ofKey: AirKey.Kind { self == .session ? .session : .longTerm }
  }

  /// Between white space, commas and equals signs, up to a number sign.
  private static func words(of line: Span<UInt8>) -> [[UInt8]] {
    var words: [[UInt8]] = []
    var word: [UInt8] = []
    func finish() {
      if !word.isEmpty { words.append(word) }
      word = []
    }
    loop: for index in line.indices {
      switch line[index] {
      case UInt8(ascii: "#"): break loop
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: ","),
        UInt8(ascii: "="):
        finish()
      default: word.append(line[index])
      }
    }
    finish()
    return words
  }

  private static func passkey(_ text: [UInt8]) -> UInt32? {
    guard text.count == 6, text.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return text.reduce(0) { $0 * 10 + UInt32($1 - 0x30) }
  }

  /// 32 hexadecimal digits, after `0x` or not, and colons or hyphens between octets or not.
  private static func number(_ text: [UInt8]) -> UInt128? {
    var digits = text[...]
    if digits.count == 34, digits.starts(with: [0x30, 0x78]) || digits.starts(with: [0x30, 0x58]) {
      digits.removeFirst(2)
    }
    if digits.count == 47 {
      let marks = stride(from: 2, to: 47, by: 3).map { digits[digits.startIndex + $0] }
      guard Set(marks) == [UInt8(ascii: ":")] || Set(marks) == [UInt8(ascii: "-")] else {
        return nil
      }
      digits = digits.indices.filter { $0 % 3 != 2 }.map { digits[$0] }[...]
    }
    guard digits.count == 32 else { return nil }
    var number: UInt128 = 0
    for digit in digits {
      let value: UInt8
      switch digit {
      case 0x30...0x39: value = digit - 0x30
      case 0x41...0x46: value = digit - 0x41 + 10
      case 0x61...0x66: value = digit - 0x61 + 10
      default: return nil
      }
      number = number << 4 | UInt128(value)
    }
    return number
  }
}

extension AirKeys {
  /// What can be wrong with a file of keys, and in which of its lines.
  package struct Fault: Error, Hashable, Sendable {
    package let line: Int
    package let message: String
  }

  /// Octets of a file that are read at most, and of a line.
  package static let mostOctets = 1 << 20
  static let longestLine = 1024

  /// Adds the keys of a file.
  package mutating func add(text: Span<UInt8>) throws(Fault) {
    guard text.count <= Self.mostOctets else {
      throw Fault(line: 1, message: "the file is longer than 1 MB; it is no list of keys")
    }
    var number = 0
    var start = 0
    // What some editors put before UTF-8.
    if text.count >= 3, text[0] == 0xEF, text[1] == 0xBB, text[2] == 0xBF { start = 3 }
    while start < text.count {
      number += 1
      var end = start
      while end < text.count, text[end] != UInt8(ascii: "\n") { end += 1 }
      try add(line: text.extracting(start..<end), number)
      start = end + 1
    }
  }

  private mutating func add(line: Span<UInt8>, _ number: Int) throws(Fault) {
    guard line.count <= Self.longestLine else {
      throw Fault(line: number, message: "the line is longer than any with a key")
    }
    let isAdded: Bool
    do throws(AirKeyLine.Fault) {
      switch try AirKeyLine(line) {
      case .nothing: return
      case .key(let key): isAdded = add(key)
      case .temporaryKey(let key): isAdded = add(temporaryKey: key)
      case .outOfBand(let key): isAdded = add(outOfBand: key)
      }
    } catch {
      throw Fault(line: number, message: error.message)
    }
    if !isAdded {
      throw Fault(
        line: number,
        message: "there are more than \(Self.most) keys or \(Self.mostTemporaryKeys) passkeys")
    }
  }
}
