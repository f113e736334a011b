import BletraceTestSupport
import BluetoothProtocol
import Bytes
import Testing

@Suite("Security Manager")
struct SMPTests {
  private let features: Decoder<SMPPairingFeatures> = { (range, bytes) throws(DecodeIssue) in
    try SMPPairingFeatures(range, in: bytes)
  }

  @Test func command() throws {
    let vector = hex("05 03  // Pairing Failed: authentication requirements")
    let decoder: Decoder<SMPCommand> = { (range, bytes) throws(DecodeIssue) in
      try SMPCommand(range, in: bytes)
    }
    let command = try decode(vector, decoder)
    #expect(command.code == .pairingFailed)
    #expect(octets(command.parameters, of: vector) == [3])
    sweep(vector, layer: .smp, tail: .rest(1), decoder)

    let failed: Decoder<SMPPairingFailed> = { (range, bytes) throws(DecodeIssue) in
      try SMPPairingFailed(range, in: bytes)
    }
    #expect(try SMPReason(decode([3], failed).reason) == .authenticationRequirements)
    sweep([3], layer: .smp, failed)
  }

  @Test func pairingFeatures() throws {
    let vector = hex(
      """
      04   // keyboard and display
      01   // out-of-band data present
      0D   // bonding, MITM protection, Secure Connections
      10   // keys of up to 16 octets
      0B   // initiator hands out: encryption key, identity, link key
      07   // responder hands out: encryption key, identity, signing key
      """)
    let decoded = try decode(vector, features)
    #expect(decoded.ioCapability == 4)
    #expect(decoded.oobDataPresent)
    #expect(decoded.authentication.bonding)
    #expect(decoded.authentication.mitmProtection)
    #expect(decoded.authentication.secureConnections)
    #expect(decoded.maximumKeySize == 16)
    #expect(decoded.initiatorKeys == 0x0B && decoded.responderKeys == 0x07)
    sweep(vector, layer: .smp, features)
  }

  @Test("bonding is one value of two bits", arguments: [(0, false), (1, true), (2, false)])
  func bonding(bits: UInt8, expected: Bool) throws {
    let decoded = try decode([3, 0, bits | 0x10, 16, 0, 0], features)
    #expect(decoded.authentication.bonding == expected)
  }

  // MARK: - Methods

  /// Core Vol 3, Part H, 2.3.5.1, table 2.8: rows are the responder, columns the initiator, in the
  /// order display only, display and yes/no, keyboard only, none, keyboard and display. Where the
  /// table distinguishes legacy pairing from Secure Connections, the second letter is the latter's.
  private static let table = [
    "JJ JJ PP JJ PP",
    "JJ JN PP JJ PN",
    "PP PP PP JJ PP",
    "JJ JJ JJ JJ JJ",
    "PP PN PP JJ PN",
  ].map { $0.split(separator: " ").map { $0.map { letter[$0] } } }

  private static let letter: [Character: SMPPairingMethod] = [
    "J": .justWorks, "P": .passkeyEntry, "N": .numericComparison,
  ]

  @Test("follows the table of capabilities", arguments: 0..<5, 0..<5)
  func capabilities(responder: Int, initiator: Int) throws {
    for (index, authentication) in [UInt8(0x05), 0x0D].enumerated() {
      let method = try method(
        [UInt8(initiator), 0, authentication], [UInt8(responder), 0, authentication])
      #expect(method == Self.table[responder][initiator][index])
    }
  }

  @Test("without MITM protection on either side it just works")
  func noProtection() throws {
    #expect(try method([4, 0, 0x09], [4, 0, 0x09]) == .justWorks)
    // One side is enough to ask for it.
    #expect(try method([4, 0, 0x09], [4, 0, 0x0D]) == .numericComparison)
    // Secure Connections needs both.
    #expect(try method([4, 0, 0x05], [4, 0, 0x0D]) == .passkeyEntry)
  }

  @Test("out-of-band data: legacy pairing needs it on both sides, Secure Connections on one")
  func outOfBand() throws {
    #expect(try method([3, 1, 0x01], [3, 1, 0x01]) == .outOfBand)
    #expect(try method([3, 1, 0x01], [3, 0, 0x01]) == .justWorks)
    #expect(try method([3, 1, 0x09], [3, 0, 0x09]) == .outOfBand)
    #expect(try method([3, 0, 0x09], [3, 1, 0x09]) == .outOfBand)
  }

  @Test("a capability that is reserved takes no part")
  func reserved() throws {
    #expect(try method([9, 0, 0x0D], [2, 0, 0x0D]) == .justWorks)
  }

  private func method(_ initiator: [UInt8], _ responder: [UInt8]) throws -> SMPPairingMethod {
    SMPPairingMethod(
      initiator: try decode(initiator + [16, 0, 0], features),
      responder: try decode(responder + [16, 0, 0], features))
  }
}
