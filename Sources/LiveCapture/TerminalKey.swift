/// A key that was pressed.
package enum TerminalKey: Hashable, Sendable {
  case character(Unicode.Scalar)
  case up, down, left, right, pageUp, pageDown, home, end
  case escape
}

/// Makes keys of the bytes that a terminal sends for them: UTF-8, and escape sequences as xterm and
/// its relatives send them. Bytes may come in pieces; what is no key is passed over.
package struct TerminalKeyDecoder: Sendable {
  /// A sequence is shorter than this, or it is none.
  private static let longestSequence = 32
  private var pending: [UInt8] = []

  package init() {}

  /// Whether the bytes so far may be the escape key, or the beginning of something longer.
  package var isWaiting: Bool { !pending.isEmpty }

  /// The keys that are complete with these bytes.
  package mutating func feed(_ bytes: [UInt8]) -> [TerminalKey] {
    pending += bytes
    var keys: [TerminalKey] = []
    while let (key, count) = first(isEnd: false) {
      pending.removeFirst(count)
      if let key { keys.append(key) }
    }
    return keys
  }

  /// Nothing more came for a while: what waits is all there is.
  package mutating func flush() -> [TerminalKey] {
    var keys: [TerminalKey] = []
    while let (key, count) = first(isEnd: true) {
      pending.removeFirst(count)
      if let key { keys.append(key) }
    }
    return keys
  }

  /// The first key, if it is one, and its bytes; `nil` where more have to come.
  private func first(isEnd: Bool) -> (TerminalKey?, count: Int)? {
    guard let byte = pending.first else { return nil }
    if byte != 0x1B { return character(byte, isEnd: isEnd) }
    guard pending.count > 1 else { return isEnd ? (.escape, 1) : nil }
    switch pending[1] {
    case UInt8(ascii: "["): return controlSequence(isEnd: isEnd)
    case UInt8(ascii: "O"):
      guard pending.count > 2 else { return isEnd ? (nil, 2) : nil }
      return (Self.letters[pending[2]], 3)
    case 0x1B: return (.escape, 1)
    // Alt and a character.
    default: return (nil, 2)
    }
  }

  /// ESC [, parameters 0x30 to 0x3F, intermediate bytes 0x20 to 0x2F, a last byte 0x40 to 0x7E.
  /// ECMA-48,
  /// 5.4.
  private func controlSequence(isEnd: Bool) -> (TerminalKey?, count: Int)? {
    var index = 2
    while index < pending.count, (0x20...0x3F).contains(pending[index]) { index += 1 }
    if index > Self.longestSequence { return (nil, index) }
    guard index < pending.count else { return isEnd ? (nil, index) : nil }
    let last = pending[index]
    // Something else began in the middle of it.
    guard (0x40...0x7E).contains(last) else { return (nil, index) }
    if last != UInt8(ascii: "~") { return (Self.letters[last], index + 1) }
    let number = pending[2..<index].prefix { (0x30...0x39).contains($0) }
    let key: TerminalKey? =
      switch String(decoding: number, as: UTF8.self) {
      case "1", "7": .home
      case "4", "8": .end
      case "5": .pageUp
      case "6": .pageDown
      default: nil
      }
    return (key, index + 1)
  }

  private static let letters: [UInt8: TerminalKey] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "C"): .right,
    UInt8(ascii: "D"): .left, UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end,
  ]

  private func character(_ byte: UInt8, isEnd: Bool) -> (TerminalKey?, count: Int)? {
    let length =
      switch byte {
      case ..<0x80: 1
      case 0xC2..<0xE0: 2
      case 0xE0..<0xF0: 3
      case 0xF0..<0xF5: 4
      default: 0
      }
    guard length > 0 else { return (nil, 1) }
    let continuation = pending.dropFirst().prefix(length - 1)
    let good = continuation.prefix { (0x80..<0xC0).contains($0) }
    if good.count < continuation.count { return (nil, 1 + good.count) }
    if good.count < length - 1 { return isEnd ? (nil, pending.count) : nil }
    let scalars = String(decoding: pending.prefix(length), as: UTF8.self).unicodeScalars
    guard scalars.count == 1, let scalar = scalars.first, scalar != "\u{FFFD}" else {
      return (nil, length)
    }
    return (.character(scalar), length)
  }
}
