import BletraceTestSupport
import Report
import Testing

@testable import Findings
@testable import Tracking

/// What a link is in, and what it does, said only where frames show it.
@Suite("The state of a sniffed link") struct AirStateTests {
  private func air(_ story: AirStory) throws -> ReportV1.Air {
    try #require(Analysed(story).connections.first?.air)
  }

  private static func value(_ octets: Int, _ number: UInt8) -> [UInt8] {
    let length = UInt8(octets + 3)
    return [length, 0, 4, 0, 0x1B, 0x15, 0] + [UInt8](repeating: number, count: octets)
  }

  // MARK: - Encryption

  @Test("data in clear are none that is encrypted, wherever a peer cuts", arguments: 5...28)
  func cut(_ size: Int) throws {
    for hasBeginning in [true, false] {
      for seed in 0..<3 as Range<UInt64> {
        var random = SeededRandom(seed: seed &* 64 &+ UInt64(size))
        var story = AirStory()
        if hasBeginning { story.connect() }
        for number in 0..<60 as Range<UInt8> {
          let octets = Int.random(in: 2...60, using: &random)
          var rest = Self.value(octets, number)[...]
          var llid: UInt8 = 2
          while !rest.isEmpty {
            // A sniffer that misses some.
            let isHeard = Double.random(in: 0..<1, using: &random) >= 0.05
            story.event(
              [1], [llid] + rest.prefix(size), heard: (.good, isHeard ? .good : .nothing))
            rest = rest.dropFirst(size)
            llid = 1
          }
        }
        let heard = try air(story)
        #expect(!heard.encrypted && heard.encryptions.isEmpty && heard.encryptedPackets == 0)
      }
    }
  }

  @Test("a sniffer that decrypts nothing has no key: its word on MICs says nothing of one")
  func noKey() throws {
    func heard(_ isDecrypted: Bool, keys: String? = nil) throws -> Analysed {
      var story = AirStory()
      var encryption = AirEncryption()
      story.connect()
      story.encrypt(&encryption)
      story.mic = false
      story.isDecrypted = isDecrypted
      story.notify((0..<40).map { [$0, 0x55] }, &encryption)
      return try keys.map { try Analysed(story, keys: $0) } ?? Analysed(story)
    }
    let without = try heard(false)
    #expect(without.finding("mic-failure") == nil)
    #expect(without.connections[0].air?.encryptions.map(\.outcome) == [.noKey])
    let message = try #require(heard(true).finding("mic-failure")).message
    #expect(message.contains("no key of this link, or a wrong one"))
    // With the key all of them are read, and none is missing.
    let with = try heard(false, keys: "ltk 4C68384139F574D836BCF34E9DFB01BF")
    #expect(with.finding("mic-failure") == nil && with.finding("sniffer-missed-packets") == nil)
    #expect(with.streams.map(\.count) == [40])
    #expect(with.connections[0].air?.peripheral.micFailed == 0)
  }

  // MARK: - Latency

  /// A peripheral that answers an event behind so many that it passes over.
  private func skipping(
    _ events: ClosedRange<Int>, latency: UInt16, begins: Bool = true
  ) -> AirStory {
    var story = AirStory()
    var random = SeededRandom(seed: 3)
    if begins { story.connect(latency: latency) }
    for round in 0..<40 {
      for _ in 0..<Int.random(in: events, using: &random) {
        story.event([1], nil, arrives: (false, true))
      }
      story.event([1], round % 8 == 0 ? [2] + Self.value(4, UInt8(round)) : [1])
    }
    return story
  }

  @Test(
    "what the central repeats to a peripheral that the latency lets sleep is no loss",
    arguments: [
      (11...11, 11, true, false), (11...11, 20, true, false), (0...3, 3, true, false),
      (2...11, 11, true, false),
      // Where the terms were not heard, or it keeps to others, its habit shows.
      (11...11, 0, false, false), (11...11, 4, true, false),
      // More events than it may pass over, and ever other ones.
      (5...11, 4, true, true), (5...11, 0, true, true), (5...11, 0, false, true),
    ] as [(ClosedRange<Int>, UInt16, Bool, Bool)])
  func latency(
    _ events: ClosedRange<Int>, _ latency: UInt16, _ begins: Bool, _ isLoss: Bool
  ) throws {
    let found = Analysed(skipping(events, latency: latency, begins: begins))
    #expect((found.finding("loss-burst") != nil) == isLoss)
  }

  @Test("packets that are lost within the latency's events in vain are a burst")
  func lossBesideLatency() throws {
    var story = AirStory()
    story.connect(latency: 3)
    for _ in 0..<10 { story.event() }
    var random = SeededRandom(seed: 5)
    // Each value of the peripheral is sent again, six to nine times.
    for number in 0..<20 as Range<UInt8> {
      for _ in 0..<Int.random(in: 6...9, using: &random) {
        story.event([1], [2] + Self.value(4, number), arrives: (true, false))
      }
      story.event([1], [2] + Self.value(4, number))
    }
    story.idle(20)
    #expect(Analysed(story).finding("loss-burst") != nil)
  }

  // MARK: - Events that were not used

  @Test("events that the central leaves out are none that the sniffer missed")
  func unused() throws {
    var story = AirStory()
    story.connect()
    for round in 0..<60 {
      story.event([2] + Self.value(2, UInt8(round)), [2] + Self.value(3, UInt8(round)))
      if round % 6 == 5 { story.skip(1) }
    }
    let heard = try air(story)
    #expect([heard.events.silent, heard.events.unused] == [9, 9])
    #expect(heard.central.missed == 0 && heard.peripheral.missed == 0)
    #expect(Analysed(story).finding("sniffer-missed-packets") == nil)
  }

  @Test("events whose packets were not heard were used, as the numbers show")
  func used() throws {
    var story = AirStory()
    story.connect()
    for round in 0..<60 {
      story.event([2] + Self.value(2, UInt8(round)), [2] + Self.value(3, UInt8(round)))
      if round % 6 == 5 { story.event([1], [1], heard: (.nothing, .nothing)) }
    }
    let heard = try air(story)
    #expect(heard.events.silent == 9 || heard.events.silent == 10)
    #expect(heard.events.unused == 0)
    #expect(heard.central.missed >= 9 && heard.peripheral.missed >= 9)
  }

  // MARK: - CRC

  /// Advertising, of which some packets are marked with a wrong CRC.
  private func advertising(
    _ count: Int, wrong: (Int) -> Bool, fits: Bool = false
  ) -> AirStory {
    var story = AirStory()
    for index in 0..<count {
      story.advInd()
      let last = story.story.entries.count - 1
      if wrong(index) { story.story.entries[last].bytes[9] &= ~0x08 }
      guard fits else { continue }
      let octets = story.story.entries[last].bytes
      let crc = AirCRC.of(Array(octets[14..<octets.count - 3]))
      story.story.entries[last].bytes.replaceSubrange((octets.count - 3)..., with: crc)
    }
    return story
  }

  @Test("a capture whose packets all have a wrong CRC, and near misses")
  func wrongCRC() throws {
    let all = try #require(Analysed(advertising(30) { _ in true }).finding("crc-wrong"))
    #expect(all.frames == [1] && all.connection == nil)
    #expect(all.message.hasPrefix("All 30 packets"))
    let most = try #require(Analysed(advertising(100) { $0 % 20 != 3 }).finding("crc-wrong"))
    #expect(most.message.contains("95") && most.evidence[.crcFits] == .int(0))
    let marked = try #require(
      Analysed(advertising(30, wrong: { _ in true }, fits: true)).finding("crc-wrong"))
    #expect(marked.message.contains("the mark is wrong"))
    #expect(Analysed(advertising(100) { $0 % 5 != 3 }).finding("crc-wrong") == nil)
    #expect(Analysed(advertising(19) { _ in true }).finding("crc-wrong") == nil)
    #expect(Analysed(advertising(30) { _ in false }).finding("crc-wrong") == nil)
    #expect(all.message.hasSuffix("nothing was read of these."))
  }

  @Test("a file that has only the packets with a wrong CRC was filtered")
  func filtered() throws {
    func finding(_ step: Int) throws -> ReportV1.Finding {
      let story = SnifferClockTests.nordic(advertising(300) { _ in true }) { $1 }
      var part = story
      part.entries = stride(from: 0, to: 300, by: step).map { story.entries[$0] }
      for index in part.entries.indices { part.entries[index].bytes[8] &= 0xFE }
      let found = Analysed(part)
      return try #require(found.finding("crc-wrong"))
    }
    let part = try finding(10)
    #expect(part.message.hasSuffix("The sniffer counted 261 packets more, which are not in it."))
    #expect(part.advice?.hasPrefix("If the file was exported") == true)
    #expect(try finding(2).evidence[.leftOut] == .int(149))
    #expect(try finding(2).message.hasSuffix("nothing was read of these."))
  }
}

/// The CRC of advertising packets, bit by bit. Core Vol 6, Part B, 3.1.1.
private enum AirCRC {
  static func of(_ pdu: [UInt8]) -> [UInt8] {
    // Position 0 is the first one to be sent.
    var register = (0..<24).map { 0x555555 >> $0 & 1 == 1 }
    for octet in pdu {
      for bit in 0..<8 {
        let feedback = register[23] != (octet >> bit & 1 == 1)
        register = [feedback] + register.dropLast()
        for tap in [1, 3, 4, 6, 9, 10] { register[tap] = register[tap] != feedback }
      }
    }
    let sent = Array(register.reversed())
    return (0..<3).map { index in
      (0..<8).reduce(0) { $0 | (sent[8 * index + $1] ? 1 << UInt8($1) : 0) }
    }
  }
}
