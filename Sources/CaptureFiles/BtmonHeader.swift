import Bytes

/// The line with which btmon begins a packet:
///
///     > ACL Data RX: Handle 64 flags 0x02 dlen 9    #20 [hci0] 4.201337
///
/// Where the line would be too long, what stands before the code or the flags is cut, the handle
/// too. In front of it all there may be a quote's mark, or the name of a program.
struct BtmonHeader {
  let kind: RecordKind
  let direction: RecordDirection
  /// The packet's own header, as far as the line states it.
  let octets: [UInt8]
  /// How many octets follow that header.
  let length: Int
  /// Opcode, event code, or what stands in place of a handle.
  let code: Int
  let controller: UInt16
  /// Nil where it is not in this line.
  var stamp: TextLogStamp?
  /// No other program prints such a line.
  let isCertain: Bool

  init?(_ line: TextLogLine) {
    for (mark, kind, direction) in Self.marks {
      guard let start = line.end(of: mark), !Self.isChosen(line, before: start) else { continue }
      self.init(line, from: start, kind, direction)
      return
    }
    return nil
  }

  /// Whether what stands there is the name of a device, which may read as anything.
  private static func isChosen(_ line: TextLogLine, before end: Int) -> Bool {
    [Array("Name".utf8), Array("name: ".utf8)].contains { label in
      line.end(of: label).map { $0 < end } ?? false
    }
  }

  private static let names: [([UInt8], RecordKind, RecordDirection)] = [
    (Array("HCI Command".utf8), .command, .tx), (Array("HCI Event".utf8), .event, .rx),
    (Array("ACL Data TX".utf8), .acl, .tx), (Array("ACL Data RX".utf8), .acl, .rx),
    (Array("SCO Data TX".utf8), .sco, .tx), (Array("SCO Data RX".utf8), .sco, .rx),
    (Array("ISO Data TX".utf8), .iso, .tx), (Array("ISO Data RX".utf8), .iso, .rx),
  ]

  private static let cut: [([UInt8], RecordKind, RecordDirection)] = [
    (Array("< HCI C".utf8), .command, .tx), (Array("> HCI E".utf8), .event, .rx),
    (Array("< ACL D".utf8), .acl, .tx), (Array("> ACL D".utf8), .acl, .rx),
    (Array("< SCO D".utf8), .sco, .tx), (Array("> SCO D".utf8), .sco, .rx),
    (Array("< ISO D".utf8), .iso, .tx), (Array("> ISO D".utf8), .iso, .rx),
  ]

  private static let marks = names + cut

  /// Whether it would be such a line, were it whole.
  static func isMarked(_ line: TextLogLine) -> Bool {
    cut.contains { line.end(of: $0.0) != nil }
  }

  private init?(
    _ line: TextLogLine, from start: Int, _ kind: RecordKind, _ direction: RecordDirection
  ) {
    let hasOpcode = kind == .command || kind == .event
    let name = Array((hasOpcode ? " plen " : " dlen ").utf8)
    guard let lengthStart = line.end(of: name, from: start),
      let (length, lengthEnd) = line.decimal(at: lengthStart)
    else { return nil }
    let nameStart = lengthStart - name.count
    switch kind {
    case .command:
      // `(0x08|0x000c)`
      guard nameStart - 13 >= start, let group = line.hex(after: "(0x", at: nameStart - 13),
        let command = line.hex(after: "|0x", at: nameStart - 8), group < 64, command < 1024,
        length <= 0xFF
      else { return nil }
      code = Int(group << 10 | command)
      octets = [UInt8(code & 0xFF), UInt8(code >> 8), UInt8(length)]
    case .event:
      guard nameStart - 6 >= start, let event = line.hex(after: "(0x", at: nameStart - 6),
        event <= 0xFF, length <= 0xFF
      else { return nil }
      code = Int(event)
      octets = [UInt8(event), UInt8(length)]
    default:
      guard let end = line.end(of: Array(" flags 0x".utf8), from: start), end < lengthStart,
        let flags = line.octet(at: end), flags <= 0xF, length <= (kind == .sco ? 0xFF : 0xFFFF)
      else { return nil }
      var handle: Int?
      if let index = line.end(of: Array(": Handle ".utf8), from: start), index < end,
        let (value, last) = line.decimal(at: index), line.text[last] == 0x20, value <= 0x0EFF
      {
        handle = value
      }
      code = (handle ?? 0xFFF) | Int(flags) << 12
      let header = [UInt8(code & 0xFF), UInt8(code >> 8), UInt8(length & 0xFF)]
      octets = handle == nil ? [] : kind == .sco ? header : header + [UInt8(length >> 8)]
    }
    (self.kind, self.direction, self.length) = (kind, direction, length)
    let rest = TextLogLine(line.text[lengthEnd...])
    var controller: Int?
    if let index = rest.end(of: Array("[hci".utf8)) {
      controller = rest.decimal(at: index).flatMap { $0.value <= 0xFFFF ? $0.value : nil }
    }
    self.controller = UInt16(controller ?? 0)
    stamp = TextLogStamp(btmon: rest)
    isCertain = controller != nil || stamp != nil || !hasOpcode
  }

  /// Octets of the header, also where they are not stated.
  var headerLength: Int {
    switch kind {
    case .event: 2
    case .acl, .iso: 4
    default: 3
    }
  }

  /// Whether a packet of L2CAP goes on in it.
  var isContinuation: Bool { code >> 12 & 3 == 1 }
}

extension TextLogStamp {
  /// At the end of the line: `3.141592`, `12:34:56.789012`, or that behind a date.
  init?(btmon line: TextLogLine) {
    let fields = line.text.split(whereSeparator: line.isSpace)
    guard let last = fields.last else { return nil }
    if last.contains(UInt8(ascii: ":")) {
      let text = Array(fields.suffix(2).joined(separator: [0x20]))
      guard last.first.map({ (0x30...0x39).contains($0) }) ?? false,
        let stamp = TextLogLine(text[...]).stamp(before: text.count)
      else { return nil }
      self = stamp
    } else {
      self.init(seconds: last)
    }
  }
}

extension TextLogLine {
  /// A number of at most nine digits, and where it ends.
  func decimal(at start: Int) -> (value: Int, end: Int)? {
    guard start <= text.count else { return nil }
    let digits = text[start...].prefix(10).prefix { (0x30...0x39).contains($0) }
    guard (1...9).contains(digits.count) else { return nil }
    return (digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }, start + digits.count)
  }

  /// A number in hexadecimal digits behind a prefix that has to be at `start`.
  func hex(after prefix: String, at start: Int) -> UInt64? {
    guard start >= 0, start + prefix.utf8.count <= text.count,
      text[start...].starts(with: prefix.utf8)
    else { return nil }
    return hexNumber(at: start + prefix.utf8.count)?.value
  }

  func hexNumber(at start: Int) -> (value: UInt64, end: Int)? {
    var value: UInt64 = 0
    var index = start
    while index < text.count, index - start < 17, let digit = digit(text[index]) {
      value = value << 4 | UInt64(digit)
      index += 1
    }
    return (1...16).contains(index - start) ? (value, index) : nil
  }
}
