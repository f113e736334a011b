import Bytes

/// ATT_READ_REQ.
///
///     octet   0      1..2
///             0x0A   handle
///
/// Core Vol 3, Part F, 3.4.4.3. The response (0x0B) is the value alone, up to ATT_MTU - 1 octets.
package struct ATTReadRequest: Hashable, Sendable {
  package var handle: ATTHandle

  package init(_ body: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.att, body)
    handle = ATTHandle(try cursor.u16le(in: bytes))
  }
}

/// ATT_READ_BLOB_REQ: the part of a long value from an offset on.
///
///     octet   0      1..2     3..4
///             0x0C   handle   offset
///
/// Core Vol 3, Part F, 3.4.4.5. The response (0x0D) is that part alone; an empty one is legal.
package struct ATTReadBlobRequest: Hashable, Sendable {
  package var handle: ATTHandle
  package var offset: UInt16

  package init(_ body: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.att, body)
    handle = ATTHandle(try cursor.u16le(in: bytes))
    offset = try cursor.u16le(in: bytes)
  }
}

/// ATT_READ_MULTIPLE_REQ and ATT_READ_MULTIPLE_VARIABLE_REQ: several handles at once.
///
///     octet   0              1..<end
///             0x0E or 0x20   handles of 2 octets, two at least
///
/// Core Vol 3, Part F, 3.4.4.7 and 3.4.4.11. The response 0x0F is the values without their lengths.
package struct ATTReadMultipleRequest: Hashable, Sendable {
  package var handles: ATTEntryList

  package init(_ body: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    handles = ATTEntryList(body, octets: 2)
  }
}
