import Bytes

/// One command of a signalling channel.
///
///     octet   0      1            2..3          4..<end
///             code   identifier   data length   data
///
/// Core Vol 3, Part A, 4. On LE one PDU holds one command; on BR/EDR several may follow each other.
package struct L2CAPSignallingCommand: Hashable, Sendable {
  package var code: L2CAPSignallingCode
  package var identifier: UInt8
  package var data: ByteRange

  package init(_ cursor: inout ByteCursor, in bytes: Span<UInt8>) throws(DecodeIssue) {
    code = L2CAPSignallingCode(rawValue: try cursor.u8(in: bytes))
    identifier = try cursor.u8(in: bytes)
    data = try cursor.range(Int(try cursor.u16le(in: bytes)))
  }
}

/// Signalling command codes. Core Vol 3, Part A, 4, table 4.2.
package struct L2CAPSignallingCode: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let connectionRequest = L2CAPSignallingCode(rawValue: 0x02)
  package static let connectionResponse = L2CAPSignallingCode(rawValue: 0x03)
  package static let configurationRequest = L2CAPSignallingCode(rawValue: 0x04)
  package static let disconnectionRequest = L2CAPSignallingCode(rawValue: 0x06)
  package static let connectionParameterUpdateRequest = L2CAPSignallingCode(rawValue: 0x12)
  package static let connectionParameterUpdateResponse = L2CAPSignallingCode(rawValue: 0x13)
  package static let leCreditBasedConnectionRequest = L2CAPSignallingCode(rawValue: 0x14)
  package static let leCreditBasedConnectionResponse = L2CAPSignallingCode(rawValue: 0x15)
  package static let flowControlCredit = L2CAPSignallingCode(rawValue: 0x16)
  package static let creditBasedConnectionRequest = L2CAPSignallingCode(rawValue: 0x17)
  package static let creditBasedConnectionResponse = L2CAPSignallingCode(rawValue: 0x18)
  package static let creditBasedReconfigureRequest = L2CAPSignallingCode(rawValue: 0x19)
}

/// L2CAP_CONNECTION_PARAMETER_UPDATE_REQ: the peripheral asks the central for other parameters.
///
///     octet   0..1           2..3           4..5      6..7
///             interval min   interval max   latency   timeout
///
/// Intervals in 1.25 ms, timeout in 10 ms. Core Vol 3, Part A, 4.20.
package struct L2CAPConnectionParameterUpdateRequest: Hashable, Sendable {
  package var intervalMinimum: UInt16
  package var intervalMaximum: UInt16
  package var latency: UInt16
  package var timeout: UInt16

  package init(_ data: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.signalling, data)
    intervalMinimum = try cursor.u16le(in: bytes)
    intervalMaximum = try cursor.u16le(in: bytes)
    latency = try cursor.u16le(in: bytes)
    timeout = try cursor.u16le(in: bytes)
  }
}

/// L2CAP_CONNECTION_PARAMETER_UPDATE_RSP: 0 accepted, 1 rejected. Core Vol 3, Part A, 4.21.
package struct L2CAPConnectionParameterUpdateResponse: Hashable, Sendable {
  package var result: UInt16

  package init(_ data: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.signalling, data)
    result = try cursor.u16le(in: bytes)
  }
}

/// L2CAP_DISCONNECTION_REQ and _RSP, which have one layout.
///
///     octet   0..1              2..3
///             destination CID   source CID
///
/// "Destination" is the receiver of the request, in the response too. Core Vol 3, Part A, 4.6, 4.7.
package struct L2CAPDisconnection: Hashable, Sendable {
  package var destination: L2CAPChannelID
  package var source: L2CAPChannelID

  package init(_ data: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.signalling, data)
    destination = L2CAPChannelID(try cursor.u16le(in: bytes))
    source = L2CAPChannelID(try cursor.u16le(in: bytes))
  }
}
