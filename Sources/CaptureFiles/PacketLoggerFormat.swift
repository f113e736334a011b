import Bytes

/// The format of Apple's PacketLogger, in both byte orders. It has no file header.
///
///     record  length u32   seconds u32   microseconds u32   type u8   payload
///
/// The length counts all that follows it: payload + 9.
struct PacketLoggerLayout: RecordLayout {
  static let recordHeader = 12

  private let order: ByteOrder

  var format: CaptureFormat { .packetlogger }

  var linkTypeName: String { "packetlogger" }

  init(_ order: ByteOrder) {
    self.order = order
  }

  @inline(__always)
  func recordLength(_ bytes: Span<UInt8>) -> Int {
    Int(bytes.u32(0, order)) &- 8
  }

  @inline(__always)
  func originalLength(_ bytes: Span<UInt8>) -> Int {
    recordLength(bytes)
  }

  @inline(__always)
  func time(_ bytes: Span<UInt8>) -> TraceTime {
    let seconds = Int64(bytes.u32(4, order))
    return TraceTime(microseconds: seconds &* 1_000_000 &+ Int64(bytes.u32(8, order)))
  }

  @inline(__always)
  func frame(_ record: inout CapturedRecord, _ bytes: Span<UInt8>) {
    guard bytes.count > Self.recordHeader else { return }
    record.detail = bytes[Self.recordHeader]
    record.dropFirst(1)
    (record.kind, record.direction) = Self.meaning(ofType: record.detail)
  }

  /// What a record's type means. ISO data has one pair of types in BlueZ and another in
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
