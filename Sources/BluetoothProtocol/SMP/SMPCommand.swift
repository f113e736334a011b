import Bytes

/// A Security Manager command.
///
///     octet   0      1..<end
///             code   parameters
///
/// Core Vol 3, Part H, 3.3. Key material is never read out of the later commands.
package struct SMPCommand: Hashable, Sendable {
  package var code: SMPCode
  package var parameters: ByteRange

  package init(_ payload: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.smp, payload)
    code = SMPCode(rawValue: try cursor.u8(in: bytes))
    parameters = cursor.rest
  }
}

/// Security Manager command codes. Core Vol 3, Part H, 3.3, table 3.3.
package struct SMPCode: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let pairingRequest = SMPCode(rawValue: 0x01)
  package static let pairingResponse = SMPCode(rawValue: 0x02)
  package static let pairingFailed = SMPCode(rawValue: 0x05)
  package static let securityRequest = SMPCode(rawValue: 0x0B)
}

/// Pairing Request and Pairing Response, which have one layout.
///
///     octet   0               1          2         3              4          5
///             IO capability   OOB flag   AuthReq   max key size   init keys  resp keys
///
/// Core Vol 3, Part H, 3.5.1 and 3.5.2.
package struct SMPPairingFeatures: Hashable, Sendable {
  package var ioCapability: UInt8
  package var oobDataPresent: Bool
  package var authentication: SMPAuthenticationRequirements
  package var maximumKeySize: UInt8
  package var initiatorKeys: UInt8
  package var responderKeys: UInt8

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.smp, parameters)
    ioCapability = try cursor.u8(in: bytes)
    oobDataPresent = try cursor.u8(in: bytes) == 1
    authentication = SMPAuthenticationRequirements(rawValue: try cursor.u8(in: bytes))
    maximumKeySize = try cursor.u8(in: bytes)
    initiatorKeys = try cursor.u8(in: bytes)
    responderKeys = try cursor.u8(in: bytes)
  }
}

/// The AuthReq octet. Core Vol 3, Part H, 3.5.1, figure 3.3.
package struct SMPAuthenticationRequirements: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package var bonding: Bool { rawValue & 0x03 == 1 }
  package var mitmProtection: Bool { rawValue & 0x04 != 0 }
  package var secureConnections: Bool { rawValue & 0x08 != 0 }
}

/// Pairing Failed: the reason. Core Vol 3, Part H, 3.5.5.
package struct SMPPairingFailed: Hashable, Sendable {
  package var reason: UInt8

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.smp, parameters)
    reason = try cursor.u8(in: bytes)
  }
}
