import Bytes

/// A packet of Matter's Bluetooth Transport Protocol. Integers have their least significant octet
/// first.
///
///     octet   0       then, each where its flag is set
///             flags   management opcode (1), ack (1), sequence (1, unless handshake),
///                     message length (2, with begin), payload
///
///     flags   0x01 begin, 0x02 continue, 0x04 end, 0x08 ack, 0x20 management, 0x40 handshake
///
///     handshake request    0x65 0x6C   versions (4, a nibble each), ATT_MTU (2), window (1)
///     handshake response   0x65 0x6C   version (1), segment size (2), window (1)
///
/// Matter Core Specification, 4.19 (4.17 in 1.0), "BTP Packet Protocol Data Unit formats".
public enum MatterBTPPacket: Hashable, Sendable {
  case handshakeRequest(mtu: UInt16, window: UInt8)
  case handshakeResponse(version: UInt8, segment: UInt16, window: UInt8)
  case segment(MatterBTPSegment)

  public init?(
    _ range: ByteRange, isFromServer: Bool, in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    var cursor = ByteCursor(.gatt, range)
    let flags = try cursor.u8(in: bytes)
    guard flags & 0x90 == 0 else { return nil }
    if flags & 0x40 != 0 {
      guard flags & 0x20 != 0, try cursor.u8(in: bytes) == 0x6C else { return nil }
      if isFromServer {
        let version = try cursor.u8(in: bytes)
        let segment = try cursor.u16le(in: bytes)
        self = .handshakeResponse(
          version: version, segment: segment, window: try cursor.u8(in: bytes))
      } else {
        _ = try cursor.skip(4)
        let mtu = try cursor.u16le(in: bytes)
        self = .handshakeRequest(mtu: mtu, window: try cursor.u8(in: bytes))
      }
      return
    }
    if flags & 0x20 != 0 { _ = try cursor.skip(1) }
    let ack = flags & 0x08 != 0 ? try cursor.u8(in: bytes) : nil
    let sequence = try cursor.u8(in: bytes)
    let length = flags & 0x01 != 0 ? try cursor.u16le(in: bytes) : nil
    self = .segment(
      MatterBTPSegment(
        ack: ack, sequence: sequence, length: length, isContinued: flags & 0x02 != 0,
        isLast: flags & 0x04 != 0, payload: cursor.rest))
  }
}

public struct MatterBTPSegment: Hashable, Sendable {
  /// The last segment of the other side that came.
  public var ack: UInt8?
  public var sequence: UInt8
  /// Of the whole message; where it begins.
  public var length: UInt16?
  public var isContinued: Bool
  public var isLast: Bool
  public var payload: ByteRange

  public var isData: Bool { length != nil || isContinued || isLast }
}
