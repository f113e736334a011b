import Bytes

/// Takes packets out of a log, line by line.
protocol TextLogReading {
  /// Lines that are marked as packets, and are none.
  var unreadable: Int { get }

  mutating func take(_ line: TextLogLine, _ emit: (TextLogPacket) -> Void)

  /// After the last line.
  mutating func finish(_ emit: (TextLogPacket) -> Void)
}

/// Takes packets out of a log in which they stand as octets. Lines of other kinds may be between
/// them.
struct TextLogParser: TextLogReading {
  private(set) var unreadable = 0
  private var dialect: TextLogDialect?
  /// A packet that goes on in the next line, and how its first line began.
  private var open: OpenPacket?
  /// What `tshark` says of the next packet.
  private var summary: (direction: RecordDirection, stamp: TextLogStamp?) = (.unknown, nil)
  /// What `tshark` put together of several packets comes next.
  private var isReassembled = false
  /// The next line is a command of NimBLE; the time of this one.
  private var expectsCommand = false
  private var commandStamp: TextLogStamp?
  /// Whether ESP-IDF's lines have a time in front of the packet.
  private var hasTicks: Bool?
  /// Whether there was a packet of `hcidump`: else an arrow may mean anything.
  private var hasArrows = false

  /// More than any packet has.
  private static let mostOctets = 1 << 17

  mutating func take(_ line: TextLogLine, _ emit: (TextLogPacket) -> Void) {
    if continuePacket(line, emit) { return }
    finish(emit)
    if takeTagged(line, emit) || takeCounted(line, emit) || takeNimBLE(line, emit) { return }
    if takeArrow(line, emit) { return }
    takeSummary(line)
  }

  /// A packet that is open stays as far as it goes.
  mutating func finish(_ emit: (TextLogPacket) -> Void) {
    guard let open else { return }
    self.open = nil
    emitOpen(open, emit)
  }

  private mutating func emitOpen(_ open: OpenPacket, _ emit: (TextLogPacket) -> Void) {
    if let packet = open.packet {
      if open.dialect == .hcidump, packet.isWhole { hasArrows = true }
      emit(packet)
    } else if open.dialect == .hcidump, hasArrows {
      unreadable += 1
    }
  }

  // MARK: - Packets of one line

  private mutating func takeTagged(
    _ line: TextLogLine, _ emit: (TextLogPacket) -> Void
  ) -> Bool {
    for tag in TextLogDialect.tags {
      guard let start = line.end(of: tag.text) else { continue }
      let stamp = line.stamp(before: start - tag.text.count)
      guard let octets = line.octets(from: start),
        let packet = TextLogPacket(tag.dialect, tag.kind, tag.direction, octets, stamp)
      else {
        unreadable += 1
        return true
      }
      // BTstack's own events, which no controller sent.
      let isOwn =
        tag.dialect == .btstack && packet.kind == .event
        && (0x60...0xFE).contains(packet.octets[0])
      if !isOwn { emit(packet) }
      return true
    }
    return false
  }

  /// ESP-IDF's lines: a count of two digits, a blank, a tag, and right after it the packet.
  private mutating func takeCounted(
    _ line: TextLogLine, _ emit: (TextLogPacket) -> Void
  ) -> Bool {
    for tag in TextLogDialect.countedTags {
      var from = 0
      while let start = line.end(of: tag.text, from: from) {
        from = start
        let count = start - tag.text.count - 3
        guard line.octet(at: count) != nil, line.text[count + 2] == 0x20,
          count == 0 || !line.isWord(line.text[count - 1])
        else { continue }
        let octets = line.octet(at: start) == nil ? nil : line.octets(from: start)
        if octets == nil {
          // Of another line, unless such a packet begins there, or the line ends.
          let isCut = line.octet(at: start) != nil || line.text[start...].allSatisfy(line.isSpace)
          guard dialect == .espIDF, isCut else { continue }
        }
        dialect = .espIDF
        guard let octets,
          let packet = timed(octets, tag.kind, tag.direction, line.stamp(before: count))
        else {
          unreadable += 1
          return true
        }
        emit(packet)
        return true
      }
    }
    // An advertising report.
    guard dialect == .espIDF, let octets = line.octets(from: 0), octets.count > 3,
      let packet = timed(Array(octets[1...]), .event, .rx, nil, before: [0x3E]), packet.isWhole
    else { return false }
    emit(packet)
    return true
  }

  /// A packet with or without its time in eight octets: whichever is whole. Where both are, the
  /// log is as it was before.
  private mutating func timed(
    _ octets: [UInt8], _ kind: RecordKind, _ direction: RecordDirection, _ stamp: TextLogStamp?,
    before code: [UInt8] = []
  ) -> TextLogPacket? {
    let plain = TextLogPacket(.espIDF, kind, direction, code + octets, stamp)
    var timed: TextLogPacket?
    if octets.count > 8 {
      let ticks = octets[..<8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      let stamp = TextLogStamp(
        microseconds: Int64(min(ticks, 1 << 52)), isOfDay: false,
        buffer: code.isEmpty ? .packets : .reports)
      timed = TextLogPacket(.espIDF, kind, direction, code + octets[8...], stamp)
    }
    guard let timed, timed.isWhole else {
      if plain?.isWhole == true { hasTicks = false }
      return plain
    }
    guard let plain, plain.isWhole else {
      hasTicks = true
      return timed
    }
    return (hasTicks ?? !plain.isLikely) ? timed : plain
  }

  /// NimBLE's lines that are not only a tag and octets.
  private mutating func takeNimBLE(
    _ line: TextLogLine, _ emit: (TextLogPacket) -> Void
  ) -> Bool {
    if expectsCommand {
      expectsCommand = false
      if let octets = line.octets(from: 0) {
        guard let packet = TextLogPacket(.nimBLE, .command, .tx, octets, commandStamp)
        else {
          unreadable += 1
          return true
        }
        emit(packet)
        return true
      }
    }
    if let end = line.end(of: Self.commandMark) {
      expectsCommand = line.end(of: Self.field, from: end) != nil
      commandStamp = line.stamp(before: end)
      return true
    }
    guard let end = line.end(of: Self.dataMark), let start = line.end(of: Self.data, from: end)
    else { return false }
    guard let handle = line.number("conn_handle="), handle <= 0x0EFF,
      let boundary = line.number(" pb="), boundary < 4, let count = line.number(" len="),
      count <= 0xFFFF, let octets = line.octets(from: start)
    else {
      unreadable += 1
      return true
    }
    let header = [
      UInt8(handle & 0xFF), UInt8(handle >> 8 | boundary << 4), UInt8(count & 0xFF),
      UInt8(count >> 8),
    ]
    let stamp = line.stamp(before: end)
    if let packet = TextLogPacket(.nimBLE, .acl, .rx, header + octets, stamp) {
      emit(packet)
    } else {
      unreadable += 1
    }
    return true
  }

  private static let commandMark = Array("ble_hs_hci_cmd_send: ogf=".utf8)
  private static let field = Array(" len=".utf8)
  private static let dataMark = Array("ble_hs_hci_evt_acl_process(): conn_handle=".utf8)
  private static let data = Array(" data=".utf8)

  // MARK: - Packets of several lines

  /// `hcidump -R`: a time where asked for, an arrow, octets.
  private mutating func takeArrow(
    _ line: TextLogLine, _ emit: (TextLogPacket) -> Void
  ) -> Bool {
    let arrows = [UInt8(ascii: "<"), UInt8(ascii: ">")]
    guard let arrow = line.text.prefix(40).firstIndex(where: arrows.contains),
      arrow + 1 < line.text.count, line.text[arrow + 1] == 0x20,
      line.text[..<arrow].allSatisfy({ !(0x41...0x5A).contains($0 & 0xDF) }),
      let octets = line.octets(from: arrow + 2), h4Kind(octets[0]) != .unrecognized
    else { return false }
    open = OpenPacket(
      dialect: .hcidump, direction: line.text[arrow] == UInt8(ascii: "<") ? .tx : .rx,
      octets: octets, stamp: line.stamp(before: arrow))
    emitIfWhole(emit)
    return true
  }

  /// `    1   0.000000 controller -> host  HCI_EVT 7 Rcvd Command Complete`: of `tshark`.
  private mutating func takeSummary(_ line: TextLogLine) {
    if line.text.suffix(Self.sourceEnd.count).elementsEqual(Self.sourceEnd) {
      isReassembled = !line.text.starts(with: Self.frame)
      return
    }
    if let octets = line.dumped(at: 0) {
      defer { isReassembled = false }
      if isReassembled { return }
      open = OpenPacket(
        dialect: .hexDump, direction: summary.direction, octets: octets, stamp: summary.stamp)
      summary = (.unknown, nil)
      return
    }
    let sent = line.end(of: Array(" Sent ".utf8))
    guard let end = sent ?? line.end(of: Array(" Rcvd ".utf8)) else { return }
    let fields = line.text.split(separator: 0x20, maxSplits: 2)
    var stamp: TextLogStamp?
    if fields.count > 1, fields[0].allSatisfy({ (0x30...0x39).contains($0) }) {
      stamp = TextLogStamp(seconds: fields[1]) ?? line.stamp(before: end)
    }
    summary = (sent != nil ? .tx : .rx, stamp)
  }

  /// `Frame (31 bytes):`, `Reassembled BTHCI ACL (104 bytes):`.
  private static let sourceEnd = Array(" bytes):".utf8)
  private static let frame = Array("Frame (".utf8)

  private mutating func continuePacket(
    _ line: TextLogLine, _ emit: (TextLogPacket) -> Void
  ) -> Bool {
    // Neither is held while octets are appended: that would copy them.
    guard let dialect = open?.dialect, let count = open?.octets.count, count < Self.mostOctets
    else { return false }
    let more: [UInt8]? =
      dialect == .hexDump
      ? line.dumped(at: count)
      : line.text.starts(with: [0x20, 0x20]) ? line.octets(from: 2) : nil
    guard let more else { return false }
    open?.octets += more
    if dialect == .hcidump { emitIfWhole(emit) }
    return true
  }

  private mutating func emitIfWhole(_ emit: (TextLogPacket) -> Void) {
    guard let open, open.isWhole else { return }
    self.open = nil
    emitOpen(open, emit)
  }
}

/// A packet of several lines, as far as it goes.
private struct OpenPacket {
  let dialect: TextLogDialect
  let direction: RecordDirection
  var octets: [UInt8]
  let stamp: TextLogStamp?

  var isWhole: Bool {
    !octets.isEmpty
      && packetLength(h4Kind(octets[0]), octets.span.extracting(1...)) == octets.count - 1
  }

  var packet: TextLogPacket? {
    if let packet = TextLogPacket(dialect, .unrecognized, direction, octets, stamp) {
      return packet
    }
    // Behind the direction word of link type 201, or the kind of Linux's monitor.
    guard dialect == .hexDump, octets.count > 5, octets[..<3] == [0, 0, 0] else { return nil }
    let kind: RecordKind
    switch octets[3] {
    case 0, 1: kind = .unrecognized
    case 2: kind = .command
    case 3: kind = .event
    case 4, 5: kind = .acl
    case 6, 7: kind = .sco
    case 18, 19: kind = .iso
    default: return nil
    }
    return TextLogPacket(
      dialect, kind, octets[3] & 1 == 0 ? .tx : .rx, Array(octets[4...]), stamp)
  }
}

extension TextLogLine {
  /// At most 16 octets behind their offset, if it is that one; what is behind them are the same as
  /// characters.
  func dumped(at offset: Int) -> [UInt8]? {
    guard let first = text.firstIndex(where: { !isSpace($0) }) else { return nil }
    var index = first
    var stated = 0
    while index < text.count, index - first <= 8, let value = hexDigit(text[index]) {
      stated = stated << 4 | value
      index += 1
    }
    guard (4...8).contains(index - first), stated == offset, index + 3 < text.count,
      text[index] == 0x20, text[index + 1] == 0x20
    else { return nil }
    index += 2
    var octets: [UInt8] = []
    while octets.count < 16, let octet = octet(at: index) {
      octets.append(octet)
      index += 2
      guard index < text.count, isSpace(text[index]) else { break }
      index += 1
      // In the middle some have another blank.
      if octets.count == 8, index < text.count, text[index] == 0x20 { index += 1 }
    }
    return octets.isEmpty ? nil : octets
  }

  private func hexDigit(_ octet: UInt8) -> Int? {
    switch octet {
    case 0x30...0x39: Int(octet) - 0x30
    case 0x41...0x46: Int(octet) - 0x37
    case 0x61...0x66: Int(octet) - 0x57
    default: nil
    }
  }
}

extension TextLogStamp {
  /// `12.345678`: since the first packet, or since 1970.
  init?(seconds text: ArraySlice<UInt8>) {
    let parts = text.split(separator: UInt8(ascii: "."))
    guard parts.count == 2, (1...10).contains(parts[0].count), (1...9).contains(parts[1].count),
      parts.allSatisfy({ $0.allSatisfy { (0x30...0x39).contains($0) } })
    else { return nil }
    let value = { (digits: ArraySlice<UInt8>) in
      digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - 0x30) }
    }
    var fraction = value(parts[1])
    for _ in min(6, parts[1].count)..<6 { fraction *= 10 }
    for _ in 6..<max(6, parts[1].count) { fraction /= 10 }
    self.init(microseconds: value(parts[0]) * 1_000_000 + fraction, isOfDay: false)
  }
}
