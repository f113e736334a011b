import Bytes

/// Reads the parameters of a packet as a `ParameterLayout` says, into a list of fields.
package struct ParameterDecoder {
  /// How many counts one layout may have.
  static let slots = 8

  private typealias Steps = PermanentArray<LayoutStep>

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
    if list.isBrief, layout.isSilent(parameters) { return list.move(to: parameters.end) }
    list.move(to: parameters.start)
    let depth = list.depth
    let steps = list.isBrief ? layout.briefSteps : layout.steps
    do throws(DecodeIssue) {
      try decoder.walk(steps, 0, steps.count, in: bytes, &list)
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
    _ steps: Steps, _ first: Int, _ end: Int, in bytes: Span<UInt8>, _ list: inout FieldList
  ) throws(DecodeIssue) {
    var index = first
    // Steps are asked where they lie: handing on a copy of one takes longer than reading by it.
    while index < end {
      let octets = Int(steps[index].octets)
      switch steps[index].action {
      case .pass(let sizes):
        try pass(octets, sizes)
        list.move(to: cursor.position)
      case .count:
        let start = try cursor.skip(octets)
        numbers[Int(steps[index].slot)] = bytes.number(at: start, octets: octets)
        list.move(to: cursor.position)
      default:
        if octets > 0 {
          try readNumber(steps, index, in: bytes, &list)
        } else {
          try read(steps, index, in: bytes, &list)
        }
      }
      index += 1 + Int(steps[index].inner)
    }
  }

  private mutating func read(
    _ steps: Steps, _ index: Int, in bytes: Span<UInt8>, _ list: inout FieldList
  ) throws(DecodeIssue) {
    let name = steps[index].name
    let isBrief = steps[index].isBrief
    let role = steps[index].role
    let inner = index + 1
    let end = inner + Int(steps[index].inner)
    switch steps[index].action {
    case .bytes(let length):
      try read(length, name, .bytes, brief: isBrief, role, &list)
    case .secret(let length):
      try read(length, name, .secret, brief: isBrief, role, &list)
    case .text(let length):
      try read(length, name, .text, brief: isBrief, role, &list)
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
    case .list(let count, let isPlain):
      let heading = isPlain ? nil : name
      try readList(heading, count, steps, inner, end, in: bytes, &list)
    case .group:
      let group = list.beginGroup(name)
      try walk(steps, inner, end, in: bytes, &list)
      list.endGroup(group)
    case .choice(let slot):
      try choose(numbers[Int(slot)], steps, inner, end, in: bytes, &list)
    default: preconditionFailure("a number has octets")
    }
  }

  /// Takes the option of a number; for one that is not listed there is nothing.
  private mutating func choose(
    _ number: UInt64, _ steps: Steps, _ first: Int, _ end: Int, in bytes: Span<UInt8>,
    _ list: inout FieldList
  ) throws(DecodeIssue) {
    var index = first
    while index < end {
      let inner = index + 1
      let next = inner + Int(steps[index].inner)
      if case .option(number) = steps[index].action {
        return try walk(steps, inner, next, in: bytes, &list)
      }
      index = next
    }
  }

  /// Moves after numbers that are not shown, or throws at the first that is missing.
  @inline(__always)
  private mutating func pass(
    _ octets: Int, _ sizes: PermanentArray<UInt8>
  ) throws(DecodeIssue) {
    if octets <= cursor.remaining {
      _ = try cursor.skip(octets)
    } else {
      for index in 0..<sizes.count { _ = try cursor.skip(Int(sizes[index])) }
    }
  }

  // MARK: - Numbers

  private mutating func readNumber(
    _ steps: Steps, _ index: Int, in bytes: Span<UInt8>, _ list: inout FieldList
  ) throws(DecodeIssue) {
    let step = steps[index]
    let octets = Int(step.octets)
    let start = try cursor.skip(octets)
    let number = bytes.number(at: start, octets: octets)
    let value = value(of: number, step, at: start, in: bytes)
    if step.slot >= 0 { numbers[Int(step.slot)] = value.number ?? 0 }
    list.add(step.name, value, octets: octets, brief: step.isBrief, role: step.role)
    if case .split(let parts) = step.action, !list.isBrief {
      split(number, parts, octets: octets, &list)
    }
  }

  /// - Parameter number: The octets as a number; for a UUID of 16 octets, which is none, 0.
  @inline(__always)
  private mutating func value(
    of number: UInt64, _ step: LayoutStep, at start: Int, in bytes: Span<UInt8>
  ) -> FieldValue {
    let digits = UInt8(truncatingIfNeeded: step.octets &* 2)
    let word = UInt16(truncatingIfNeeded: number)
    switch step.action {
    case .unsigned(let unit): return .unsigned(number, unit)
    case .unsignedOr(let special, let unit):
      return special.hasName(number)
        ? .special(number, digits: digits, special) : .unsigned(number, unit)
    case .signed(let unit): return .signed(number.signed(step.octets), unit)
    case .signedOr(let special, let unit):
      return special.hasName(number)
        ? .special(number, digits: digits, special) : .signed(number.signed(step.octets), unit)
    case .duration(let unit): return .duration(number, unit)
    case .durationOr(let special, let unit):
      return special.hasName(number)
        ? .special(number, digits: digits, special) : .duration(number, unit)
    case .hex, .split: return .hex(number, digits: digits)
    case .code(let names): return .code(number, digits: digits, names)
    case .bits(let names): return .bits(number, digits: digits, names)
    case .status:
      hasFailed = hasFailed || number != 0
      return .code(number, digits: digits, .status)
    case .connectionHandle: return .connectionHandle(word & 0x0FFF)
    case .attributeHandle: return .attributeHandle(word)
    case .address: return .address(DeviceAddress(littleEndian48: number))
    case .uuid: return .uuid(BluetoothUUID(at: start, octets: Int(step.octets), in: bytes))
    case .channel: return .channel(L2CAPChannelID(word))
    case .company: return .company(word)
    case .opcode: return .opcode(HCIOpcode(word))
    case .count, .pass, .bytes, .secret, .text, .advertisingData, .supportedCommands, .list,
      .group, .choice, .option:
      preconditionFailure("not a number")
    }
  }

  private func split(
    _ value: UInt64, _ parts: PermanentArray<Parameter.Part>, octets: Int,
    _ list: inout FieldList
  ) {
    let octetsOfAll = ByteRange(start: list.position - octets, end: list.position)
    let group = list.openParts()
    for index in 0..<parts.count {
      let part = parts[index]
      let mask = part.width == 64 ? UInt64.max : (1 << UInt64(part.width)) - 1
      let bits = value >> UInt64(part.low) & mask
      let digits = UInt8((part.width + 3) / 4)
      list.addPart(
        part.name, part.names.map { .code(bits, digits: digits, $0) } ?? .unsigned(bits, .none),
        octetsOfAll, role: part.role)
    }
    list.close(to: group)
  }

  // MARK: - Stretches and lists

  private func octets(_ length: LayoutStep.Length) -> Int {
    switch length {
    case .fixed(let count): Int(count)
    case .counted(let slot): Int(clamping: numbers[Int(slot)])
    case .rest: cursor.rest.originalCount
    }
  }

  private mutating func read(
    _ length: LayoutStep.Length, _ name: StaticString, _ value: FieldValue, brief: Bool,
    _ role: FieldRole, _ list: inout FieldList
  ) throws(DecodeIssue) {
    let range = try cursor.range(octets(length))
    // What is left may be nothing, and then there is nothing to show.
    if case .rest = length, range.originalCount == 0 { return }
    list.add(name, value, range, brief: brief, role: role)
  }

  private mutating func readList(
    _ heading: StaticString?, _ count: LayoutStep.Count, _ steps: Steps, _ first: Int, _ end: Int,
    in bytes: Span<UInt8>, _ list: inout FieldList
  ) throws(DecodeIssue) {
    let wanted: Int
    switch count {
    case .fixed(let number): wanted = Int(number)
    case .counted(let slot): wanted = Int(clamping: numbers[Int(slot)])
    case .perBit(let slot): wanted = numbers[Int(slot)].nonzeroBitCount
    case .untilEnd: wanted = .max
    }
    var index = 0
    while index < wanted, !list.isFull {
      if wanted == .max, cursor.rest.originalCount == 0 { break }
      let before = cursor.position
      let group = heading.map { list.beginGroup($0, .element(index)) }
      try walk(steps, first, end, in: bytes, &list)
      if let group { list.endGroup(group) }
      index += 1
      // Elements of no octets would go on for as long as their count says.
      if cursor.position == before { break }
    }
  }
}

extension Span where Element == UInt8 {
  /// 1 to 8 octets as a number; 0 for more, which are none.
  fileprivate func number(at start: Int, octets: Int) -> UInt64 {
    switch octets {
    case 1: return UInt64(self[start])
    case 2: return UInt64(u16le(start))
    case 4: return UInt64(u32le(start))
    case 6: return u48le(start)
    case 8: return u64le(start)
    case 9...: return 0
    default:
      var value: UInt64 = 0
      for index in 0..<octets { value |= UInt64(self[start + index]) << UInt64(8 * index) }
      return value
    }
  }
}

extension UInt64 {
  /// The number with its sign, as it stands in so many octets.
  fileprivate func signed(_ octets: UInt16) -> Int64 {
    let unused = UInt64(64 &- 8 &* octets)
    return Int64(bitPattern: self << unused) >> Int64(unused)
  }
}
