import TraceBytes

/// The format of Apple's PacketLogger, in both byte orders. It has no file header.
///
///     record  length u32   seconds u32   microseconds u32   type u8   payload
///
/// The length counts all that follows it: payload + 9.
struct PacketLoggerLayout: RecordLayout {
  static let recordHeader = 12

  private let order: ByteOrder

  var linkTypeName: String { "packetlogger" }

  init(_ order: ByteOrder) {
    self.order = order
  }

  @inline(__always)
  func recordLength(_ bytes: Span<UInt8>, _ at: Int) -> Int {
    Int(bytes.u32(at, order)) &- 8
  }

  @inline(__always)
  mutating func record(
    _ bytes: Span<UInt8>, _ at: Int, number: Int, included: Int, _ tally: inout RecordTally
  ) -> CapturedRecord {
    let original = recordLength(bytes, at)
    if original > included { tally.truncated &+= 1 }
    let seconds = Int64(bytes.u32(at &+ 4, order))
    let time = seconds &* 1_000_000 &+ Int64(bytes.u32(at &+ 8, order))
    let start = at &+ Self.recordHeader
    let packet = ByteRange(start: start, end: start &+ included, originalCount: original)
    var record = CapturedRecord(
      number: number, time: TraceTime(microseconds: time), bytes: packet, controller: 0,
      kind: .unrecognized, direction: .unknown, detail: 0)
    guard included > 0 else { return record }
    record.detail = bytes[start]
    record.dropFirst(1)
    (record.kind, record.direction) = Self.meaning(ofType: record.detail)
    return record
  }

  /// What a record's type stands for. ISO data has one pair of types in BlueZ and another in
  /// BTstack; link manager messages (0x0A, 0x0B) are not HCI.
  static func meaning(ofType type: UInt8) -> (RecordKind, RecordDirection) {
    switch type {
    case 0x00: (.command, .tx)
    case 0x01: (.event, .rx)
    case 0x02: (.acl, .tx)
    case 0x03: (.acl, .rx)
    case 0x08: (.sco, .tx)
    case 0x09: (.sco, .rx)
    case 0x0C, 0x12: (.iso, .tx)
    case 0x0D, 0x13: (.iso, .rx)
    case 0xF7...0xFE: (.loggerNote, .unknown)
    default: (.unrecognized, .unknown)
    }
  }
}
