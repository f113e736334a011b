import BluetoothProtocol
import Bytes
import Text

/// Values of fields as text. What comes from the air is escaped here.
struct FieldText {
  /// Without it the text is ASCII.
  var unicode: Bool
  /// One line: names without their codes, and long values cut.
  var isBrief: Bool
  /// Octets of a value that are shown where values are cut.
  private static let briefOctets = 20
  /// Octets of a text, likewise.
  private static let briefText = 400

  /// Everything but attribute handles and their values, which need to know more.
  func append(
    _ value: FieldValue, _ range: ByteRange, in bytes: Span<UInt8>, to output: inout TextBuffer
  ) {
    switch value {
    case .group: break
    case .element(let index):
      output.append(UInt8(ascii: "#"))
      output.append(decimal: UInt64(index))
    case .unsigned(let number, let unit):
      output.append(decimal: number)
      output.append(text: unit.suffix)
    case .signed(let number, let unit):
      output.append(decimal: number)
      output.append(text: unit.suffix)
    case .hex(let number, let digits): append(hex: number, digits, to: &output)
    case .code(let code, let digits, let names), .special(let code, let digits, let names):
      let isNamed = names.append(code, to: &output)
      append(code: code, digits, isNamed: isNamed, to: &output)
    case .bits(let bits, let digits, let names):
      append(bits: bits, digits, names, to: &output)
    case .connectionHandle(let handle):
      output.append(decimal: UInt64(handle))
    case .attributeHandle(let handle): append(hex: UInt64(handle), 4, to: &output)
    case .address(let address): append(address, to: &output)
    case .uuid(let uuid): append(uuid, to: &output)
    case .company(let company):
      let name = CompanyNames.name(for: company)
      if let name { append(name: name, to: &output) }
      append(code: UInt64(company), 4, isNamed: name != nil, to: &output)
    case .opcode(let opcode):
      let name = HCILayouts.command(opcode)?.name
      if let name { output.append(text: name) }
      append(code: UInt64(opcode.rawValue), 4, isNamed: name != nil, to: &output)
    case .channel(let channel):
      append(hex: UInt64(channel.rawValue), 4, to: &output)
      if !isBrief, CodeNames.fixedChannels.hasName(UInt64(channel.rawValue)) {
        output.append(text: " ")
        _ = CodeNames.fixedChannels.append(UInt64(channel.rawValue), to: &output)
      }
    case .duration(let count, let unit): append(count, unit, to: &output)
    case .bytes, .attributeValue, .leftOver: append(octets: range, in: bytes, to: &output)
    case .secret:
      output.append(decimal: UInt64(range.originalCount))
      output.append(text: range.originalCount == 1 ? " octet, a key" : " octets, a key")
    case .text: append(textOf: range, in: bytes, to: &output)
    case .missing(let needed, let available, let limit):
      append(needed: needed, available: available, limit, at: range, to: &output)
    }
  }

  // MARK: - Numbers

  private func append(hex value: UInt64, _ digits: UInt8, to output: inout TextBuffer) {
    output.append(text: "0x")
    output.append(hex: value, digits: min(max(Int(digits), 1), 16))
  }

  /// The code after its name, or alone.
  private func append(
    code: UInt64, _ digits: UInt8, isNamed: Bool, to output: inout TextBuffer
  ) {
    if isNamed && isBrief { return }
    if isNamed { output.append(text: " (") }
    append(hex: code, digits, to: &output)
    if isNamed { output.append(text: ")") }
    if !isNamed && !isBrief { output.append(text: " (no name)") }
  }

  private func append(
    bits: UInt64, _ digits: UInt8, _ names: CodeNames, to output: inout TextBuffer
  ) {
    append(hex: bits, digits, to: &output)
    if isBrief { return }
    var separator: StaticString = ": "
    var rest = bits
    while rest != 0 {
      let bit = UInt64(rest.trailingZeroBitCount)
      rest &= rest - 1
      output.append(text: separator)
      separator = ", "
      if !names.append(bit, to: &output) {
        output.append(text: "bit ")
        output.append(decimal: bit)
      }
    }
  }

  /// `7.5 ms`, `1.28 s`, `312.5 us`.
  private func append(_ count: UInt64, _ unit: FieldTime, to output: inout TextBuffer) {
    let (nanoseconds, overflow) = count.multipliedReportingOverflow(by: unit.nanoseconds)
    guard !overflow else {
      output.append(decimal: count)
      return
    }
    if nanoseconds >= 1_000_000_000, unit.nanoseconds >= 1_000_000 {
      append(nanoseconds, per: 1_000_000_000, " s", to: &output)
    } else if nanoseconds >= 1_000_000 {
      append(nanoseconds, per: 1_000_000, " ms", to: &output)
    } else {
      append(nanoseconds, per: 1_000, " us", to: &output)
    }
    if !isBrief, unit.nanoseconds != 1_000 {
      output.append(text: " (")
      output.append(decimal: count)
      output.append(text: ")")
    }
  }

  private func append(
    _ value: UInt64, per unit: UInt64, _ suffix: StaticString, to output: inout TextBuffer
  ) {
    output.append(decimal: value / unit)
    var rest = value % unit
    if rest > 0 {
      output.append(UInt8(ascii: "."))
      var scale = unit / 10
      while rest > 0, scale > 0 {
        output.append(UInt8(ascii: "0") + UInt8(rest / scale))
        rest %= scale
        scale /= 10
      }
    }
    output.append(text: suffix)
  }

  func append(_ address: DeviceAddress, to output: inout TextBuffer) {
    output.append(colonHex: address.rawValue, octets: 6)
  }

  func append(_ uuid: BluetoothUUID, to output: inout TextBuffer) {
    if let short = uuid.short16 {
      append(hex: UInt64(short), 4, to: &output)
    } else if let short = uuid.short32 {
      append(hex: UInt64(short), 8, to: &output)
    } else {
      output.append(hex: uuid.high >> 32, digits: 8)
      output.append(UInt8(ascii: "-"))
      output.append(hex: uuid.high >> 16 & 0xFFFF, digits: 4)
      output.append(UInt8(ascii: "-"))
      output.append(hex: uuid.high & 0xFFFF, digits: 4)
      output.append(UInt8(ascii: "-"))
      output.append(hex: uuid.low >> 48, digits: 4)
      output.append(UInt8(ascii: "-"))
      output.append(hex: uuid.low & 0xFFFF_FFFF_FFFF, digits: 12)
    }
    if let name = uuid.attributeTypeName {
      output.append(text: " ")
      append(name: name, to: &output)
    }
  }

  // MARK: - Octets and text

  /// `06 48 (2 octets)`, and what the capture cut.
  func append(octets range: ByteRange, in bytes: Span<UInt8>, to output: inout TextBuffer) {
    guard range.originalCount > 0 else { return output.append(text: "empty") }
    let shown = isBrief ? min(range.count, Self.briefOctets) : range.count
    output.append(
      hexOctetsOf: ByteRange(start: range.start, end: range.start + shown), in: bytes)
    if shown < range.count { output.append(text: unicode ? "…" : "...") }
    output.append(text: shown > 0 ? " (" : "(")
    output.append(decimal: UInt64(range.originalCount))
    output.append(text: range.originalCount == 1 ? " octet" : " octets")
    if range.isCut {
      output.append(text: ", ")
      output.append(decimal: UInt64(range.count))
      output.append(text: " captured")
    }
    output.append(text: ")")
  }

  /// Text from the air, in quotes, up to its first NUL.
  func append(textOf range: ByteRange, in bytes: Span<UInt8>, to output: inout TextBuffer) {
    var end = range.start
    var isPlain = true
    let limit = isBrief ? min(range.end, range.start + Self.briefText) : range.end
    while end < limit, bytes[end] != 0 {
      let octet = bytes[end]
      if octet < 0x20 || octet > 0x7E || octet == UInt8(ascii: "\"") || octet == UInt8(ascii: "\\")
        || octet == UInt8(ascii: "#")
      {
        isPlain = false
      }
      end += 1
    }
    let isCut = end == limit && limit < range.end && bytes[end] != 0
    // Not in the middle of a character.
    while isCut, end > range.start, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    defer { if isCut { output.append(text: unicode ? "…" : "...") } }
    let octets = ByteRange(start: range.start, end: end)
    if isPlain {
      output.append(text: "\"")
      output.append(octets, of: bytes)
      output.append(text: "\"")
      return
    }
    var copy: [UInt8] = []
    copy.append(octets, of: bytes)
    append(quoted: String(decoding: copy, as: UTF8.self), to: &output)
  }

  func append(quoted text: String, to output: inout TextBuffer) {
    let escaped = Printable.escape(Printable.quotedPhrase(text), unicode: unicode)
    output.append(contentsOf: escaped)
  }

  func escaped(_ words: String) -> String { Printable.escape(words, unicode: unicode) }

  /// A name of our own tables, which may hold letters beyond ASCII.
  func append(name: String, to output: inout TextBuffer) {
    output.append(contentsOf: unicode ? name : Printable.escape(name, unicode: false))
  }

  private func append(
    needed: Int, available: Int, _ limit: DecodeIssue.Limit, at range: ByteRange,
    to output: inout TextBuffer
  ) {
    output.append(decimal: UInt64(max(0, needed)))
    output.append(text: " octets needed, ")
    output.append(decimal: UInt64(max(0, available)))
    output.append(text: limit == .capture ? " captured" : " left in the packet")
  }
}
