import BletraceTestSupport
import Bytes
import Testing

@testable import Report
@testable import Tracking

/// A sniffer's own clock, and records that a computer wrote down late.
@Suite("Clocks of sniffers") struct SnifferClockTests {
  private func times(_ packets: [(ticks: UInt32, written: Int64)]) -> [Int64] {
    var clock = SnifferClock()
    return packets.map {
      clock.time(.count($0.ticks), written: TraceTime(microseconds: $0.written)).microseconds
    }
  }

  @Test("what is between packets is the sniffer's, whenever they were written down")
  func late() {
    #expect(times([(100, 1000), (330, 2500), (30_100, 31_000)]) == [1000, 1230, 31_000])
    // The count starts again.
    #expect(times([(0xFFFF_FFF0, 0), (0x10, 40)]) == [0, 32])
  }

  @Test("after a reset, and a silence that is longer than the count can say, the records count")
  func reset() {
    #expect(times([(5_000_000, 0), (100, 1_000_000)]) == [0, 1_000_000])
    #expect(times([(100, 0), (600, 3_600_000_000)]) == [0, 3_600_000_000])
    #expect(times([(3_000_000_000, 0), (100, 1_000_000)]) == [0, 1_000_000])
    // If the computer's clock was set back, the sniffer's counts on.
    #expect(times([(100, 3_600_000_000), (600, 0)]) == [3_600_000_000, 3_600_000_500])
    #expect(times([(5000, 100), (100, 0)]) == [100, 100])
  }

  @Test("no time stops it", arguments: [Int64.min, -1, 0, .max - 1, .max])
  func extremes(written: Int64) {
    #expect(times([(0, written), (1, .max), (2, .min), (.max, written)]).count == 4)
  }

  private static let advertising: [UInt8] = [0xD6, 0xBE, 0x89, 0x8E]

  /// Link type 272, version 3, with the time that each packet had on the air.
  static func nordic(
    _ air: AirStory, board: UInt8 = 1, startedAt start: Int64 = 0,
    written: (_ index: Int, _ time: Int64) -> Int64
  ) -> CaptureBuilder {
    var story = air.story
    // After the advertising; the interval is 30 ms.
    let first = story.entries.first { !$0.bytes.dropFirst(10).starts(with: advertising) }?.time ?? 0
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
      let flags: UInt8 = 1 | (isData && isCentral ? 2 : 0)
      story.entries[index].bytes =
        [board] + octets(UInt16(packet.count + 10)) + [3] + octets(UInt16(index)) + [isData ? 6 : 2]
        + [10, flags, channel, 60]
        + octets(UInt16(truncatingIfNeeded: max(0, entry.time - first) / 30_000))
        + octets(UInt16(truncatingIfNeeded: entry.time - start))
        + octets(UInt16(truncatingIfNeeded: (entry.time - start) >> 16)) + packet
      story.entries[index].originalLength = story.entries[index].bytes.count
      story.entries[index].detail = UInt8(272 as Int - 128)
      story.entries[index].time = written(index, entry.time)
    }
    return story
  }

  @Test("packets that were written down late are not taken for missed ones")
  func nothingMissed() throws {
    var air = AirStory()
    air.connect()
    air.idle(60)
    let late: (Int, Int64) -> Int64 = { $1 + ($0 % 3 == 2 ? 1200 : 0) }
    let heard = try #require(Analysed(Self.nordic(air, written: late)).connections.first?.air)
    #expect(heard.central.packets == 60 && heard.peripheral.packets == 60)
    #expect(heard.central.missed == 0 && heard.peripheral.missed == 0)
    #expect(heard.central.uncertain == 0 && heard.peripheral.uncertain == 0)
  }

  @Test(
    "the course of a connection has the sniffer's times, whenever packets were written down",
    arguments: [
      { $1 - $0.start < 1_000_000 ? $0.start + 1_000_000 + $0.index : $1 },
      { $1 + ($0.index > 70 ? 30_000_000 : 0) }, { $1 - ($0.index > 70 ? 900_000 : 0) },
    ] as [@Sendable ((index: Int64, start: Int64), Int64) -> Int64])
  func course(written: @Sendable ((index: Int64, start: Int64), Int64) -> Int64) throws {
    var air = AirStory()
    air.connect()
    air.idle(60)
    let first = try #require(air.story.entries.first).time
    let story = Self.nordic(air) { written((Int64($0), first), $1) }
    let connection = try #require(Analysed(story).connections.first)
    let course = try #require(connection.air?.course)
    #expect(abs(course.startUs - connection.startUs) < 100_000)
    let last = try #require(course.central.packets.lastIndex { $0 > 0 })
    let latest = try Int(#require(air.story.entries.last).time - first)
    #expect(course.startUs + last * course.partUs <= latest)
    #expect(course.startUs + (last + 1) * course.partUs > latest - 100_000)
  }

  @Test(
    "two boards on one interface have clocks and counts of their own",
    arguments: [0x50A3_2B17, 0x6B1D_90A5] as [UInt32])
  func twoBoards(secondAddress: UInt32) {
    var air = AirStory()
    air.connect()
    air.idle(60)
    // The other one may follow the same connection.
    var other = AirStory(time: 1_700_000_000_007_000)
    other.address = secondAddress
    other.connect()
    other.idle(60)
    let late: (Int, Int64) -> Int64 = { $1 + ($0 % 3 == 2 ? 1200 : 0) }
    var both = Self.nordic(air, written: late)
    let second = Self.nordic(other, board: 2, startedAt: 3_000_000_000, written: late)
    // Each board hands over its packets in their order.
    var entries: [CaptureBuilder.Entry] = []
    for board in [both, second] {
      var last = Int64.min
      for entry in board.entries {
        last = max(last + 1, entry.time)
        entries.append(entry)
        entries[entries.count - 1].time = last
      }
    }
    both.entries = entries.sorted { $0.time < $1.time }
    let connections = Analysed(both).connections
    #expect(connections.count == 2)
    for heard in connections.compactMap(\.air) {
      #expect(heard.central.packets == 60 && heard.peripheral.packets == 60)
      #expect(heard.central.retransmitted == 0 && heard.peripheral.retransmitted == 0)
      #expect(heard.central.missed == 0 && heard.peripheral.missed == 0)
      #expect(heard.events.heard == 60 && heard.events.silent == 0)
    }
  }
}
