import TraceBytes

/// Reads the parameters of a packet as a `ParameterLayout` says, into a list of fields.
package struct ParameterDecoder {
  /// How many counts one layout may have.
  static let slots = 8

  private var cursor: ByteCursor
  private var numbers = InlineArray<8, UInt64>(repeating: 0)
  /// A status other than success was read: what follows it says nothing, and may be left out.
  private var hasFailed = false

  /// Says what is missing, and what is left, as fields of their own.
  package static func decode(
    _ layout: ParameterLayout, _ parameters: ByteRange, _ layer: Layer = .hci,
    in bytes: Span<UInt8>, into list: inout FieldList
  ) {
    var decoder = ParameterDecoder(cursor: ByteCursor(layer, parameters))
    list.move(to: parameters.start)
    let depth = list.depth
    do throws(DecodeIssue) {
      try decoder.walk(layout.parameters, in: bytes, &list)
    } catch {
      list.close(to: depth)
      if !(decoder.hasFailed && error.available == 0 && error.limit == .packet) {
        list.add(error)
      }
      return
    }
    list.addLeftOver(decoder.cursor.rest)
  }

  private init(cursor: ByteCursor) { self.cursor = cursor }

  private mutating func walk(
    _ parameters: [Parameter], in bytes: Span<UInt8>, _ list: inout FieldList
  ) throws(DecodeIssue) {
    for place in parameters.indices {
      try read(parameters[place], in: bytes, &list)
    }
  }

  private mutating func read(
    _ parameter: Parameter, in bytes: Span<UInt8>, _ list: inout FieldList
  ) throws(DecodeIssue) {
    if parameter.octets > 0 {
      if list.isBrief && !parameter.isBrief { return try pass(parameter, in: bytes, &list) }
      return try readNumber(parameter, in: bytes, &list)
    }
    let name = parameter.name
    switch parameter.kind {
    case .bytes(let length):
      try read(length, .bytes, parameter, &list)
    case .secret(let length):
      try read(length, .secret, parameter, &list)
    case .text(let length):
      try read(length, .text, parameter, &list)
    case .advertisingData(let length):
      let range = try cursor.range(octets(length))
      let group = list.beginGroup(name)
      describeAdvertisingData(range, in: bytes, into: &list)
      list.endGroup(group, range)
    case .supportedCommands:
      let range = try cursor.range(SupportedCommands.octets)
      list.add(name, .bytes, range)
      let depth = list.openParts()
      SupportedCommands.describe(range, in: bytes, into: &list)
      list.close(to: depth)
    case .list(let count, let element):
      try read(name, count, element, in: bytes, &list)
    case .group(let members):
      let group = list.beginGroup(name)
      try walk(members, in: bytes, &list)
      list.endGroup(group)
    case .choice(let number, let cases):
      if let members = cases[numbers[number.slot]] { try walk(members, in: bytes, &list) }
    default: preconditionFailure("a number has octets")
    }
  }

  private mutating func readNumber(
    _ parameter: Parameter, in bytes: Span<UInt8>, _ list: inout FieldList
  ) throws(DecodeIssue) {
    let (octets, value) = try scalar(parameter.kind, in: bytes)
    if parameter.slot >= 0 { numbers[parameter.slot] = value.number ?? 0 }
    list.add(parameter.name, value, octets: octets, brief: parameter.isBrief)
    if !list.isBrief, case .split(_, let parts) = parameter.kind {
      split(value.number ?? 0, parts, octets: octets, &list)
    }
  }

  /// A number that is not shown, and may be the count of what comes.
  private mutating func pass(
    _ parameter: Parameter, in bytes: Span<UInt8>, _ list: inout FieldList
  ) throws(DecodeIssue) {
    if parameter.slot >= 0 {
      numbers[parameter.slot] = try number(parameter.octets, in: bytes)
    } else {
      _ = try cursor.skip(parameter.octets)
    }
    list.move(to: cursor.position)
  }

  // MARK: - Scalars

  private mutating func scalar(
    _ kind: Parameter.Kind, in bytes: Span<UInt8>
  ) throws(DecodeIssue) -> (octets: Int, FieldValue) {
    switch kind {
    case .unsigned(let octets, let unit, let special):
      let value = try number(octets, in: bytes)
      if let special, special.hasName(value) {
        return (octets, .special(value, digits: UInt8(octets * 2), special))
      }
      return (octets, .unsigned(value, unit))
    case .signed(let octets, let unit, let special):
      let value = try number(octets, in: bytes)
      if let special, special.hasName(value) {
        return (octets, .special(value, digits: UInt8(octets * 2), special))
      }
      let unused = UInt64(64 - 8 * octets)
      return (octets, .signed(Int64(bitPattern: value << unused) >> Int64(unused), unit))
    case .hex(let octets):
      return (octets, .hex(try number(octets, in: bytes), digits: UInt8(octets * 2)))
    case .split(let octets, _):
      return (octets, .hex(try number(octets, in: bytes), digits: UInt8(octets * 2)))
    case .code(let octets, let names):
      return (octets, .code(try number(octets, in: bytes), digits: UInt8(octets * 2), names))
    case .bits(let octets, let names):
      return (octets, .bits(try number(octets, in: bytes), digits: UInt8(octets * 2), names))
    case .duration(let octets, let unit, let special):
      let value = try number(octets, in: bytes)
      if let special, special.hasName(value) {
        return (octets, .special(value, digits: UInt8(octets * 2), special))
      }
      return (octets, .duration(value, unit))
    case .status:
      let status = try cursor.u8(in: bytes)
      hasFailed = hasFailed || status != 0
      return (1, .code(UInt64(status), digits: 2, .status))
    case .connectionHandle:
      return (2, .connectionHandle(try cursor.u16le(in: bytes) & 0x0FFF))
    case .attributeHandle:
      return (2, .attributeHandle(try cursor.u16le(in: bytes)))
    case .address:
      return (6, .address(DeviceAddress(littleEndian48: try cursor.u48le(in: bytes))))
    case .uuid(let octets):
      let start = try cursor.skip(octets)
      return (octets, .uuid(BluetoothUUID(at: start, octets: octets, in: bytes)))
    case .channel:
      return (2, .channel(L2CAPChannelID(try cursor.u16le(in: bytes))))
    case .company:
      return (2, .company(try cursor.u16le(in: bytes)))
    case .opcode:
      return (2, .opcode(HCIOpcode(try cursor.u16le(in: bytes))))
    case .bytes, .secret, .text, .advertisingData, .supportedCommands, .list, .group, .choice:
      preconditionFailure("not a number")
    }
  }

  /// - Precondition: 1 to 8 octets; layouts say no other.
  private mutating func number(
    _ octets: Int, in bytes: Span<UInt8>
  ) throws(DecodeIssue) -> UInt64 {
    precondition(octets >= 1 && octets <= 8)
    let start = try cursor.skip(octets)
    var value: UInt64 = 0
    for place in 0..<octets {
      value |= UInt64(bytes[start + place]) << UInt64(8 * place)
    }
    return value
  }

  private func split(
    _ value: UInt64, _ parts: [Parameter.Part], octets: Int, _ list: inout FieldList
  ) {
    let octetsOfAll = ByteRange(start: list.position - octets, end: list.position)
    let group = list.openParts()
    for part in parts {
      let mask = part.width == 64 ? UInt64.max : (1 << UInt64(part.width)) - 1
      let bits = value >> UInt64(part.low) & mask
      let digits = UInt8((part.width + 3) / 4)
      list.addPart(
        part.name, part.names.map { .code(bits, digits: digits, $0) } ?? .unsigned(bits, .none),
        octetsOfAll)
    }
    list.close(to: group)
  }

  // MARK: - Stretches and lists

  private func octets(_ length: Parameter.Length) -> Int {
    switch length {
    case .fixed(let count): count
    case .counted(let reference): Int(clamping: numbers[reference.slot])
    case .rest: cursor.rest.originalCount
    }
  }

  private mutating func read(
    _ length: Parameter.Length, _ value: FieldValue, _ parameter: Parameter,
    _ list: inout FieldList
  ) throws(DecodeIssue) {
    let range = try cursor.range(octets(length))
    // What is left may be nothing, and then there is nothing to show.
    if case .rest = length, range.originalCount == 0 { return }
    list.add(parameter.name, value, range, brief: parameter.isBrief)
  }

  private mutating func read(
    _ name: StaticString, _ count: Parameter.Count, _ element: [Parameter],
    in bytes: Span<UInt8>, _ list: inout FieldList
  ) throws(DecodeIssue) {
    let wanted: Int
    switch count {
    case .fixed(let number): wanted = number
    case .counted(let reference): wanted = Int(clamping: numbers[reference.slot])
    case .perBit(of: let reference): wanted = numbers[reference.slot].nonzeroBitCount
    case .untilEnd: wanted = .max
    }
    // A list of single numbers has no need of a heading for each of them.
    let isPlain = element.count == 1
    var place = 0
    while place < wanted, !list.isFull {
      if wanted == .max, cursor.rest.originalCount == 0 { break }
      let before = cursor.position
      let group = isPlain ? nil : list.beginGroup(name, .element(place))
      try walk(element, in: bytes, &list)
      if let group { list.endGroup(group) }
      place += 1
      // Elements of no octets would go on for as long as their count says.
      if cursor.position == before { break }
    }
  }
}
