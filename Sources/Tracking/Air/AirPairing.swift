import BluetoothProtocol
import Bytes
import SystemLibraries

/// What the air shows of a legacy pairing, for its short term key, and of the keys that are handed
/// out after it.
///
/// Core Vol 3, Part H, 2.3.5.5 and 3.6. Numbers have their first octet on the air in the lowest
/// bits.
struct AirPairing: Sendable {
  private var request: UInt64?
  private var response: UInt64?
  private var centralConfirm: UInt128?
  private var centralRandom: UInt128?
  private var peripheralRandom: UInt128?
  /// In LE Secure Connections: X and Y of the central, and of the peripheral.
  private var publicKeys: [[UInt8]?] = [nil, nil]
  /// What follows from them, where one is the debug key; the inner nil if none is.
  private var secret: [UInt8]??
  /// Of each side, the central's first: Encryption Information that waits for its identity.
  private var waiting: [UInt128?] = [nil, nil]

  /// Takes a command.
  ///
  /// - Returns: a key that was handed out.
  mutating func take(
    _ pdu: ByteRange, isFromCentral: Bool, in bytes: Span<UInt8>
  ) -> AirKey? {
    guard !pdu.isCut, pdu.count > 0 else { return nil }
    let side = isFromCentral ? 0 : 1
    switch (bytes[pdu.start], pdu.count) {
    case (0x01, 7):
      self = AirPairing()
      request = bytes.u56le(pdu.start)
    case (0x02, 7): response = bytes.u56le(pdu.start)
    case (0x03, 17) where isFromCentral: centralConfirm = bytes.u128le(pdu.start + 1)
    case (0x04, 17):
      if isFromCentral {
        centralRandom = bytes.u128le(pdu.start + 1)
      } else {
        peripheralRandom = bytes.u128le(pdu.start + 1)
      }
    case (0x0C, Self.publicKeyOctets):
      publicKeys[side] = (pdu.start + 1..<pdu.end).map { bytes[$0] }
      secret = nil
    case (0x06, 17): waiting[side] = bytes.u128le(pdu.start + 1)
    case (0x07, 11):
      guard let value = waiting[side] else { return nil }
      waiting[side] = nil
      var key = AirKey(value, kind: .longTerm, source: .distributed)
      key.identity = AirKey.Identity(
        rand: bytes.u64le(pdu.start + 3), diversifier: bytes.u16le(pdu.start + 1))
      return key
    default: break
    }
    return nil
  }

  /// Whether both sides want LE Secure Connections, whose keys do not follow from what is sent,
  /// unless a side uses the debug key.
  private var isSecure: Bool {
    guard let request, let response else { return false }
    return (request & response) >> 24 & 0x08 != 0
  }

  /// The smaller of the two maximum key sizes, in octets. Core Vol 3, Part H, 2.3.4.
  private var keySize: Int {
    guard let request, let response else { return 16 }
    return min(max(Int(min(request >> 32 & 0xFF, response >> 32 & 0xFF)), 7), 16)
  }

  /// nil where a part of it was not heard.
  func shortTermKey(temporaryKey: UInt128) -> UInt128? {
    guard !isSecure, let centralRandom, let peripheralRandom else { return nil }
    return SecurityFunctions.shortTermKey(
      temporaryKey: temporaryKey, peripheral: peripheralRandom, central: centralRandom,
      keySize: keySize)
  }

  /// The long term key of LE Secure Connections, which anyone can calculate where a side uses
  /// the debug key; nil where none does, or a part of the pairing was not heard.
  ///
  /// - Parameter initiator: address, and above its 48 bits the type.
  mutating func debugLongTermKey(initiator: UInt64, responder: UInt64) -> UInt128? {
    guard isSecure, let centralRandom, let peripheralRandom else { return nil }
    let secret = self.secret ?? debugSecret
    self.secret = .some(secret)
    guard let secret else { return nil }
    return SecurityFunctions.longTermKey(
      secret: secret, central: centralRandom, peripheral: peripheralRandom, initiator: initiator,
      responder: responder, keySize: keySize)
  }

  private var debugSecret: [UInt8]? {
    guard let central = publicKeys[0], let peripheral = publicKeys[1] else { return nil }
    func isDebugKey(_ key: [UInt8]) -> Bool {
      SMPPublicKey.isDebugKey(ByteRange(start: 0, end: key.count), in: key.span)
    }
    guard isDebugKey(central) || isDebugKey(peripheral) else { return nil }
    return P256.multiply(
      isDebugKey(central) ? peripheral : central, by: SMPPublicKey.debugPrivateKey)
  }

  /// An opcode, X and Y.
  private static let publicKeyOctets = 1 + 2 * P256.octets

  /// Whether both sides have what was exchanged out of band. Core Vol 3, Part H, 2.3.5.1.
  var isOutOfBand: Bool {
    guard let request, let response else { return false }
    return (request & response) >> 16 & 0xFF == 1
  }

  /// The passkeys with which the central confirms what it confirms; nil where a part was not
  /// heard. It takes a million tries.
  ///
  /// - Parameters:
  ///   - initiator: address, and above its 48 bits the type.
  func passkeys(initiator: UInt64, responder: UInt64) -> [UInt128]? {
    guard !isSecure, let request, let response, let centralConfirm, let centralRandom else {
      return nil
    }
    return (0..<Self.passkeyCount).filter { key in
      SecurityFunctions.confirmValue(
        temporaryKey: key, random: centralRandom, request: request, response: response,
        initiator: initiator, responder: responder) == centralConfirm
    }
  }

  /// Six decimal digits.
  static let passkeyCount: UInt128 = 1_000_000
}

extension Span<UInt8> {
  fileprivate func u56le(_ start: Int) -> UInt64 {
    UInt64(u32le(start)) | UInt64(u16le(start + 4)) << 32 | UInt64(self[start + 6]) << 48
  }

  func u128le(_ start: Int) -> UInt128 {
    UInt128(u64le(start)) | UInt128(u64le(start + 8)) << 64
  }
}
