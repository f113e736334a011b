import BletraceTestSupport
import Report
import Testing

@testable import Tracking

/// What rules go by, from packets on: each trouble as it comes over the air.
@Suite("Troubles on the air") struct AirTroubleTests {
  private static let write: [UInt8] = [2, 5, 0, 4, 0, 0x52, 0x15, 0, 1, 2]

  private func findings(_ air: AirStory) -> [String] { Analysed(air).findings.map(\.rule) }

  @Test("a channel on which the peripheral does not hear")
  func channel() throws {
    var air = AirStory()
    air.connect()
    for event in 0..<37 * 60 {
      let isBad = (event + 1) * air.hop % 37 == 17 && event % 3 > 0
      air.event([1], isBad ? nil : [1], arrives: (!isBad, true))
    }
    let heard = try #require(Analysed(air).connections.first?.air)
    let bad = try #require(heard.channels.first { $0.channel == 17 })
    #expect(heard.channelMap == "1FFFFFFFFF" && heard.channels.count == 37)
    #expect(heard.channelMaps == 1)
    #expect(bad.sentAgain == 40)
    #expect(heard.channels.map(\.sentAgain).reduce(0, +) == 40)
    #expect(findings(air) == ["bad-channel"])
  }

  @Test("channel maps count once each, and again where an earlier one comes back")
  func maps() throws {
    var air = AirStory()
    air.connect()
    for (round, octet) in [0xFC, 0xFC, 0xF0, 0xFC].enumerated() {
      air.event([3, 0x01, UInt8(octet), 0xFF, 0xFF, 0xFF, 0x1F, UInt8(round * 20 + 10), 0])
      air.idle(19)
    }
    let heard = try #require(Analysed(air).connections.first?.air)
    #expect(heard.channelMap == "1FFFFFFFFC" && heard.channelMaps == 4)
  }

  @Test("a burst of loss at a weaker signal")
  func burst() throws {
    var air = AirStory()
    air.connect()
    air.idle(100)
    air.rssi = 0xA6
    for _ in 0..<20 { air.event([1], nil, arrives: (false, true)) }
    air.event()
    air.rssi = 0xC4
    air.idle(100)
    let heard = try #require(Analysed(air).connections.first?.air)
    let burst = try #require(heard.bursts.first)
    #expect(heard.bursts.count == 1 && burst.retransmitted == 20)
    #expect(burst.centralRssi == -90)
    #expect(heard.silence == nil)
    #expect(findings(air) == ["loss-burst"])
  }

  @Test("a peripheral that stops answering until the link is lost")
  func silence() throws {
    var air = AirStory()
    air.connect()
    air.idle(50)
    for _ in 0..<70 { air.event([1], nil, arrives: (false, true)) }
    let heard = try #require(Analysed(air).connections.first?.air)
    #expect(heard.silence?.events == 70)
    #expect(heard.bursts.isEmpty)
    #expect(findings(air).contains("peripheral-silent"))
  }

  @Test("an update that is not acknowledged until its instant has passed")
  func instant() throws {
    for (arrives, isLate) in [(18, true), (12, false)] {
      var air = AirStory()
      air.connect()
      air.idle(10)
      // For event 16.
      let update: [UInt8] = [3, 1, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 16, 0]
      while air.event < arrives - 1 { air.event(update, nil, arrives: (false, true)) }
      air.event(update)
      air.idle(3)
      let heard = try #require(Analysed(air).connections.first?.air)
      #expect(heard.lateInstants.isEmpty != isLate)
      #expect(findings(air).contains("instant-passed") == isLate)
      if isLate {
        #expect(heard.lateInstants.map { [$0.opcode, $0.instant, $0.event] } == [[1, 16, 18]])
      }
    }
  }

  @Test("data that wait behind retransmissions")
  func queued() throws {
    var air = AirStory()
    air.connect()
    // MD is set.
    let data: [UInt8] = [0x12] + Self.write.dropFirst()
    for round in 0..<300 {
      if round % 4 == 0 { air.event(data, nil, arrives: (false, true)) }
      air.event(data)
    }
    let heard = try #require(Analysed(air).connections.first?.air)
    #expect(heard.central.dataPackets == 300 && heard.central.dataQueued == 300)
    #expect(heard.central.dataRetransmitted == 75)
    #expect(findings(air).contains("slowed-by-loss"))
  }
}
