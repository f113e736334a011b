import Bytes

/// ATT_FIND_INFORMATION_REQ: which attributes are there, from one handle to another?
///
///     octet   0      1..2    3..4
///             0x04   first   last
///
/// Core Vol 3, Part F, 3.4.3.1.
package struct ATTFindInformationRequest: Hashable, Sendable {
  package var first: ATTHandle
  package var last: ATTHandle

  package init(_ body: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.att, body)
    first = ATTHandle(try cursor.u16le(in: bytes))
    last = ATTHandle(try cursor.u16le(in: bytes))
  }
}

/// ATT_FIND_INFORMATION_RSP: pairs of handle and type.
///
///     octet   0      1        2..<end
///             0x05   format   entries of 2 + 2 octets (format 1) or 2 + 16 (format 2)
///
/// Core Vol 3, Part F, 3.4.3.2.
package struct ATTFindInformationResponse: Hashable, Sendable {
  package var entries: ATTEntryList
  package var uuidOctets: Int

  package init(_ body: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.att, body)
    uuidOctets = try cursor.u8(in: bytes) == 1 ? 2 : 16
    entries = ATTEntryList(cursor.rest, octets: 2 + uuidOctets)
  }
}

/// ATT_FIND_BY_TYPE_VALUE_REQ: where are the attributes of this type that hold this value?
///
///     octet   0      1..2    3..4   5..6                  7..<end
///             0x06   first   last   type (16-bit UUID)    value
///
/// Core Vol 3, Part F, 3.4.3.3. With type 0x2800 it looks for a service by its UUID.
package struct ATTFindByTypeValueRequest: Hashable, Sendable {
  package var first: ATTHandle
  package var last: ATTHandle
  package var type: UInt16
  package var value: ByteRange

  package init(_ body: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.att, body)
    first = ATTHandle(try cursor.u16le(in: bytes))
    last = ATTHandle(try cursor.u16le(in: bytes))
    type = try cursor.u16le(in: bytes)
    value = cursor.rest
  }
}

/// ATT_FIND_BY_TYPE_VALUE_RSP: pairs of found handle and end of its group.
///
///     octet   0      1..<end
///             0x07   entries of 4 octets: found handle, group end handle
///
/// Core Vol 3, Part F, 3.4.3.4.
package struct ATTFindByTypeValueResponse: Hashable, Sendable {
  package var entries: ATTEntryList

  package init(_ body: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    entries = ATTEntryList(body, octets: 4)
  }
}

/// ATT_READ_BY_TYPE_REQ and ATT_READ_BY_GROUP_TYPE_REQ, which have one layout.
///
///     octet   0              1..2    3..4   5..<end
///             0x08 or 0x10   first   last   type, UUID of 2 or 16 octets
///
/// Core Vol 3, Part F, 3.4.4.1 and 3.4.4.9.
package struct ATTReadByTypeRequest: Hashable, Sendable {
  package var first: ATTHandle
  package var last: ATTHandle
  package var type: BluetoothUUID

  package init(_ body: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.att, body)
    first = ATTHandle(try cursor.u16le(in: bytes))
    last = ATTHandle(try cursor.u16le(in: bytes))
    // By the length on the air: a long UUID that the capture cut is not a short one.
    type = try cursor.attributeType(octets: cursor.rest.originalCount <= 2 ? 2 : 16, in: bytes)
  }
}

/// ATT_READ_BY_TYPE_RSP: handles and values of one length.
///
///     octet   0      1                 2..<end
///             0x09   entry length      entries: handle, value
///
/// Core Vol 3, Part F, 3.4.4.2.
package struct ATTReadByTypeResponse: Hashable, Sendable {
  package var entries: ATTEntryList

  package init(_ body: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.att, body)
    let octets = Int(try cursor.u8(in: bytes))
    entries = ATTEntryList(cursor.rest, octets: octets)
  }
}

/// ATT_READ_BY_GROUP_TYPE_RSP: groups (services) with their extent.
///
///     octet   0      1              2..<end
///             0x11   entry length   entries: handle, group end handle, value
///
/// Core Vol 3, Part F, 3.4.4.10.
package struct ATTReadByGroupTypeResponse: Hashable, Sendable {
  package var entries: ATTEntryList

  package init(_ body: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.att, body)
    let octets = Int(try cursor.u8(in: bytes))
    entries = ATTEntryList(cursor.rest, octets: octets)
  }
}

/// Entries of equal length in a response. An entry that is not whole is not counted, and a length
/// below that of a handle makes an empty list.
package struct ATTEntryList: Hashable, Sendable {
  package var range: ByteRange
  package var octets: Int

  init(_ range: ByteRange, octets: Int) {
    self.range = range
    self.octets = octets
  }

  package var count: Int { octets < 2 ? 0 : range.count / octets }

  package func entry(_ index: Int) -> ByteRange {
    let start = range.start + index * octets
    return ByteRange(start: start, end: start + octets)
  }
}

extension ByteCursor {
  /// A UUID of 2 or 16 octets, least significant octet first.
  package mutating func attributeType(
    octets: Int, in bytes: Span<UInt8>
  ) throws(DecodeIssue) -> BluetoothUUID {
    guard octets == 16 else { return BluetoothUUID(uuid16: try u16le(in: bytes)) }
    let low = try u64le(in: bytes)
    return BluetoothUUID(high: try u64le(in: bytes), low: low)
  }
}
