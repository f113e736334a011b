import BletraceTestSupport
import Bytes
import CaptureFiles
import Testing

@testable import Report
@testable import Tracking

/// Times of records, put on the clock of the sniffer that made them.
@Suite("Times of records by a sniffer's clock") struct SnifferTimesTests {
  /// Link type 272, version 2: the time since the end of the packet before, and a number.
  private static func versionTwo(
    _ air: AirStory, number: (Int) -> Int = { $0 + 1 },
    written: (_ index: Int, _ time: Int64) -> Int64 = { $1 }
  ) -> CaptureBuilder {
    var story = air.story
    let advertising: [UInt8] = [0xD6, 0xBE, 0x89, 0x8E]
    let times = story.entries.map(\.time)
    let first = story.entries.first { !$0.bytes.dropFirst(10).starts(with: advertising) }?.time ?? 0
    var end = times.first ?? 0
    for index in story.entries.indices {
      let entry = story.entries[index]
      let (packet, rf) = (Array(entry.bytes.dropFirst(10)), entry.bytes[0])
      let isData = !packet.starts(with: advertising)
      let channel: UInt8 =
        switch rf {
        case 0: 37
        case 12: 38
        case 39: 39
        default: rf < 12 ? rf - 1 : rf - 2
        }
      let isCentral = entry.bytes[9] & 1 == 1 && entry.bytes[8] & 0x80 == 0
      let since = UInt32(clamping: entry.time - end)
      end = entry.time + Int64(8 * (packet.count + 1))
      story.entries[index].bytes =
        [1] + octets(UInt16(packet.count + 10)) + [2] + octets(UInt16(number(index)))
        + [6, 10, 1 | (isData && isCentral ? 2 : 0), channel, 60]
        + octets(UInt16(max(0, entry.time - first) / 30_000))
        + octets(UInt16(truncatingIfNeeded: since)) + octets(UInt16(since >> 16)) + packet
      story.entries[index].originalLength = story.entries[index].bytes.count
      story.entries[index].detail = UInt8(272 as Int - 128)
      story.entries[index].time = written(index, entry.time)
    }
    return story
  }

  private static var sixtyEvents: AirStory {
    var air = AirStory()
    air.connect()
    air.idle(60)
    return air
  }

  /// Later by up to 3 ms, as a computer's USB makes it.
  private static func late(_ index: Int, _ time: Int64) -> Int64 {
    time + [0, 900, 2300, 3000][index % 4]
  }

  @Test("answers that a computer wrote down late are no missed packets")
  func nothingMissed() throws {
    let report = Analysed(Self.versionTwo(Self.sixtyEvents, written: Self.late))
    let air = try #require(report.connections.first?.air)
    #expect(air.central.packets == 60 && air.peripheral.packets == 60)
    #expect(air.central.missed + air.peripheral.missed == 0)
    #expect(air.central.uncertain + air.peripheral.uncertain == 0)
  }

  @Test("where the sniffer's numbers say nothing, late times do not prove a packet")
  func noNumbers() throws {
    let story = Self.versionTwo(Self.sixtyEvents, number: { _ in 0 }, written: Self.late)
    let air = try #require(Analysed(story).connections.first?.air)
    #expect(air.central.packets == 60 && air.peripheral.packets == 60)
    #expect(air.central.missedCertain + air.peripheral.missedCertain == 0)
  }

  @Test("an event that was not heard is one still")
  func missedEvent() throws {
    var story = Self.versionTwo(Self.sixtyEvents, written: Self.late)
    // A packet that the sniffer did not hear has no number: the time since goes on over it.
    let gone = 41...42
    let lost = gone.reduce(UInt32(0)) { sum, index in
      let bytes = story.entries[index].bytes
      return sum + UInt32(bytes[13]) + UInt32(bytes[14]) << 8 + UInt32(8 * (bytes.count - 16))
    }
    var next = story.entries[gone.upperBound + 1]
    let since = UInt32(next.bytes[13]) + UInt32(next.bytes[14]) << 8 + lost
    next.bytes.replaceSubrange(
      13..<17, with: octets(UInt16(truncatingIfNeeded: since)) + octets(UInt16(since >> 16)))
    story.entries[gone.upperBound + 1] = next
    for index in story.entries.indices where index > gone.upperBound {
      story.entries[index].bytes.replaceSubrange(4..<6, with: octets(UInt16(index - 1)))
    }
    story.entries.removeSubrange(gone)
    let air = try #require(Analysed(story).connections.first?.air)
    #expect(air.events.silent + air.central.missedCertain + air.peripheral.missedCertain > 0)
  }

  @Test("packets that waited for the computer keep their distances, and the date is of the last")
  func backlog() throws {
    let first = try #require(Self.sixtyEvents.story.entries.first).time
    // The first half arrives at once, 10 s late.
    let story = Self.versionTwo(
      Self.sixtyEvents,
      written: { (index: Int, time: Int64) -> Int64 in
        let late = time + 10_000_000
        if index >= 60 { return late }
        return first + 10_000_000 + Int64(index)
      })
    let plain = Analysed(Self.versionTwo(Self.sixtyEvents))
    let report = Analysed(story)
    #expect(report.capture.durationUs == plain.capture.durationUs)
    #expect(report.connections.map { $0.startUs } == plain.connections.map { $0.startUs })
    #expect(report.capture.clockSteps.isEmpty)
    let date = TraceTime(microseconds: first + 10_000_000).iso8601
    #expect(report.capture.start == date)
  }

  @Test(
    "a strength without its sign is read as negative; one with it as it stands",
    arguments: [
      ([45, 29, 90], [-45, -29, -90] as [Int8?], true),
      ([-45, 10, 20], [-45, 10, 20], false),
      ([-45, 45], [-45, nil], false),
      // Too near to say: 10 dBm is possible.
      ([10, 45, 10], [nil, -45, -10], true),
      ([45, -45, 45], [-45, -45, nil], false),
      ([127, .min], [-127, .min], false),
    ] as [([Int8], [Int8?], Bool)])
  func sign(values: [Int8], read: [Int8?], isLeftOut: Bool) {
    var sign = SignalSign()
    #expect(values.map { sign.read($0) } == read)
    #expect(sign.isLeftOut == isLeftOut)
  }
}
