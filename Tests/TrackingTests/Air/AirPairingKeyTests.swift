import BletraceTestSupport
import Report
import Testing

@testable import Tracking

/// Keys that follow from a pairing that was heard, and from what was given.
@Suite("Keys of a pairing on the air") struct AirPairingKeyTests {
  private static func smp(_ pdu: [UInt8]) -> [UInt8] { [2, UInt8(pdu.count), 0, 6, 0] + pdu }

  private static let central = [UInt8](1...16)
  private static let peripheral = [UInt8](33...48)

  private static func octets(_ key: UInt128) -> [UInt8] {
    (0..<16).reversed().map { UInt8(truncatingIfNeeded: key >> (8 * UInt128($0))) }
  }

  /// What a pairing ends with: four encrypted packets.
  private static func encrypt(_ story: inout AirStory, with key: UInt128, values: UInt8 = 2) {
    var encryption = AirEncryption()
    encryption.longTermKey = octets(key)
    encryption.rand = [UInt8](repeating: 0, count: 8)
    encryption.ediv = [0, 0]
    story.encrypt(&encryption)
    story.notify((0..<values).map { [$0] }, &encryption)
  }

  private func sessions(_ story: AirStory, _ keys: String = "") throws -> [ReportV1.AirEncryption] {
    try Analysed(story, keys: keys).connections.flatMap { $0.air?.encryptions ?? [] }
  }

  // MARK: - Legacy

  private static func legacy(
    _ temporaryKey: UInt128, outOfBand: (UInt8, UInt8), keySize: UInt8 = 16
  ) -> AirStory {
    var story = AirStory()
    story.connect()
    for (request, response) in [
      ([1, 3, outOfBand.0, 1, 16, 0, 0], [2, 3, outOfBand.1, 1, keySize, 0, 0]),
      ([3] + [UInt8](repeating: 9, count: 16), [3] + [UInt8](repeating: 8, count: 16)),
      ([4] + central, [4] + peripheral),
    ] {
      story.event(smp(request), [1])
      story.event([1], smp(response))
    }
    encrypt(
      &story,
      with: SecurityFunctions.shortTermKey(
        temporaryKey: temporaryKey, peripheral: AirEncryption.number(peripheral.reversed()),
        central: AirEncryption.number(central.reversed()), keySize: Int(keySize)))
    return story
  }

  private static let key: UInt128 = 0x0102_0304_0506_0708_090A_0B0C_0D0E_0F10

  @Test(
    "a temporary key in either order of its octets, and where it came from",
    arguments: [
      ("tk 0102030405060708090A0B0C0D0E0F10", .outOfBand),
      ("tk 100F0E0D0C0B0A090807060504030201", .outOfBand),
      ("tk 0102030405060708090A0B0C0D0E0F11", nil), ("passkey 123456", nil),
    ] as [(String, ReportV1.AirKeyOrigin?)])
  func outOfBand(_ line: String, _ origin: ReportV1.AirKeyOrigin?) throws {
    for size in [16, 7] as [UInt8] {
      let found = try sessions(Self.legacy(Self.key, outOfBand: (1, 1), keySize: size), line)
      #expect(found.map(\.key) == [origin])
      #expect(found.map(\.outcome) == [origin == nil ? .wrongKey : .decrypted])
    }
  }

  @Test(
    "a passkey is one, however it is written",
    arguments: [
      "passkey 001234", "tk 000000000000000000000000000004D2",
      "tk D2040000000000000000000000000000",
    ])
  func passkey(_ line: String) throws {
    // One side has no data out of band: then neither uses it.
    let found = try sessions(Self.legacy(1234, outOfBand: (1, 0)), line)
    #expect(found.map(\.key) == [.passkey])
  }

  // MARK: - Secure connections

  private static let debugKey =
    "20b003d2f297be2c5e2c83a7e9f9a5b9eff49111acf4fddbcc0301480e359de6"
    + "dc809c49652aeb6d63329abf5a52155c766345c28fed3024741c8ed01589d28b"
  private static let otherKey =
    "1ea1f0f01faf1d9609592284f19e4c0047b58afd8615a69f559077b22faaa190"
    + "4c55f33e429dad377356703a9ab85160472d1130e28e36765f89aff915b1214a"
  /// The secret of the two above. Core Vol 2, Part G, 7.1.2.1.
  private static let secret = [UInt8](
    hex("ec0234a357c8ad05341010a60a397d9b99796b13b4f866f1868d34f373bfa698").reversed())

  private static func sent(_ key: String) -> [UInt8] {
    let octets = hex(key)
    return octets.prefix(32).reversed() + octets.suffix(32).reversed()
  }

  private static var longTermKey: UInt128 {
    SecurityFunctions.longTermKey(
      secret: secret, central: AirEncryption.number(central.reversed()),
      peripheral: AirEncryption.number(peripheral.reversed()),
      initiator: AirStory.central.reversed().reduce(1) { $0 << 8 | UInt64($1) },
      responder: AirStory.peripheral.reversed().reduce(1) { $0 << 8 | UInt64($1) })
  }

  /// - Parameter part: octets of a packet.
  private static func secure(
    _ keys: (String, String), connects: Bool = true, part: Int = 27, hears: Bool = true
  ) -> AirStory {
    var story = AirStory()
    if connects { story.connect() }
    func send(_ pdu: [UInt8], isFromCentral: Bool, heard: AirStory.Heard = .good) {
      var rest = smp(pdu).dropFirst()
      var llid: UInt8 = 2
      while !rest.isEmpty {
        let packet = [llid] + rest.prefix(part)
        if isFromCentral {
          story.event(packet, [1], heard: (heard, .good))
        } else {
          story.event([1], packet, heard: (.good, heard))
        }
        rest = rest.dropFirst(part)
        llid = 1
      }
    }
    send([1, 3, 0, 9, 16, 0, 0], isFromCentral: true)
    send([2, 3, 0, 9, 16, 0, 0], isFromCentral: false)
    send([0x0C] + sent(keys.0), isFromCentral: true)
    send([0x0C] + sent(keys.1), isFromCentral: false)
    send([3] + [UInt8](repeating: 7, count: 16), isFromCentral: false)
    send([4] + central, isFromCentral: true)
    send([4] + peripheral, isFromCentral: false, heard: hears ? .good : .nothing)
    encrypt(&story, with: longTermKey)
    return story
  }

  @Test(
    "a pairing with the debug key is decrypted by the report itself",
    arguments: [27, 69] as [Int], [true, false])
  func debug(_ part: Int, _ isCentrals: Bool) throws {
    let keys = isCentrals ? (Self.debugKey, Self.otherKey) : (Self.otherKey, Self.debugKey)
    let analysed = Analysed(Self.secure(keys, part: part))
    let found = analysed.connections.flatMap { $0.air?.encryptions ?? [] }
    #expect(found.map(\.outcome) == [.decrypted] && found.map(\.key) == [.debugKey])
    #expect(analysed.streams.map(\.count) == [2])
    #expect(analysed.finding("pairing-debug-key") != nil)
  }

  @Test("and so is the next connection of the bond")
  func bond() throws {
    var story = Self.secure((Self.debugKey, Self.otherKey))
    story.address = 0x6123_4567
    story.connect()
    story.idle(3)
    Self.encrypt(&story, with: Self.longTermKey, values: 5)
    #expect(try sessions(story).map(\.key) == [.debugKey, .distributed])
  }

  @Test("other keys, no addresses, and a pairing that was not heard whole stay closed")
  func closed() throws {
    for story in [
      Self.secure((Self.otherKey, Self.otherKey)),
      Self.secure((Self.debugKey, Self.otherKey), connects: false),
      Self.secure((Self.debugKey, Self.otherKey), hears: false),
    ] {
      #expect(try sessions(story).map(\.outcome) == [.noKey])
    }
  }
}
