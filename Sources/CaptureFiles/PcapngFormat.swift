import Bytes

/// The pcapng format.
///
///     block   type u32   total length u32   body, padded to 32 bits   total length u32
///     section (0x0A0D0D0A)   byte-order magic u32   version u16 u16   length u64   options
///     interface (1)          link type u16   0 u16   snap length u32   options
///     enhanced packet (6)    interface u32   time u32 u32   captured u32   original u32   packet
///                            options
///     packet (2, obsolete)   interface u16   drops u16   then as above
///     simple packet (3)      original u32   packet
///     statistics (5)         interface u32   time u32 u32   options
///
/// A section sets the byte order of all that follows, and the count of interfaces starts again.
/// Packets are numbered in the order of their blocks, whatever their interface, as Wireshark does.
struct PcapngWalker: RecordWalker {
  /// The longest block that is looked into: a packet and generous options.
  private static let blockLength = CaptureLimits.recordLength + (1 << 20)

  private var order = ByteOrder.little
  private var interfaces = PcapngInterfaces()
  /// For packets that carry no time of their own.
  private var lastTime = TraceTime(microseconds: 0)

  var format: CaptureFormat { .pcapng }

  var linkTypeName: String { interfaces.linkTypeName }

  var hasUSB: Bool { interfaces.hasUSB }

  var hasPPI: Bool { interfaces.hasPPI }

  /// - Precondition: `bytes` hold the first 16 octets of the file.
  init(header bytes: Span<UInt8>) throws(CaptureFileError) {
    guard let order = Self.byteOrder(bytes, 8) else { return }
    self.order = order
    let version = Int(bytes.u16(12, order))
    guard version == 1 else { throw .unsupportedVersion(.pcapng, version: version) }
  }

  mutating func walk(
    _ bytes: Span<UInt8>, _ cursor: inout WindowCursor, into records: inout [CapturedRecord],
    tally: inout RecordTally
  ) throws(CaptureFileError) -> WalkStop {
    records.reserveCapacity(CaptureLimits.batch)
    while records.count < CaptureLimits.batch {
      let at = cursor.position
      let available = cursor.end - at
      guard available >= 12 else {
        guard cursor.isLast else { return .needs(12) }
        try interfaces.requireBluetooth()
        return .ended(cutShort: available != 0)
      }
      if let run = PcapngRun(bytes.extracting(at..<cursor.end), order, interfaces) {
        run.append(bytes, &cursor, to: &records, &tally)
        if let last = records.last { lastTime = last.time }
        continue
      }
      let kind = PcapngBlock(rawValue: bytes.u32(at, order)) ?? .other
      if kind == .section {
        guard let stated = Self.byteOrder(bytes, at + 8) else {
          let reason = "a section without a byte-order magic"
          return .damaged(CaptureDamage(offset: cursor.offsetInFile(at + 8), reason: reason))
        }
        order = stated
      }
      let length = Int(bytes.u32(at + 4, order))
      guard length >= kind.leastLength, kind == .other || length <= Self.blockLength else {
        let reason = "block length \(length) makes no sense"
        return .damaged(CaptureDamage(offset: cursor.offsetInFile(at), reason: reason))
      }
      // Lengths are multiples of four; some writers forget to count the padding.
      let padded = (length + 3) & ~3
      if kind == .other {
        // A capture of another format, which a block of an unknown kind would swallow.
        switch captureHeader(bytes, cursor) {
        case .needs(let count): return .needs(count)
        case .header:
          let reason = "a file header where a block should begin"
          return .damaged(CaptureDamage(offset: cursor.offsetInFile(at), reason: reason))
        case .none: break
        }
        cursor.position += padded
        continue
      }
      guard padded <= available else {
        guard cursor.isLast else { return .needs(padded) }
        try interfaces.requireBluetooth()
        let block = (start: at, end: cursor.end)
        let reason = try takePacket(kind, block, isWhole: false, bytes, into: &records, &tally)
        cursor.position = cursor.end
        guard let reason else { return .ended(cutShort: true) }
        return .damaged(CaptureDamage(offset: cursor.offsetInFile(at), reason: reason))
      }
      let block = (start: at, end: at + length - 4)
      if let reason = try take(kind, block, bytes, into: &records, &tally) {
        return .damaged(CaptureDamage(offset: cursor.offsetInFile(at), reason: reason))
      }
      cursor.position = at + padded
    }
    return .full
  }

  /// The order that a section's header states by the magic number at `at`.
  private static func byteOrder(_ bytes: Span<UInt8>, _ at: Int) -> ByteOrder? {
    switch bytes.u32be(at) {
    case 0x1A2B_3C4D: .big
    case 0x4D3C_2B1A: .little
    default: nil
    }
  }

  /// Takes in a whole block; answers what is wrong with it, if so.
  private mutating func take(
    _ kind: PcapngBlock, _ block: (start: Int, end: Int), _ bytes: Span<UInt8>,
    into records: inout [CapturedRecord], _ tally: inout RecordTally
  ) throws(CaptureFileError) -> String? {
    guard bytes.u32(block.end, order) == bytes.u32(block.start + 4, order) else {
      return "the two lengths of a block differ"
    }
    switch kind {
    case .section:
      let major = Int(bytes.u16(block.start + 12, order))
      guard major == 1 else { return "pcapng version \(major) is not supported" }
      interfaces.startSection()
    case .interface:
      let options = PcapngOptions(from: block.start + 16, to: block.end, order)
      let linkType = Int(bytes.u16(block.start + 8, order))
      let snapLength = Int(bytes.u32(block.start + 12, order))
      guard interfaces.add(linkType: linkType, snapLength: snapLength, options, bytes) else {
        return "over \(CaptureLimits.interfaces) interfaces"
      }
    case .statistics:
      let options = PcapngOptions(from: block.start + 20, to: block.end, order)
      let index = Int(bytes.u32(block.start + 8, order))
      tally.lose(
        interfaces.countDrops(index, inStatistics: options, bytes), before: tally.records)
    case .enhancedPacket, .packet, .simplePacket:
      return try takePacket(kind, block, isWhole: true, bytes, into: &records, &tally)
    case .other:
      break
    }
    return nil
  }

  private mutating func takePacket(
    _ kind: PcapngBlock, _ block: (start: Int, end: Int), isWhole: Bool, _ bytes: Span<UInt8>,
    into records: inout [CapturedRecord], _ tally: inout RecordTally
  ) throws(CaptureFileError) -> String? {
    guard let header = kind.packetHeader, block.end - block.start >= header else { return nil }
    var packet = PcapngPacket(kind, header: header, bytes, block.start, order)
    if let limit = interfaces[packet.interface]?.snapLength, kind == .simplePacket {
      packet.captured = min(packet.captured, limit)
    }
    let held = min(packet.captured, block.end - packet.start)
    guard packet.captured <= CaptureLimits.recordLength, held == packet.captured || !isWhole else {
      return "captured length \(packet.captured) exceeds that of its block"
    }
    let options = packet.start + ((packet.captured + 3) & ~3)
    packet.take(PcapngOptions(from: options, to: block.end, order), bytes)
    packet.original = max(packet.original, packet.captured)
    packet.captured = held
    try add(packet, bytes, to: &records, &tally)
    return nil
  }

  private mutating func add(
    _ packet: PcapngPacket, _ bytes: Span<UInt8>, to records: inout [CapturedRecord],
    _ tally: inout RecordTally
  ) throws(CaptureFileError) {
    try interfaces.requireBluetooth()
    tally.records += 1
    let interface = interfaces[packet.interface]
    if let ticks = packet.ticks {
      lastTime = (interface?.clock ?? PcapngClock()).time(ticks: ticks)
    }
    if let interface, interface.link == nil {
      tally.skipped += 1
      return
    }
    if packet.original > packet.captured { tally.truncated += 1 }
    let range = ByteRange(
      start: packet.start, end: packet.start + packet.captured,
      originalCount: packet.original)
    var record = CapturedRecord(
      number: tally.records, time: lastTime, bytes: range,
      controller: interface?.controller ?? 0, kind: .unrecognized, direction: packet.direction,
      detail: 0)
    if let link = interface?.link {
      record.takeFraming(link, bytes.extracting(range.start..<range.end), order)
    }
    records.append(record)
    if let drops = packet.drops {
      tally.lose(interfaces.countDrops(packet.interface, inPacket: drops), before: tally.records)
    }
  }
}
