import Testing

@testable import Ceiling

/// The model against the specification's numbers and the worked examples of others.
@Suite("Throughput model")
struct ThroughputModelTests {
  typealias Values = ThroughputModel.Values

  /// A model without limit but the room in the interval.
  private static func model(
    _ intervalUs: Int, octets: Int = 27, phy: LinkPHY = .le1M
  ) -> ThroughputModel {
    ThroughputModel(
      intervalUs: intervalUs, phy: phy, isEncrypted: true, llOctets: octets, packetsPerEvent: 1000)
  }

  /// Core Vol 6, Part B, 4.5.10: the longest times of 27 and 251 octets (328, 2,120, 2,704 and
  /// 17,040 µs are stated there).
  @Test(
    "a packet's time is the specification's",
    arguments: [
      (LinkPHY.le1M, 27, 328), (.le1M, 251, 2120), (.le2M, 27, 168), (.le2M, 251, 1064),
      (.codedS2, 251, 4542), (.codedS8, 27, 2704),
      (.codedS8, 251, 17040), (.le1M, 0, 80), (.le2M, 0, 44), (.codedS2, 0, 462),
      (.codedS8, 0, 720),
    ])
  func packetTimes(phy: LinkPHY, octets: Int, us: Int) {
    #expect(phy.airUs(payload: octets, isEncrypted: true) == us)
  }

  @Test("only data has a MIC, and only when encrypted")
  func messageIntegrityCheck() {
    #expect(LinkPHY.le1M.airUs(payload: 27, isEncrypted: false) == 328 - 4 * 8)
    #expect(LinkPHY.le1M.airUs(payload: 0, isEncrypted: false) == 80)
  }

  /// Memfault Interrupt, "A Practical Guide to BLE Throughput".
  @Test("Memfault: 328 + 150 + 80 + 150 = 708 µs, 305,084 bit/s; seven packets in 4.956 ms")
  func memfaultShortPackets() {
    let model = Self.model(15_000)
    #expect(model.exchangeUs(payload: 27) == 708)
    #expect(27 * 8 * 1_000_000 / model.exchangeUs(payload: 27) == 305_084)
    #expect(7 * model.exchangeUs(payload: 27) == 4_956)
    #expect(model.room(payload: 27) >= 7)
  }

  @Test("Memfault: 2,500 µs for 251 octets; 89 kB/s at 11.25 ms, 100.4 kB/s at 12.5 ms")
  func memfaultLongPackets() {
    for (interval, packets, rate) in [(11_250, 4, 89_244), (12_500, 5, 100_400)] {
      let model = Self.model(interval, octets: 251)
      #expect(model.exchangeUs(payload: 251) == 2_500)
      #expect(model.room(payload: 251) == packets)
      // 244 octets of value fill a packet of 251. After n events the next first packet arrives.
      let events = 1_000
      let count = events * packets + 1
      #expect(model.estimate([Values(octets: 244, count: count)]).us == events * interval)
      #expect(251 * packets * 1_000_000 / interval == rate)
    }
  }

  /// Memfault counts a preamble of one octet for 2M. Core Vol 6, Part B, 2.1.1 has two, 4 µs more
  /// for each of the two packets.
  @Test("Memfault: 1,400 µs for 251 octets on 2M, and the second preamble octets")
  func memfaultOn2M() {
    #expect(Self.model(7_500, octets: 251, phy: .le2M).exchangeUs(payload: 251) == 1_400 + 2 * 4)
  }

  /// Infineon Developer Community, "Number of packets sent in a connection interval in BLE and
  /// throughput".
  @Test("Infineon: ten packets in 7.5 ms take 7.08 ms, twelve in 8.75 ms take 8.496 ms")
  func infineon() {
    for (interval, packets, us) in [(7_500, 10, 7_080), (8_750, 12, 8_496)] {
      let model = Self.model(interval)
      #expect(model.room(payload: 27) == packets)
      #expect(packets * model.exchangeUs(payload: 27) == us)
    }
  }

  /// Silicon Labs, "Throughput with Bluetooth Low Energy Technology": an answer comes in the next
  /// connection interval, so an operation takes two.
  @Test(
    "Silicon Labs: with an answer each, 8,333 and 16,600 octets a second at 7.5 ms",
    arguments: [(7_500, 125, 8_333), (7_500, 249, 16_600)])
  func siliconLabs(interval: Int, octets: Int, rate: Int) {
    var model = Self.model(interval, octets: 251)
    model.exchange = .confirmed(events: 2)
    let values = 10_000
    let us = model.estimate([Values(octets: octets, count: values + 1)]).us
    #expect(us == values * 15_000)
    #expect(octets * values * 1_000_000 / us == rate)
  }

  @Test("a value's packets: ATT 3, L2CAP 4, cut by the buffers and then by the data length")
  func fragments() {
    let whole = ThroughputModel(intervalUs: 30_000, llOctets: 27)
    #expect(whole.packets(value: 20) == 1)
    #expect(whole.packets(value: 21) == 2)
    #expect(whole.packets(value: 182) == 7)
    #expect(ThroughputModel(intervalUs: 30_000, llOctets: 251).packets(value: 182) == 1)
    #expect(ThroughputModel(intervalUs: 30_000, llOctets: 251).packets(value: 244) == 1)
    #expect(ThroughputModel(intervalUs: 30_000, llOctets: 251).packets(value: 245) == 2)
    // Each HCI packet begins a link layer packet: 189 octets as 64 + 64 + 61, each of them as
    // three.
    let cut = ThroughputModel(intervalUs: 30_000, llOctets: 27, aclOctets: 64)
    #expect(cut.packets(value: 182) == 9)
    // Long link layer packets do not help a controller with buffers of 27.
    let small = ThroughputModel(intervalUs: 30_000, llOctets: 251, aclOctets: 27)
    #expect(small.packets(value: 182) == 7)
  }

  @Test("four packets an event: 158 chunks and a marker take 39 intervals and two more packets")
  func events() {
    let model = ThroughputModel(intervalUs: 30_000, packetsPerEvent: 4)
    let estimate = model.estimate([Values(octets: 20, count: 159)])
    #expect(estimate.us == 39 * 30_000 + 2 * 676)
    #expect(estimate.airUs == 158 * 676)
  }

  // MARK: - Properties

  @Test("chunks that fill more of a packet are never slower, where the packets have room")
  func largerChunks() {
    for octets in [27, 69, 123, 251] {
      for packets in [1, 4, 7] {
        let model = ThroughputModel(
          intervalUs: 30_000, llOctets: octets, packetsPerEvent: packets)
        var before = Int.max
        for chunk in 1...(octets - 7) {
          let rest = 3_000 % chunk
          let us = model.estimate([
            Values(octets: chunk, count: 3_000 / chunk),
            Values(octets: rest, count: rest > 0 ? 1 : 0),
          ]).us
          // Only within one event does a packet's own length show.
          #expect(us / 30_000 <= before / 30_000, "\(chunk) of \(octets)")
          before = us
        }
      }
    }
  }

  @Test("a longer interval is never faster, where events are closed and not full")
  func longerIntervals() {
    for exchange in [
      ThroughputModel.Exchange.streamed, .confirmed(events: 1), .confirmed(events: 2),
    ] {
      var before = 0
      for interval in stride(from: 7_500, through: 400_000, by: 1_250) {
        let model = ThroughputModel(
          intervalUs: interval, packetsPerEvent: 4, exchange: exchange)
        let us = model.estimate([Values(octets: 20, count: 100)]).us
        #expect(us >= before)
        before = us
      }
    }
  }

  @Test("longer packets, more of them in an event, and a faster PHY are never slower")
  func betterLinks() {
    let values = [Values(octets: 182, count: 50), Values(octets: 3, count: 1)]
    var before = Int.max
    for octets in [27, 69, 123, 189, 251] {
      let us = ThroughputModel(intervalUs: 30_000, llOctets: octets).estimate(values).us
      #expect(us <= before)
      before = us
    }
    before = Int.max
    for packets in 1...20 {
      let model = ThroughputModel(intervalUs: 30_000, packetsPerEvent: packets)
      #expect(model.estimate(values).us <= before)
      before = model.estimate(values).us
    }
    before = Int.max
    for phy in [LinkPHY.codedS8, .codedS2, .le1M, .le2M] {
      let model = ThroughputModel(intervalUs: 30_000, phy: phy, packetsPerEvent: 100)
      #expect(model.estimate(values).us < before)
      before = model.estimate(values).us
    }
  }

  @Test("no number makes it overflow, and time on the air is part of the whole")
  func hostileNumbers() {
    let numbers = [Int.min, -1, 0, 1, 27, 0xFFFF, .max]
    for interval in numbers {
      for octets in numbers {
        for count in numbers {
          for exchange in [ThroughputModel.Exchange.streamed, .confirmed(events: octets)] {
            let model = ThroughputModel(
              intervalUs: interval, phy: .codedS8, isEncrypted: true, llOctets: octets,
              aclOctets: count, packetsPerEvent: count, exchange: exchange)
            let values = [ThroughputModel.Values](
              repeating: Values(octets: octets, count: count), count: 100)
            let estimate = model.estimate(values)
            #expect(estimate.airUs >= 0 && estimate.airUs <= estimate.us)
            #expect(model.effectivePacketsPerEvent(values) >= 1)
            #expect(model.room(payload: octets) >= 1)
            #expect(model.packets(value: octets) >= 1)
          }
        }
      }
    }
  }
}
