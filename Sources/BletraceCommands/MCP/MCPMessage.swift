import Text

/// A message of JSON-RPC 2.0, as far as the Model Context Protocol uses it.
struct MCPMessage: Equatable {
  /// By what the client knows the answer to its request.
  enum ID: Equatable {
    case string(String)
    case integer(Int)
  }

  /// What an argument of a tool can be.
  enum Value: Equatable {
    case string(String)
    case strings([String])
    case integer(Int)
    case bool(Bool)
  }

  /// Nil for a notification, which gets no answer.
  var id: ID?
  var method: String?
  /// The tool's name, and what it gets, in `tools/call`.
  var tool: String?
  var arguments: [String: Value] = [:]
  /// What the client asks for in `initialize`.
  var protocolVersion: String?
  /// Whether it has an identifier that is neither a text nor an integer, or is too long. One that
  /// is null is refused too: the protocol, unlike JSON-RPC, does not have it.
  private var hasOddID = false
  /// Arguments of a kind that no tool takes, such as an object.
  var oddArguments: [String] = []
}

/// Why a line is no message; the codes are those of JSON-RPC 2.0, section 5.1.
enum MCPFault: Int, Error {
  case noJSON = -32700
  case noRequest = -32600
  case unknownMethod = -32601
  case wrongParameters = -32602
}

extension MCPMessage {
  /// Octets of memory that the values of one message may take.
  private static let room = 4_000_000
  /// Octets of an identifier, which each answer repeats.
  private static let longestID = 1000

  init(_ line: [UInt8]) throws(MCPFault) {
    let json = JSONCursor(line, room: Self.room)
    var isObject = false
    do throws(ReadingFault) {
      isObject = try json.kind() == .object
      if isObject { try read(json) } else { try json.skip() }
      try json.end()
    } catch {
      // It may be JSON that is too much for an answer, such as a number of more than 64 bits.
      throw isWholeJSON(line) ? .noRequest : .noJSON
    }
    guard isObject, !hasOddID else { throw .noRequest }
  }

  private mutating func read(_ json: JSONCursor) throws(ReadingFault) {
    try json.enter()
    while try json.nextMember() {
      if json.isAt("id") {
        id = try Self.id(json)
        hasOddID = id == nil
      } else if json.isAt("method"), try json.kind() == .string {
        method = try json.string()
      } else if json.isAt("params"), try json.kind() == .object {
        try readParameters(json)
      } else {
        try json.skip()
      }
    }
  }

  private static func id(_ json: JSONCursor) throws(ReadingFault) -> ID? {
    switch try json.kind() {
    case .string:
      let text = try json.string()
      return text.utf8.count > longestID ? nil : .string(text)
    case .number:
      if case .integer(let number) = try json.number() { return .integer(number) }
      return nil
    default:
      try json.skip()
      return nil
    }
  }

  private mutating func readParameters(_ json: JSONCursor) throws(ReadingFault) {
    try json.enter()
    while try json.nextMember() {
      if json.isAt("name"), try json.kind() == .string {
        tool = try json.string()
      } else if json.isAt("protocolVersion"), try json.kind() == .string {
        protocolVersion = try json.string()
      } else if json.isAt("arguments"), try json.kind() == .object {
        try readArguments(json)
      } else {
        try json.skip()
      }
    }
  }

  private mutating func readArguments(_ json: JSONCursor) throws(ReadingFault) {
    try json.enter()
    while try json.nextMember() {
      let name = try json.kept(json.key)
      switch try json.kind() {
      case .string: arguments[name] = .string(try json.string())
      case .bool: arguments[name] = .bool(try json.bool())
      case .number:
        if case .integer(let number) = try json.number() {
          arguments[name] = .integer(number)
        } else {
          oddArguments.append(name)
        }
      // An argument that is null is one that is not given.
      case .null: try json.null()
      case .array:
        if let texts = try Self.strings(json) {
          arguments[name] = .strings(texts)
        } else {
          oddArguments.append(name)
        }
      case .object:
        try json.skip()
        oddArguments.append(name)
      }
    }
  }

  /// Nil if there is anything but texts in the list.
  private static func strings(_ json: JSONCursor) throws(ReadingFault) -> [String]? {
    var texts: [String]? = []
    try json.enter()
    while try json.nextElement() {
      if try json.kind() == .string {
        texts?.append(try json.string())
      } else {
        try json.skip()
        texts = nil
      }
    }
    return texts
  }
}
