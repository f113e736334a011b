import BletraceTestSupport
import BluetoothProtocol
import SystemLibraries
import Testing

@testable import Tracking

/// The specification's own examples.
@Suite("Security functions") struct SecurityFunctionTests {
  /// FIPS 197, appendix B.
  @Test("AES of one block") func block() {
    let cipher = AES128(key: 0x2B7E_1516_28AE_D2A6_ABF7_1588_09CF_4F3C)
    #expect(
      cipher.encrypt(0x3243_F6A8_885A_308D_3131_98A2_E037_0734)
        == 0x3925_841D_02DC_09FB_DC11_8597_196A_0B32)
  }

  /// Core Vol 3, Part H, 2.2.3.
  @Test("the confirm value of legacy pairing") func confirm() {
    #expect(
      SecurityFunctions.confirmValue(
        temporaryKey: 0, random: 0x5783_D521_56AD_6F0E_6388_274E_C670_2EE0,
        request: 0x07_0710_0000_0101, response: 0x05_0008_0000_0302,
        initiator: 1 << 48 | 0xA1A2_A3A4_A5A6, responder: 0xB1B2_B3B4_B5B6)
        == 0x1E1E_3FEF_8789_88EA_D2A7_4DC5_BEF1_3B86)
  }

  /// Core Vol 3, Part H, 2.2.4.
  @Test("the short term key, and a shorter one") func shortTermKey() {
    let central: UInt128 = 0x0102_0304_0506_0708_99AA_BBCC_DDEE_FF00
    let peripheral: UInt128 = 0x000F_0E0D_0C0B_0A09_1122_3344_5566_7788
    let key: UInt128 = 0x9A1F_E1F0_E8B0_F49B_5B42_16AE_796D_A062
    #expect(
      SecurityFunctions.shortTermKey(temporaryKey: 0, peripheral: peripheral, central: central)
        == key)
    #expect(
      SecurityFunctions.shortTermKey(
        temporaryKey: 0, peripheral: peripheral, central: central, keySize: 7)
        == 0x42_16AE_796D_A062)
  }

  /// RFC 4493, 4.
  @Test(
    "AES-CMAC",
    arguments: [
      (0, 0xBB1D_6929_E959_3728_7FA3_7D12_9B75_6746),
      (16, 0x070A_16B4_6B4D_4144_F79B_DD9D_D04A_287C),
      (40, 0xDFA6_6747_DE9A_E630_30CA_3261_1497_C827),
      (64, 0x51F0_BEBF_7E3B_9D92_FC49_7417_7936_3CFE),
    ] as [(Int, UInt128)])
  func messageCode(_ count: Int, _ code: UInt128) {
    let message = hex(
      "6BC1BEE22E409F96E93D7E117393172A" + "AE2D8A571E03AC9C9EB76FAC45AF8E51"
        + "30C81C46A35CE411E5FBC1191A0A52EF" + "F69F2445DF4F9B17AD2B417BE66C3710")
    #expect(
      AESCMAC.code(
        of: Array(message.prefix(count)), key: 0x2B7E_1516_28AE_D2A6_ABF7_1588_09CF_4F3C) == code)
  }

  /// Core Vol 2, Part G, 7.1.2.1: private key A is the debug key.
  private static let publicKey =
    "1ea1f0f01faf1d9609592284f19e4c0047b58afd8615a69f559077b22faaa190"
    + "4c55f33e429dad377356703a9ab85160472d1130e28e36765f89aff915b1214a"

  private func sent(_ key: String) -> [UInt8] {
    let octets = hex(key)
    return octets.prefix(32).reversed() + octets.suffix(32).reversed()
  }

  private func secret(_ key: [UInt8]) -> [UInt8]? {
    P256.multiply(key, by: SMPPublicKey.debugPrivateKey)
  }

  /// Core Vol 3, Part H, D.3.
  @Test("what two sides share, and the long term key, if one used the debug key")
  func debugKey() throws {
    let found = secret(sent(Self.publicKey))
    let shared = try #require(found)
    #expect(
      shared.reversed()
        == hex("ec0234a357c8ad05341010a60a397d9b99796b13b4f866f1868d34f373bfa698"))
    let key = SecurityFunctions.longTermKey(
      secret: shared, central: 0xD5CB_8454_D177_733E_FFFF_B2EC_712B_AEAB,
      peripheral: 0xA6E8_E7CC_25A7_5F6E_2165_83F7_FF3D_C4CF, initiator: 0x0056_1237_37BF_CE,
      responder: 0x00A7_1370_2DCF_C1)
    #expect(key == 0x6986_7911_69D7_CD23_9805_22B5_9475_0A38)
  }

  @Test("a key that is no point of the curve, and one of another length")
  func noPoint() {
    var beside = sent(Self.publicKey)
    beside[0] ^= 1
    #expect(secret(beside) == nil)
    #expect(secret([UInt8](repeating: 0xFF, count: 64)) == nil)
    #expect(secret([UInt8](repeating: 0, count: 64)) == nil)
    #expect(secret(beside.dropLast()) == nil)
  }

  /// Core Vol 6, Part C, 1.
  @Test(
    "the session key, and packets of both sides",
    arguments: [
      (true, 0, "0F 9FCDA7F448", "06"), (false, 0, "07 A34C13A415", "06"),
      (
        true, 1, "0E 7A70D66415226DF26B17839A060405596BD6564F796B5B9CE6FF32F75A6D33",
        "1700636465666768696A6B6C6D6E6F707131323334353637383930"
      ),
      (
        false, 1, "06 F38881E7BD94C9C369B9A66846DD4786AA8C39CE540D0DAE3ADCDF89B96088",
        "17003736353433323130414243444546474849" + "4A4B4C4D4E4F5051"
      ),
    ] as [(Bool, UInt64, String, String)])
  func packets(_ isFromCentral: Bool, _ counter: UInt64, _ sealed: String, _ clear: String) {
    let key = SecurityFunctions.sessionKey(
      longTermKey: 0x4C68_3841_39F5_74D8_36BC_F34E_9DFB_01BF, central: 0xACBD_CEDF_E0F1_0213,
      peripheral: 0x0213_2435_4657_6879)
    #expect(key == 0x99AD_1B52_26A3_7E3E_058E_3B8E_27C2_C666)
    let octets = hex(sealed)
    var cipher = AESCCM(key: key)
    var plain: [UInt8] = []
    let nonce = SecurityFunctions.nonce(
      counter: counter, isFromCentral: isFromCentral, vector: 0xDEAF_BABE_BADC_AB24)
    let first = SecurityFunctions.additional(octets[0])
    #expect(
      cipher.open(
        Array(octets.dropFirst()).span, nonce: nonce, additional: first, into: &plain))
    #expect(plain == hex(clear))
    // Any other number, direction or octet does not fit.
    for wrong in [nonce ^ 1, nonce ^ 1 << 39, nonce ^ 1 << 100] {
      #expect(
        !cipher.open(
          Array(octets.dropFirst()).span, nonce: wrong, additional: first, into: &plain))
    }
    #expect(
      !cipher.open(
        Array(octets.dropFirst()).span, nonce: nonce, additional: first ^ 1, into: &plain))
    for index in 1..<octets.count {
      var damaged = octets
      damaged[index] ^= 0x40
      #expect(
        !cipher.open(
          Array(damaged.dropFirst()).span, nonce: nonce, additional: first, into: &plain))
    }
    #expect(cipher.seal(hex(clear), nonce: nonce, additional: first) == Array(octets.dropFirst()))
  }

  @Test("what is too short for a MIC is none") func short() {
    var cipher = AESCCM(key: 1)
    var plain: [UInt8] = [7]
    for count in 0...4 {
      #expect(
        !cipher.open(
          [UInt8](repeating: 0, count: count).span, nonce: 0, additional: 2, into: &plain))
    }
    #expect(plain == [7])
  }

  /// Octets of a text, with spaces or without.
  private func hex(_ text: String) -> [UInt8] {
    let digits = text.filter { $0 != " " }.map { UInt8($0.hexDigitValue ?? 0) }
    return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }
}
