import BluetoothProtocol
import Bytes

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
