import BletraceTestSupport
import Testing

@testable import Alignment
@testable import Report
@testable import Tracking

/// One simulated session, captured on both sides and by a sniffer, each with its own clock.
@Suite("Hosts and a sniffer")
struct AirAlignmentTests {
  private struct Three {
    var central: AlignedCapture
    var peripheral: AlignedCapture
    var air: AlignedCapture

    init(_ sides: inout TwoSides) throws {
      let (one, other) = sides.captures()
      central = try TwoSides.read(one, "central")
      peripheral = try TwoSides.read(other, "peripheral")
      air = try TwoSides.read(sides.airCapture(), "air")
    }
  }

  /// An MTU exchange, and two transfers with a pause in the second one.
  private func session(seed: UInt64) -> TwoSides {
    var sides = TwoSides(seed: seed)
    sides.central = TwoSides.Clock(offset: 0, ppm: 20)
    sides.peripheral = TwoSides.Clock(offset: 3_000_000, ppm: -40)
    sides.sniffer = TwoSides.Clock(offset: -7_000_000, ppm: 10)
    sides.end = 20_000_000
    sides.packets += [
      TwoSides.Packet(fromCentral: true, pdu: [0x02, 0xF7, 0], time: 50_000),
      TwoSides.Packet(fromCentral: false, pdu: [0x03, 0xF7, 0], time: 130_000),
    ]
    var time: Int64 = 300_000
    for transfer in 0..<2 {
      for chunk in 0..<60 {
        var value = sides.random.octets(18)
        if chunk == 59 { value = Array("EOM".utf8) }
        sides.packets.append(
          TwoSides.Packet(fromCentral: false, pdu: [0x1B, 0x15, 0] + value, time: time))
        if chunk % 10 == 5 {
          sides.packets.append(
            TwoSides.Packet(
              fromCentral: true, pdu: [0x52, 0x20, 0] + sides.random.octets(6), time: time + 41_000)
          )
        }
        time += 120_000
        if transfer == 1, chunk == 30 { time += 2_000_000 }
      }
      time += 500_000
    }
    return sides
  }

  @Test("all three captures have the same transfers, gaps and MTU")
  func same() throws {
    var sides = session(seed: 91)
    let three = try Three(&sides)
    #expect(three.air.report.isAir)
    let links = [three.central, three.peripheral, three.air].map { $0.report.connections[0] }
    #expect(links.allSatisfy { $0.mtu.effective == 247 })
    #expect(links[0].transfers.count == 2)
    let gaps = links.map { link in
      link.notifications.flatMap(\.gaps).filter { $0.gapUs > 1_000_000 }
    }
    #expect(gaps.map(\.count) == [1, 1, 1])
    for link in links {
      #expect(link.transfers.compactMap(\.payloadSha256).count == 2)
      #expect(link.transfers.map(\.payloadSha256) == links[0].transfers.map(\.payloadSha256))
      #expect(link.transfers.map(\.payloadBytes) == links[0].transfers.map(\.payloadBytes))
    }
    for list in gaps {
      #expect(abs(try #require(list.first).gapUs - 2_120_000) < 61_000)
    }
  }

  @Test("the clocks of a host and a sniffer", arguments: [true, false], [true, false])
  func clocks(hostIsCentral: Bool, airIsFirst: Bool) throws {
    var sides = session(seed: 92)
    let three = try Three(&sides)
    let host = hostIsCentral ? three.central : three.peripheral
    let report = try airIsFirst ? Aligner.align(three.air, host) : Aligner.align(host, three.air)
    let clock = hostIsCentral ? sides.central : sides.peripheral
    let real = Double(sides.sniffer.reading(0) - clock.reading(0)) * (airIsFirst ? -1 : 1)
    #expect(report.clock.count == 1)
    #expect(abs(Double(report.clock[0].offsetUs) - real) < 1000)
    let link = report.links[0]
    #expect(link.mtuA == 247 && link.mtuB == 247)
    #expect(link.transfersEqual == 2)
    #expect(link.aToB.lostCount + link.bToA.lostCount == 0)
    #expect(link.aToB.unrecorded + link.bToA.unrecorded == 0)
    #expect(report.answer.contains { $0.contains("heard by the sniffer") })
    #expect(report.answer.contains { $0.contains("on the air arrived at") })
    // The gap was made by the app on the peripheral: only its own host's capture shows that.
    let gaps = link.gaps.filter { $0.gapUs > 1_000_000 }
    #expect(gaps.map(\.place) == [hostIsCentral ? .undecidable : .senderHost])
  }

  @Test("what the sniffer missed, and what was lost after the air")
  func losses() throws {
    var sides = session(seed: 93)
    let writes = sides.packets.indices.filter { sides.packets[$0].pdu[0] == 0x52 }
    let values = sides.packets.indices.filter { sides.packets[$0].pdu[0] == 0x1B }
    sides.packets[writes[3]].fate = .missedBySniffer
    sides.packets[values[20]].fate = .missedBySniffer
    sides.packets[values[40]].fate = .lostBehindController
    sides.packets[writes[6]].fate = .lostBehindController
    let three = try Three(&sides)
    let central = try Aligner.align(three.central, three.air).links[0]
    #expect(central.aToB.lost.map(\.place) == [.receiverLog])
    #expect(central.aToB.lost[0].reason.contains("the sniffer missed it"))
    // It was on the air, so it is not lost before it.
    #expect(central.bToA.lost.map(\.place) == [.undecidable])
    #expect(central.bToA.lost[0].reason.contains("the sniffer heard it"))
    #expect(central.bToA.unrecorded == 1)
    let peripheral = try Aligner.align(three.peripheral, three.air).links[0]
    #expect(peripheral.aToB.lost.map(\.place) == [.receiverLog])
    #expect(peripheral.bToA.lost.map(\.place) == [.undecidable])
    #expect(peripheral.bToA.unrecorded == 1)
    // Both hosts: acknowledged, so not lost on the air.
    let hosts = try Aligner.align(three.central, three.peripheral).links[0]
    #expect(hosts.aToB.lost.map(\.place) == [.receiver])
    #expect(hosts.bToA.lost.map(\.place) == [.receiver])
  }

  @Test("two sniffers are no two sides")
  func twoSniffers() throws {
    var sides = session(seed: 94)
    let three = try Three(&sides)
    #expect(throws: AlignmentError.self) { try Aligner.align(three.air, three.air) }
  }
}
