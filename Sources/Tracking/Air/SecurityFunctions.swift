import BluetoothProtocol
import SystemLibraries

/// The security functions of LE legacy pairing and of encryption in the link layer. Numbers are as
/// the specification prints them, the most significant octet first.
package enum SecurityFunctions {
  /// The short term key of legacy pairing: `s1`. Core Vol 3, Part H, 2.2.4.
  ///
  /// - Parameter keySize: in octets, as the two sides agreed; the others are 0.
  package static func shortTermKey(
    temporaryKey: UInt128, peripheral: UInt128, central: UInt128, keySize: Int = 16
  ) -> UInt128 {
    let mask = UInt128(UInt64.max)
    let key = AES128(key: temporaryKey).encrypt(peripheral << 64 | central & mask)
    return keySize >= 16 ? key : key & (1 << (8 * UInt128(max(keySize, 1))) - 1)
  }

  /// What both sides confirm in legacy pairing: `c1`. Core Vol 3, Part H, 2.2.3.
  ///
  /// - Parameters:
  ///   - request: Pairing Request, 7 octets, as a number; `response` the same.
  ///   - initiator: the address, of 48 bits, and above it the address type.
  static func confirmValue(
    temporaryKey: UInt128, random: UInt128, request: UInt64, response: UInt64,
    initiator: UInt64, responder: UInt64
  ) -> UInt128 {
    let address: UInt64 = 0xFFFF_FFFF_FFFF
    let first =
      UInt128(response) << 72 | UInt128(request) << 16 | UInt128(responder >> 48) << 8
      | UInt128(initiator >> 48)
    let second = UInt128(initiator & address) << 48 | UInt128(responder & address)
    let cipher = AES128(key: temporaryKey)
    return cipher.encrypt(cipher.encrypt(random ^ first) ^ second)
  }

  /// The key of a session, of the long term key, or of the short term key. Core Vol 6, Part B,
  /// 5.1.3.1.
  ///
  /// - Parameters:
  ///   - central: SKD_C; the first octet on the air is the least significant one.
  ///   - peripheral: SKD_P.
  package static func sessionKey(
    longTermKey: UInt128, central: UInt64, peripheral: UInt64
  ) -> UInt128 {
    AES128(key: longTermKey).encrypt(UInt128(peripheral) << 64 | UInt128(central))
  }

  /// The nonce of a PDU, its first octet in the lowest bits. Core Vol 6, Part E, 2.1.
  ///
  /// - Parameter vector: IV_C in the lower 32 bits, IV_P above.
  package static func nonce(
    counter: UInt64, isFromCentral: Bool, vector: UInt64
  ) -> UInt128 {
    UInt128(vector) << 40 | (isFromCentral ? 1 << 39 : 0)
      | UInt128(counter & 0x7F_FFFF_FFFF)
  }

  /// The first octet of a PDU without NESN, SN and MD, which change when it is sent again. Core
  /// Vol 6, Part E, 2.2.
  package static func additional(_ first: UInt8) -> UInt8 { first & 0xE3 }

  /// The long term key of LE Secure Connections: the second half of `f5`. Core Vol 3, Part H,
  /// 2.2.7.
  ///
  /// - Parameters:
  ///   - secret: what both sides calculate from their private keys and the other's public one, the
  ///     least significant octet first.
  ///   - initiator: the address, of 48 bits, and above it the address type; `responder` the same.
  static func longTermKey(
    secret: [UInt8], central: UInt128, peripheral: UInt128, initiator: UInt64,
    responder: UInt64, keySize: Int = 16
  ) -> UInt128 {
    let salt: UInt128 = 0x6C88_8391_AAF5_A538_6037_0BDB_5A60_83BE
    let key = AESCMAC.code(of: secret.reversed(), key: salt)
    let addresses = [initiator, responder].flatMap { octets(UInt128($0)).suffix(7) }
    let message: [UInt8] =
      [1, 0x62, 0x74, 0x6C, 0x65] + octets(central) + octets(peripheral) + addresses + [1, 0]
    let code = AESCMAC.code(of: message, key: key)
    return keySize >= 16 ? code : code & (1 << (8 * UInt128(max(keySize, 1))) - 1)
  }

  private static func octets(_ number: UInt128) -> [UInt8] {
    (0..<16).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * UInt128($0))) }
  }
}
