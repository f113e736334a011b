import Bytes

/// The header of a data channel PDU.
///
///     octet   0                                              1
///             LLID (2 bits), NESN, SN, MD, CP, RFU (2 bits)  length
///
/// With CP set, a third octet holds CTEInfo. Core Vol 6, Part B, 2.4.
package struct LLDataHeader: Hashable, Sendable {
  package enum LLID: UInt8, Sendable {
    case reserved, continuation, start, control
  }

  package var llid: LLID
  package var nesn: Bool
  package var sn: Bool
  package var moreData: Bool
  package var payload: ByteRange
  /// In microseconds: what is sent after the CRC for the direction to be found. Core Vol 6,
  /// Part B, 2.5.1.
  package var toneExtension = 0
  /// Whether it is a continuation of nothing: it only carries SN and NESN.
  package private(set) var isEmpty = false

  package init(_ pdu: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.linkLayer, pdu)
    let first = try cursor.u8(in: bytes)
    let length = Int(try cursor.u8(in: bytes))
    llid =
      switch first & 3 {
      case 1: .continuation
      case 2: .start
      case 3: .control
      default: .reserved
      }
    nesn = first & 4 != 0
    sn = first & 8 != 0
    moreData = first & 16 != 0
    if first & 32 != 0 { toneExtension = Int(try cursor.u8(in: bytes) & 0x1F) * 8 }
    payload = try cursor.range(length)
    isEmpty = llid == .continuation && payload.originalCount == 0
  }
}
