import Bytes

/// HCI_Disconnect: end a connection.
///
///     octet   0...1          2
///             handle (LE)    reason
///
/// Core Vol 4, Part E, 7.1.6. The peer is told the reason.
package struct Disconnect: Hashable, Sendable {
  package let handle: ConnectionHandle
  package let reason: HCIStatus

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.hci, parameters)
    handle = ConnectionHandle(try cursor.u16le(in: bytes))
    reason = HCIStatus(try cursor.u8(in: bytes))
  }
}
