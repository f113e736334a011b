import TraceBytes

/// The btsnoop format: Android, BlueZ, Frontline.
///
///     file    "btsnoop\0"   version u32 = 1   datalink u32
///     record  original length u32   included length u32   flags u32   cumulative drops u32
///             time i64, microseconds   included octets, no padding
///
/// All numbers are big-endian.
struct BtsnoopWalker: RecordWalker {
  static let magic: [UInt8] = [0x62, 0x74, 0x73, 0x6E, 0x6F, 0x6F, 0x70, 0x00]
  static let fileHeader = 16
  static let recordHeader = 24

  /// What 1970-01-01 is on btsnoop's clock. A constant of the format, not a number of days since
  /// the year 0: it is twelve days more than that.
  static let unixEpoch: Int64 = 0x00DC_DDB3_0F2F_8000

  private let link: LinkType
  private var drops: UInt32 = 0

  var linkTypeName: String { link.rawValue }

  /// - Precondition: `bytes` hold a whole file header.
  init(header bytes: Span<UInt8>) throws(CaptureFileError) {
    let version = Int(bytes.u32be(8))
    guard version == 1 else { throw .unsupportedVersion(.btsnoop, version: version) }
    let datalink = Int(bytes.u32be(12))
    guard let link = LinkType(btsnoop: datalink) else {
      throw .unsupportedLinkType(.btsnoop, number: datalink)
    }
    self.link = link
  }

  mutating func walk(
    _ bytes: Span<UInt8>, _ cursor: inout WindowCursor, into records: inout [CapturedRecord],
    tally: inout RecordTally
  ) throws(CaptureFileError) -> WalkStop {
    if tally.records == 0, let stop = try refuseBtsnooz(bytes, cursor) { return stop }
    records.reserveCapacity(CaptureLimits.batch)
    var at = cursor.position
    let end = cursor.end
    while records.count < CaptureLimits.batch {
      let start = at &+ Self.recordHeader
      guard start <= end else { break }
      let lengths = bytes.u64be(at)
      let included = Int(lengths & 0xFFFF_FFFF)
      guard included <= CaptureLimits.recordLength, included <= end &- start else { break }
      append(bytes, at, included, Int(lengths >> 32), to: &records, &tally)
      at = start &+ included
    }
    cursor.position = at
    if records.count == CaptureLimits.batch { return .full }
    return stop(bytes, &cursor, into: &records, &tally)
  }

  /// Why the loop could not go on at the cursor's position.
  private mutating func stop(
    _ bytes: Span<UInt8>, _ cursor: inout WindowCursor, into records: inout [CapturedRecord],
    _ tally: inout RecordTally
  ) -> WalkStop {
    let at = cursor.position
    let available = cursor.end - at
    if available < Self.recordHeader {
      return cursor.isLast ? .ended(cutShort: available > 0) : .needs(Self.recordHeader)
    }
    let included = Int(bytes.u32be(at + 4))
    if included > CaptureLimits.recordLength {
      return .damaged(.recordLength(included, at: cursor.offsetInFile(at)))
    }
    guard cursor.isLast else { return .needs(Self.recordHeader + included) }
    let original = max(Int(bytes.u32be(at)), included)
    append(bytes, at, available - Self.recordHeader, original, to: &records, &tally)
    cursor.position = cursor.end
    return .ended(cutShort: true)
  }

  /// Appends the record whose header is at `at`.
  @inline(__always)
  private mutating func append(
    _ bytes: Span<UInt8>, _ at: Int, _ included: Int, _ original: Int,
    to records: inout [CapturedRecord], _ tally: inout RecordTally
  ) {
    let flagsAndDrops = bytes.u64be(at &+ 8)
    let flags = UInt32(truncatingIfNeeded: flagsAndDrops >> 32)
    let counter = UInt32(truncatingIfNeeded: flagsAndDrops)
    if counter != drops, counter != .max {
      if counter > drops { tally.dropped &+= Int(counter &- drops) }
      drops = counter
    }
    if original > included { tally.truncated &+= 1 }
    tally.records &+= 1
    let time = Int64(bitPattern: bytes.u64be(at &+ 16)) &- Self.unixEpoch
    let start = at &+ Self.recordHeader
    let packet = ByteRange(
      start: start, end: start &+ included, originalCount: max(original, included))
    var record = CapturedRecord(
      number: tally.records, time: TraceTime(microseconds: time), bytes: packet, controller: 0,
      kind: .unrecognized, direction: .unknown, detail: 0)
    switch link {
    case .hciH4, .hciH4WithDirection:
      record.direction = flags & 1 == 0 ? .tx : .rx
      record.takeH4Indicator(bytes)
    case .linuxMonitor:
      record.takeMonitor(opcode: UInt16(truncatingIfNeeded: flags))
      record.controller = UInt16(truncatingIfNeeded: flags >> 16)
    case .hciH1:
      record.takeH1(flags: flags)
    }
    records.append(record)
  }
}

extension CapturedRecord {
  /// HCI without packet indicator: bit 0 of the flags is the direction, bit 1 is set for commands
  /// and events. SCO and ISO cannot be expressed.
  @inline(__always)
  fileprivate mutating func takeH1(flags: UInt32) {
    direction = flags & 1 == 0 ? .tx : .rx
    detail = UInt8(truncatingIfNeeded: flags & 3)
    kind = flags & 2 == 0 ? .acl : direction == .tx ? .command : .event
  }
}
