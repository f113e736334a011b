import BletraceTestSupport
import CaptureFiles
import Testing

@testable import Report
@testable import Tracking

/// What a capture lacks, beside what the sniffer missed now and then.
@Suite("What a sniffed capture lacks") struct AirHearingTests {
  private static let write: [UInt8] = [2, 5, 0, 4, 0, 0x52, 0x15, 0, 1, 2]
  private static let request: [UInt8] = [2, 5, 0, 4, 0, 0x12, 0x15, 0, 1, 2]
  private static let response: [UInt8] = [2, 1, 0, 4, 0, 0x13]
  private static let value: [UInt8] = [2, 2, 0, 4, 0, 0x0B, 7]

  // MARK: - Filtered exports

  /// A connection in which the central writes now and then.
  private static func writes(
    _ count: Int, each events: Int = 3, isFromBeginning: Bool = false
  ) -> AirStory {
    var air = AirStory()
    if isFromBeginning { air.connect() }
    for _ in 0..<count {
      air.event(write)
      air.idle(events - 1)
    }
    return air
  }

  enum Filter: Sendable {
    case nothing, empty, peripheral, threeInFive, oneInForty

    func leavesOut(_ index: Int, _ record: [UInt8]) -> Bool {
      switch self {
      case .nothing: false
      case .empty: record[22] == 0
      case .peripheral: record[8] & 2 == 0
      case .threeInFive: index % 5 < 3
      case .oneInForty: index % 40 == 9
      }
    }
  }

  /// Records of Nordic's sniffer, each with the number that the sniffer gave it.
  private static func nordic(_ air: AirStory, without filter: Filter) -> Analysed {
    var story = SnifferClockTests.nordic(air) { $1 }
    let kept = story.entries.indices.filter { !filter.leavesOut($0, story.entries[$0].bytes) }
    story.entries = kept.map { story.entries[$0] }
    var found = Analysed(story)
    found.capture.linkType = "nordic-ble"
    return found
  }

  @Test("of a filtered export nothing is said but that", arguments: [Filter.empty, .peripheral])
  func filtered(filter: Filter) throws {
    let found = Self.nordic(Self.writes(40), without: filter)
    let air = try #require(found.connections.first?.air)
    #expect(air.filtered?.jumps ?? 0 >= 39 && air.filtered?.leftOut ?? 0 >= 100)
    #expect(air.central.missed == 0 && air.peripheral.missed == 0)
    #expect(air.central.retransmissionRate == nil && air.events.heard == 0)
    #expect(air.stalls.isEmpty && air.bursts.isEmpty && air.silence == nil && air.course == nil)
    #expect(found.findings.map(\.rule) == ["capture-filtered"])
  }

  @Test("all packets, packets lost of all kinds, and few packets are no filtered export")
  func unfiltered() throws {
    let cases: [(writes: Int, events: Int, filter: Filter)] = [
      (40, 3, .nothing), (40, 3, .threeInFive), (12, 3, .empty), (40, 1, .oneInForty),
    ]
    for (writes, events, filter) in cases {
      let air = Self.writes(writes, each: events)
      let found = Self.nordic(air, without: filter)
      #expect(try #require(found.connections.first?.air).filtered == nil)
      #expect(found.finding("capture-filtered") == nil)
    }
  }

  @Test("without a count of packets, one in which no side acknowledges is filtered")
  func uncounted() throws {
    for (leavesOut, heard): (Bool, Int) in [(true, 40), (false, 40), (true, 20)] {
      var air = Self.writes(heard, isFromBeginning: true)
      if leavesOut { air.story.entries.removeAll { $0.bytes[15] == 0 } }
      let found = Analysed(air)
      #expect((found.finding("capture-filtered") != nil) == (leavesOut && heard == 40))
    }
    // Both sides have data in each event.
    var air = AirStory()
    for _ in 0..<60 { air.event(Self.write, Self.value) }
    #expect(Analysed(air).finding("capture-filtered") == nil)
  }

  // MARK: - Connections that were not followed

  @Test("connections that begin, and of which no packet is heard")
  func notFollowed() throws {
    var air = AirStory()
    air.advInd()
    air.connect()
    air.story.time &+= 2_000_000
    air.advInd()
    let found = Analysed(air)
    #expect(found.findings.map(\.rule) == ["not-followed"])
    #expect(found.connections.first?.mtu.effective == nil)
  }

  @Test("one of which a packet was heard, and one at the end of the capture")
  func followed() throws {
    for (packets, pause): (Int, Int64) in [(1, 2_000_000), (0, 600_000)] {
      var air = AirStory()
      air.advInd()
      air.connect()
      air.idle(packets)
      air.story.time &+= pause
      air.advInd()
      let found = Analysed(air)
      #expect(found.finding("not-followed") == nil)
      #expect(found.connections.first?.mtu.effective == (packets > 0 ? 23 : nil))
    }
  }

  // MARK: - Requests that were not heard

  /// Writes that are answered 90 ms later.
  private static func answers(_ count: Int, heard: Int = 0, pause: Int = 0) -> AirStory {
    var air = AirStory()
    air.connect()
    for index in 0..<count {
      air.event(request, heard: (index < heard ? .good : .nothing, .good))
      air.idle(2)
      air.event([1], response)
      air.skip(pause)
    }
    return air
  }

  @Test("responses whose requests the sniffer did not hear are counted, and are no pause")
  func unheardRequests() throws {
    let found = Analysed(Self.answers(12, pause: 90))
    let connection = try #require(found.connections.first)
    let unasked = try #require(connection.att.unasked.first)
    #expect(unasked.pdu == .writeResponse && unasked.asked == .peer && unasked.count == 12)
    let finding = try #require(found.finding("requests-not-heard"))
    #expect(finding.frames == [unasked.firstFrame, unasked.lastFrame])
    #expect(finding.message.contains("12 Write Responses of the peripheral"))
    #expect(finding.message.contains("0 Write Requests of the central are in this connection"))
    #expect(found.finding("sniffer-missed-packets") == nil)
    // After the last one.
    let pauses = connection.phases.filter { $0.name == .idle }
    #expect(pauses.allSatisfy { $0.startUs >= unasked.startUs + unasked.durationUs })
  }

  @Test("few of them, most of the requests, and pauses between them say less")
  func heardRequests() throws {
    for air in [Self.answers(7), Self.answers(30, heard: 20), Self.answers(9, pause: 400)] {
      #expect(Analysed(air).finding("requests-not-heard") == nil)
    }
    let apart = Analysed(Self.answers(9, pause: 400))
    #expect(apart.connections.first?.att.unasked.map(\.count) == Array(repeating: 1, count: 9))
  }

  // MARK: - Sides

  @Test(
    "a response that the sniffer gives to the side that asks is the other one's, where as strong",
    arguments: [(0xBA, 0), (0xD0, 3)] as [(UInt8, Int)])
  func sides(rssi: UInt8, ofCentral: Int) throws {
    var air = AirStory()
    air.connect()
    for index in 0..<15 {
      air.rssi = 0xD0
      air.event(Self.request, nil)
      air.rssi = 0xBA
      let isWrong = index % 5 == 4
      if isWrong {
        air.flags = { _ in true }
        air.rssi = rssi
      }
      air.event(nil, Self.response)
      air.flags = { $0 }
    }
    let pdus = try #require(Analysed(air).connections.first?.att.pdus)
    func responses(_ counts: ReportV1.KeyedList<Int>) -> Int {
      counts.entries.first { $0.key == "write_response" }?.value ?? 0
    }
    #expect(responses(pdus.tx) == ofCentral)
    #expect(ofCentral > 0 || responses(pdus.rx) == 15)
  }

  // MARK: - Adjacency

  @Test("one number over events that were not heard proves nothing", arguments: [3, 7, 55])
  func apart(unheard: Int) throws {
    var air = AirStory()
    air.connect()
    air.idle(20)
    for _ in 0..<40 {
      for _ in 0..<unheard { air.event([1], Self.response, heard: (.nothing, .nothing)) }
      air.event([1], Self.response)
    }
    let found = Analysed(air)
    let heard = try #require(found.connections.first?.air)
    #expect(heard.central.retransmitted == 0 && heard.peripheral.retransmitted == 0)
    #expect(heard.stalls.isEmpty && heard.bursts.isEmpty)
    #expect(found.finding("loss-burst") == nil)
  }

  // MARK: - Silence

  @Test("a peripheral that stops at a packet: which one that is")
  func stopped() throws {
    var air = AirStory()
    air.connect()
    air.idle(50)
    let length: [UInt8] = [3, 0x14, 27, 0, 0x48, 1, 27, 0, 0x48, 1]
    for _ in 0..<67 { air.event(length, nil, arrives: (false, true)) }
    let found = Analysed(air)
    let silence = try #require(found.connections.first?.air?.silence)
    #expect(silence.answerFrame == 101 && silence.unansweredFrame == 102)
    #expect(silence.unansweredPdu == "LL_LENGTH_REQ" && silence.unansweredOctets == 9)
    #expect(!silence.acknowledged)
    let finding = try #require(found.finding("peripheral-silent"))
    #expect(finding.severity == .error && finding.frames == [102, 168])
    #expect(finding.message.contains("The peripheral's last packet was #101"))
    #expect(finding.message.contains("#102 (LL_LENGTH_REQ, 9 octets)"))
    #expect(found.finding("loss-burst") == nil)
  }

  @Test("a central whose numbers change gets answers that the sniffer does not hear")
  func acknowledged() throws {
    var air = AirStory()
    air.connect()
    air.idle(50)
    for _ in 0..<67 { air.event([1], [1], heard: (.good, .nothing)) }
    let found = Analysed(air)
    #expect(found.connections.first?.air?.silence?.acknowledged == true)
    #expect(found.finding("peripheral-silent")?.severity == .info)
  }

  @Test("a connection that never came about, and one whose answers are not heard")
  func stillborn() throws {
    for arrives in [false, true] {
      var air = AirStory()
      air.connect()
      for _ in 0..<30 {
        air.event([1], arrives ? [1] : nil, heard: (.good, .nothing), arrives: (arrives, true))
      }
      let finding = Analysed(air).finding("peripheral-silent")
      #expect((finding != nil) == !arrives)
      #expect(finding.map { $0.message.hasPrefix("The connection never came about") } ?? true)
      #expect(Analysed(air).finding("loss-burst") == nil)
    }
  }

  @Test("losses before the first answer are no burst, and many in a row no other transmitter")
  func bursts() throws {
    for first in [0, 100] {
      var air = AirStory()
      air.connect()
      air.idle(first)
      for _ in 0..<20 { air.event([1], nil, arrives: (false, true)) }
      air.idle(100)
      let finding = Analysed(air).finding("loss-burst")
      #expect((finding != nil) == (first > 0))
      #expect(finding.map { $0.evidence[.likelyCause] == .string("peer-silent") } ?? true)
    }
  }
}
