import TraceBytes

/// L2CAP_LE_CREDIT_BASED_CONNECTION_REQ: opens one credit-based channel.
///
///     octet   0..1   2..3         4..5   6..7   8..9
///             SPSM   source CID   MTU    MPS    initial credits
///
/// Core Vol 3, Part A, 4.22.
package struct L2CAPLECreditBasedConnectionRequest: Hashable, Sendable {
  package var spsm: UInt16
  package var source: L2CAPChannelID
  package var mtu: UInt16
  package var mps: UInt16
  package var credits: UInt16

  package init(_ data: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.signalling, data)
    spsm = try cursor.u16le(in: bytes)
    source = L2CAPChannelID(try cursor.u16le(in: bytes))
    mtu = try cursor.u16le(in: bytes)
    mps = try cursor.u16le(in: bytes)
    credits = try cursor.u16le(in: bytes)
  }
}

/// L2CAP_LE_CREDIT_BASED_CONNECTION_RSP.
///
///     octet   0..1              2..3   4..5   6..7              8..9
///             destination CID   MTU    MPS    initial credits   result (0 = success)
///
/// Core Vol 3, Part A, 4.23.
package struct L2CAPLECreditBasedConnectionResponse: Hashable, Sendable {
  package var destination: L2CAPChannelID
  package var mtu: UInt16
  package var mps: UInt16
  package var credits: UInt16
  package var result: UInt16

  package init(_ data: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.signalling, data)
    destination = L2CAPChannelID(try cursor.u16le(in: bytes))
    mtu = try cursor.u16le(in: bytes)
    mps = try cursor.u16le(in: bytes)
    credits = try cursor.u16le(in: bytes)
    result = try cursor.u16le(in: bytes)
  }
}

/// L2CAP_CREDIT_BASED_CONNECTION_REQ: opens up to five channels at once (EATT uses it).
///
///     octet   0..1   2..3   4..5   6..7              8..<end
///             SPSM   MTU    MPS    initial credits   source CIDs, 2 octets each
///
/// Core Vol 3, Part A, 4.25.
package struct L2CAPCreditBasedConnectionRequest: Hashable, Sendable {
  package var spsm: UInt16
  package var mtu: UInt16
  package var mps: UInt16
  package var credits: UInt16
  package var sources: L2CAPChannelList

  package init(_ data: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.signalling, data)
    spsm = try cursor.u16le(in: bytes)
    mtu = try cursor.u16le(in: bytes)
    mps = try cursor.u16le(in: bytes)
    credits = try cursor.u16le(in: bytes)
    sources = L2CAPChannelList(cursor.rest)
  }
}

/// L2CAP_CREDIT_BASED_CONNECTION_RSP: a destination CID for each source, 0 where one was refused.
///
///     octet   0..1   2..3   4..5              6..7     8..<end
///             MTU    MPS    initial credits   result   destination CIDs, 2 octets each
///
/// Core Vol 3, Part A, 4.26.
package struct L2CAPCreditBasedConnectionResponse: Hashable, Sendable {
  package var mtu: UInt16
  package var mps: UInt16
  package var credits: UInt16
  package var result: UInt16
  package var destinations: L2CAPChannelList

  package init(_ data: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.signalling, data)
    mtu = try cursor.u16le(in: bytes)
    mps = try cursor.u16le(in: bytes)
    credits = try cursor.u16le(in: bytes)
    result = try cursor.u16le(in: bytes)
    destinations = L2CAPChannelList(cursor.rest)
  }
}

/// L2CAP_CREDIT_BASED_RECONFIGURE_REQ: new MTU and MPS for channels of the sender.
///
///     octet   0..1   2..3   4..<end
///             MTU    MPS    destination CIDs, 2 octets each
///
/// Core Vol 3, Part A, 4.27.
package struct L2CAPCreditBasedReconfigureRequest: Hashable, Sendable {
  package var mtu: UInt16
  package var mps: UInt16
  package var destinations: L2CAPChannelList

  package init(_ data: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.signalling, data)
    mtu = try cursor.u16le(in: bytes)
    mps = try cursor.u16le(in: bytes)
    destinations = L2CAPChannelList(cursor.rest)
  }
}

/// Channel IDs at the end of a signalling command; five at most are legal, and more are ignored.
package struct L2CAPChannelList: Hashable, Sendable {
  package var range: ByteRange

  package init(_ range: ByteRange) { self.range = range }

  package var count: Int { min(range.count / 2, 5) }

  package func channel(_ index: Int, in bytes: Span<UInt8>) -> L2CAPChannelID {
    L2CAPChannelID(bytes.u16le(range.start + index * 2))
  }
}
