import BletraceTestSupport
import Report
import Testing

@testable import Tracking

/// Rules about what hosts do, which a sniffer hears as well.
@Suite("Rules about hosts, over the air") struct AirHostRulesTests {
  private func finding(_ rule: String, _ air: AirStory) -> ReportV1.Finding? {
    Analysed(air).finding(rule)
  }

  @Test("requests that wait for events far apart, which the peripheral had asked for")
  func interval() throws {
    func story(_ requests: UInt8) -> AirStory {
      var air = AirStory()
      air.connect()
      air.idle(3)
      // Connection Parameter Update Request: 1,000 to 1,020 ms, no latency, 6 s.
      air.event(
        [1], [2, 12, 0, 5, 0, 0x12, 1, 8, 0, 0x20, 0x03, 0x30, 0x03, 0, 0, 0x58, 0x02])
      air.event([2, 6, 0, 5, 0, 0x13, 1, 2, 0, 0, 0])
      air.event([3, 0, 1, 0, 0, 0x30, 0x03, 0, 0, 0x58, 0x02, 12, 0])
      air.idle(6)
      air.interval = 1_020_000
      for handle in 0..<requests {
        air.event([2, 3, 0, 4, 0, 0x0A, 3 + handle, 0])
        air.event([1], [2, 2, 0, 4, 0, 0x0B, 1])
      }
      return air
    }
    let found = try #require(finding("interval-too-slow", story(6)))
    #expect(found.severity == .info)
    #expect(found.message.contains("The peripheral requested these parameters (#9)"))
    #expect(found.frames.first == 9)
    #expect(!found.message.contains("host") && !(found.advice ?? "").contains("this host"))
    #expect(finding("interval-too-slow", story(4)) == nil)
  }

  @Test("values that need two packets, as one side allows no more")
  func dataLength() throws {
    func story(_ count: Int, of size: Int, asked: Bool = true) -> AirStory {
      var air = AirStory()
      air.connect()
      if asked {
        air.event(
          [3, 0x14, 0xFB, 0, 0x48, 0x08, 0xFB, 0, 0x48, 0x08],
          [3, 0x15, 27, 0, 0x48, 0x01, 27, 0, 0x48, 0x01])
      }
      for round in 0..<count {
        let value = [UInt8](repeating: UInt8(truncatingIfNeeded: round), count: size)
        let pdu = [UInt8(size + 3), 0, 4, 0, 0x1B, 0x15, 0] + value
        air.event([1], [2] + pdu.prefix(27))
        if pdu.count > 27 { air.event([1], [1] + pdu.dropFirst(27)) }
      }
      return air
    }
    let found = try #require(finding("data-length-27", story(120, of: 28)))
    #expect(found.severity == .info && found.frames.prefix(2) == [2, 3])
    #expect(
      found.message.hasSuffix(
        ": the central offered 251 (#2), and the peripheral answered 27 (#3)."))
    #expect(found.evidence[.party] == .string("peripheral"))
    // Whether the other side could take more is not known.
    #expect(finding("data-length-27", story(120, of: 28, asked: false)) == nil)
    #expect(finding("data-length-27", story(120, of: 20)) == nil)
    #expect(finding("data-length-27", story(20, of: 28)) == nil)
  }

  @Test("a side that does not know LL_LENGTH_REQ is why values need three packets")
  func refusedLength() throws {
    func story(_ refusals: Int) -> AirStory {
      var air = AirStory()
      air.connect()
      for _ in 0..<refusals {
        air.event([1], [3, 0x14, 0xFB, 0, 0x48, 0x08, 0xFB, 0, 0x48, 0x08])
        air.event([3, 0x07, 0x14])
      }
      for round in 0..<120 {
        let value = [UInt8](repeating: UInt8(truncatingIfNeeded: round), count: 63)
        let pdu = [UInt8(value.count + 3), 0, 4, 0, 0x1B, 0x15, 0] + value
        air.event([1], [2] + pdu.prefix(27))
        air.event([1], [1] + pdu.dropFirst(27).prefix(27))
        air.event([1], [1] + pdu.dropFirst(54))
      }
      return air
    }
    let refused = Analysed(story(3)).connections[0].air?.refusals ?? []
    #expect(refused.map(\.opcode) == [0x14] && refused.map(\.count) == [3])
    #expect(refused.first?.name == "LL_LENGTH_REQ" && refused.first?.party == .central)
    #expect(refused.first?.isUnknown == true && refused.first?.status.rawValue == 0x1A)
    let found = try #require(finding("data-length-27", story(3)))
    #expect(found.message.contains("each took up to 3 Link Layer packets of 27 bytes"))
    #expect(found.message.contains("the central refused LL_LENGTH_REQ 3 times"))
    #expect(found.evidence[.party] == .string("central"))
    #expect(finding("data-length-27", story(0)) == nil)
  }

  @Test("a connection that its central ends when it has seen what there is")
  func afterDiscovery() throws {
    func story(_ events: Int, value: Bool = false) -> AirStory {
      var air = AirStory()
      air.connect()
      air.idle(2)
      air.event([2, 7, 0, 4, 0, 0x10, 1, 0, 0xFF, 0xFF, 0, 0x28])
      air.event([1], [2, 5, 0, 4, 0, 0x01, 0x10, 1, 0, 0x0A])
      if value { air.event([1], [2, 5, 0, 4, 0, 0x1B, 0x15, 0, 1, 2]) }
      air.idle(events)
      air.event([3, 0x02, 0x13])
      return air
    }
    let found = try #require(finding("early-disconnect", story(1)))
    #expect(found.severity == .info && found.evidence[.party] == .string("central"))
    #expect(found.message.hasPrefix("The central ended the connection"))
    #expect(found.message.contains("after service discovery (#9), before a value"))
    #expect(finding("early-disconnect", story(40)) == nil)
    #expect(finding("early-disconnect", story(1, value: true)) == nil)
  }

  private func smp(_ pdu: [UInt8]) -> [UInt8] { [2, UInt8(pdu.count), 0, 6, 0] + pdu }

  private func pair(_ air: inout AirStory, authentication: UInt8) {
    air.event(smp([1, 4, 0, authentication, 16, 0, 0]), smp([2, 3, 0, 1, 16, 0, 0]))
    air.event([3, 0x03] + [UInt8](repeating: 0, count: 22))
    air.event([1], [3, 0x04] + [UInt8](repeating: 0, count: 12))
    air.event([1], [3, 0x05])
  }

  @Test("protection that one side asks for and the other cannot give")
  func unauthenticated() throws {
    var air = AirStory()
    air.connect()
    pair(&air, authentication: 0x05)
    let found = try #require(finding("pairing-unauthenticated", air))
    #expect(found.severity == .info && found.evidence[.party] == .null)
    var plain = AirStory()
    plain.connect()
    pair(&plain, authentication: 0x01)
    #expect(finding("pairing-unauthenticated", plain) == nil)
  }

  @Test("a Security Request that the central refuses is a pairing that failed")
  func refused() throws {
    var air = AirStory()
    air.connect()
    air.event([1], smp([0x0B, 0x09]))
    air.event(smp([0x05, 0x05]))
    air.idle(3)
    let first = try #require(finding("pairing-failed", air))
    #expect(first.severity == .warning && first.frames == [3, 4])
    #expect(
      first.message.hasPrefix(
        "The central refused the Security Request (#3) of the peripheral with Pairing Not Supported"
      ))
    #expect(first.message.hasSuffix("; no pairing was under way."))
    pair(&air, authentication: 0x01)
    let second = try #require(finding("pairing-failed", air))
    #expect(second.severity == .info)
    #expect(second.message.hasSuffix("; no pairing was under way, and a later one succeeded."))
    let pairings = try #require(Analysed(air).connections.first).pairing
    #expect(pairings.map(\.result) == [.failed, .completed])
    #expect(pairings.map(\.failedBy) == [.local, nil])
    // Pairing Failed out of nothing is none.
    var stray = AirStory()
    stray.connect()
    stray.event(smp([0x05, 0x05]))
    #expect(finding("pairing-failed", stray) == nil)
  }
}
