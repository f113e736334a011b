/// A strict JSON reader for the tests. Unlike others it keeps the order of keys, and refuses a key
/// that occurs twice.
indirect enum JSONDocument: Equatable {
  case null
  case bool(Bool)
  /// The digits as written.
  case number(String)
  case string(String)
  case array([JSONDocument])
  case object([Member])

  struct Member: Equatable {
    var key: String
    var value: JSONDocument
  }

  struct Malformed: Error {
    var offset: Int
  }

  init(_ bytes: [UInt8]) throws {
    var parser = Parser(bytes: bytes)
    self = try parser.value()
    try parser.finish()
  }

  init(_ text: String) throws {
    try self.init(Array(text.utf8))
  }

  subscript(key: String) -> JSONDocument? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.key == key }?.value
  }

  var keys: [String] {
    guard case .object(let members) = self else { return [] }
    return members.map(\.key)
  }

  var elements: [JSONDocument] {
    guard case .array(let elements) = self else { return [] }
    return elements
  }

  var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }
}

private struct Parser {
  let bytes: [UInt8]
  var offset = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }
  private var malformed: JSONDocument.Malformed { .init(offset: offset) }

  mutating func finish() throws {
    skipBlanks()
    if offset != bytes.count { throw malformed }
  }

  mutating func value() throws -> JSONDocument {
    skipBlanks()
    switch next {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""): return .string(try string())
    default: return try word()
    }
  }

  private mutating func skipBlanks() {
    while next == 0x20 || next == 0x0A { offset += 1 }
  }

  private mutating func take(_ byte: Unicode.Scalar) -> Bool {
    skipBlanks()
    guard next == UInt8(ascii: byte) else { return false }
    offset += 1
    return true
  }

  private mutating func object() throws -> JSONDocument {
    offset += 1
    var members: [JSONDocument.Member] = []
    if take("}") { return .object([]) }
    repeat {
      skipBlanks()
      guard next == UInt8(ascii: "\"") else { throw malformed }
      let key = try string()
      guard !members.contains(where: { $0.key == key }), take(":") else { throw malformed }
      members.append(.init(key: key, value: try value()))
    } while take(",")
    guard take("}") else { throw malformed }
    return .object(members)
  }

  private mutating func array() throws -> JSONDocument {
    offset += 1
    var elements: [JSONDocument] = []
    if take("]") { return .array([]) }
    repeat { elements.append(try value()) } while take(",")
    guard take("]") else { throw malformed }
    return .array(elements)
  }

  private mutating func string() throws -> String {
    offset += 1
    var result: [UInt8] = []
    while let byte = next, byte != UInt8(ascii: "\"") {
      offset += 1
      guard byte >= 0x20 else { throw malformed }
      guard byte == UInt8(ascii: "\\") else {
        result.append(byte)
        continue
      }
      let escape = next
      offset += 1
      switch escape {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): result.append(escape ?? 0)
      case UInt8(ascii: "u"):
        var units = [try codeUnit()]
        if UTF16.isLeadSurrogate(units[0]) {
          guard bytes[offset...].starts(with: "\\u".utf8) else { throw malformed }
          offset += 2
          units.append(try codeUnit())
        }
        guard let text = String(validating: units, as: UTF16.self) else { throw malformed }
        result.append(contentsOf: text.utf8)
      default: throw malformed
      }
    }
    guard next == UInt8(ascii: "\""), let text = String(validating: result, as: UTF8.self) else {
      throw malformed
    }
    offset += 1
    return text
  }

  /// The four hexadecimal digits of an escape.
  private mutating func codeUnit() throws -> UInt16 {
    let digits = String(decoding: bytes[offset...].prefix(4), as: UTF8.self)
    guard digits.utf8.count == 4, let unit = UInt16(digits, radix: 16) else { throw malformed }
    offset += 4
    return unit
  }

  private mutating func word() throws -> JSONDocument {
    let start = offset
    while let byte = next, !" \n,]}:".utf8.contains(byte) { offset += 1 }
    let word = String(decoding: bytes[start..<offset], as: UTF8.self)
    switch word {
    case "null": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    default:
      guard word.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/) != nil else {
        throw malformed
      }
      return .number(word)
    }
  }
}
