import BletraceTestSupport
import Report
import Testing

@testable import Tracking

/// Isochronous streams and periodic trains, packet by packet.
@Suite("Streams on the air") struct AirStreamTests {
  private static let address: UInt32 = 0x8A3B_1C55

  /// A connection that opens a stream: every 10 ms, two subevents 2 ms apart, one payload of each
  /// side in an event, given up after it.
  private func connected(announces: Bool = true) -> AirStory {
    var air = AirStory()
    air.interval = 10_000
    air.connect(interval: 8)
    air.idle(3)
    let request: [UInt8] =
      [3, 0x1F, 7, 2, 1, 1, 40, 0, 40, 0, 0x10, 0x27, 0, 0x10, 0x27, 0, 40, 0, 40, 0, 2]
      + [0xD0, 0x07, 0, 0x11, 1, 1, 8, 0, 0xF4, 1, 0, 0x88, 0x13, 0, 9, 0]
    let begin: [UInt8] =
      [3, 0x21] + (0..<4).map { UInt8(truncatingIfNeeded: Self.address >> (8 * $0)) }
      + [0xD0, 0x07, 0, 0xA0, 0x0F, 0, 0xA0, 0x0F, 0, 9, 0]
    if announces {
      air.event(request)
      air.event([1], [3, 0x20, 0xF4, 1, 0, 0x88, 0x13, 0, 9, 0])
      air.event(begin)
    }
    return air
  }

  /// One event of the stream, 2 ms behind the connection's.
  ///
  /// - Parameter hears: whether the peripheral hears the central in the two subevents.
  private func event(
    _ number: Int, hears: (Bool, Bool), kinds: Bool, in air: inout AirStory
  ) {
    let start = air.story.time
    air.event()
    let sn: UInt8 = number % 2 == 0 ? 0 : 8
    // Acknowledged, and not.
    let got: UInt8 = number % 2 == 0 ? 4 : 0
    let missing: UInt8 = 4 - got
    let payload: [UInt8] =
      [40, UInt8(number & 0xFF), UInt8(number >> 8)] + Array(repeating: 1, count: 38)
    let (to, from): (UInt16, UInt16) = kinds ? (4, 5) : (0, 0)
    let airTime: Int64 = (5 + 42 + 3) * 8
    // The central has acknowledged nothing in its first packet: it waits for this number.
    air.story.time = start + 2000
    air.stream(Self.address, [sn | missing] + payload, kind: to)
    air.story.time += airTime + 150
    air.stream(Self.address, [sn | (hears.0 ? got : missing)] + payload, kind: from)
    air.story.time = start + 4000
    if hears.0 {
      air.stream(Self.address, [0x40 | got, 0], kind: to)
    } else {
      air.stream(Self.address, [sn | got] + payload, kind: to)
      air.story.time += airTime + 150
      air.stream(Self.address, [0x40 | (hears.1 ? got : missing), 0], kind: from)
    }
    air.story.time = start + air.interval
  }

  @Test("a connected stream is a link of its own", arguments: [true, false])
  func connectedStream(kinds: Bool) throws {
    var air = connected()
    for number in 0..<100 {
      let isLate = number % 10 == 3
      let isLost = number % 25 == 7
      event(number, hears: (!isLate && !isLost, !isLost), kinds: kinds, in: &air)
    }
    air.event([3, 0x22, 7, 2, 0x13])
    air.event()
    let analysed = Analysed(air)
    let stream = try #require(analysed.capture.airStreams.first)
    #expect(analysed.capture.airStreams.count == 1 && analysed.connections.count == 1)
    #expect(stream.kind == .cis && stream.group == 7 && stream.stream == 2)
    #expect(stream.accessAddress == "8A3B1C55" && stream.connection == 1)
    #expect(stream.intervalUs == 10_000 && stream.subevents == 2)
    #expect(stream.eventsHeard == 100 && stream.eventsSilent == 0)
    // 10 late ones, and 4 that were given up.
    #expect(stream.central.payloads == 100 && stream.central.retransmitted == 14)
    #expect(stream.central.acknowledged == 96 && stream.central.unacknowledged == 4)
    #expect(stream.central.eventsUnacknowledged == 4)
    #expect(stream.central.burst == 1 && stream.central.flushEvents == 1)
    #expect(stream.peripheral?.payloads == 100 && stream.peripheral?.acknowledged == 100)
    #expect(stream.reason?.rawValue == 0x13 && stream.endedFrame != nil)
  }

  @Test("events in which nothing was heard are counted by the interval")
  func silence() throws {
    var air = connected()
    for number in 0..<60 {
      if number % 20 == 9 {
        air.event()
      } else {
        event(number, hears: (true, true), kinds: true, in: &air)
      }
    }
    let stream = try #require(Analysed(air).capture.airStreams.first)
    #expect(stream.eventsHeard == 57 && stream.eventsSilent == 3)
  }

  @Test("a stream whose terms were not heard has no events")
  func unannounced() throws {
    var air = connected(announces: false)
    for number in 0..<20 { event(number, hears: (true, true), kinds: true, in: &air) }
    let analysed = Analysed(air)
    let stream = try #require(analysed.capture.airStreams.first)
    #expect(stream.kind == .cis && stream.connection == nil && stream.intervalUs == nil)
    #expect(stream.eventsHeard == nil && stream.central.payloads == 20)
    #expect(stream.central.acknowledged == 0 && stream.central.unacknowledged == 0)
    #expect(analysed.connections.count == 1)
  }

  // MARK: - Broadcast

  private static let train: UInt32 = 0x3C5A_9911
  private static let seed: UInt32 = 0x78E5_2493

  private func octets(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// AUX_ADV_IND with SyncInfo: a train every 100 ms.
  private func announced() -> AirStory {
    var air = AirStory()
    let sync: [UInt8] =
      [0, 0, 80, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0x1F] + octets(Self.train) + [1, 2, 3, 0, 0]
    air.advertise(
      0x47, [25, 0x21] + AirStory.peripheral + sync, rf: 5, kind: 0x0080)
    return air
  }

  /// AUX_SYNC_IND with BIGInfo: one stream, every 10 ms, three subevents, IRC 3.
  private var synchronization: [UInt8] {
    let info: [UInt8] =
      [0, 0, 4, 0x08, 0x23, 0xC4, 0x09, 0, 0xC4, 0x09, 0x30, 100, 0] + octets(Self.seed)
      + [UInt8](repeating: 0, count: 16)
    return [0x07, 37, 36, 0x00, 34, 0x2C] + info
  }

  @Test("a stream that is broadcast is found by what the train says", arguments: [true, false])
  func broadcast(kinds: Bool) throws {
    var air = announced()
    let start = air.story.time + 20_000
    air.story.time = start
    air.stream(Self.train, synchronization, kind: kinds ? 1 : 0)
    // The first stream of the group.
    let address: UInt32 = 0x85E3_2493
    for number in 0..<50 where number != 20 {
      for subevent in 0..<3 where !(number % 10 == 5 && subevent == 1) {
        air.story.time = start + 5000 + Int64(number) * 10_000 + Int64(subevent) * 2500
        let payload = [3, UInt8(number), 1, 2] as [UInt8]
        air.stream(address, [0] + payload, kind: kinds ? 6 : 0)
      }
    }
    let analysed = Analysed(air)
    let streams = analysed.capture.airStreams
    #expect(streams.map(\.kind) == [.periodic, .bis] && analysed.connections.isEmpty)
    let stream = try #require(streams.last)
    #expect(stream.stream == 1 && stream.intervalUs == 10_000 && stream.subevents == 3)
    #expect(stream.address == streams.first?.address && stream.address != nil)
    #expect(stream.eventsHeard == 49 && stream.eventsSilent == 1)
    #expect(stream.central.payloads == 49 && stream.central.retransmitted == 93)
    #expect(stream.central.unheard == 5 && stream.peripheral == nil)
  }

  @Test("a train, what was not heard of it, and what was answered")
  func train() throws {
    var air = announced()
    let start = air.story.time
    for number in 0..<20 where number != 4 {
      air.story.time = start + Int64(number) * 100_000
      // Where answers come, and how many subevents there are.
      let timing: [UInt8] = [9, 0x32] + octets(0x1122_3344) + [6, 8, 2, 4]
      air.stream(Self.train, [0x07, 12, 11, 0] + timing)
      air.story.time += 3000
      air.stream(0x1122_3344, [0x07, 3, 1, 0, 9])
    }
    let analysed = Analysed(air)
    let train = try #require(analysed.capture.airStreams.first)
    #expect(analysed.capture.airStreams.count == 1 && analysed.connections.isEmpty)
    #expect(train.kind == .periodic && train.intervalUs == 100_000 && train.subevents == 6)
    #expect(train.central.packets == 19 && train.peripheral?.packets == 19)
    #expect(train.eventsHeard == 19 && train.eventsSilent == 1)
  }
}
