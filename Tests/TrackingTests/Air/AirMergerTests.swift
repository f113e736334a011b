import BletraceTestSupport
import Bytes
import CaptureFiles
import LinkLayer
import Report
import Testing

@testable import Tracking

/// Captures of one session by several sniffers, made one.
@Suite("Merging what several sniffers heard") struct AirMergerTests {
  /// A sniffer beside the simulator's link.
  struct Sniffer {
    var missed = 0.05
    var wrongCRC = 0.01
    /// How its clock goes, in microseconds and parts in a million.
    var offset: Int64 = 0
    var drift = 0.0
    /// How late a computer stamps a packet at most.
    var jitter: Int64 = 2
    /// When it was switched on, as a part of the session.
    var begins = 0.0
  }

  struct Heard {
    var story = CaptureBuilder(step: 0)
    /// Packets that arrived with a good CRC, by index among those that were sent.
    var good: Set<Int> = []
  }

  static func capture(
    _ simulator: AirSimulator, _ sniffer: Sniffer, _ seed: UInt64
  ) -> Heard {
    var random = SeededRandom(seed: seed)
    var heard = Heard()
    let sent = simulator.sent
    let first = Int(Double(sent.count) * sniffer.begins)
    for index in sent.indices where index >= first {
      guard Double.random(in: 0..<1, using: &random) >= sniffer.missed else { continue }
      var packet = sent[index]
      packet.crcIsGood = Double.random(in: 0..<1, using: &random) >= sniffer.wrongCRC
      if packet.crcIsGood { heard.good.insert(index) }
      var octets = AirSimulator.record(packet)
      if !packet.crcIsGood { octets[octets.count - 4] ^= 0x41 }
      let time = Double(packet.time) * (1 + sniffer.drift / 1e6)
      heard.story.time =
        Int64(time) + sniffer.offset + Int64.random(in: 0...sniffer.jitter, using: &random)
      heard.story.add(.air, .unknown, octets, controller: 0, detail: 128)
    }
    return heard
  }

  static func merge(
    _ stories: [CaptureBuilder], limit: Int = AirMerger.mostOctets
  ) throws -> (records: [[UInt8]], times: [Int64], facts: [AirMerger.Fact]) {
    var merger = AirMerger(limit: limit)
    for story in stories {
      merger.beginCapture()
      let (records, bytes) = story.records()
      for record in records { try merger.add(record, in: bytes.span) }
    }
    let (octets, facts) = try merger.merge(as: .pcapng, comment: "merged")
    var reader = try CaptureReader(MemorySource(octets))
    var batch: [CapturedRecord] = []
    var records: [[UInt8]] = []
    var times: [Int64] = []
    while try reader.nextBatch(into: &batch) {
      for record in batch {
        records.append((record.bytes.start..<record.bytes.end).map { reader.window[$0] })
        times.append(record.time.microseconds)
      }
    }
    return (records, times, facts)
  }

  private static func analysed(_ records: [[UInt8]], _ times: [Int64]) -> Analysed {
    var story = CaptureBuilder(step: 0)
    for (record, time) in zip(records, times) {
      story.time = time
      story.add(.air, .unknown, record, controller: 0, detail: 128)
    }
    return Analysed(story, AnalysisOptions())
  }

  private static func isGood(_ record: [UInt8]) -> Bool { record[9] & 0x08 != 0 }

  private static func simulator(_ seed: UInt64, events: Int = 1500) -> AirSimulator {
    var settings = AirSimulator.Settings()
    settings.events = events
    settings.loss = [0.0, 0.05, 0.15][Int(seed % 3)]
    return AirSimulator(settings, seed: seed)
  }

  private static let kinds: [[Sniffer]] = [
    [Sniffer(), Sniffer()],
    [Sniffer(missed: 0.2), Sniffer(missed: 0.3, offset: 86_400_000_000, drift: 40)],
    [Sniffer(missed: 0.1), Sniffer(missed: 0.02, offset: -1_650_000_000_000_000, drift: -90)],
    [Sniffer(missed: 0.4, wrongCRC: 0.1), Sniffer(missed: 0.4, wrongCRC: 0.1, offset: 12_345)],
    [Sniffer(), Sniffer(offset: -77_000, drift: 20, begins: 0.4)],
    [
      Sniffer(missed: 0.3), Sniffer(missed: 0.3, offset: 5_000_000, drift: 15),
      Sniffer(missed: 0.3, offset: -9_000_000, drift: -33),
    ],
  ]

  @Test(
    "each packet that any of them heard, once, at its time",
    arguments: 0..<6 as Range<Int>, 0..<3 as Range<UInt64>)
  func union(_ kind: Int, _ seed: UInt64) throws {
    let simulator = Self.simulator(seed)
    let sniffers = Self.kinds[kind]
    let heard = sniffers.enumerated().map {
      Self.capture(simulator, $0.element, seed &* 31 &+ UInt64($0.offset))
    }
    let (records, times, facts) = try Self.merge(heard.map(\.story))
    let union = heard.reduce(into: Set<Int>()) { $0.formUnion($1.good) }
    let good = zip(records, times).filter { Self.isGood($0.0) }
    #expect(good.count == union.count)
    #expect(times == times.sorted())
    // In the order in which they were sent, and each as it was.
    let expected = union.sorted().map { simulator.sent[$0] }
    #expect(good.map { Array($0.0.dropFirst(14).dropLast(3)) } == expected.map(\.octets))
    let off = zip(good, expected).map { abs($0.1 - $1.time) }.max() ?? 0
    #expect(off <= 60)
    for (index, fact) in facts.enumerated() {
      let others = heard.indices.filter { $0 != index }
        .reduce(into: Set<Int>()) { $0.formUnion(heard[$1].good) }
      #expect(fact.alone == heard[index].good.subtracting(others).count)
      #expect(fact.packets == heard[index].story.entries.count)
      guard index > 0 else { continue }
      #expect(abs(fact.drift * 1e6 - sniffers[index].drift) < 3)
      #expect(fact.offByUs < 20)
    }
  }

  @Test("fewer misses than the best of them", arguments: 0..<4 as Range<UInt64>)
  func fewerMisses(_ seed: UInt64) throws {
    let simulator = Self.simulator(seed)
    let heard = [
      Self.capture(simulator, Sniffer(missed: 0.1), seed),
      Self.capture(simulator, Sniffer(missed: 0.15, offset: 3_000_000, drift: 25), seed &+ 99),
    ]
    func missed(_ analysed: Analysed) throws -> Int {
      let air = try #require(analysed.connections.first?.air)
      return air.central.missed + air.peripheral.missed + air.central.crcFailed
        + air.peripheral.crcFailed
    }
    let single = try heard.map { try missed(Analysed($0.story, AnalysisOptions())) }
    let (records, times, _) = try Self.merge(heard.map(\.story))
    let merged = try missed(Self.analysed(records, times))
    #expect(merged * 3 < single.min() ?? 0, "\(merged) instead of \(single)")
  }

  @Test("clocks of computers: packets in the order of each capture, by their octets")
  func jitter() throws {
    let simulator = Self.simulator(1)
    let heard = [
      Self.capture(simulator, Sniffer(missed: 0.1), 1),
      Self.capture(
        simulator, Sniffer(missed: 0.1, offset: 700_000, drift: 30, jitter: 1500), 2),
    ]
    let (records, _, facts) = try Self.merge(heard.map(\.story))
    let union = heard[0].good.union(heard[1].good)
    let good = records.filter(Self.isGood)
    // Empty packets that are alike may be taken for one another.
    #expect(abs(good.count - union.count) * 50 < union.count)
    #expect(facts[1].offByUs > 100 && abs(facts[1].drift * 1e6 - 30) < 15)
    let data = { (records: [[UInt8]]) in records.count { $0.count > 14 + 2 + 3 } }
    let sent = union.count { simulator.sent[$0].octets.count > 2 }
    #expect(abs(data(good) - sent) * 100 < sent)
  }

  /// Notifications on a connection, from the first sniffer to the last, each with what it heard.
  private func story(_ change: (inout AirStory) -> Void) -> CaptureBuilder {
    var air = AirStory()
    air.connect()
    change(&air)
    return air.story
  }

  @Test("one packet, of which one sniffer heard something else, or which it decrypted")
  func sameTurn() throws {
    func value(_ number: UInt8) -> [UInt8] { [2, 5, 0, 4, 0, 0x1B, 0x15, 0, number, 7] }
    let one = story { air in for number in 0..<40 as Range<UInt8> { air.event([1], value(number)) }
    }
    var other = one
    // The other sniffer's copies: the sixth value with a wrong CRC, the ninth decrypted.
    let (sixth, ninth) = (1 + 2 * 5 + 1, 1 + 2 * 8 + 1)
    other.entries[sixth].bytes[9] &= ~0x08
    other.entries[sixth].bytes[20] ^= 1
    other.entries[ninth].bytes[8] |= 0x08
    other.entries[ninth].bytes[9] |= 0x30
    other.entries[ninth].bytes[20] ^= 0xFF
    for index in other.entries.indices { other.entries[index].time += 1_000_000 }
    for (first, second) in [(one, other), (other, one)] {
      let (records, _, _) = try Self.merge([first, second])
      #expect(records.count == one.entries.count)
      #expect(records.allSatisfy(Self.isGood))
      #expect(records[sixth][20] == one.entries[sixth].bytes[20])
      #expect(records[ninth][20] == other.entries[ninth].bytes[20])
    }
  }

  @Test("signal strength is that of the first sniffer")
  func signal() throws {
    let one = story { air in
      for number in 0..<30 as Range<UInt8> { air.event([1], [2, 1, 0, 4, 0, number]) }
    }
    var (early, late) = (one, one)
    early.entries.removeLast(20)
    late.entries.removeFirst(0)
    let (records, _, _) = try Self.merge([early, late])
    #expect(records.count == one.entries.count)
    #expect(records.prefix(early.entries.count).allSatisfy { $0[8] & 2 != 0 })
    #expect(records.dropFirst(early.entries.count).allSatisfy { $0[8] & 2 == 0 })
  }

  @Test("captures that have nothing in common, and what is none of a sniffer")
  func faults() throws {
    let one = story { $0.idle(30) }
    var other = AirStory()
    other.address = 0x7133_5521
    other.connect()
    other.idle(30)
    for index in other.story.entries.indices {
      other.story.entries[index].bytes[13] ^= UInt8(truncatingIfNeeded: index)
    }
    var host = CaptureBuilder()
    host.connect()
    #expect(throws: AirMerger.Fault.nothingSniffed(1)) { try Self.merge([one, host]) }
    #expect(throws: AirMerger.Fault.nothingSniffed(0)) { try Self.merge([CaptureBuilder(), one]) }
    #expect(throws: AirMerger.Fault.nothingCommon(1)) { try Self.merge([one, other.story]) }
  }

  @Test("all at one time: each packet is compared with a number of others, and no more")
  func oneTime() throws {
    var one = story { air in
      for number in 0..<400 as Range<UInt16> {
        air.event([1], [2, 5, 0, 4, 0, 0x1B, 0x15, 0, UInt8(number & 0xFF), UInt8(number >> 8)])
      }
    }
    let time = try #require(one.entries.last).time
    for index in one.entries.indices { one.entries[index].time = time }
    let doubles = try 2 * one.entries.count - Self.merge([one, one]).records.count
    #expect((256...260).contains(doubles))
  }

  @Test("what is kept in memory is bounded")
  func bound() {
    let one = story { air in
      for number in 0..<30 as Range<UInt8> {
        air.event([1], [2, 5, 0, 4, 0, 0x1B, 0x15, 0, number, 0])
      }
    }
    #expect(throws: Never.self) { try Self.merge([one, one], limit: 4000) }
    #expect(throws: AirMerger.Fault.tooManyPackets) { try Self.merge([one, one], limit: 1000) }
  }

  @Test("no time of a packet stops it", arguments: [Int64.min, -1, 0, Int64.max])
  func extremes(_ time: Int64) throws {
    let one = story { $0.idle(30) }
    var other = one
    for index in stride(from: 3, to: 20, by: 4) { other.entries[index].time = time }
    _ = try? Self.merge([one, other])
    _ = try? Self.merge([other, one])
  }
}
