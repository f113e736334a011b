/// A framing as the user writes it: `length:u16le@2/all,crc:16/modbus`.
///
/// Items are separated by commas, the parts of one by slashes. What is not said is the default:
/// offset 0, a length that counts what follows it.
public enum FramingSpec: Hashable, Sendable {
  /// No framing: nothing is learned either.
  case none
  case layout(FramingLayout)

  public init(_ text: String) throws(FramingSpecError) {
    if text == "none" {
      self = .none
      return
    }
    var parser = FramingSpecParser()
    for item in text.split(separator: ",", omittingEmptySubsequences: false) {
      try parser.read(item)
    }
    self = .layout(try parser.layout())
  }

  /// Whether one item is written as it should be; what it means depends on the others.
  package static func check(_ item: Substring) throws(FramingSpecError) {
    var parser = FramingSpecParser()
    try parser.read(item)
  }

  /// The items, for the help: how each is written, and what it says.
  public static let help: [(item: String, meaning: String)] = [
    (
      "length:TYPE[@OFFSET][/COUNTS]",
      "length of the message; COUNTS is rest (what follows the length, the default), all, payload "
        + "(rest without checksum and end), or +N (the message is N octets longer)"
    ),
    ("record:N", "each message has N octets"),
    ("each-value", "each value is a message"),
    (
      "start:HEX[/HEX], end:HEX",
      "octets with which each message begins or ends; two starts for two kinds of messages"
    ),
    (
      "counter:TYPE[@OFFSET][/FIRST]",
      "a number in each value that grows by 1; with FIRST it starts again with each message"
    ),
    (
      "flags:BEGIN/END[@OFFSET]", "bits of one octet of each value, such as flags:80/40; 0 for none"
    ),
    (
      "roles:BEGIN/MIDDLE/END/SINGLE[@OFFSET]",
      "the octet of each value in each role, such as roles:01/02/03/00; - for none"
    ),
    (
      "block:BEGIN/END/FIRST[@OFFSET]",
      "the octet of a value that begins a block and of one that ends it; between them it is the "
        + "index from FIRST, such as block:AA/FF/00"
    ),
    ("left:TYPE[@OFFSET][/LAST]", "how many values follow, down to LAST (0)"),
    (
      "index:TYPE[@OFFSET][/FIRST],total:TYPE[@OFFSET]",
      "the index of the value in its message, from FIRST (0), and how many values the message has"
    ),
    (
      "sum:8, sum:16, ones:8, ones:16, twos:8, twos:16, xor:8, crc:8, crc:16, crc:32",
      "checksum at the end of the message; /NAME: another CRC (crc:16/xmodem); /be: big-endian; "
        + "/from=N: the first octet that it covers; /at=N: it is in the header, at offset N, and "
        + "covers what follows it"
    ),
    (
      "chunk-length:..., chunk-crc:..., chunk-header:N",
      "the same for each value, and the octets before the data of each value"
    ),
  ]
  public static let types = "TYPE: u8, u16le, u16be, u32le or u32be"
}

/// Why a framing cannot be read: what is wrong and what is expected.
public struct FramingSpecError: Error, Hashable, CustomStringConvertible {
  public var description: String

  init(_ item: some StringProtocol, expected: String) {
    description = "'\(item)': expected \(expected)"
  }

  init(_ description: String) { self.description = description }
}

struct FramingSpecParser {
  private var built = FramingLayout(boundary: .stream)
  private var boundary: FramingLayout.Boundary?
  private var counts: Substring?
  private var chunkCounts: Substring?
  private var header: Int?
  private var index: (FramingLayout.Number, first: Int)?
  private var total: FramingLayout.Number?
  private var seen: Set<Substring> = []

  mutating func read(_ item: Substring) throws(FramingSpecError) {
    let halves = item.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = halves.first, !name.isEmpty else {
      throw FramingSpecError(item, expected: "an item such as length:u16le or crc:16")
    }
    let kind = Self.checksumNames.contains(name) ? "checksum" : name
    guard seen.insert(kind).inserted else {
      throw FramingSpecError("'\(item)': there is a \(kind) already")
    }
    if name == "each-value" {
      guard halves.count == 1 else { throw FramingSpecError(item, expected: "each-value alone") }
      boundary = .value
      return
    }
    guard halves.count == 2, !halves[1].isEmpty else {
      throw FramingSpecError(item, expected: Self.names)
    }
    try read(name, SpecParts(item: item, text: halves[1]))
  }

  private static let checksumNames: Set<Substring> = ["sum", "xor", "ones", "twos", "crc"]
  private static let names =
    "none, each-value, or one of length:, record:, start:, end:, counter:, flags:, roles:, block:, "
    + "left:, index:, total:, sum:, ones:, twos:, xor:, crc:, chunk-length:, chunk-crc:, "
    + "chunk-header:"

  private mutating func read(_ name: Substring, _ parts: SpecParts) throws(FramingSpecError) {
    switch name {
    case "length":
      built.length = FramingLayout.Length(try parts.number(), extra: 0)
      counts = try parts.option()
    case "chunk-length":
      built.chunkLength = FramingLayout.Length(try parts.number(), extra: 0)
      chunkCounts = try parts.option()
    case "record":
      boundary = .record(try parts.integer(parts.text, in: 1...SpecParts.mostRecord))
    case "chunk-header":
      header = try parts.integer(parts.text, in: 0...SpecParts.mostOffset)
    case "start":
      let starts = parts.text.split(separator: "/", omittingEmptySubsequences: false)
      built.start = try parts.octets(starts[0])
      if starts.count > 1 { built.otherStart = try parts.octets(starts[1]) }
      guard starts.count <= 2, starts.count == 1 || built.otherStart.count == built.start.count
      else { throw FramingSpecError(parts.item, expected: "two starts of one length") }
    case "end": built.end = try parts.octets(parts.text)
    case "counter":
      let first = try parts.option()
      let number = try parts.number()
      built.counter = FramingLayout.Counter(
        number,
        restartsAt: try first.map { text throws(FramingSpecError) in
          try parts.integer(text, in: 0...number.most)
        })
    case "flags", "roles": try readFlags(name, parts)
    case "block":
      let (octets, offset) = try parts.roles(3)
      guard let begin = octets[0], let end = octets[1], let first = octets[2], begin != end else {
        throw FramingSpecError(parts.item, expected: "three octets, such as block:AA/FF/00")
      }
      try setPosition(.block(offset: offset, begin: begin, end: end, first: first), parts)
    case "left":
      let last = try parts.option().map { text throws(FramingSpecError) in
        try parts.integer(text, in: 0...1)
      }
      try setPosition(.remaining(try parts.number(), last: last ?? 0), parts)
    case "index":
      let first = try parts.option().map { text throws(FramingSpecError) in
        try parts.integer(text, in: 0...1)
      }
      index = (try parts.number(), first ?? 0)
    case "total": total = try parts.number()
    case "sum", "xor", "ones", "twos", "crc": built.checksum = try parts.checksum(name)
    case "chunk-sum", "chunk-xor", "chunk-ones", "chunk-twos", "chunk-crc":
      built.chunkChecksum = try parts.checksum(name.dropFirst(6))
      guard built.chunkChecksum?.headerOffset == nil else {
        throw FramingSpecError(parts.item, expected: "no at=N: it is at the end of the value")
      }
    default: throw FramingSpecError(parts.item, expected: Self.names)
    }
  }

  private mutating func readFlags(_ name: Substring, _ parts: SpecParts) throws(FramingSpecError) {
    let (octets, offset) = try parts.roles(name == "flags" ? 2 : 4)
    if name == "flags" {
      let (begin, end) = (octets[0] ?? 0, octets[1] ?? 0)
      guard begin.nonzeroBitCount <= 1, end.nonzeroBitCount <= 1, begin | end != 0, begin != end
      else {
        throw FramingSpecError(parts.item, expected: "two bits, such as flags:80/40")
      }
      try setPosition(.bits(offset: offset, begin: begin, end: end), parts)
    } else {
      try setPosition(
        .octets(
          offset: offset, begin: octets[0], middle: octets[1], end: octets[2],
          single: octets[3]), parts)
    }
  }

  private mutating func setPosition(_ position: FramingLayout.Position, _ parts: SpecParts)
    throws(FramingSpecError)
  {
    guard built.position == nil else {
      throw FramingSpecError(
        "'\(parts.item)': only one of flags, roles, block, left and index can be")
    }
    built.position = position
  }

  func layout() throws(FramingSpecError) -> FramingLayout {
    var layout = built
    switch (index, total) {
    case (nil, nil): break
    case (let index?, let total?):
      guard layout.position == nil else {
        throw FramingSpecError("only one of flags, roles, block, left and index can be")
      }
      layout.position = .index(index.0, of: total, first: index.first)
    case (_?, nil): throw FramingSpecError("index: needs total:, such as index:u8@0,total:u8@1")
    case (nil, _?): throw FramingSpecError("total: needs index:, such as index:u8@0,total:u8@1")
    }
    if let boundary {
      layout.boundary = boundary
    } else if layout.position != nil {
      layout.boundary = .position
    } else if layout.length != nil {
      layout.boundary = .length
    } else if layout.counter?.restartsAt != nil {
      layout.boundary = .counter
    } else if !layout.start.isEmpty {
      layout.boundary = .start
    } else if layout.counter != nil {
      layout.boundary = .stream
    } else if layout.checksum != nil {
      layout.boundary = .value
    } else if !layout.end.isEmpty {
      layout.boundary = .end
    } else {
      throw FramingSpecError(
        "nothing says where a message begins or ends: add length:, record:, start:, end:, "
          + "counter:, flags:, roles:, left:, index: or each-value"
      )
    }
    layout.chunkHeader = header ?? (layout.boundary == .value ? 0 : layout.chunkFields)
    guard layout.chunkHeader == 0 || layout.chunkHeader >= layout.chunkFields else {
      throw FramingSpecError(
        "chunk-header: expected at least \(layout.chunkFields), the end of the fields of a value")
    }
    // What a length counts depends on the fields around it.
    let ofMessage = try extra(counts, layout.length, layout.messageTrailer)
    layout.length?.extra = ofMessage
    let ofValue = try extra(chunkCounts, layout.chunkLength, layout.chunkTrailer)
    layout.chunkLength?.extra = ofValue
    guard layout.otherStart.isEmpty || [.start, .length, .value].contains(layout.boundary) else {
      throw FramingSpecError("start: two starts need no record, counter or flags")
    }
    if case .record(let size) = layout.boundary, size < layout.messageHeader + layout.messageTrailer
    {
      throw FramingSpecError("record:\(size): the header and the checksum are longer")
    }
    return layout
  }

  private func extra(_ counts: Substring?, _ length: FramingLayout.Length?, _ trailer: Int)
    throws(FramingSpecError) -> Int
  {
    let header = length?.number.end ?? 0
    switch counts {
    case nil, "rest": return header
    case "all": return 0
    case "payload": return header + trailer
    case let text?:
      guard text.hasPrefix("+") || text.hasPrefix("-"), let extra = Int(text),
        (-SpecParts.mostOffset...SpecParts.mostOffset).contains(extra)
      else { throw FramingSpecError(text, expected: "rest, all, payload or a number such as +4") }
      return extra
    }
  }
}

extension FramingLayout {
  /// The octet after the last field that each value has.
  var chunkFields: Int {
    max(counter?.number.end ?? 0, position?.end ?? 0, chunkLength?.number.end ?? 0)
  }
}

extension FramingLayout.Number {
  var most: Int { 1 << (8 * width) - 1 }
}
