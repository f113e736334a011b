import Bytes

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

/// L2CAP_FLOW_CONTROL_CREDIT_IND: the receiver of a channel may be sent so many more K-frames.
///
///     octet   0..1   2..3
///             CID    credits
///
/// Core Vol 3, Part A, 4.24. The CID is that of the side which sends this.
package struct L2CAPFlowControlCredit: Hashable, Sendable {
  package var channel: L2CAPChannelID
  package var credits: UInt16

  package init(_ data: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.signalling, data)
    channel = L2CAPChannelID(try cursor.u16le(in: bytes))
    credits = try cursor.u16le(in: bytes)
  }
}

/// Why a credit-based channel was not opened.
///
/// Core Vol 3, Part A, 4.23 and 4.26.
package struct L2CAPChannelResult: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  package init(_ rawValue: UInt16) { self.init(rawValue: rawValue) }

  /// The answer comes later.
  package var isPending: Bool { (0xD...0xF).contains(rawValue) }

  /// What the specification says after "refused", or nil for a code that it does not name.
  package var name: String? {
    switch rawValue {
    case 0x2: "SPSM not supported"
    case 0x4: "no resources available"
    case 0x5: "insufficient authentication"
    case 0x6: "insufficient authorization"
    case 0x7: "encryption key size too short"
    case 0x8: "insufficient encryption"
    case 0x9: "invalid Source CID"
    case 0xA: "Source CID already allocated"
    case 0xB: "unacceptable parameters"
    case 0xC: "invalid parameters"
    default: nil
    }
  }
}
