import BletraceTestSupport
import Report
import Testing

@testable import Tracking

/// Connection rates and frame spaces of Core 6.0 to 6.2, and what is counted by channel.
@Suite("Rates on the air") struct AirRateTests {
  private static func rate(
    _ units: UInt16, factor: UInt16 = 1, instant: Int, timeout: UInt16 = 200
  ) -> [UInt8] {
    func octets(_ value: UInt16) -> [UInt8] { [UInt8(value & 0xFF), UInt8(value >> 8)] }
    return [3, 0x3F] + [0, 0] + octets(units) + octets(UInt16(instant)) + octets(factor)
      + [0, 0, 0, 0] + octets(timeout)
  }

  @Test(
    "events are counted by the interval from the instant on",
    arguments: [(3, 375), (4, 500), (6, 750), (21, 2625), (60, 7500), (400, 50_000)])
  func interval(units: UInt16, microseconds: Int64) throws {
    var air = AirStory()
    air.connect()
    air.idle(10)
    let instant = air.event + 8
    air.event(Self.rate(units, instant: instant))
    while air.event < instant - 1 { air.event() }
    air.interval = microseconds
    air.idle(400)
    let analysed = Analysed(air)
    let connection = try #require(analysed.connections.first)
    let heard = try #require(connection.air)
    #expect(connection.parameters.last?.intervalUs == Int(microseconds))
    #expect(heard.events.silent == 0 && heard.events.offChannel == 0)
    #expect(heard.central.missed == 0 && heard.peripheral.missed == 0)
    #expect(heard.central.uncertain == 0 && heard.central.retransmitted == 0)
    #expect(analysed.finding("parameters-illegal") == nil)
  }

  @Test("of several events one is used", arguments: [2, 4, 10] as [UInt16])
  func subrate(factor: UInt16) throws {
    var air = AirStory()
    air.connect()
    air.idle(10)
    let instant = air.event + 8
    air.event(Self.rate(60, factor: factor, instant: instant))
    while air.event < instant - 1 { air.event() }
    air.interval = 7500
    for _ in 0..<100 {
      air.event()
      air.skip(Int(factor) - 1)
    }
    let connection = try #require(Analysed(air).connections.first)
    #expect(connection.parameters.last?.subrateFactor == Int(factor))
    #expect(connection.parameters.last?.usedIntervalUs == 7500 * Int(factor))
    #expect(connection.air?.events.silent == 0)
  }

  @Test(
    "an interval shorter than 375 us is illegal, and one of 375 us is not",
    arguments: [
      (2, true), (3, false), (32_000, false), (32_001, true),
    ] as [(UInt16, Bool)])
  func illegal(units: UInt16, isIllegal: Bool) {
    var air = AirStory()
    air.connect()
    air.idle(3)
    air.event(Self.rate(units, instant: 40, timeout: 3200))
    air.idle(3)
    #expect((Analysed(air).finding("parameters-illegal") != nil) == isIllegal)
  }

  @Test("the peripheral asks for a rate, and is answered, refused, or neither")
  func request() throws {
    for (answer, result) in [
      (Self.rate(8, instant: 30), .accepted), ([3, 0x11, 0x3E, 0x20], .rejected),
      ([1], .unanswered),
    ] as [([UInt8], ReportV1.ParameterRequestResult)] {
      var air = AirStory()
      air.connect()
      air.idle(3)
      air.event(
        [1],
        [3, 0x3E, 6, 0, 16, 0, 1, 0, 4, 0, 0, 0, 0, 0, 200, 0, 0, 0, 4, 0]
          + [0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF])
      air.event(answer)
      air.idle(3)
      let request = try #require(Analysed(air).connections.first?.parameterRequests.first)
      #expect(request.minUs == 750 && request.maxUs == 2000)
      #expect(request.result == result)
    }
  }

  @Test("who sends is known by the space between packets", arguments: [150, 63, 300])
  func frameSpace(space: Int64) throws {
    var air = AirStory()
    air.flags = { _ in nil }
    air.connect()
    air.idle(10)
    air.event(
      [3, 0x3B, 50, 0, 0x2C, 1, 1, 3, 0],
      [3, 0x3C, UInt8(space & 0xFF), UInt8(space >> 8), 1, 3, 0])
    air.space = space
    air.idle(200)
    let heard = try #require(Analysed(air).connections.first?.air)
    #expect(heard.central.packets == 211 && heard.peripheral.packets == 211)
    #expect(heard.events.oneSided == 0 && heard.central.retransmitted == 0)
  }

  @Test("packets by channel are all with a good CRC, malformed ones among them")
  func channels() throws {
    var air = AirStory()
    air.connect()
    for event in 0..<200 {
      if event % 9 == 4 {
        air.skip(1)
      } else if event % 11 == 3 {
        // LL_VERSION_IND is longer.
        air.event([1], [3, 0x0C, 9])
      } else {
        air.event([1], [1], heard: (.good, event % 7 == 2 ? .wrongCRC : .good))
      }
    }
    let heard = try #require(Analysed(air).connections.first?.air)
    let packets = heard.central.packets + heard.peripheral.packets
    #expect(heard.central.uncertain + heard.peripheral.uncertain > 0)
    #expect(heard.channels.map(\.packets).reduce(0, +) == packets)
    #expect(heard.channels.map(\.crcFailed).reduce(0, +) == heard.peripheral.crcFailed)
  }
}

/// Channels that stand in for others, which a sniffer that does not know the map never hears.
@Suite struct RemappedChannelTests {
  private static let map: UInt64 = 0x1D_DFFF_FFFF

  private func check(hears: Bool) -> ChannelCheck {
    var check = ChannelCheck(accessAddress: 0x50A3_2B17, map: Self.map, hop: 7, usesSecond: false)
    var passed = 1
    for event in 0..<370 {
      let unmapped = (event + 1) * 7 % 37
      let isUsed = Self.map >> UInt64(unmapped) & 1 == 1
      guard isUsed || hears else {
        passed += 1
        continue
      }
      let used = (0..<37).filter { Self.map >> UInt64($0) & 1 == 1 }
      let channel = isUsed ? unmapped : used[unmapped % used.count]
      _ = check.take(UInt8(channel), passed: passed, counter: nil)
      passed = 1
    }
    return check
  }

  @Test func theyAreCountedWhereTheyAreNotHeard() {
    #expect(check(hears: false).remapped == (20, 0))
    #expect(check(hears: true).remapped == (0, 20))
  }
}
