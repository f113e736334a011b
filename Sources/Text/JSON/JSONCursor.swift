/// Walks one JSON document (RFC 8259) from its beginning to its end, and never holds more of it than
/// a piece: how long it is does not matter. What is made of it is counted, and has a limit.
///
/// A class, as it is handed down through all the values that are read from it in turn.
package final class JSONCursor {
  package enum Kind { case object, array, string, number, bool, null }

  package enum Number {
    /// Without fraction and exponent, of 64 bits.
    case integer(Int)
    case real(Double)
  }

  /// Lists in lists, and objects in those.
  private static let deepest = 2048
  private static let longestNumber = 512
  /// Octets of a text or of a key that are kept, with the mark where one is cut. The longest text that
  /// `analyze` writes, beside a path, has some hundred.
  package static let longestText = 4096
  private static let cutMark = "\u{2026}"
  /// Octets that all texts and kept keys together may have. In the reports on the samples they are
  /// less than a tenth of the file, so that one of 160 MB would still be read.
  package static let mostText = 16_000_000

  private let more: () -> [UInt8]
  private var piece: [UInt8]
  /// Next octet of the piece, and the offset of the piece in the document.
  private var at = 0
  private var offset = 0
  private var line = 1
  private var lineStart = 0
  private var depth = 0
  /// A list or an object was entered, and nothing of it was read.
  private var isFresh = false
  private var text: [UInt8] = []

  /// The key of the member that was come to last. One that is too long is cut, as a text is.
  package private(set) var key: [UInt8] = []
  private var textInAll = 0
  /// Octets of memory that values may still take.
  package private(set) var room: Int

  /// - Parameters:
  ///   - room: octets of memory that may be made of it.
  ///   - more: the next piece of the document; nothing at its end, and from then on.
  package init(room: Int, more: @escaping () -> [UInt8]) {
    self.room = room
    self.more = more
    piece = []
  }

  package convenience init(_ bytes: [UInt8], room: Int) {
    self.init(room: room) { [] }
    piece = bytes
  }

  /// Counts what a value takes.
  package func take(_ octets: Int) throws(ReadingFault) {
    guard octets <= room else { throw ReadingFault(.room) }
    room -= octets
  }

  // MARK: - Octets

  private func look() -> UInt8? { at < piece.count ? piece[at] : refill() }

  @inline(never)
  private func refill() -> UInt8? {
    offset += piece.count
    piece = more()
    at = 0
    return piece.first
  }

  /// The next octet that is no blank.
  private func visible() -> UInt8? {
    while let octet = look() {
      switch octet {
      case 0x20, 0x09, 0x0D: at += 1
      case 0x0A:
        at += 1
        line += 1
        lineStart = offset + at
      default: return octet
      }
    }
    return nil
  }

  /// What stands here is no JSON.
  package func fault() -> ReadingFault {
    let isEnd = look() == nil
    return ReadingFault(
      .syntax(line: line, column: max(1, offset + at - lineStart + (isEnd ? 0 : 1))))
  }

  private func pass(_ octet: UInt8) throws(ReadingFault) {
    guard visible() == octet else { throw fault() }
    at += 1
  }

  // MARK: - Values

  /// What comes next is.
  package func kind() throws(ReadingFault) -> Kind {
    switch visible() {
    case UInt8(ascii: "{"): .object
    case UInt8(ascii: "["): .array
    case UInt8(ascii: "\""): .string
    case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
    case UInt8(ascii: "n"): .null
    case UInt8(ascii: "-"): .number
    case let octet? where Self.isDigit(octet): .number
    default: throw fault()
    }
  }

  /// Goes into the object or the list that comes next.
  package func enter() throws(ReadingFault) {
    guard depth < Self.deepest else { throw fault() }
    at += 1
    depth += 1
    isFresh = true
  }

  /// Goes to the value of an object's next member; false behind the object's end.
  package func nextMember() throws(ReadingFault) -> Bool {
    guard try nextPart(before: UInt8(ascii: "}")) else { return false }
    try pass(UInt8(ascii: "\""))
    try string(keepingIn: &key)
    try pass(UInt8(ascii: ":"))
    return true
  }

  /// Goes to a list's next value; false behind the list's end.
  package func nextElement() throws(ReadingFault) -> Bool {
    try nextPart(before: UInt8(ascii: "]"))
  }

  private func nextPart(before end: UInt8) throws(ReadingFault) -> Bool {
    let octet = visible()
    defer { isFresh = false }
    if octet == end {
      at += 1
      depth -= 1
      return false
    }
    if !isFresh { try pass(UInt8(ascii: ",")) }
    return true
  }

  /// The text that comes next; one that is too long is cut, and ends in a mark.
  package func string() throws(ReadingFault) -> String {
    at += 1
    try string(keepingIn: &text)
    return try kept(text)
  }

  /// A text that is kept, counted.
  package func kept(_ octets: [UInt8]) throws(ReadingFault) -> String {
    textInAll += octets.count
    guard textInAll <= Self.mostText else { throw ReadingFault(.text) }
    // Short ones are in the value itself.
    if octets.count > 15 { try take(octets.count + 32) }
    return String(decoding: octets, as: UTF8.self)
  }

  package func bool() throws(ReadingFault) -> Bool {
    let isTrue = look() == UInt8(ascii: "t")
    try word(isTrue ? "true" : "false")
    return isTrue
  }

  package func null() throws(ReadingFault) { try word("null") }

  package func number() throws(ReadingFault) -> Number {
    text.removeAll(keepingCapacity: true)
    let isInteger = try number { octet throws(ReadingFault) in
      guard text.count < Self.longestNumber else { throw fault() }
      text.append(octet)
    }
    let digits = String(decoding: text, as: UTF8.self)
    if isInteger, let value = Int(digits) { return .integer(value) }
    guard !isInteger, let value = Double(digits), value.isFinite else { throw fault() }
    return .real(value)
  }

  /// Goes behind the value that comes next.
  package func skip() throws(ReadingFault) {
    switch try kind() {
    case .object:
      try enter()
      while try nextMember() { try skip() }
    case .array:
      try enter()
      while try nextElement() { try skip() }
    case .string:
      at += 1
      try string { _ in }
    case .number: _ = try number { _ in }
    case .bool: _ = try bool()
    case .null: try null()
    }
  }

  /// Nothing but blanks comes any more.
  package func end() throws(ReadingFault) {
    guard visible() == nil else { throw fault() }
  }

  private func word(_ word: String) throws(ReadingFault) {
    for octet in word.utf8 {
      guard look() == octet else { throw fault() }
      at += 1
    }
  }
}

// MARK: - Numbers and strings

extension JSONCursor {
  /// Hands over a number's characters; whether it has neither fraction nor exponent.
  private func number(
    _ keep: (UInt8) throws(ReadingFault) -> Void
  ) throws(ReadingFault) -> Bool {
    if look() == UInt8(ascii: "-") { try pass(keep) }
    if look() == UInt8(ascii: "0") { try pass(keep) } else { try digits(keep) }
    var isInteger = true
    if look() == UInt8(ascii: ".") {
      isInteger = false
      try pass(keep)
      try digits(keep)
    }
    if look() == UInt8(ascii: "e") || look() == UInt8(ascii: "E") {
      isInteger = false
      try pass(keep)
      if look() == UInt8(ascii: "+") || look() == UInt8(ascii: "-") { try pass(keep) }
      try digits(keep)
    }
    return isInteger
  }

  private func pass(_ keep: (UInt8) throws(ReadingFault) -> Void) throws(ReadingFault) {
    guard let octet = look() else { throw fault() }
    try keep(octet)
    at += 1
  }

  private func digits(_ keep: (UInt8) throws(ReadingFault) -> Void) throws(ReadingFault) {
    guard let first = look(), Self.isDigit(first) else { throw fault() }
    while let octet = look(), Self.isDigit(octet) {
      try keep(octet)
      at += 1
    }
  }

  private static func isDigit(_ octet: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(octet)
  }

  /// Keeps what a string says, from behind its first quotation mark on: of one that is too long, the
  /// whole characters of its beginning, and the mark.
  private func string(keepingIn octets: inout [UInt8]) throws(ReadingFault) {
    octets.removeAll(keepingCapacity: true)
    var isCut = false
    try string { octet in
      if octets.count < Self.longestText { octets.append(octet) } else { isCut = true }
    }
    guard isCut else { return }
    octets.removeLast(Self.cutMark.utf8.count)
    while let last = octets.last, last & 0xC0 == 0x80 { octets.removeLast() }
    if let last = octets.last, last >= 0xC0 { octets.removeLast() }
    octets += Self.cutMark.utf8
  }

  /// Hands over what a string says, in UTF-8, from behind its first quotation mark on.
  private func string(_ keep: (UInt8) throws(ReadingFault) -> Void) throws(ReadingFault) {
    while let octet = look() {
      switch octet {
      case UInt8(ascii: "\""):
        at += 1
        return
      case UInt8(ascii: "\\"):
        at += 1
        try escape(keep)
      case 0x20..<0x80:
        try keep(octet)
        at += 1
      case 0x80...: try character(octet, keep)
      default: throw fault()
      }
    }
    throw fault()
  }

  private func escape(_ keep: (UInt8) throws(ReadingFault) -> Void) throws(ReadingFault) {
    switch look() {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): try pass(keep)
    case UInt8(ascii: "b"): try pass { _ throws(ReadingFault) in try keep(0x08) }
    case UInt8(ascii: "f"): try pass { _ throws(ReadingFault) in try keep(0x0C) }
    case UInt8(ascii: "n"): try pass { _ throws(ReadingFault) in try keep(0x0A) }
    case UInt8(ascii: "r"): try pass { _ throws(ReadingFault) in try keep(0x0D) }
    case UInt8(ascii: "t"): try pass { _ throws(ReadingFault) in try keep(0x09) }
    case UInt8(ascii: "u"):
      at += 1
      var value = try codeUnit()
      if 0xD800..<0xDC00 ~= value {
        guard look() == UInt8(ascii: "\\") else { throw fault() }
        at += 1
        guard look() == UInt8(ascii: "u") else { throw fault() }
        at += 1
        let low = try codeUnit()
        guard 0xDC00..<0xE000 ~= low else { throw fault() }
        value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(value) else { throw fault() }
      for octet in Character(scalar).utf8 { try keep(octet) }
    default: throw fault()
    }
  }

  /// The four hexadecimal digits of an escape.
  private func codeUnit() throws(ReadingFault) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let octet = look(), let digit = Character(Unicode.Scalar(octet)).hexDigitValue else {
        throw fault()
      }
      value = value << 4 | UInt32(digit)
      at += 1
    }
    return value
  }

  /// A character of more than one octet, as UTF-8 has them. Unicode 16, table 3-7.
  private func character(
    _ first: UInt8, _ keep: (UInt8) throws(ReadingFault) -> Void
  ) throws(ReadingFault) {
    let (count, second): (Int, ClosedRange<UInt8>)
    switch first {
    case 0xC2...0xDF: (count, second) = (2, 0x80...0xBF)
    case 0xE0: (count, second) = (3, 0xA0...0xBF)
    case 0xED: (count, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (count, second) = (3, 0x80...0xBF)
    case 0xF0: (count, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (count, second) = (4, 0x80...0xBF)
    case 0xF4: (count, second) = (4, 0x80...0x8F)
    default: throw fault()
    }
    try pass(keep)
    for place in 1..<count {
      let allowed = place == 1 ? second : 0x80...0xBF
      guard let octet = look(), allowed.contains(octet) else { throw fault() }
      try pass(keep)
    }
  }
}

/// Whether the octets are one whole JSON object or list.
package func isWholeJSON(_ bytes: [UInt8]) -> Bool {
  let json = JSONCursor(bytes, room: 0)
  do throws(ReadingFault) {
    guard try [.object, .array].contains(json.kind()) else { return false }
    try json.skip()
    try json.end()
    return true
  } catch {
    return false
  }
}
