import BletraceTestSupport
import BluetoothProtocol
import CaptureFiles
import Testing

@testable import Findings
@testable import LinkLayer
@testable import Report
@testable import Tracking

/// Times and headers of sniffed packets that cannot be.
@Suite("Hostile times of sniffed packets") struct AirTimeTests {
  private static let times: [Int64] = [
    .min, .min + 1, -1, 0, 1_700_000_000_000_000, .max - 1, .max,
  ]

  @Test("no time of a packet stops the analysis", arguments: times, times)
  func extremes(first: Int64, second: Int64) throws {
    var air = AirStory(time: first)
    air.connect()
    air.event()
    air.story.time = second
    air.idle(3)
    air.story.time = first
    air.event(nil, [1])
    air.story.time = second
    air.event([1], nil)
    let capture = Analysed(air).capture
    let heard = try #require(capture.connections.first?.air)
    #expect(heard.central.packets == 5 && heard.peripheral.packets == 5)
    #expect(heard.central.missed >= 0 && heard.peripheral.missed >= 0)
    #expect(heard.events.silent >= 0)
  }

  @Test("a clock that is set back begins another event")
  func setBack() throws {
    var air = AirStory()
    air.connect()
    air.idle(20)
    air.story.time -= 3_600_000_000
    air.idle(20)
    let heard = try #require(Analysed(air).connections.first?.air)
    #expect(heard.events.heard == 40)
    #expect(heard.central.missed == 0 && heard.peripheral.missed == 0)
  }

  /// Every second event is not heard, by which an interval of 60 ms is learned; in between the
  /// peripheral may sleep, so that what was taken back of its packets had not been counted.
  @Test("what is taken back was counted before")
  func takenBack() throws {
    var air = AirStory()
    air.connect()
    air.event([3, 0, 1, 0, 0, 24, 0, 4, 0, 200, 0, 6, 0])
    air.interval = 60_000
    for round in 0..<12 {
      if round == 7 { air.event([3, 0, 1, 0, 0, 24, 0, 0, 0, 200, 0, 90, 0]) }
      air.event()
    }
    let heard = try #require(Analysed(air).connections.first?.air)
    #expect(heard.central.missed >= 0)
    #expect(heard.peripheral.missed >= 0)
    #expect(heard.peripheral.missed >= heard.peripheral.missedCertain)
    #expect(heard.events.silent >= 0)
  }
}

@Suite("Events that are not used") struct AirSubrateTests {
  /// LL_SUBRATE_IND: one event of four, no latency.
  private static let subrate: [UInt8] = [3, 0x27, 4, 0, 0, 0, 0, 0, 1, 0, 200, 0]

  @Test("events that subrating leaves out are not missed, and count")
  func subrated() throws {
    var air = AirStory()
    air.connect()
    air.idle(20)
    air.event(Self.subrate)
    for _ in 0..<40 {
      air.skip(3)
      air.event()
    }
    let connection = try #require(Analysed(air).connections.first)
    let heard = try #require(connection.air)
    #expect(heard.events.silent == 0 && heard.central.missed == 0)
    #expect(heard.events.onChannel == 61 && heard.events.offChannel == 0)
    #expect(connection.parameters.last?.subrateFactor == 4)
  }

  @Test("those of the others that were not heard are, and were left out")
  func missed() throws {
    var air = AirStory()
    air.connect()
    air.idle(20)
    air.event(Self.subrate)
    for round in 0..<40 {
      air.skip(round % 10 == 9 ? 7 : 3)
      air.event()
    }
    let heard = try #require(Analysed(air).connections.first?.air)
    #expect(heard.events.silent == 4 && heard.events.unused == 4)
    #expect(heard.events.onChannel == 61 && heard.events.offChannel == 0)
  }
}

@Suite("Who sent a sniffed packet") struct AirSenderTests {
  private static let terminate: [UInt8] = [3, 0x02, 0x13]
  private static let write: [UInt8] = [2, 5, 0, 4, 0, 0x52, 0x15, 0, 1, 2]

  private func ended(_ flags: @escaping (Bool) -> Bool?) throws -> ReportV1.Connection {
    var air = AirStory()
    air.flags = flags
    air.connect()
    air.idle(6)
    for _ in 0..<10 { air.event(Self.write) }
    air.event(Self.terminate)
    return try #require(Analysed(air).connections.first)
  }

  /// Received and sent, the central being the host.
  private static func pdus(_ connection: ReportV1.Connection) -> [Int] {
    [connection.att.pdus.rx, connection.att.pdus.tx].map { list in
      list.entries.map { $0.value }.reduce(0, +)
    }
  }

  @Test("flags that are right are followed") func right() throws {
    let connection = try ended { $0 }
    #expect(Self.pdus(connection) == [0, 10])
    #expect(connection.air?.endedBy == .central)
    #expect(connection.air?.central.missed == 0 && connection.air?.peripheral.missed == 0)
  }

  @Test("flags that are the opposite, or always the same, are not")
  func wrong() throws {
    for flags in [{ !$0 }, { _ in true }, { _ in false }] as [(Bool) -> Bool?] {
      let connection = try ended(flags)
      #expect(Self.pdus(connection) == [0, 10])
      let air = try #require(connection.air)
      #expect(air.central.packets == 17 && air.peripheral.packets == 17)
    }
  }

  @Test("one flag that is wrong changes nothing")
  func once() throws {
    var count = 0
    let connection = try ended { isFromCentral in
      count += 1
      return count == 20 ? !isFromCentral : isFromCentral
    }
    #expect(Self.pdus(connection) == [0, 10])
    #expect(connection.air?.peripheral.missed == 0)
  }

  @Test("where no flag says who ended the connection, it is left open")
  func open() throws {
    let connection = try ended { _ in nil }
    #expect(connection.disconnect?.reason == .remoteUserTerminatedConnection)
    #expect(connection.air?.endedBy == nil)
    #expect(connection.partyOfEnd == nil)
  }

  @Test("a PDU that only one side may send says whose turn it was")
  func forced() throws {
    var air = AirStory()
    air.flags = { _ in nil }
    air.connect()
    air.idle(3)
    // LL_FEATURE_REQ
    air.event([3, 8, 1, 0, 0, 0, 0, 0, 0, 0])
    air.idle(3)
    air.event(Self.terminate)
    let connection = try #require(Analysed(air).connections.first)
    #expect(connection.air?.endedBy == .central)
    #expect(connection.partyOfEnd == .local)
  }
}

@Suite("Addresses and algorithms of sniffed connections") struct AirConnectTests {
  @Test("advertising without an address names no device")
  func anonymous() {
    var air = AirStory()
    // ADV_EXT_IND: AdvDataInfo and AuxPtr; AUX_ADV_IND with data alone; with nothing at all.
    air.advertise(0x47, [6, 0x18, 1, 0x10, 5, 6, 7])
    air.advertise(0x47, [3, 0x08, 1, 0x10, 2, 1, 6], rf: 6, kind: 0x0080)
    air.advertise(0x47, [0, 2, 1, 6], rf: 6, kind: 0x0080)
    #expect(Analysed(air).capture.advertisers.isEmpty)
    // TargetA alone is not the advertiser's.
    air.advertise(0x47, [7, 0x02] + AirStory.central)
    #expect(Analysed(air).capture.advertisers.isEmpty)
    air.advertise(0x47, [9, 0x09] + AirStory.peripheral + [1, 0x10, 2, 1, 6], rf: 6, kind: 0x0080)
    #expect(Analysed(air).capture.advertisers.map(\.address) == ["D6:15:14:13:12:11"])
  }

  @Test("a connection that is taken up in the middle has no peer")
  func taken() throws {
    var air = AirStory()
    air.idle(3)
    let connection = try #require(Analysed(air).connections.first)
    #expect(connection.peer.address == nil && connection.air?.accessAddress == "50A32B17")
  }

  @Test("algorithm #2 takes two devices that know it, or AUX_CONNECT_REQ")
  func algorithms() throws {
    func algorithm(
      _ advertiser: Bool?, _ initiator: Bool, rf: UInt8 = 0
    ) throws -> Int? {
      var air = AirStory()
      if let advertiser { air.advInd(selects: advertiser) }
      air.connect(selects: initiator, rf: rf)
      air.event()
      return try #require(Analysed(air).connections.first?.air).channelSelection
    }
    #expect(try algorithm(true, true) == 2)
    #expect(try algorithm(true, false) == 1)
    #expect(try algorithm(false, true) == 1)
    #expect(try algorithm(nil, true) == nil)
    #expect(try algorithm(nil, false) == 1)
    #expect(try algorithm(nil, false, rf: 6) == 2)
  }

  @Test("what was asked for and was in force already was applied")
  func inForce() throws {
    // L2CAP Connection Parameter Update Request: 30 to 50 ms, no latency, 2 s.
    func result(_ latency: UInt8) throws -> ReportV1.ParameterRequestResult {
      var air = AirStory()
      air.connect()
      air.event([1], [2, 12, 0, 5, 0, 0x12, 1, 8, 0, 24, 0, 40, 0, latency, 0, 200, 0])
      air.event([2, 6, 0, 5, 0, 0x13, 1, 2, 0, 0, 0])
      air.idle(5)
      return try #require(Analysed(air).connections.first?.parameterRequests.first).result
    }
    #expect(try result(0) == .accepted)
    #expect(try result(4) == .notApplied)
  }

  @Test("a request over the link layer is rejected by LL_REJECT_EXT_IND and LL_UNKNOWN_RSP")
  func rejected() throws {
    for answer: [UInt8] in [[3, 0x11, 0x0F, 0x3B], [3, 0x07, 0x0F]] {
      var air = AirStory()
      air.connect()
      air.event(
        [1],
        [3, 0x0F, 24, 0, 40, 0, 0, 0, 200, 0, 0, 0, 0] + [UInt8](repeating: 0xFF, count: 12))
      air.event(answer)
      let connection = try #require(Analysed(air).connections.first)
      #expect(connection.parameterRequests.map(\.result) == [.rejected])
    }
  }

  @Test("a control PDU of a wrong length is reported, and not read")
  func lengths() throws {
    for parameters: [UInt8] in [[], [0x13, 0]] {
      var air = AirStory()
      air.connect()
      air.event([3, 0x02] + parameters)
      air.event()
      let capture = Analysed(air).capture
      #expect(capture.undecodableRecords == 1)
      #expect(capture.undecodable.map(\.layer) == ["link-layer"])
      #expect(capture.connections.first?.disconnect == nil)
    }
  }
}

@Suite("Files with records of a host and of a sniffer") struct AirMixedTests {
  private func mixed() -> CaptureBuilder {
    var air = AirStory()
    air.sniffer = 1
    air.connect()
    air.event([2, 5, 0, 4, 0, 0x1B, 0x15, 0, 1, 2])
    var story = air.story
    story.connect(0)
    story.att(.tx, [2, 185, 0], 0)
    story.att(.rx, [3, 185, 0], 0)
    let time = story.time
    air.story = story
    air.story.time = time
    air.event([3, 0x02, 0x13])
    story = air.story
    story.notify(0x15, [1, 2, 3], 0)
    return story
  }

  @Test("each has its own connections, and its own controller")
  func apart() throws {
    let capture = Analysed(mixed()).capture
    #expect(capture.controllers.map(\.index) == [0])
    let sniffed = capture.connections.filter { $0.air != nil }
    let hosts = capture.connections.filter { $0.air == nil }
    #expect(sniffed.count == 1 && hosts.count == 1)
    #expect(hosts[0].disconnect == nil && hosts[0].mtu.effective == 185)
    #expect(sniffed[0].disconnect != nil && sniffed[0].peer.address == "D6:15:14:13:12:11")
  }

  @Test("two sniffers of one file follow a connection on their own")
  func twoSniffers() throws {
    var one = AirStory()
    one.connect()
    one.idle(4)
    var both = one.story
    both.entries = one.story.entries.flatMap { entry in
      var other = entry
      other.controller = 1
      return [entry, other]
    }
    let connections = Analysed(both).connections
    #expect(connections.count == 2)
    #expect(connections.allSatisfy { $0.air?.central.retransmitted == 0 })
    #expect(connections.allSatisfy { $0.air?.central.packets == 4 })
  }

  @Test("a pcapng file with an interface of each kind is read")
  func file() throws {
    var file = PcapngWriter()
    file.section()
    file.interface(201)
    file.interface(256)
    for entry in mixed().entries {
      let isAir = entry.kind == .air
      let head: [UInt8] =
        isAir ? [] : [0, 0, 0, entry.direction == .tx ? 0 : 1, entry.kind == .acl ? 2 : 4]
      file.packet(
        head + entry.bytes, interface: isAir ? 1 : 0, ticks: UInt64(entry.time))
    }
    var analysis = CaptureAnalysis(AnalysisOptions(), sink: nil, ledger: Ledger())
    var reader = try CaptureReader(MemorySource(file.bytes))
    var batch: [CapturedRecord] = []
    while try reader.nextBatch(into: &batch) { analysis.add(batch, in: reader.window.span) }
    let connections = analysis.finish().connections
    #expect(reader.linkTypeName == "mixed" && connections.count == 2)
    #expect(connections.map { $0.air != nil } == [true, false])
  }

  @Test("rules about hosts leave sniffed connections alone")
  func rules() throws {
    var capture = Analysed(mixed()).capture
    capture.linkType = "mixed"
    let sniffed = try #require(capture.connections.first { $0.air != nil }).id
    let findings = RuleCatalog.findings(in: [capture])
    let suited = Set(RuleCatalog.all.filter { $0.suitsAir }.map { $0.name })
    #expect(findings.contains { $0.rule == "mtu-not-exchanged" } == false)
    for finding in findings where finding.connection == sniffed {
      #expect(suited.contains(finding.rule), "\(finding.rule)")
    }
  }
}

@Suite("Channels against the count of events") struct ChannelCheckTests {
  private func check(_ map: UInt64 = 0x1F_FFFF_FFFF, usesSecond: Bool? = nil) -> ChannelCheck {
    ChannelCheck(accessAddress: 0x50A3_2B17, map: map, hop: 7, usesSecond: usesSecond)
  }

  @Test("where count and channels disagree there are no figures")
  func disagree() throws {
    let hop = try #require(
      ChannelHop(.first(hop: 7), accessAddress: 0x50A3_2B17, map: 0x1F_FFFF_FFFF))
    var good = check()
    var bad = check()
    for event in 0..<200 {
      _ = good.take(hop.channel(event: event), passed: 1, counter: nil)
      // Another map, without a sign of it.
      let channel = event < 100 ? hop.channel(event: event) : UInt8(event * event % 37)
      _ = bad.take(channel, passed: 1, counter: nil)
    }
    #expect(good.result.map { [$0.matches, $0.differs] } == [200, 0])
    #expect(bad.result == nil)
  }

  @Test("channels that are others all along correct no count, a gap among those that fit does")
  func corrections() throws {
    let hop = try #require(
      ChannelHop(.first(hop: 7), accessAddress: 0x50A3_2B17, map: 0x1F_FFFF_FFFF))
    var strange = check()
    var state: UInt32 = 1
    var corrections = 0
    for _ in 0..<4000 {
      state = state &* 1_664_525 &+ 1_013_904_223
      corrections += abs(strange.take(UInt8(state >> 16 & 0x3F) % 37, passed: 1, counter: nil))
    }
    #expect(corrections == 0)
    var usual = check()
    for event in 0..<40 {
      let passed = event < 20 ? event : event + 3
      corrections += usual.take(hop.channel(event: passed), passed: 1, counter: nil)
    }
    #expect(corrections == 3)
  }

  @Test("of two channels both algorithms give the same one often: neither is chosen in haste")
  func fewChannels() throws {
    let map: UInt64 = 0b11
    let hop = try #require(ChannelHop(.second, accessAddress: 0x50A3_2B17, map: map))
    var check = check(map)
    for event in 0..<400 {
      _ = check.take(hop.channel(event: event), passed: 1, counter: nil)
      #expect(check.usesSecond != false, "\(event)")
    }
    #expect(check.usesSecond == true)
  }
}

/// What a sniffer missed, the sides heard.
@Suite("Answers that a sniffer missed") struct MissedAnswerTests {
  @Test("the next request says that the one before it was answered")
  func next() throws {
    var air = AirStory()
    air.connect()
    air.idle(3)
    // LLID 2, three octets on the ATT channel: a Read Request, of which the answer is not heard.
    air.event([2, 3, 0, 4, 0, 0x0A, 0x03, 0x00])
    air.event([1], [2, 2, 0, 4, 0, 0x0B, 1], heard: (.good, .nothing))
    air.event([2, 3, 0, 4, 0, 0x0A, 0x05, 0x00])
    air.event([1], [2, 2, 0, 4, 0, 0x0B, 2])
    air.event([2, 3, 0, 4, 0, 0x0A, 0x07, 0x00])
    air.event([1], [2, 2, 0, 4, 0, 0x0B, 3])
    air.idle(20)
    let connection = try #require(Analysed(air).connections.first)
    #expect(connection.att.overlaps.isEmpty)
    #expect(connection.att.pending.isEmpty)
    #expect(connection.att.transactions.count == 3)
  }

  @Test(
    "another packet with one number proves one between, unless nothing answers for long",
    arguments: [(2, 1), (4, 1), (7, 0), (12, 0)])
  func anotherPacket(silent: Int, missed: Int) throws {
    var air = AirStory()
    air.connect()
    air.idle(3)
    for _ in 0..<silent { air.event([2, 3, 0, 4, 0, 0x0A, 0x03, 0x00], nil) }
    air.event([1], nil)
    air.event([1], nil)
    let heard = try #require(Analysed(air).connections.first?.air)
    #expect(heard.central.missedCertain == missed)
  }
}
