import Bytes

/// L2CAP_CONNECTION_REQ: a channel for a PSM, on BR/EDR.
///
///     octet   0..1   2..3
///             PSM    source CID
///
/// A PSM may be longer than two octets; none of those that are assigned is. Core Vol 3, Part A,
/// 4.2.
package struct L2CAPConnectionRequest: Hashable, Sendable {
  package var psm: UInt16
  package var source: L2CAPChannelID

  package init(_ data: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.signalling, data)
    psm = try cursor.u16le(in: bytes)
    source = L2CAPChannelID(try cursor.u16le(in: bytes))
  }
}

/// L2CAP_CONNECTION_RSP.
///
///     octet   0..1              2..3         4..5     6..7
///             destination CID   source CID   result   status
///
/// Result 0 opens the channel, 1 puts it off, others refuse it. Core Vol 3, Part A, 4.3.
package struct L2CAPConnectionResponse: Hashable, Sendable {
  package var destination: L2CAPChannelID
  package var source: L2CAPChannelID
  package var result: UInt16

  package init(_ data: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.signalling, data)
    destination = L2CAPChannelID(try cursor.u16le(in: bytes))
    source = L2CAPChannelID(try cursor.u16le(in: bytes))
    result = try cursor.u16le(in: bytes)
  }

  package var isPending: Bool { result == 1 }
}

/// L2CAP_CONFIGURATION_REQ: what the sender can receive on a channel, and how the channel works.
///
///     octet   0..1              2..3    4..<end
///             destination CID   flags   options: type, length, value
///
/// Core Vol 3, Part A, 4.4 and 5.
package struct L2CAPConfigurationRequest: Hashable, Sendable {
  package var destination: L2CAPChannelID
  /// The longest SDU that the sender takes, if it says so.
  package var mtu: UInt16?
  /// 0 is basic mode, which a channel has unless another was asked for.
  package var mode: UInt8?

  package init(_ data: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.signalling, data)
    destination = L2CAPChannelID(try cursor.u16le(in: bytes))
    _ = try cursor.u16le(in: bytes)
    while cursor.rest.count > 0 {
      // The highest bit says that an option may be ignored.
      let type = try cursor.u8(in: bytes) & 0x7F
      let value = try cursor.range(Int(try cursor.u8(in: bytes)))
      switch type {
      case 0x01 where value.count >= 2: mtu = bytes.u16le(value.start)
      case 0x04 where value.count >= 1: mode = bytes[value.start]
      default: break
      }
    }
  }
}
