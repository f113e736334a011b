import Bytes

/// Takes packets out of what btmon prints of them: octets that the text states, up to the first
/// one that it does not. What comes after that was not kept.
struct BtmonParser: TextLogReading {
  private var open: Block?
  /// Packets that are complete, and those that wait for the rest of theirs before them.
  private var queue: [(packet: TextLogPacket, isWaiting: Bool)] = []
  /// How many were given before the queue.
  private var given = 0
  private var fragments: [Link: Fragments] = [:]

  var unreadable: Int { 0 }

  private static let mostQueued = 256

  /// A packet's first line and those below it.
  private struct Block {
    var header: BtmonHeader
    var lines: [TextLogLine] = []
    var octets = 0
    /// Whether its lines are further right than what is no part of it.
    var isIndented = false

    static let mostLines = 8192
    static let mostOctets = 1 << 20
  }

  private struct Link: Hashable {
    let controller: UInt16
    let direction: RecordDirection
    let handle: Int
  }

  /// Packets that hold one of L2CAP, which is printed below the last of them.
  private struct Fragments {
    var numbers: [Int] = []
    var length = 0
  }

  // MARK: - Lines

  mutating func take(_ line: TextLogLine, _ emit: (TextLogPacket) -> Void) {
    if let header = BtmonHeader(line) {
      endBlock(emit)
      open = Block(header: header)
      return
    }
    guard open != nil else { return }
    let start = line.text.firstIndex { !line.isSpace($0) && !Self.quotes.contains($0) }
    guard let start else { return }
    let end = line.text.lastIndex { !line.isSpace($0) } ?? start
    let text = TextLogLine(line.text[start...end])
    let isIndented = line.isSpace(line.text[0])
    if Self.ends.contains(where: { text.text.starts(with: $0) }) || line.end(of: Self.note) != nil
      || open?.isIndented == true && !isIndented || BtmonHeader.isMarked(line)
    {
      endBlock(emit)
      return
    }
    guard open?.lines.isEmpty == false else {
      // A long line was broken before its time.
      if open?.header.stamp == nil, let stamp = TextLogStamp(btmon: text) {
        open?.header.stamp = stamp
        return
      }
      open?.isIndented = isIndented
      append(text)
      return
    }
    append(text)
  }

  private mutating func append(_ line: TextLogLine) {
    guard let count = open?.lines.count, let octets = open?.octets, count < Block.mostLines,
      octets < Block.mostOctets
    else { return }
    open?.octets += line.text.count
    open?.lines.append(line)
  }

  /// Of a quoted mail.
  private static let quotes = [UInt8(ascii: ">"), UInt8(ascii: "|"), UInt8(ascii: "*")]
  /// What follows is no part of the packet: notes, and where someone left lines out.
  private static let ends = ["= ", "@ ", "--", "...", "[...]"].map { Array($0.utf8) }
  private static let note = Array("]: @ MGMT ".utf8)

  mutating func finish(_ emit: (TextLogPacket) -> Void) {
    endBlock(emit)
    release()
    give(emit)
  }

  // MARK: - Packets

  private mutating func endBlock(_ emit: (TextLogPacket) -> Void) {
    guard let block = open else { return }
    open = nil
    let header = block.header
    var octets = header.octets
    switch header.kind {
    case .command:
      var fields = BtmonFields(block.lines[...], limit: header.length)
      fields.take(.command(header.code))
      octets += fields.result ?? []
    case .event: octets += event(block)
    case .acl:
      add(block, emit)
      return
    default:
      var fields = BtmonFields(block.lines[...], limit: header.length)
      fields.take(nil)
      if !octets.isEmpty { octets += fields.result ?? [] }
    }
    put(header, octets, isWaiting: false)
    give(emit)
  }

  private func event(_ block: Block) -> [UInt8] {
    let header = block.header
    var fields = BtmonFields(block.lines[...], limit: header.length)
    guard let first = block.lines.first else { return [] }
    switch header.code {
    case 0x0E, 0x0F:
      // `Reset (0x03|0x0003) ncmd 1`
      guard let end = first.end(of: Array(" ncmd ".utf8)),
        let (count, _) = first.decimal(at: end), count <= 0xFF,
        let group = first.hex(after: "(0x", at: end - 19),
        let command = first.hex(after: "|0x", at: end - 14), group < 64, command < 1024
      else { return [] }
      let opcode = Int(group << 10 | command)
      let answered = [UInt8(count), UInt8(opcode & 0xFF), UInt8(opcode >> 8)]
      let rest = block.lines.dropFirst()
      let status = rest.first.flatMap { line in
        line.value(of: [Self.status]).flatMap { line.octets(.number(1), from: $0) }
      }
      if header.code == 0x0F {
        return header.length == 4 ? status.map { $0 + answered } ?? [] : []
      }
      fields = BtmonFields(status == nil ? rest : rest.dropFirst(), limit: header.length)
      fields.append(answered + (status ?? []))
      fields.take(status == nil ? nil : .returned(opcode))
    case 0x3E:
      // `LE Connection Complete (0x01)`
      guard let end = first.text.lastIndex(of: UInt8(ascii: ")")), end >= 5,
        let subevent = first.hex(after: "(0x", at: end - 5), subevent <= 0xFF
      else { return [] }
      fields = BtmonFields(block.lines.dropFirst(), limit: header.length)
      fields.append([UInt8(subevent)])
      fields.take(.subevent(Int(subevent)))
    default: fields.take(.event(header.code))
    }
    return fields.result ?? []
  }

  private static let status = Array("Status".utf8)

  // MARK: - L2CAP

  private mutating func add(_ block: Block, _ emit: (TextLogPacket) -> Void) {
    let header = block.header
    let link = Link(
      controller: header.controller, direction: header.direction, handle: header.code & 0xFFF)
    defer { give(emit) }
    guard !header.octets.isEmpty else {
      put(header, [], isWaiting: false)
      return
    }
    if !header.isContinuation { abandon(link) }
    // What btmon cannot put together it prints as it is. Of no use is what goes on with a packet
    // whose beginning it did not print.
    var dump = BtmonFields(block.lines[...], limit: header.length)
    dump.take(nil)
    let isDump = header.length > 0 && dump.octets.count == header.length
    if isDump, !header.isContinuation || fragments[link] == nil {
      let data = dump.octets
      put(header, header.octets + data, isWaiting: false)
      return
    }
    guard !header.isContinuation || fragments[link] != nil else {
      put(header, header.octets, isWaiting: false)
      return
    }
    fragments[link, default: Fragments()].numbers.append(given + queue.count)
    fragments[link]?.length += header.length
    put(header, header.octets, isWaiting: true)
    guard !block.lines.isEmpty, !isDump, let all = fragments[link] else { return }
    if var packet = l2cap(block.lines[...], length: all.length)?[...] {
      for number in all.numbers {
        let rest = queue[number - given].packet.originalCount - header.headerLength
        queue[number - given].packet.octets += packet.prefix(rest)
        packet = packet.dropFirst(rest)
      }
    }
    abandon(link)
  }

  /// What is stated of a packet of that length.
  private func l2cap(_ lines: ArraySlice<TextLogLine>, length: Int) -> [UInt8]? {
    guard let first = lines.first else { return nil }
    // `Channel: 64 len 19 [PSM 31 mode Basic (0x00)] {chan 0}`
    if let start = first.value(of: [Self.channel]), let (channel, end) = first.decimal(at: start),
      channel <= 0xFFFF, first.text[end...].starts(with: " len ".utf8),
      let (count, _) = first.decimal(at: end + 5), count + 4 == length
    {
      let header = l2capHeader(count, channel)
      guard first.isBasic else { return header }
      let rest = lines.dropFirst()
      if let inner = protocolData(rest, channel: channel), inner.count == count {
        return header + inner.octets
      }
      var fields = BtmonFields(rest, limit: count)
      fields.take(nil)
      return header + (fields.result ?? [])
    }
    guard let inner = protocolData(lines, channel: nil), inner.count + 4 == length else {
      return nil
    }
    return l2capHeader(inner.count, inner.channel) + inner.octets
  }

  private func l2capHeader(_ count: Int, _ channel: Int) -> [UInt8] {
    [count & 0xFF, count >> 8, channel & 0xFF, channel >> 8].map { UInt8($0 & 0xFF) }
  }

  /// `ATT: Write Request (0x12) len 4`
  private func protocolData(
    _ lines: ArraySlice<TextLogLine>, channel: Int?
  ) -> (count: Int, channel: Int, octets: [UInt8])? {
    guard let first = lines.first,
      let (name, fixed) = Self.protocols.first(where: { first.text.starts(with: $0.name) }),
      let lengthStart = first.end(of: Array(" len ".utf8)),
      let (length, _) = first.decimal(at: lengthStart), length <= 0xFFFF
    else { return nil }
    let isSignal = fixed == 1 || fixed == 5
    var end = lengthStart - 5
    var header: [UInt8] = []
    if isSignal {
      guard let start = first.end(of: Array(" ident ".utf8), from: name.count),
        let (ident, _) = first.decimal(at: start), ident <= 0xFF
      else { return nil }
      end = start - 7
      header = [UInt8(ident), UInt8(length & 0xFF), UInt8(length >> 8)]
    }
    guard let code = first.hex(after: "(0x", at: end - 6), code <= 0xFF,
      first.text[end - 1] == UInt8(ascii: ")"), channel == nil || fixed == 4
    else { return nil }
    var fields = BtmonFields(lines.dropFirst(), limit: length)
    switch fixed {
    case 4: fields.take(.att(Int(code)))
    case 5: fields.take(.signal(Int(code)))
    case 1: fields.take(code == 0x06 || code == 0x07 ? .signal(Int(code)) : nil)
    default: fields.take(.smp(Int(code)))
    }
    let octets = [UInt8(code)] + header + (fields.result ?? [])
    return (length + 1 + header.count, channel ?? fixed, octets)
  }

  private static let channel = Array("Channel".utf8)

  private static let protocols: [(name: [UInt8], channel: Int)] = [
    (Array("ATT: ".utf8), 4), (Array("SMP: ".utf8), 6), (Array("BR/EDR SMP: ".utf8), 7),
    (Array("LE L2CAP: ".utf8), 5), (Array("L2CAP: ".utf8), 1),
  ]

  // MARK: - The queue

  private mutating func put(_ header: BtmonHeader, _ octets: [UInt8], isWaiting: Bool) {
    let packet = TextLogPacket(header, octets)
    queue.append((packet, isWaiting))
  }

  /// The packets of a link wait no longer.
  private mutating func abandon(_ link: Link) {
    for number in fragments.removeValue(forKey: link)?.numbers ?? [] {
      queue[number - given].isWaiting = false
    }
  }

  private mutating func release() {
    fragments.removeAll()
    for index in queue.indices { queue[index].isWaiting = false }
  }

  private mutating func give(_ emit: (TextLogPacket) -> Void) {
    if queue.count > Self.mostQueued { release() }
    let ready = queue.firstIndex { $0.isWaiting } ?? queue.count
    for (packet, _) in queue[..<ready] { emit(packet) }
    queue.removeFirst(ready)
    given += ready
  }
}

extension TextLogLine {
  /// Whether the channel has no header of its own in front of the data.
  fileprivate var isBasic: Bool {
    end(of: Array(" mode Basic".utf8)) != nil || end(of: Array(" mode 0]".utf8)) != nil
  }
}
