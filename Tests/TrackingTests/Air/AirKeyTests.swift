import BletraceTestSupport
import Bytes
import CaptureFiles
import Rendering
import Report
import Testing
import Text

@testable import Tracking

/// Where keys come from, and that they stay there.
@Suite("Keys of the air") struct AirKeyTests {
  private static let digits = "4C68384139F574D836BCF34E9DFB01BF"

  @Test("lines that are keys, and lines that are none")
  func lines() throws {
    let keys = try AirKeys(
      """
      \u{FEFF}# LTKs
      \(Self.digits)
      ltk=0x\(Self.digits), 66:0D:F3:0A:7B:1C\t66:0D:F3:0A:7B:1D # both
      session 4C-68-38-41-39-F5-74-D8-36-BC-F3-4E-9D-FB-01-BF
      passkey 001234
      tk 00000000000000000000000000000001
      """)
    #expect(keys.keys.map(\.kind) == [.any, .longTerm, .session])
    #expect(keys.keys.map(\.devices.count) == [0, 2, 0])
    #expect(keys.temporaryKeys == [1234] && keys.outOfBandKeys == [1, 1 << 120])
    for line in [
      "ltk", "passkey", "ltk \(Self.digits)0", "ltk 4C68", "word \(Self.digits)", "passkey 12345",
      "passkey 1234567", "passkey 12345x", "passkey 123456 66:0D:F3:0A:7B:1C",
      "\(Self.digits) \(Self.digits)", "\(Self.digits) 66:0D:F3:0A:7B",
      "\(Self.digits) 66:0D:F3:0A:7B:1C 66:0D:F3:0A:7B:1D 66:0D:F3:0A:7B:1E",
      "4C:68-38:41-39:F5-74:D8-36:BC-F3:4E-9D:FB-01:BF", "0X" + Self.digits + "00",
      String(repeating: "A", count: 5000),
    ] {
      let fault = #expect(throws: AirKeys.Fault.self) { _ = try AirKeys("\n" + line) }
      #expect(fault?.line == 2)
      // No error repeats a line.
      #expect(fault?.message.contains("4C68") == false)
      #expect(fault?.message.contains("66:0D") == false)
    }
  }

  @Test("files of any octets end in keys or in one error", arguments: 0..<200 as Range<UInt64>)
  func anything(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    let pieces = [
      Self.digits, "ltk ", "passkey ", "123456", " ", "\n", "\r\n", "#", "0x", ":", "-", "=", ",",
      "66:0D:F3:0A:7B:1C", "\u{FEFF}", "\u{0}", "tk ", "session ",
    ].map { Array($0.utf8) }
    var text: [UInt8] = []
    for _ in 0..<random.below(40) {
      text += pieces[random.below(pieces.count)]
      if random.below(8) == 0 { text += random.octets(random.below(5)) }
    }
    var keys = AirKeys()
    do {
      try keys.add(text: text.span)
    } catch {
      #expect(error.line >= 1 && !error.message.isEmpty && error.message.utf8.count < 200)
    }
    #expect(keys.keys.count <= 40 && keys.temporaryKeys.count <= 40)
  }

  @Test("there is a bound on keys, and on the length of their file")
  func bound() throws {
    var keys = AirKeys()
    let line = { (number: Int) in String(number + (1 << 60), radix: 16) + "0000000000000000\n" }
    let most = (0..<AirKeys.most).map(line).joined()
    try keys.add(text: Array(most.utf8).span)
    // Those that are there already take no room.
    try keys.add(text: Array(line(7).utf8).span)
    #expect(keys.keys.count == AirKeys.most)
    #expect(throws: AirKeys.Fault.self) {
      try keys.add(text: Array(line(AirKeys.most).utf8).span)
    }
    let long = [UInt8](repeating: UInt8(ascii: "\n"), count: AirKeys.mostOctets + 1)
    #expect(throws: AirKeys.Fault.self) { try keys.add(text: long.span) }
  }

  @Test("a key is not in what prints values")
  func description() throws {
    let keys = try AirKeys("ltk \(Self.digits)\npasskey 123456")
    let key = try #require(keys.keys.first)
    var text = "\(keys) \(key) \(String(reflecting: keys)) \(String(reflecting: key))"
    dump(keys, to: &text)
    dump(key, to: &text)
    dump([key], to: &text)
    let number = String(AirEncryption.number(AirEncryption().longTermKey))
    #expect(!text.contains(number) && !text.contains("4C68") && !text.contains("123456"))
    var options = AnalysisOptions()
    options.keys = keys
    dump(options, to: &text)
    #expect(!text.contains(number) && !text.contains("123456"))
  }

  // MARK: - HCI captures

  private func collected(_ story: CaptureBuilder) -> [AirKey] {
    var collector = KeyCollector()
    let (records, bytes) = story.records()
    collector.add(records, in: bytes.span)
    return collector.keys
  }

  @Test("the capture of the central, of the peripheral, and of a pairing")
  func captures() throws {
    let encryption = AirEncryption()
    let onAir: [UInt8] = encryption.longTermKey.reversed()
    var central = CaptureBuilder()
    central.connect()
    central.command(
      0x2019, octets(CaptureBuilder.handle) + encryption.rand + encryption.ediv + onAir)
    var peripheral = CaptureBuilder()
    peripheral.connect(isPeripheral: true)
    peripheral.event(
      0x3E, [0x05] + octets(CaptureBuilder.handle) + encryption.rand + encryption.ediv)
    peripheral.command(0x201A, octets(CaptureBuilder.handle) + onAir)
    var pairing = CaptureBuilder()
    pairing.connect()
    pairing.l2cap(.rx, 6, [0x06] + onAir)
    pairing.l2cap(.rx, 6, [0x07] + encryption.ediv + encryption.rand)
    var air = AirStory()
    var sealing = encryption
    air.connect()
    air.encrypt(&sealing)
    air.notify([[1], [2]], &sealing)
    for story in [central, peripheral, pairing] {
      let keys = collected(story)
      let key = try #require(keys.first)
      #expect(keys.count == 1 && key.source == .hciCapture && key.devices.count == 1)
      #expect(key.identity?.diversifier == 0x2474)
      #expect(key.identity?.rand == 0xABCD_EF12_3456_7890)
      var options = AnalysisOptions()
      options.keys.add(key)
      let analysed = Analysed(air.story, options)
      let time = try #require(analysed.connections.first?.air?.encryptions.first)
      #expect(time.outcome == .decrypted && time.key == .hciCapture)
      #expect(analysed.streams.map(\.count) == [2])
    }
  }

  @Test("keys that were taken out, and commands that are cut, are none")
  func noKeys() {
    var story = CaptureBuilder()
    story.connect()
    story.command(0x2019, octets(CaptureBuilder.handle) + [UInt8](repeating: 0, count: 26))
    story.command(0x2019, octets(CaptureBuilder.handle) + [UInt8](repeating: 1, count: 25))
    story.command(0x201A, octets(CaptureBuilder.handle) + [UInt8](repeating: 1, count: 15))
    story.event(0x3E, [0x05, 0x40])
    story.command(0x201A, [])
    #expect(collected(story).isEmpty)
  }

  // MARK: - Pairing

  /// A legacy pairing as it is sent, and the short term key that follows from it.
  private func pairing(
    temporaryKey: UInt128, secure: Bool = false, byPasskey: Bool = false
  ) -> (commands: [(isFromCentral: Bool, [UInt8])], key: [UInt8]) {
    // Bonding, with MITM protection if a passkey is to be entered. Core Vol 3, Part H, 3.5.1.
    let wanted: UInt8 = (secure ? 9 : 1) | (byPasskey ? 4 : 0)
    let request: [UInt8] = [1, byPasskey ? 4 : 3, 0, wanted, 16, 7, 7]
    let response: [UInt8] = [2, byPasskey ? 0 : 3, 0, wanted, 16, 7, 7]
    let central = [UInt8](1...16)
    let peripheral = [UInt8](33...48)
    func little(_ octets: [UInt8]) -> UInt64 {
      octets.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    func value(_ random: [UInt8]) -> [UInt8] {
      let confirm = SecurityFunctions.confirmValue(
        temporaryKey: temporaryKey, random: AirEncryption.number(random.reversed()),
        request: little(request), response: little(response),
        initiator: little(AirStory.central) | 1 << 48,
        responder: little(AirStory.peripheral) | 1 << 48)
      return (0..<16).map { UInt8(truncatingIfNeeded: confirm >> (8 * UInt128($0))) }
    }
    let key = SecurityFunctions.shortTermKey(
      temporaryKey: temporaryKey, peripheral: AirEncryption.number(peripheral.reversed()),
      central: AirEncryption.number(central.reversed()))
    return (
      [
        (true, request), (false, response), (true, [3] + value(central)),
        (false, [3] + value(peripheral)), (true, [4] + central), (false, [4] + peripheral),
      ], (0..<16).reversed().map { UInt8(truncatingIfNeeded: key >> (8 * UInt128($0))) }
    )
  }

  private func paired(
    _ temporaryKey: UInt128, secure: Bool = false, byPasskey: Bool = false,
    knowsAddresses: Bool = true
  ) -> (air: AirStory, encryption: AirEncryption) {
    var air = AirStory()
    if knowsAddresses { air.connect() }
    let encryption = pair(temporaryKey, secure: secure, byPasskey: byPasskey, on: &air)
    return (air, encryption)
  }

  @discardableResult
  private func pair(
    _ temporaryKey: UInt128, secure: Bool = false, byPasskey: Bool = false, on air: inout AirStory
  ) -> AirEncryption {
    let (commands, key) = pairing(
      temporaryKey: temporaryKey, secure: secure, byPasskey: byPasskey)
    for (isFromCentral, command) in commands {
      let pdu = [2, UInt8(command.count), 0, 6, 0] + command
      if isFromCentral { air.event(pdu, [1]) } else { air.event([1], pdu) }
    }
    var encryption = AirEncryption()
    encryption.longTermKey = key
    encryption.rand = [UInt8](repeating: 0, count: 8)
    encryption.ediv = [0, 0]
    air.encrypt(&encryption)
    air.notify([[1], [2]], &encryption)
    return encryption
  }

  @Test("a passkey of zeros is no protection, whatever was asked for")
  func passkeyOfZeros() throws {
    func text(_ passkey: UInt128, _ keys: String) throws -> String {
      let capture = try Analysed(paired(passkey, byPasskey: true).air, keys: keys).capture
      let octets = TextRenderer.render(
        ReportV1 { $0.captures = [capture] }, options: TextOptions(width: 200))
      return String(decoding: octets, as: UTF8.self)
    }
    #expect(try text(0, "").contains("Passkey Entry, legacy, bonding, passkey 000000"))
    // A pairing that failed; the temporary key 0 is that of Just Works, after it.
    let (failed, _) = pairing(temporaryKey: 1, byPasskey: true)
    var air = AirStory()
    air.connect()
    for (isFromCentral, command) in failed.prefix(3) + [(false, [5, 4])] {
      let pdu = [2, UInt8(command.count), 0, 6, 0] + command
      if isFromCentral { air.event(pdu, [1]) } else { air.event([1], pdu) }
    }
    pair(0, on: &air)
    let two = String(
      decoding: TextRenderer.render(
        ReportV1 { $0.captures = [Analysed(air).capture] }, options: TextOptions(width: 200)),
      as: UTF8.self)
    #expect(two.contains("Just Works") && !two.contains("passkey 000000"))
    let other = try text(4321, "passkey 004321")
    #expect(other.contains("MITM protection") && !other.contains("passkey 000000"))
  }

  @Test("a pairing whose temporary key is 0 needs no key")
  func justWorks() throws {
    let time = try #require(
      Analysed(paired(0).air).connections.first?.air?.encryptions.first)
    #expect(time.outcome == .decrypted && time.key == .temporaryKeyZero)
    // With LE Secure Connections nothing follows from what is sent.
    let secure = try #require(
      Analysed(paired(0, secure: true).air).connections.first?.air?.encryptions.first)
    #expect(secure.outcome == .noKey)
  }

  @Test("a pairing whose key everybody can calculate is a finding, if the report itself did so")
  func zeroKeyFinding() throws {
    func finding(_ story: AirStory, _ keys: String = "") throws -> ReportV1.Finding? {
      try Analysed(story, keys: keys).finding("pairing-zero-key")
    }
    let plain = try #require(try finding(paired(0).air))
    #expect(plain.severity == .warning && plain.evidence[.party] == .null)
    #expect(plain.evidence[.method] == .string("just-works"))
    // CONNECT_IND, and two packets in each of the six events of the pairing.
    #expect(plain.frames == [2, 14, 27] && plain.evidence[.decrypted] == .int(4))
    #expect(plain.message.contains("decrypt this link, as this report did with 4 packets."))
    let zeros = try #require(try finding(paired(0, byPasskey: true).air))
    #expect(zeros.message.contains("paired with the passkey 000000 (legacy pairing, #2)"))
    // Keys that are handed out under it are no secret either.
    var (bond, encryption) = paired(0)
    bond.event([1], encryption.seal([2, 17, 0, 6, 0, 6] + [UInt8](1...16), isFromCentral: false))
    #expect(try finding(bond)?.message.contains("has the keys that were sent for the bond") == true)
    // Another passkey, known or not; LE Secure Connections; the same pairing without a packet that
    // is encrypted with its key.
    #expect(try finding(paired(4321, byPasskey: true).air) == nil)
    #expect(try finding(paired(4321, byPasskey: true).air, "passkey 004321") == nil)
    #expect(try finding(paired(0, secure: true).air) == nil)
    var other = AirStory()
    other.connect()
    for (isFromCentral, command) in pairing(temporaryKey: 0).commands {
      let pdu = [2, UInt8(command.count), 0, 6, 0] + command
      if isFromCentral { other.event(pdu, [1]) } else { other.event([1], pdu) }
    }
    var long = AirEncryption()
    other.encrypt(&long)
    other.notify([[1], [2]], &long)
    #expect(try finding(other, "ltk 4C68384139F574D836BCF34E9DFB01BF") == nil)
  }

  @Test("a passkey that is given, or guessed where that is wanted", arguments: [true, false])
  func passkey(_ knowsAddresses: Bool) throws {
    let (air, _) = paired(4321, knowsAddresses: knowsAddresses)
    func outcome(_ options: AnalysisOptions) throws -> ReportV1.AirEncryption {
      try #require(Analysed(air.story, options).connections.first?.air?.encryptions.first)
    }
    #expect(try outcome(AnalysisOptions()).outcome == .noKey)
    var given = AnalysisOptions()
    given.keys = try AirKeys("passkey 004321")
    #expect(try outcome(given).key == .passkey)
    given.keys = try AirKeys("passkey 004322")
    #expect(try outcome(given).outcome == .wrongKey)
    var guessed = AnalysisOptions()
    guessed.keys.guessesPasskeys = true
    #expect(try outcome(guessed).key == .passkey)
    #expect(try outcome(guessed).decrypted == 4)
  }

  @Test("a key that is handed out opens the next connection")
  func distributed() throws {
    var (air, encryption) = paired(0)
    let next = AirEncryption()
    for command in [[6] + next.longTermKey.reversed(), [7] + next.ediv + next.rand] {
      let pdu = [2, UInt8(command.count), 0, 6, 0] + command
      air.event([1], encryption.seal(pdu, isFromCentral: false))
    }
    air.address = 0x7123_4567
    air.connect()
    var sealing = next
    air.encrypt(&sealing)
    air.notify([[1], [2]], &sealing)
    let analysed = Analysed(air)
    let last = try #require(analysed.connections.last?.air?.encryptions.first)
    #expect(analysed.connections.count == 2)
    #expect(last.outcome == .decrypted && last.key == .distributed)
  }

  // MARK: - Hostile captures

  @Test("a thousand links with keys that do not fit take work that ends")
  func thousandLinks() throws {
    var text = ""
    for number in 0..<1000 { text += String(number + (1 << 60), radix: 16) + "00000000deadbeef\n" }
    var options = AnalysisOptions()
    options.keys = try AirKeys(text)
    var story = CaptureBuilder(step: 0)
    for link in 0..<1000 as Range<UInt32> {
      var air = AirStory(time: 1_700_000_000_000_000 + Int64(link) * 1_000_000)
      air.address = 0x5000_0000 + link
      air.story = story
      var encryption = AirEncryption()
      air.connect()
      air.encrypt(&encryption)
      air.notify([[1], [2], [3]], &encryption)
      story = air.story
    }
    let outcomes = Analysed(story, options).connections.compactMap {
      $0.air?.encryptions.first?.outcome
    }
    #expect(outcomes.count == 1000)
    // The first with all keys, the others with none.
    #expect(outcomes.first == .wrongKey && outcomes.last == .notTried)
  }

  @Test("many sessions of one link: the first ones are listed, all are counted")
  func manySessions() throws {
    var air = AirStory()
    air.connect()
    for number in 0..<100 as Range<UInt8> {
      var encryption = AirEncryption()
      encryption.centralVector[0] = number
      air.encrypt(&encryption)
      air.notify([[number]], &encryption)
    }
    let analysed = try Analysed(air, keys: "ltk " + Self.digits)
    let heard = try #require(analysed.connections.first?.air)
    #expect(heard.encryptions.count + heard.encryptionsOmitted == 100)
    #expect(heard.encryptions.count <= AirCipher.mostSessions + 1)
    #expect(analysed.streams.map(\.count) == [100])
    #expect(heard.peripheral.decrypted == 200)
  }

  @Test("packets that never open end the search, and those of one call share its budget")
  func neverOpens() throws {
    var air = AirStory()
    var encryption = AirEncryption()
    air.connect()
    air.encrypt(&encryption)
    air.notify([[1]], &encryption)
    var random = SeededRandom(seed: 9)
    for _ in 0..<6000 { air.event([1], [2] + random.octets(20)) }
    let heard = try #require(
      try Analysed(air, keys: "ltk " + Self.digits).connections.first?.air)
    #expect(heard.encryptions.map(\.decrypted) == [3])
    #expect(heard.peripheral.undecrypted == 6000)
  }
}
