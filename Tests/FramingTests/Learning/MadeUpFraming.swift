@testable import Framing

/// SplitMix64: the same numbers for the same seed on each machine.
struct SeededNumbers: RandomNumberGenerator {
  var state: UInt64

  init(_ seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var number = state
    number = (number ^ number >> 30) &* 0xBF58_476D_1CE4_E5B9
    number = (number ^ number >> 27) &* 0x94D0_49BB_1331_11EB
    return number ^ number >> 31
  }

  mutating func octets(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
  }
}

/// A framing that was made up, with the values of a stream that uses it.
struct MadeUpFraming {
  enum Style: CaseIterable {
    case single, spread, packed, free, bits, octets, remaining, index, restarts, counted, bulk
    case record, twoStarts, headerChecksum
  }

  let style: Style
  private(set) var layout: FramingLayout
  private(set) var payloads: [[UInt8]] = []
  private(set) var values: [[UInt8]] = []
  let chunk: Int
  private var numbers: SeededNumbers

  init(seed: Int) {
    var numbers = SeededNumbers(seed)
    style = Style.allCases[seed % Style.allCases.count]
    let sizes =
      switch style {
      case .packed: [100, 128, 182, 244]
      // A length of one octet and messages of several values.
      case .spread, .counted, .headerChecksum: [20, 32, 64, 70]
      default: [20, 20, 32, 64, 100, 128, 182, 244]
      }
    chunk = sizes.randomElement(using: &numbers) ?? 20
    layout = FramingLayout(boundary: .value)
    self.numbers = numbers
    design(variant: seed / Style.allCases.count)
    send()
  }

  // MARK: Design

  private mutating func design(variant: Int) {
    let hasLength = [.single, .spread, .packed, .free, .counted, .headerChecksum].contains(style)
    let starts: [[UInt8]] = [[0xAA], [0x55, 0xAA], [0xFE, 0xEF], [0x7E], []]
    if style != .bulk { layout.start = starts[variant % starts.count] }
    if style == .record || style == .free { layout.start = starts[variant % 3] }
    if style == .bits || style == .octets || style == .index || style == .remaining {
      layout.start = variant % 2 == 0 ? [] : [0xA5, 0x5A]
    }
    // One octet that is always the same may belong to the payload.
    if style == .restarts, layout.start.count == 1 { layout.start.append(0x81) }
    if variant % 3 != 0 || style == .packed || style == .record, style != .bulk {
      layout.checksum = checksum(variant)
      if variant % 4 == 2, hasLength { layout.end = [0x0D, 0x0A] }
    }
    if hasLength { layout.length = length(variant) }
    switch style {
    case .single: layout.boundary = .value
    case .twoStarts:
      layout.boundary = .start
      layout.start = [0x55, 0xAA, 0xEB, 0x90]
      layout.otherStart = [0xAA, 0x55, 0x90, 0xEB]
      layout.checksum = checksum(variant)
    case .headerChecksum:
      layout.boundary = .length
      let crcs = ChecksumKind.allCases.filter { $0.parameters != nil }
      let end = layout.length?.number.end ?? 0
      layout.end = []
      layout.checksum = FramingLayout.Checksum(
        crcs[variant % crcs.count], isBigEndian: variant % 2 == 0, headerOffset: end)
      let header = layout.messageHeader
      layout.length?.extra = [0, end, header][variant % 3]
    case .spread, .packed, .free: layout.boundary = .length
    case .record:
      layout.boundary = .record(chunk + Int.random(in: 5...3 * chunk, using: &numbers))
    case .bulk:
      layout.boundary = .stream
      addCounter(variant, restartsAt: nil)
    case .restarts:
      layout.boundary = .counter
      addCounter(variant % 2, restartsAt: variant % 4 / 2)
    case .counted:
      layout.boundary = .length
      addCounter(variant, restartsAt: variant % 2 == 0 ? nil : 0)
    case .bits, .octets, .remaining, .index:
      layout.boundary = .position
      addPosition(variant)
    }
  }

  private mutating func checksum(_ variant: Int) -> FramingLayout.Checksum {
    let kinds = ChecksumKind.allCases
    let kind = kinds[(variant * 7 + style.hashOrder * 5) % kinds.count]
    let from = variant % 2 == 0 ? 0 : layout.start.count
    return FramingLayout.Checksum(kind, isBigEndian: variant % 4 < 2, from: from)
  }

  private mutating func length(_ variant: Int) -> FramingLayout.Length {
    let (width, isBigEndian) = MessageFields.numbers[variant % MessageFields.numbers.count]
    let offset = layout.start.count + [0, 1, 2][variant / 2 % 3]
    let number = FramingLayout.Number(offset: offset, width: width, isBigEndian: isBigEndian)
    let trailer = (layout.checksum?.kind.width ?? 0) + layout.end.count
    let extra = [0, number.end, number.end + trailer][variant % 3]
    return FramingLayout.Length(number, extra: extra)
  }

  private mutating func addCounter(_ variant: Int, restartsAt: Int?) {
    // Magic octets before the counter in each value, now and then.
    let offset = variant % 3 == 1 ? 1 : 0
    let (width, isBigEndian) = MessageFields.numbers[variant % 3]
    let number = FramingLayout.Number(offset: offset, width: width, isBigEndian: isBigEndian)
    layout.counter = FramingLayout.Counter(number, restartsAt: restartsAt)
    layout.chunkHeader = number.end
  }

  private mutating func addPosition(_ variant: Int) {
    let offset = variant % 3
    switch style {
    case .bits:
      let bits: [(UInt8, UInt8)] = [(0x80, 0x40), (0x01, 0x02), (0x01, 0x04), (0x40, 0x80)]
      let (begin, end) = bits[variant % bits.count]
      layout.position = .bits(offset: offset, begin: begin, end: end)
    case .octets:
      let roles: [[UInt8]] = [[1, 2, 3, 0], [0xB0, 0xC0, 0xE0, 0xF0], [0x10, 0x20, 0x30, 0x40]]
      let role = roles[variant % roles.count]
      layout.position = .octets(
        offset: offset, begin: role[0], middle: role[1], end: role[2], single: role[3])
    case .remaining:
      let number = FramingLayout.Number(offset: offset, width: 1)
      layout.position = .remaining(number, last: variant % 2)
    default:
      let first = FramingLayout.Number(offset: offset, width: 1)
      let second = FramingLayout.Number(offset: offset + 1, width: 1)
      layout.position =
        variant % 2 == 0
        ? .index(first, of: second, first: variant % 4 / 2)
        : .index(second, of: first, first: variant % 4 / 2)
    }
    layout.chunkHeader = layout.position?.end ?? 0
    if variant % 4 == 3 {
      let number = FramingLayout.Number(offset: layout.chunkHeader, width: 1)
      layout.counter = FramingLayout.Counter(number)
      layout.chunkHeader += 1
    }
  }

  // MARK: Messages

  private mutating func payload(_ count: Int) -> [UInt8] {
    switch Int.random(in: 0..<4, using: &numbers) {
    case 0:
      return numbers.octets(count)
    case 1:
      let words = [
        "{\"t\":", "21.5", ",\"id\":", "17", "\"name\":\"", "sensor", "null", "}", "[1,2]",
      ]
      var text: [UInt8] = numbers.octets(1)
      while text.count < count { text += Array((words.randomElement(using: &numbers) ?? "").utf8) }
      return Array(text.prefix(count))
    case 2:
      // As machine code: random octets with runs of zeros.
      var octets = numbers.octets(count)
      var index = Int.random(in: 2...20, using: &numbers)
      while index < count {
        octets[index] = 0
        index += Int.random(in: 1...9, using: &numbers)
      }
      return octets
    default:
      var level = Int.random(in: 0...3000, using: &numbers)
      return numbers.octets(1)
        + (0..<count).dropFirst().map { index in
          if index % 2 == 0 { level += Int.random(in: -40...40, using: &numbers) }
          return UInt8(truncatingIfNeeded: index % 2 == 0 ? level : level >> 8)
        }
    }
  }

  private mutating func send() {
    let trailer = layout.messageTrailer
    let room = chunk - layout.chunkHeader
    var messages: [[UInt8]] = []
    let count = Int.random(in: 25...45, using: &numbers)
    for _ in 0..<(style == .bulk ? 1 : style == .packed ? 3 * count : count) {
      var size = Int.random(in: 4...3 * chunk, using: &numbers)
      switch style {
      case .single:
        size = Int.random(in: 3...max(3, chunk - layout.messageHeader - trailer), using: &numbers)
      case .packed: size = Int.random(in: 2...max(2, chunk / 4), using: &numbers)
      // Records of one size, and shorter answers to a command now and then.
      case .twoStarts: size = payloads.count % 5 == 4 ? 10 : 3 * chunk - 20
      case .bulk: size = room * Int.random(in: 40...400, using: &numbers) + room / 2
      case .record:
        if case .record(let octets) = layout.boundary {
          size = octets - layout.messageHeader - trailer
        }
      default: break
      }
      if layout.length?.number.width == 1 { size = min(size, 255 - 32) }
      let payload = style == .bulk ? numbers.octets(size) : payload(size)
      messages.append(message(payload))
      payloads.append(payload)
    }
    switch style {
    case .single: values = messages
    case .packed: pack(messages)
    case .free: stream(messages)
    default: split(messages, room: room)
    }
  }

  private mutating func message(_ payload: [UInt8]) -> [UInt8] {
    let isOther = !layout.otherStart.isEmpty && payloads.count % 5 == 4
    var octets = isOther ? layout.otherStart : layout.start
    octets += numbers.octets(layout.messageHeader - octets.count)
    octets += payload
    let size = octets.count + layout.messageTrailer
    if let length = layout.length {
      write(size - length.extra, length.number, &octets)
    }
    if let checksum = layout.checksum, let offset = checksum.headerOffset {
      let number = FramingLayout.Number(
        offset: offset, width: checksum.kind.width, isBigEndian: checksum.isBigEndian)
      write(Int(checksum.kind.value(of: octets.dropFirst(checksum.from))), number, &octets)
    } else if let checksum = layout.checksum {
      let value = checksum.kind.value(of: octets.dropFirst(checksum.from))
      let number = FramingLayout.Number(
        offset: octets.count, width: checksum.kind.width, isBigEndian: checksum.isBigEndian)
      octets += [UInt8](repeating: 0, count: checksum.kind.width)
      write(Int(value), number, &octets)
    }
    return octets + layout.end
  }

  private func write(_ value: Int, _ number: FramingLayout.Number, _ octets: inout [UInt8]) {
    for index in 0..<number.width {
      let shift = 8 * (number.isBigEndian ? number.width - 1 - index : index)
      octets[number.offset + index] = UInt8(truncatingIfNeeded: value >> shift)
    }
  }

  // MARK: Values

  /// As many whole messages as fit in each value.
  private mutating func pack(_ messages: [[UInt8]]) {
    var value: [UInt8] = []
    for message in messages {
      if !value.isEmpty, value.count + message.count > chunk {
        values.append(value)
        value = []
      }
      value += message
    }
    values.append(value)
  }

  /// Full values without regard to messages; now and then the sender has no more data.
  private mutating func stream(_ messages: [[UInt8]]) {
    var waiting: [UInt8] = []
    for (index, message) in messages.enumerated() {
      waiting += message
      while waiting.count >= chunk {
        values.append(Array(waiting.prefix(chunk)))
        waiting.removeFirst(chunk)
      }
      if index % 4 == 3, !waiting.isEmpty {
        values.append(waiting)
        waiting = []
      }
    }
    if !waiting.isEmpty { values.append(waiting) }
  }

  private mutating func split(_ messages: [[UInt8]], room: Int) {
    var count = layout.counter?.restartsAt ?? Int.random(in: 0...200, using: &numbers)
    for message in messages {
      let pieces = stride(from: 0, to: message.count, by: room).map {
        Array(message[$0..<min($0 + room, message.count)])
      }
      if let restart = layout.counter?.restartsAt { count = restart }
      for (index, piece) in pieces.enumerated() {
        var header = [UInt8](repeating: 0xC3, count: layout.chunkHeader)
        if let counter = layout.counter { write(count, counter.number, &header) }
        if let position = layout.position { mark(position, index, pieces.count, &header) }
        values.append(header + piece)
        count += 1
      }
    }
  }

  private func mark(
    _ position: FramingLayout.Position, _ index: Int, _ total: Int, _ header: inout [UInt8]
  ) {
    let (isFirst, isLast) = (index == 0, index == total - 1)
    switch position {
    case .bits(let offset, let begin, let end):
      header[offset] = (isFirst ? begin : 0) | (isLast ? end : 0)
    case .octets(let offset, let begin, let middle, let end, let single):
      let octet = isFirst ? (isLast ? single : begin) : (isLast ? end : middle)
      header[offset] = octet ?? 0
    case .remaining(let number, let last): write(total - 1 - index + last, number, &header)
    case .index(let number, let all, let first):
      write(index + first, number, &header)
      write(total, all, &header)
    case .block(let offset, let begin, let end, let first):
      header[offset] = isFirst ? begin : isLast ? end : first + UInt8(index - 1)
    }
  }
}

extension MadeUpFraming.Style {
  var hashOrder: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
