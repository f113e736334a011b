import Bytes

/// A Security Manager command.
///
///     octet   0      1..<end
///             code   parameters
///
/// Core Vol 3, Part H, 3.3. Key material is never read out of the later commands, but for one key
/// that everybody knows: see `SMPPublicKey`.
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
  package static let identityInformation = SMPCode(rawValue: 0x08)
  package static let identityAddressInformation = SMPCode(rawValue: 0x09)
  package static let securityRequest = SMPCode(rawValue: 0x0B)
  package static let pairingPublicKey = SMPCode(rawValue: 0x0C)

  /// Whether it hands out a key, an identity or what belongs to one, which is done once the link is
  /// encrypted. Core Vol 3, Part H, 3.6.1.
  package var isKey: Bool { (0x06...0x0A).contains(rawValue) }
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

/// Identity Address Information: the address that stays, whichever others the device uses.
///
///     octet   0          1...6
///             AddrType   address (LE)
///
/// Core Vol 3, Part H, 3.6.5.
package struct SMPIdentityAddress: Hashable, Sendable {
  package var type: UInt8
  package var address: DeviceAddress

  package init(_ parameters: ByteRange, in bytes: Span<UInt8>) throws(DecodeIssue) {
    var cursor = ByteCursor(.smp, parameters)
    type = try cursor.u8(in: bytes)
    address = DeviceAddress(littleEndian48: try cursor.u48le(in: bytes))
  }
}

/// Pairing Public Key.
///
///     octet   0..<32   32..<64
///             X        Y
///
/// Both little-endian. Core Vol 3, Part H, 3.5.6.
package enum SMPPublicKey {
  /// Whether it is the debug key, whose private key the specification prints: a device that
  /// hears a pairing with it can calculate the keys of the link. Core Vol 3, Part H, 2.3.5.6.1.
  package static func isDebugKey(
    _ parameters: ByteRange, in bytes: Span<UInt8>
  ) -> Bool {
    guard parameters.count == debugKey.count else { return false }
    for (index, octet) in debugKey.enumerated() where bytes[parameters.start + index] != octet {
      return false
    }
    return true
  }

  /// Whether octets are one of its two coordinates, which are no secret.
  package static func isDebugCoordinate(_ octets: [UInt8]) -> Bool {
    octets.count == 32
      && (debugKey.starts(with: octets) || debugKey.suffix(32).elementsEqual(octets))
  }

  /// The private key of the debug key, the least significant octet first.
  package static let debugPrivateKey: [UInt8] = [
    0xBD, 0x1A, 0x3C, 0xCD, 0xA6, 0xB8, 0x99, 0x58, 0x99, 0xB7, 0x40, 0xEB, 0x7B, 0x60, 0xFF, 0x4A,
    0x50, 0x3F, 0x10, 0xD2, 0xE3, 0xB3, 0xC9, 0x74, 0x38, 0x5F, 0xC5, 0xA3, 0xD4, 0xF6, 0x49, 0x3F,
  ]

  private static let debugKey: [UInt8] = [
    0xE6, 0x9D, 0x35, 0x0E, 0x48, 0x01, 0x03, 0xCC, 0xDB, 0xFD, 0xF4, 0xAC, 0x11, 0x91, 0xF4, 0xEF,
    0xB9, 0xA5, 0xF9, 0xE9, 0xA7, 0x83, 0x2C, 0x5E, 0x2C, 0xBE, 0x97, 0xF2, 0xD2, 0x03, 0xB0, 0x20,
    0x8B, 0xD2, 0x89, 0x15, 0xD0, 0x8E, 0x1C, 0x74, 0x24, 0x30, 0xED, 0x8F, 0xC2, 0x45, 0x63, 0x76,
    0x5C, 0x15, 0x52, 0x5A, 0xBF, 0x9A, 0x32, 0x63, 0x6D, 0xEB, 0x2A, 0x65, 0x49, 0x9C, 0x80, 0xDC,
  ]
}
