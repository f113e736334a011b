import BletraceTestSupport
import Report
import Testing

@testable import Tracking

/// Encrypted connections, from packets on.
@Suite("Decrypting the air") struct AirDecryptionTests {
  private static let key = "ltk 4C68384139F574D836BCF34E9DFB01BF"

  private func values(_ count: Int) -> [[UInt8]] { (0..<count).map { [UInt8($0), 0x55] } }

  private func air(_ analysed: Analysed) throws -> ReportV1.Air {
    let connection = try #require(analysed.connections.first)
    return try #require(connection.air)
  }

  /// A connection with five values that are encrypted.
  private func story(heard: AirStory.Heard = .good) -> AirStory {
    var air = AirStory()
    var encryption = AirEncryption()
    air.connect()
    air.idle(3)
    air.encrypt(&encryption)
    air.notify(values(5), &encryption)
    return air
  }

  @Test(
    "with a key, in either order of its octets, and of any kind",
    arguments: [
      key, "4c68384139f574d836bcf34e9dfb01bf", "STK 0xBF01FB9D4EF3BC36D874F5394138684C",
      "session 99AD1B5226A37E3E058E3B8E27C2C666 # of this session",
      "66:C6:C2:27:8E:3B:8E:05:3E:7E:A3:26:52:1B:AD:99",
      "\n# wrong ones before it\n00112233445566778899aabbccddeeff\n\n" + key
        + " C6:05:04:03:02:01 D6:15:14:13:12:11\r\n",
    ])
  func opens(_ keys: String) throws {
    let analysed = try Analysed(story(), keys: keys)
    let heard = try air(analysed)
    #expect(heard.encrypted && heard.decrypted && heard.encryptedPackets == 7)
    #expect(analysed.streams.map(\.count) == [5])
    let time = try #require(heard.encryptions.first)
    #expect(heard.encryptions.count == 1)
    #expect(time.outcome == .decrypted && time.key == .given && !time.refresh)
    #expect(time.packets == 7 && time.decrypted == 7 && time.repeated == 0)
    #expect(heard.central.decrypted == 1 && heard.peripheral.decrypted == 6)
    #expect(heard.peripheral.missedByCounter == 0)
  }

  @Test("without a key, and with one that does not fit")
  func noKey() throws {
    let without = try air(Analysed(story()))
    #expect(without.encryptions.map(\.outcome) == [.noKey])
    #expect(without.encryptions.first?.key == nil && !without.decrypted)
    #expect(without.peripheral.undecrypted == 6 && without.peripheral.decrypted == 0)
    let wrong = try air(
      try Analysed(story(), keys: "ltk 4C68384139F574D836BCF34E9DFB01BE"))
    #expect(wrong.encryptions.map(\.outcome) == [.wrongKey])
    // The right octets, as a key of another kind.
    let kind = try air(
      try Analysed(story(), keys: "session 4C68384139F574D836BCF34E9DFB01BF"))
    #expect(kind.encryptions.map(\.outcome) == [.wrongKey])
  }

  @Test("what was missed, by the packet counters")
  func missed() throws {
    var air = AirStory()
    var encryption = AirEncryption()
    air.connect()
    air.encrypt(&encryption)
    air.notify(values(3), &encryption)
    air.notify(values(4), &encryption, heard: .nothing)
    air.notify(values(2), &encryption, heard: .wrongCRC)
    air.notify(values(1), &encryption)
    let heard = try self.air(try Analysed(air, keys: Self.key))
    let time = try #require(heard.encryptions.first)
    #expect(time.missedPeripheral == 6 && time.missedCentral == 0)
    #expect(heard.peripheral.missedByCounter == 6)
    #expect(heard.peripheral.missedCertain >= 4 && heard.peripheral.crcFailed == 2)
    #expect(time.packets == 6 && time.decrypted == 6)
  }

  @Test("what counters prove explains gaps, and stands in the finding as it is")
  func provenGap() throws {
    var air = AirStory()
    var encryption = AirEncryption()
    air.connect()
    air.encrypt(&encryption)
    air.notify(values(100), &encryption)
    air.notify(values(40), &encryption, heard: .nothing)
    air.notify(values(100), &encryption)
    let analysed = try Analysed(air, keys: Self.key)
    #expect(analysed.connections[0].notifications[0].gaps.map(\.explainedBy) == [.snifferMissed])
    let found = try #require(analysed.finding("sniffer-missed-packets"))
    #expect(found.evidence[.dataPacketsMissing] == .int(40))
    // The central's acknowledgement of the first one, and the value after the last one.
    #expect(found.frames == [213, 253])
  }

  @Test("a connection of which the capture holds the beginning was not encrypted before it")
  func quietStart() throws {
    var air = AirStory()
    var encryption = AirEncryption()
    air.connect()
    air.encrypt(&encryption, heard: (.nothing, .nothing))
    air.notify(values(5), &encryption)
    #expect(try self.air(Analysed(air)).encryptions.map(\.outcome) == [.startMissed])
  }

  @Test("keys that open nothing in one connection are tried in the next one all the same")
  func budget() throws {
    var air = AirStory()
    for round in 0..<2 {
      var encryption = AirEncryption()
      if round == 0 { encryption.longTermKey[0] ^= 1 }
      air.connect()
      air.encrypt(&encryption)
      air.notify(values(20), &encryption)
      air.address += 0x0101_0101
    }
    var options = AnalysisOptions()
    for value in 0..<UInt128(AirKeys.most - 1) {
      options.keys.add(AirKey(value << 64 | 0x1234_5678, kind: .any, source: .given))
    }
    try options.keys.add(text: Array(Self.key.utf8).span)
    let times = Analysed(air.story, options).connections.compactMap(\.air).flatMap(\.encryptions)
    #expect(times.map(\.outcome) == [.wrongKey, .decrypted])
  }

  @Test("a packet that is sent again has its number, and is read once")
  func repeated() throws {
    var air = AirStory()
    var encryption = AirEncryption()
    air.connect()
    air.encrypt(&encryption)
    let pdu = encryption.seal([2, 4, 0, 4, 0, 0x1B, 0x15, 0, 9], isFromCentral: false)
    for _ in 0..<3 { air.event([1], pdu, arrives: (true, false)) }
    air.event([1], pdu)
    let analysed = try Analysed(air, keys: Self.key)
    let time = try #require(try self.air(analysed).encryptions.first)
    #expect(time.packets == 6 && time.decrypted == 6 && time.repeated == 3)
    #expect(time.missedPeripheral == 0 && analysed.streams.map(\.count) == [1])
    #expect(try self.air(analysed).peripheral.dataRetransmitted == 3)
  }

  @Test("behind a long silence the number is found")
  func silence() throws {
    var air = AirStory()
    var encryption = AirEncryption()
    air.connect()
    air.encrypt(&encryption)
    air.notify(values(30), &encryption)
    encryption.counters[1] += 900
    air.notify(values(30), &encryption)
    encryption.counters[1] += 50_000
    air.notify(values(30), &encryption)
    let heard = try self.air(try Analysed(air, keys: Self.key))
    let time = try #require(heard.encryptions.first)
    // The second gap is more than is searched.
    #expect(time.outcome == .decrypted && time.missedPeripheral == 900)
    #expect(time.packets == 92 && time.decrypted == 62)
    #expect(heard.peripheral.undecrypted == 30)
  }

  @Test("one that came damaged with a good CRC does not end it")
  func damaged() throws {
    var air = AirStory()
    var encryption = AirEncryption()
    air.connect()
    air.encrypt(&encryption)
    air.notify(values(2), &encryption)
    var pdu = encryption.seal([2, 4, 0, 4, 0, 0x1B, 0x15, 0, 9], isFromCentral: false)
    pdu[5] ^= 1
    air.event([1], pdu)
    air.notify(values(3), &encryption)
    let heard = try self.air(try Analysed(air, keys: Self.key))
    let time = try #require(heard.encryptions.first)
    #expect(time.packets == 8 && time.decrypted == 7 && time.missedPeripheral == 1)
  }

  @Test("a sniffer that does not say who sent a packet, or says it wrong")
  func senders() throws {
    for flags in [{ _ in nil }, { !$0 }, { _ in true }] as [(Bool) -> Bool?] {
      var air = AirStory()
      air.flags = flags
      var encryption = AirEncryption()
      air.connect()
      air.idle(20)
      air.encrypt(&encryption)
      air.notify(values(5), &encryption)
      let analysed = try Analysed(air, keys: Self.key)
      #expect(analysed.streams.map(\.count) == [5])
      #expect(analysed.streams.first?.direction == .rx)
    }
  }

  @Test("a new key behind a pause")
  func refresh() throws {
    for knowsKey in [true, false] {
      var air = AirStory()
      var encryption = AirEncryption()
      air.connect()
      air.encrypt(&encryption)
      air.notify(values(3), &encryption)
      air.event(encryption.seal([3, 0x0A], isFromCentral: true), [1])
      air.event([1], encryption.seal([3, 0x0B], isFromCentral: false))
      air.event([3, 0x0B], [1])
      var second = AirEncryption.second
      air.encrypt(&second)
      air.notify(values(4), &second)
      let analysed = try Analysed(air, keys: knowsKey ? Self.key : "")
      let times = try self.air(analysed).encryptions
      #expect(times.map(\.refresh) == [false, true])
      #expect(times.map(\.packets) == [7, 6])
      #expect(times.map(\.outcome) == (knowsKey ? [.decrypted, .decrypted] : [.noKey, .noKey]))
      #expect(times.map(\.decrypted) == (knowsKey ? [7, 6] : [0, 0]))
      #expect(analysed.streams.map(\.count) == (knowsKey ? [7] : []))
    }
  }

  @Test("a start that the sniffer missed, in part or whole, and a capture that begins later")
  func noStart() throws {
    for heard in [(.nothing, .good), (.good, .nothing)] as [(AirStory.Heard, AirStory.Heard)] {
      var air = AirStory()
      var encryption = AirEncryption()
      air.connect()
      air.encrypt(&encryption, heard: heard)
      air.notify(values(5), &encryption)
      let times = try self.air(try Analysed(air, keys: Self.key)).encryptions
      #expect(times.map(\.outcome) == [.startMissed])
      #expect(times.map(\.packets) == [7])
    }
    for before in [true, false] {
      var air = AirStory()
      var encryption = AirEncryption()
      if before { air.event([1], [2, 4, 0, 4, 0, 0x1B, 0x15, 0, 9]) }
      encryption.counters[1] = 1000
      air.notify(values(40), &encryption)
      let analysed = try Analysed(air, keys: Self.key)
      let times = try self.air(analysed).encryptions
      #expect(times.map(\.outcome) == [before ? .unreadable : .beganBefore])
      #expect(times.first?.packets ?? 0 >= 39)
      #expect(analysed.capture.undecodableRecords == 0)
      // When it began is not known.
      #expect(analysed.connections.first?.encryption.isEmpty == true)
    }
  }

  @Test("data in clear that look strange are data in clear again")
  func strange() throws {
    var air = AirStory()
    air.connect()
    for _ in 0..<3 { air.event([1], [2, 9, 0, 0x77, 0x88, 1, 2, 3, 4, 5, 6, 7, 8, 9]) }
    for number in 0..<10 as Range<UInt8> {
      air.event([1], [2, 4, 0, 4, 0, 0x1B, 0x15, 0, number])
    }
    let analysed = Analysed(air)
    #expect(analysed.streams.first?.count ?? 0 >= 9)
  }

  @Test("fragments whose numbers follow one another are one PDU, others are not")
  func fragments() throws {
    for loses in [false, true] {
      var air = AirStory()
      var encryption = AirEncryption()
      air.connect()
      air.encrypt(&encryption)
      let value = [UInt8](repeating: 7, count: 40)
      let pdu = [43, 0, 4, 0, 0x1B, 0x15, 0] + value
      let pieces = [[2] + pdu[..<20], [1] + pdu[20..<40], [1] + pdu[40...]]
      for (index, piece) in pieces.enumerated() {
        air.event(
          [1], encryption.seal(piece, isFromCentral: false),
          heard: (.good, loses && index == 1 ? .nothing : .good))
      }
      air.notify([[1]], &encryption)
      let analysed = try Analysed(air, keys: Self.key)
      #expect(analysed.streams.map(\.count) == [loses ? 1 : 2])
    }
  }

  @Test(
    "the simulator's link, with a sniffer that misses packets",
    arguments: 0..<12 as Range<UInt64>)
  func simulated(_ seed: UInt64) throws {
    var settings = AirSimulator.Settings()
    settings.events = 1200
    settings.loss = [0.02, 0.1, 0.25][Int(seed % 3)]
    settings.missed = [0, 0.05, 0.2, 0.4][Int(seed % 4)]
    settings.snifferCRC = seed % 2 == 0 ? 0 : 0.05
    settings.laterInterval = settings.interval
    settings.encryption = (begin: 40, refresh: 700)
    let simulator = AirSimulator(settings, seed: seed)
    var story = CaptureBuilder(step: 0)
    for packet in simulator.sent where packet.isHeard {
      story.time = packet.time
      story.add(.air, .unknown, AirSimulator.record(packet), controller: 0, detail: 128)
    }
    var options = AnalysisOptions()
    options.keys = try AirKeys(Self.key)
    let analysed = Analysed(story, options)
    let heard = try air(analysed)
    let times = heard.encryptions
    #expect(times.map(\.outcome) == [.decrypted, .decrypted])
    #expect(times.map(\.refresh) == [false, true])
    guard times.count == 2 else { return }
    var values = 0
    for session in 1...2 {
      let time = times[session - 1]
      let sent = simulator.sent.filter { $0.session == session && $0.counter != nil }
      let whole = sent.filter { $0.isHeard && $0.crcIsGood }
      #expect(time.packets == whole.count && time.decrypted == whole.count)
      for isFromCentral in [true, false] {
        let numbers = Set(
          whole.filter { $0.isFromCentral == isFromCentral }.compactMap(\.counter))
        let missed = Int(numbers.max() ?? 0) + 1 - numbers.count
        #expect((isFromCentral ? time.missedCentral : time.missedPeripheral) == missed)
        values +=
          whole.filter { $0.isFromCentral == isFromCentral && !$0.isControl }
          .reduce(into: Set<UInt64>()) { $0.insert($1.counter ?? 0) }.count
      }
    }
    let clear = simulator.sent.filter {
      $0.counter == nil && $0.octets.count > 2 && !$0.isControl && $0.isHeard && $0.crcIsGood
        && $0.isNew
    }
    // Of those in clear repetitions may stand for one that was missed.
    let counted = analysed.streams.map(\.count).reduce(0, +)
    #expect(counted >= values && counted <= values + clear.count * 2)
  }
}
