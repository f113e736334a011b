import Bytes

/// ATT_EXCHANGE_MTU_REQ and _RSP: the largest PDU that its sender can receive.
///
///     octet   0              1..2
///             0x02 or 0x03   receive MTU of the sender
///
/// Core Vol 3, Part F, 3.4.2. Both sides then use the smaller of the two, 23 at least.
package struct ATTExchangeMTU: Hashable, Sendable {
  package static let defaultMTU = 23

  package var receiveMTU: UInt16

  package init(_ body: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.att, body)
    receiveMTU = try cursor.u16le(in: bytes)
  }
}
