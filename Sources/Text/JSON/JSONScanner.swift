/// Reads the octets of a `JSONCursor`.
struct JSONScanner {
  /// Lists in lists, and objects in those.
  private static let deepest = 2048
  private static let longestNumber = 512
  private static let cutMark = "\u{2026}"

  /// What is kept of the string or the number that is being read.
  private enum Keeping { case nothing, text, number }

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
  /// What was kept, and whether that is not all.
  private var text: [UInt8] = []
  private var isCut = false

  /// The key of the member that was come to last. One that is too long is cut, as a text is.
  private(set) var key: [UInt8] = []
  private var textInAll = 0
  /// Octets of memory that values may still take.
  private(set) var room: Int

  init(room: Int, piece: [UInt8], more: @escaping () -> [UInt8]) {
    self.room = room
    self.piece = piece
    self.more = more
  }

  /// Counts what a value takes.
  mutating func take(_ octets: Int) throws(ReadingFault) {
    guard octets <= room else { throw ReadingFault(.room) }
    room -= octets
  }

  // MARK: - Octets

  private mutating func look() -> UInt8? { at < piece.count ? piece[at] : refill() }

  @inline(never)
  private mutating func refill() -> UInt8? {
    offset += piece.count
    piece = more()
    at = 0
    return piece.first
  }

  /// The next octet that is no blank.
  private mutating func visible() -> UInt8? {
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

  /// What is here is no JSON.
  mutating func fault() -> ReadingFault {
    let isEnd = look() == nil
    return ReadingFault(
      .syntax(line: line, column: max(1, offset + at - lineStart + (isEnd ? 0 : 1))))
  }

  private mutating func pass(_ octet: UInt8) throws(ReadingFault) {
    guard visible() == octet else { throw fault() }
    at += 1
  }

  // MARK: - Values

  /// What comes next is.
  mutating func kind() throws(ReadingFault) -> JSONCursor.Kind {
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
  mutating func enter() throws(ReadingFault) {
    guard depth < Self.deepest else { throw fault() }
    at += 1
    depth += 1
    isFresh = true
  }

  /// Goes to the value of an object's next member; false after the object's end.
  mutating func nextMember() throws(ReadingFault) -> Bool {
    guard try nextPart(before: UInt8(ascii: "}")) else { return false }
    try pass(UInt8(ascii: "\""))
    try keepString()
    swap(&text, &key)
    try pass(UInt8(ascii: ":"))
    return true
  }

  /// Goes to a list's next value; false after the list's end.
  mutating func nextElement() throws(ReadingFault) -> Bool {
    try nextPart(before: UInt8(ascii: "]"))
  }

  private mutating func nextPart(before end: UInt8) throws(ReadingFault) -> Bool {
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
  mutating func string() throws(ReadingFault) -> String {
    at += 1
    try keepString()
    return try kept(text)
  }

  /// A text that is kept, counted.
  mutating func kept(_ octets: [UInt8]) throws(ReadingFault) -> String {
    textInAll += octets.count
    guard textInAll <= JSONCursor.mostText else { throw ReadingFault(.text) }
    // Short ones are in the value itself.
    if octets.count > 15 { try take(octets.count + 32) }
    return String(decoding: octets, as: UTF8.self)
  }

  mutating func bool() throws(ReadingFault) -> Bool {
    let isTrue = look() == UInt8(ascii: "t")
    try word(isTrue ? "true" : "false")
    return isTrue
  }

  mutating func null() throws(ReadingFault) { try word("null") }

  mutating func number() throws(ReadingFault) -> JSONCursor.Number {
    text.removeAll(keepingCapacity: true)
    let isInteger = try number(.number)
    let digits = String(decoding: text, as: UTF8.self)
    if isInteger, let value = Int(digits) { return .integer(value) }
    guard !isInteger, let value = Double(digits), value.isFinite else { throw fault() }
    return .real(value)
  }

  /// Goes past the value that comes next.
  mutating func skip() throws(ReadingFault) {
    switch try kind() {
    case .object:
      try enter()
      while try nextMember() { try skip() }
    case .array:
      try enter()
      while try nextElement() { try skip() }
    case .string:
      at += 1
      try string(.nothing)
    case .number: _ = try number(.nothing)
    case .bool: _ = try bool()
    case .null: try null()
    }
  }

  /// Nothing but blanks comes any more.
  mutating func end() throws(ReadingFault) {
    guard visible() == nil else { throw fault() }
  }

  private mutating func word(_ word: String) throws(ReadingFault) {
    for octet in word.utf8 {
      guard look() == octet else { throw fault() }
      at += 1
    }
  }
}

// MARK: - Numbers and strings

extension JSONScanner {
  /// Reads a number; whether it has neither fraction nor exponent.
  private mutating func number(_ keeping: Keeping) throws(ReadingFault) -> Bool {
    if look() == UInt8(ascii: "-") { try pass(keeping) }
    if look() == UInt8(ascii: "0") { try pass(keeping) } else { try digits(keeping) }
    var isInteger = true
    if look() == UInt8(ascii: ".") {
      isInteger = false
      try pass(keeping)
      try digits(keeping)
    }
    if look() == UInt8(ascii: "e") || look() == UInt8(ascii: "E") {
      isInteger = false
      try pass(keeping)
      if look() == UInt8(ascii: "+") || look() == UInt8(ascii: "-") { try pass(keeping) }
      try digits(keeping)
    }
    return isInteger
  }

  private mutating func pass(_ keeping: Keeping) throws(ReadingFault) {
    guard let octet = look() else { throw fault() }
    try keep(octet, keeping)
    at += 1
  }

  /// Passes what means another octet.
  private mutating func pass(as octet: UInt8, _ keeping: Keeping) throws(ReadingFault) {
    try keep(octet, keeping)
    at += 1
  }

  @inline(__always)
  private mutating func keep(_ octet: UInt8, _ keeping: Keeping) throws(ReadingFault) {
    switch keeping {
    case .nothing: return
    case .text:
      guard text.count < JSONCursor.longestText else {
        isCut = true
        return
      }
    case .number: guard text.count < Self.longestNumber else { throw fault() }
    }
    text.append(octet)
  }

  private mutating func digits(_ keeping: Keeping) throws(ReadingFault) {
    guard let first = look(), Self.isDigit(first) else { throw fault() }
    while let octet = look(), Self.isDigit(octet) {
      try keep(octet, keeping)
      at += 1
    }
  }

  private static func isDigit(_ octet: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(octet)
  }

  /// Keeps what a string says, from after its first quotation mark on: of one that is too long, the
  /// whole characters of its beginning, and the mark.
  private mutating func keepString() throws(ReadingFault) {
    text.removeAll(keepingCapacity: true)
    isCut = false
    try string(.text)
    guard isCut else { return }
    text.removeLast(Self.cutMark.utf8.count)
    while let last = text.last, last & 0xC0 == 0x80 { text.removeLast() }
    if let last = text.last, last >= 0xC0 { text.removeLast() }
    text += Self.cutMark.utf8
  }

  /// Reads a string, in UTF-8, from after its first quotation mark on.
  private mutating func string(_ keeping: Keeping) throws(ReadingFault) {
    while let octet = look() {
      switch octet {
      case UInt8(ascii: "\""):
        at += 1
        return
      case UInt8(ascii: "\\"):
        at += 1
        try escape(keeping)
      case 0x20..<0x80:
        try keep(octet, keeping)
        at += 1
      case 0x80...: try character(octet, keeping)
      default: throw fault()
      }
    }
    throw fault()
  }

  private mutating func escape(_ keeping: Keeping) throws(ReadingFault) {
    switch look() {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): try pass(keeping)
    case UInt8(ascii: "b"): try pass(as: 0x08, keeping)
    case UInt8(ascii: "f"): try pass(as: 0x0C, keeping)
    case UInt8(ascii: "n"): try pass(as: 0x0A, keeping)
    case UInt8(ascii: "r"): try pass(as: 0x0D, keeping)
    case UInt8(ascii: "t"): try pass(as: 0x09, keeping)
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
      for octet in Character(scalar).utf8 { try keep(octet, keeping) }
    default: throw fault()
    }
  }

  /// The four hexadecimal digits of an escape.
  private mutating func codeUnit() throws(ReadingFault) -> UInt32 {
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
  private mutating func character(
    _ first: UInt8, _ keeping: Keeping
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
    try pass(keeping)
    for index in 1..<count {
      let allowed = index == 1 ? second : 0x80...0xBF
      guard let octet = look(), allowed.contains(octet) else { throw fault() }
      try pass(keeping)
    }
  }
}
