import Bytes

/// ATT_ERROR_RSP: the server could not do what a request asked.
///
///     octet   0      1                2..3              4
///             0x01   request opcode   handle in error   error code
///
/// Core Vol 3, Part F, 3.4.1.1.
package struct ATTErrorResponse: Hashable, Sendable {
  package var request: ATTOpcode
  package var handle: ATTHandle
  package var error: UInt8

  package init(_ body: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.att, body)
    request = ATTOpcode(try cursor.u8(in: bytes))
    handle = ATTHandle(try cursor.u16le(in: bytes))
    error = try cursor.u8(in: bytes)
  }
}
