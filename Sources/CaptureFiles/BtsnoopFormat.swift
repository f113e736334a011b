import TraceBytes

/// The btsnoop format: Android, BlueZ, Frontline.
///
///     file    "btsnoop\0"   version u32 = 1   datalink u32
///     record  original length u32   included length u32   flags u32   cumulative drops u32
///             time i64, microseconds   included octets, no padding
///
/// All numbers are big-endian.
struct BtsnoopLayout: RecordLayout {
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

  @inline(__always)
  func recordLength(_ bytes: Span<UInt8>, _ at: Int) -> Int {
    Int(bytes.u32be(at &+ 4))
  }

  @inline(__always)
  mutating func record(
    _ bytes: Span<UInt8>, _ at: Int, number: Int, included: Int, _ tally: inout RecordTally
  ) -> CapturedRecord {
    // One check for the header in place of one for each field.
    let header = bytes.extracting(at..<(at &+ Self.recordHeader))
    let original = max(Int(header.u32be(0)), Int(header.u32be(4)))
    let flags = header.u32be(8)
    countDrops(header.u32be(12), before: number, &tally)
    if original > included { tally.truncated &+= 1 }
    let time = Int64(bitPattern: header.u64be(16)) &- Self.unixEpoch
    let start = at &+ Self.recordHeader
    if link == .hciH4, included > 0 {
      // What phones write, in one piece.
      let indicator = bytes[start]
      return CapturedRecord(
        number: number, time: TraceTime(microseconds: time),
        bytes: ByteRange(
          start: start &+ 1, end: start &+ included, originalCount: original &- 1),
        controller: 0, kind: h4Kind(indicator), direction: flags & 1 == 0 ? .tx : .rx,
        detail: indicator)
    }
    let packet = ByteRange(start: start, end: start &+ included, originalCount: original)
    var record = CapturedRecord(
      number: number, time: TraceTime(microseconds: time), bytes: packet, controller: 0,
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
    return record
  }

  /// The counter is cumulative: what it grows by was lost. It is not trusted further than that: a
  /// step back is a restart, and all ones mean that the writer does not know.
  @inline(__always)
  private mutating func countDrops(
    _ counter: UInt32, before number: Int, _ tally: inout RecordTally
  ) {
    guard counter != drops, counter != .max else { return }
    if counter > drops { tally.lose(Int(counter &- drops), before: number) }
    drops = counter
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
