import BletraceTestSupport
import SystemLibraries

@testable import Tracking

/// What two sides encrypt with: the numbers of the specification's sample data. Core Vol 6,
/// Part C, 1. Written from Part B, 5.1.3 and Part E, and not from the code that decrypts.
struct AirEncryption {
  /// The most significant octet first.
  var longTermKey: [UInt8] = [
    0x4C, 0x68, 0x38, 0x41, 0x39, 0xF5, 0x74, 0xD8, 0x36, 0xBC, 0xF3, 0x4E, 0x9D, 0xFB, 0x01, 0xBF,
  ]
  // As they are sent, the least significant octet first.
  var rand: [UInt8] = [0x90, 0x78, 0x56, 0x34, 0x12, 0xEF, 0xCD, 0xAB]
  var ediv: [UInt8] = [0x74, 0x24]
  var centralDiversifier: [UInt8] = [0x13, 0x02, 0xF1, 0xE0, 0xDF, 0xCE, 0xBD, 0xAC]
  var peripheralDiversifier: [UInt8] = [0x79, 0x68, 0x57, 0x46, 0x35, 0x24, 0x13, 0x02]
  var centralVector: [UInt8] = [0x24, 0xAB, 0xDC, 0xBA]
  var peripheralVector: [UInt8] = [0xBE, 0xBA, 0xAF, 0xDE]
  /// Of the next PDU of each side, the central's first.
  var counters: [UInt64] = [0, 0]

  /// The same key with other numbers, as after a pause.
  static var second: AirEncryption {
    var second = AirEncryption()
    second.centralDiversifier[3] = 0x11
    second.peripheralVector[1] = 0x22
    return second
  }

  /// LL_ENC_REQ and LL_ENC_RSP, without the LLID.
  var request: [UInt8] { [0x03] + rand + ediv + centralDiversifier + centralVector }
  var response: [UInt8] { [0x04] + peripheralDiversifier + peripheralVector }

  static func number(_ octets: some Sequence<UInt8>) -> UInt128 {
    octets.reduce(0) { $0 << 8 | UInt128($1) }
  }

  var sessionKey: UInt128 {
    // SKD is the peripheral's half and the central's, the most significant octet first.
    AES128(key: Self.number(longTermKey)).encrypt(
      Self.number(peripheralDiversifier.reversed() + centralDiversifier.reversed()))
  }

  /// - Parameter pdu: the LLID, and then the payload.
  mutating func seal(_ pdu: [UInt8], isFromCentral: Bool) -> [UInt8] {
    let side = isFromCentral ? 0 : 1
    var nonce = (0..<5).map { UInt8(truncatingIfNeeded: counters[side] >> (8 * $0)) }
    if isFromCentral { nonce[4] |= 0x80 }
    nonce += centralVector + peripheralVector
    counters[side] += 1
    var cipher = AESCCM(key: sessionKey)
    return [pdu[0]]
      + cipher.seal(
        Array(pdu.dropFirst()), nonce: Self.number(nonce.reversed()), additional: pdu[0])
  }
}

extension AirStory {
  /// LL_ENC_REQ and all up to the second LL_START_ENC_RSP.
  mutating func encrypt(
    _ encryption: inout AirEncryption,
    heard: (request: Heard, response: Heard) = (.good, .good)
  ) {
    event([3] + encryption.request, [1], heard: (heard.request, .good))
    event([1], [3] + encryption.response, heard: (.good, heard.response))
    event([1], [3, 0x05])
    event(encryption.seal([3, 0x06], isFromCentral: true), [1])
    event([1], encryption.seal([3, 0x06], isFromCentral: false))
  }

  /// Notifications of handle 0x0015.
  mutating func notify(
    _ values: [[UInt8]], _ encryption: inout AirEncryption, heard: Heard = .good
  ) {
    for value in values {
      let pdu = [2, UInt8(value.count + 3), 0, 4, 0, 0x1B, 0x15, 0] + value
      event([1], encryption.seal(pdu, isFromCentral: false), heard: (.good, heard))
    }
  }
}

extension AirKeys {
  init(_ line: String) throws {
    self.init()
    try add(text: Array(line.utf8).span)
  }
}
