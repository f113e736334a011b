import BletraceTestSupport
import Testing

@testable import Report
@testable import Tracking

private typealias Phase = ReportV1.Phase

/// Name, start, duration, frames and round trips; the numbers below were taken by hand from the
/// packets' times, as tshark prints them.
private func facts(_ phase: ReportV1.Phase) -> [Int] {
  [phase.startUs, phase.durationUs, phase.firstFrame, phase.lastFrame, phase.roundTrips]
}

@Suite("Phases of a connection")
struct PhaseTests {
  @Test("a business card")
  func businessCard() throws {
    let phases = try Samples.report("bizcard-central").connections[0].phases
    #expect(
      phases.map(\.name) == [.scan, .discover, .connect, .explore, .subscribe, .interact, .close])
    try #require(phases.count == 7)
    // LE Set Scan Enable, until the peer is heard.
    #expect(facts(phases[0]) == [520_350, 641_795 - 520_350, 25, 27, 0])
    // The last report still comes after the command that stops the scan.
    #expect(facts(phases[1]) == [641_795, 4_533_754 - 641_795, 27, 93, 0])
    // LE Create Connection to LE Connection Complete.
    #expect(facts(phases[2]) == [4_535_172, 4_688_648 - 4_535_172, 95, 97, 0])
    // Services (twice), characteristics (twice), descriptors: the time that they waited for
    // answers.
    #expect(facts(phases[3]) == [4_690_486, 276_906, 98, 112, 5])
    #expect(facts(phases[4]) == [4_970_887, 5_030_413 - 4_970_887, 113, 115, 1])
    #expect(facts(phases[5]) == [5_060_663, 5_120_470 - 5_060_663, 116, 124, 0])
    #expect(facts(phases[6]) == [5_121_771, 5_210_379 - 5_121_771, 125, 130, 1])
    // 4.790663 to 4.850663 is the longest of the five.
    let slowest = try #require(phases[3].slowest)
    #expect(
      [slowest.frame, slowest.responseFrame, slowest.latencyUs] == [104, 106, 60_000])
    #expect(slowest.request == .readByTypeRequest)
    #expect(phases[0].slowest == nil && phases[5].slowest == nil)
  }

  @Test("a lost link: the close is the silence before, and the next connection has its own scan")
  func linkLoss() throws {
    let connections = try Samples.report("transfer-link-loss-central").connections
    try #require(connections.count == 2)
    let names: [ReportV1.PhaseName] = [
      .scan, .discover, .connect, .mtu, .explore, .subscribe, .interact, .close,
    ]
    #expect(
      connections[0].phases.map(\.name)
        == names.dropLast() + [.idle, .interact, .close])
    #expect(connections[1].phases.map(\.name) == names)
    let first = connections[0].phases
    #expect(facts(first[3]) == [649_264, 47_134, 45, 48, 1])
    // Two chunks, and the rest 7.7 s later, until 2 s before the supervision timeout.
    #expect(facts(first[6]) == [1_567_192, 160, 71, 72, 0])
    #expect(facts(first[7]) == [1_567_352, 7_650_576, 72, 103, 0])
    #expect(facts(first[9]) == [9_223_844, 11_224_414 - 9_223_844, 106, 107, 0])
    #expect(first[9].slowest == nil)
    let second = connections[1].phases
    #expect(second[0].firstFrame == 110 && second[0].lastFrame == 112)
    #expect(second[1].firstFrame == 112 && second[1].lastFrame == 113)
    // Unsubscribed, then disconnected.
    #expect(facts(second[7]) == [15_506_337, 79_742, 160, 165, 1])
  }

  @Test("reads of descriptors explore, other reads interact")
  func reads() throws {
    let phases = try Samples.report("picture-central").connections[0].phases
    let explore = try #require(phases.first { $0.name == .explore })
    #expect(explore.lastFrame == 57 && explore.roundTrips == 7)
    let interact = phases.filter { $0.name == .interact }
    #expect(interact.map(\.firstFrame) == [58, 64] && interact.map(\.lastFrame) == [60, 210])
  }

  @Test("SDUs of a channel are interaction")
  func channel() throws {
    let phases = try Samples.report("coc-central").connections[0].phases
    let interact = try #require(phases.first { $0.name == .interact })
    #expect(interact.lastFrame == 104)
  }

  @Test("what was not captured is no phase")
  func absent() throws {
    let late = try Samples.report("fault-cached-handles-only").connections[0].phases
    #expect(late.map(\.name) == [.subscribe, .interact, .close])
    let peripheral = try Samples.report("bizcard-peripheral").connections[0].phases
    #expect(peripheral.map(\.name) == [.explore, .subscribe, .interact, .close])
    var story = CaptureBuilder()
    story.connect()
    #expect(Analysed(story).connections[0].phases.isEmpty)
    story.disconnect()
    #expect(Analysed(story).connections[0].phases.map(\.name) == [.close])
    var packet = CaptureBuilder()
    packet.acl(.rx, boundary: 2, [1])
    packet.disconnect()
    #expect(Analysed(packet).connections[0].phases.isEmpty)
  }

  /// The phases behind the last value, which is #5 at 4 ms: name, start, duration and frames.
  private func end(
    command: Bool, reason: UInt8, after wait: Int64, values: Int = 0
  ) -> [(ReportV1.PhaseName, [Int])] {
    var story = CaptureBuilder()
    story.connect()
    story.subscribe(0x16)
    story.send("a", "b")
    story.wait(by: wait - story.step)
    if command { story.command(0x0406, hex("40 00 13")) }
    for _ in 0..<values { story.send("c") }
    story.wait(by: 29_000)
    story.disconnect(reason: reason)
    let phases = Analysed(story).connections[0].phases
    return phases.drop { $0.name != .interact }.dropFirst().map {
      ($0.name, [$0.startUs, $0.durationUs, $0.firstFrame, $0.lastFrame])
    }
  }

  @Test("the close begins with the command to disconnect; what was idle before is reported as that")
  func idle() throws {
    let phases = end(command: true, reason: 0x16, after: 30_000_000)
    try #require(phases.map(\.0) == [.idle, .close])
    #expect(phases[0].1 == [4_000, 30_000_000, 5, 6])
    #expect(phases[1].1 == [30_004_000, 30_000, 6, 7])
    // Up to two seconds it is no time of its own.
    let short = end(command: true, reason: 0x16, after: 1_999_000)
    #expect(short.map(\.0) == [.close] && short.map(\.1) == [[2_003_000, 30_000, 6, 7]])
    // What was under way still comes behind the command.
    let late = end(command: true, reason: 0x16, after: 30_000_000, values: 1)
    #expect(late.map(\.0) == [.idle, .close])
    #expect(late.map(\.1) == [[4_000, 30_000_000, 5, 6], [30_004_000, 31_000, 6, 8]])
  }

  @Test("what was unsubscribed before a pause is no part of the close")
  func unsubscribedBefore() throws {
    func phases(after pause: Int64, reason: UInt8 = 0x16) -> [(ReportV1.PhaseName, Int)] {
      var story = CaptureBuilder()
      story.connect()
      story.subscribe(0x16)
      story.notify(0x15, "a")
      story.subscribe(0x16, 0)
      story.wait(by: pause)
      if reason == 0x16 { story.command(0x0406, hex("40 00 13")) }
      story.wait(by: 30_000)
      story.disconnect(reason: reason)
      return Analysed(story).connections[0].phases.dropFirst().map { ($0.name, $0.firstFrame) }
    }
    let late = phases(after: 2_700_000)
    #expect(late.map(\.0) == [.interact, .idle, .close])
    #expect(late.last?.1 == 7)
    let byPeer = phases(after: 2_700_000, reason: 0x13)
    #expect(byPeer.map(\.0) == [.interact, .idle, .close])
    let soon = phases(after: 1_900_000)
    #expect(soon.map(\.0) == [.interact, .close] && soon.last?.1 == 5)
  }

  @Test("who waits for an answer is not idle")
  func waiting() {
    var story = CaptureBuilder()
    story.connect()
    story.subscribe(0x16)
    story.send("a")
    story.att(.tx, hex("0A 16 00"))
    story.wait(by: 30_000_000)
    story.command(0x0406, hex("40 00 13"))
    story.disconnect(reason: 0x16)
    let phases = Analysed(story).connections[0].phases
    #expect(!phases.map(\.name).contains(.idle))
    #expect(phases.last?.name == .close && phases.last?.firstFrame == 6)
  }

  @Test("where the peer hangs up, its event is all there is to see; a lost link is no idle one")
  func endedByOthers() {
    let peer = end(command: false, reason: 0x13, after: 30_000_000)
    #expect(peer.map(\.0) == [.idle, .close])
    #expect(peer.map(\.1) == [[4_000, 30_029_000, 5, 6], [30_033_000, 0, 6, 6]])
    for reason: UInt8 in [0x08, 0x3E, 0x22] {
      let lost = end(command: false, reason: reason, after: 5_000_000)
      #expect(lost.map(\.0) == [.close] && lost.map(\.1) == [[4_000, 5_029_000, 5, 6]])
    }
  }
}

@Suite("Proximity gate")
struct ProximityGateTests {
  private func gates(_ window: ClosedRange<Int8>?) throws -> [String: ReportV1.RssiGate] {
    var options = AnalysisOptions()
    options.rssiGate = window
    let capture = try Samples.report(
      of: Samples.bytes("bizcard-central/capture.btsnoop"), options)
    var gates: [String: ReportV1.RssiGate] = [:]
    for device in capture.advertisers { gates[device.address] = device.rssiGate }
    return gates
  }

  @Test("it opens with the first report inside, and the connection follows")
  func businessCard() throws {
    // #91 at 4.533441 with -22 dBm; connected at 4.688648.
    #expect(
      try gates(-32...(-15)) == [
        "7A:5D:10:C3:22:84": ReportV1.RssiGate(
          low: -32, high: -15, firstFrame: 91, openUs: 155_207, untilConnectionUs: 155_207)
      ])
  }

  @Test("it shuts with a report outside, and may open again")
  func twice() throws {
    // -45 at 3.763018 (#80), -48 at 3.763331; then inside from 3.916136 (#82) until -22 at
    // 4.533441.
    #expect(
      try gates(-45...(-40))["7A:5D:10:C3:22:84"]
        == ReportV1.RssiGate(
          low: -45, high: -40, firstFrame: 80, openUs: 313 + 617_305,
          untilConnectionUs: 4_688_648 - 3_763_018))
  }

  @Test("it need not have opened, and no one asks without the option")
  func never() throws {
    #expect(
      try gates(-10...0) == [
        "7A:5D:10:C3:22:84": ReportV1.RssiGate(low: -10, high: 0)
      ])
    #expect(try gates(nil).isEmpty)
  }
}

@Suite("Phases one after the other")
struct PhaseOrderTests {
  private typealias Name = ReportV1.PhaseName

  /// Name, start and duration in milliseconds.
  func phases(_ story: CaptureBuilder) -> [String] {
    let phases = Analysed(story).connections[0].phases
    expectApart(phases)
    return phases.map { "\($0.name.rawValue) \($0.startUs / 1000) \($0.durationUs / 1000)" }
  }

  private func expectApart(
    _ phases: [ReportV1.Phase], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for (one, next) in zip(phases, phases.dropFirst()) {
      #expect(
        one.startUs + one.durationUs <= next.startUs && one.lastFrame <= next.lastFrame,
        "\(one.name) and \(next.name)", sourceLocation: sourceLocation)
    }
  }

  /// But for one whose clock steps back.
  @Test(
    "in all samples they are apart and in order",
    arguments: Samples.files.filter { !$0.hasPrefix("fault-clock-step") })
  func samples(file: String) throws {
    for connection in try Samples.report(of: Samples.bytes(file)).connections {
      expectApart(connection.phases)
    }
  }

  @Test("what takes turns comes in turns, and lasts as long as its exchanges")
  func turns() {
    var story = CaptureBuilder()
    story.connect()
    story.discover(declaration: 0x14, value: 0x15, uuid: [0x37, 0x2A])
    story.wait(by: 499_000)
    story.discover(declaration: 0x18, value: 0x19, uuid: [0x38, 0x2A])
    story.subscribe(0x16)
    story.send("a", "b")
    story.wait(by: 1_000_000)
    story.send("c")
    story.exchangeMTU(100, 100)
    story.subscribe(0x1A)
    #expect(
      phases(story) == [
        "explore 1 2", "subscribe 504 1", "interact 506 1002", "mtu 1509 1", "subscribe 1511 1",
      ])
  }

  @Test("nothing for longer than two seconds is idle, for less it is not")
  func idle() {
    var story = CaptureBuilder()
    story.connect()
    story.wait(by: 3_000_000)
    story.subscribe(0x16)
    story.send("a")
    story.wait(by: 2_001_000 - story.step)
    story.send("b")
    story.wait(by: 2_000_000 - story.step)
    story.send("c")
    story.wait(by: 9_000_000)
    story.completed(1)
    // Completions are no activity, but the last record of the connection.
    #expect(
      phases(story) == [
        "idle 0 3001", "subscribe 3001 1", "interact 3003 0", "idle 3003 2001",
        "interact 5004 2000", "idle 7004 9001",
      ])
  }

  @Test("values that come while a request waits are no phase of their own")
  func valuesInBetween() {
    var story = CaptureBuilder()
    story.connect()
    story.send("a")
    for handle in 1...5 {
      story.att(.tx, [0x04] + octets(UInt16(handle)) + [0xFF, 0xFF])
      story.send("b", "c")
      story.att(.rx, [0x05, 1] + octets(UInt16(handle)) + [0x02, 0x29])
    }
    story.send("d")
    #expect(phases(story) == ["interact 1 1", "explore 2 15", "interact 22 0"])
  }

  @Test("a pairing lasts as long as it waits for a person, but for what goes on meanwhile")
  func pairing() {
    var story = CaptureBuilder()
    story.connect()
    story.l2cap(.rx, 0x0006, hex("0B 05"))
    story.wait(by: 499_000)
    story.l2cap(.tx, 0x0006, hex("01 04 00 0D 10 07 07"))
    story.l2cap(.rx, 0x0006, hex("02 03 00 0D 10 07 07"))
    story.wait(by: 4_000_000)
    story.exchangeMTU(100, 100)
    story.wait(by: 6_000_000)
    story.l2cap(.tx, 0x0006, [0x03] + [UInt8](repeating: 1, count: 16))
    story.event(0x08, [0] + octets(CaptureBuilder.handle) + [1])
    story.wait(by: 3_000_000)
    story.l2cap(.rx, 0x0006, hex("0B 05"))
    #expect(
      phases(story) == [
        "pair 501 4002", "mtu 4503 1", "pair 4504 6002", "idle 10506 3001",
      ])
  }

  @Test("a pairing ends with its encryption, or with the last key after it")
  func keys() {
    var story = CaptureBuilder()
    story.connect()
    story.l2cap(.tx, 0x0006, hex("01 04 00 0D 10 07 07"))
    story.l2cap(.rx, 0x0006, hex("02 03 00 0D 10 07 07"))
    story.event(0x08, [0] + octets(CaptureBuilder.handle) + [1])
    story.l2cap(.rx, 0x0006, [0x08] + [UInt8](repeating: 1, count: 16))
    story.l2cap(.rx, 0x0006, [0x09, 0] + [UInt8](repeating: 1, count: 6))
    story.wait(by: 1_000_000)
    story.subscribe(0x16)
    #expect(phases(story) == ["pair 1 4", "subscribe 1006 1"])
  }

  @Test("a pairing of which the end is not in the capture ends by its timeout")
  func pairingWithoutEnd() {
    for (wait, expected) in [
      (29_000_000, ["pair 1 29002", "subscribe 29003 1"]),
      (30_000_000, ["pair 1 1", "idle 2 30001", "subscribe 30003 1"]),
    ] {
      var story = CaptureBuilder()
      story.connect()
      story.l2cap(.tx, 0x0006, hex("01 04 00 0D 10 07 07"))
      story.l2cap(.rx, 0x0006, hex("02 03 00 0D 10 07 07"))
      story.wait(by: Int64(wait))
      story.subscribe(0x16)
      #expect(phases(story) == expected)
    }
  }

  @Test("values that come while a request waits during a pairing overlap neither")
  func valueInPairing() {
    var story = CaptureBuilder()
    story.connect()
    story.l2cap(.tx, 0x0006, hex("01 04 00 0D 10 07 07"))
    story.l2cap(.rx, 0x0006, hex("02 03 00 0D 10 07 07"))
    story.att(.tx, hex("12 16 00 01 00"))
    story.notify(0x15, "a")
    story.att(.rx, hex("13"))
    story.l2cap(.tx, 0x0006, [0x03] + [UInt8](repeating: 1, count: 16))
    #expect(phases(story) == ["pair 1 2", "subscribe 3 2", "pair 5 1"])
  }

  @Test("a request without an answer lasts until something else begins")
  func unanswered() {
    var story = CaptureBuilder()
    story.connect()
    story.att(.tx, hex("10 01 00 FF FF 00 28"))
    story.wait(by: 30_000_000)
    story.disconnect(reason: 0x08)
    #expect(phases(story) == ["explore 1 25001", "close 25002 5000"])
  }

  @Test("a request without an answer is of the phase that it would be of with one")
  func unansweredNames() {
    func names(_ request: String, knowing isKnown: Bool = true) -> [String] {
      var story = CaptureBuilder()
      story.connect()
      if isKnown {
        story.discover(declaration: 0x14, value: 0x15, uuid: [0x37, 0x2A])
        story.att(.tx, hex("04 16 00 17 00"))
        story.att(.rx, hex("05 01 16 00 02 29 17 00 01 29"))
        story.wait(by: 3_000_000)
      }
      story.att(.tx, hex(request))
      // Longer than the supervision timeout.
      story.wait(by: 9_000_000)
      story.disconnect(reason: 0x08)
      return phases(story).map { String($0.prefix { $0 != " " }) }
        .filter { $0 != "idle" && $0 != "close" }.suffix(1)
    }
    #expect(names("02 00 01") == ["mtu"])
    #expect(names("08 01 00 FF FF 03 28") == ["explore"], "characteristics")
    #expect(names("08 01 00 FF FF 00 2A") == ["interact"], "the value of a characteristic")
    #expect(names("08 01 00 FF FF 3A 2B") == ["explore"], "Server Supported Features")
    #expect(names("0A 17 00") == ["explore"], "a descriptor")
    #expect(names("0A 15 00") == ["interact"], "a value")
    #expect(names("0A 17 00", knowing: false) == ["interact"])
    #expect(names("12 16 00 01 00") == ["subscribe"])
    #expect(names("12 15 00 01 00") == ["interact"])
  }

  @Test("the scan and the discovery are those of the attempt that led to the connection")
  func attempts() {
    var story = CaptureBuilder()
    func scan(_ isOn: Bool) { story.command(0x200C, [isOn ? 1 : 0, 0]) }
    func ask() {
      story.command(
        0x200D,
        hex("60 00 30 00 00 01") + CaptureBuilder.peer
          + hex("00 18 00 28 00 00 00 F4 01 00 00 00 00"))
    }
    func fail() {
      story.event(
        0x3E, [0x01, 0x3E, 0, 0, 0, 1] + CaptureBuilder.peer + hex("18 00 00 00 F4 01 05"))
    }
    scan(true)
    story.advertise(CaptureBuilder.peer, -60)
    scan(false)
    story.wait(by: 100_000_000)
    scan(true)
    story.advertise([1, 2, 3, 4, 5, 0xC6], -60)
    story.advertise(CaptureBuilder.peer, -60)
    ask()
    fail()
    story.wait(by: 10_000)
    story.advertise(CaptureBuilder.peer, -60)
    story.advertise(CaptureBuilder.peer, -60)
    scan(false)
    ask()
    story.connect()
    story.disconnect()
    // Once more, without listening: what was heard before counts for the first connection.
    story.wait(by: 1_000_000)
    ask()
    story.connect()
    let capture = Analysed(story).capture
    #expect(
      capture.connections[0].phases.map(\.name) == [.scan, .discover, .connect, .close])
    let first = capture.connections[0].phases
    #expect(first[0].firstFrame == 8 && first[0].durationUs == 11_000)
    #expect(first[1].firstFrame == 9 && first[1].durationUs == 1_000)
    #expect(capture.connections[1].phases.map(\.name) == [.connect])
  }

  @Test("many pauses become few: the shortest go first")
  func manyPauses() throws {
    var story = CaptureBuilder()
    story.connect()
    for count in 1...1000 {
      story.send("a")
      story.wait(by: count % 250 == 0 ? 100_000_000 : 3_000_000)
    }
    let capture = Analysed(story).capture
    let phases = capture.connections[0].phases
    expectApart(phases)
    #expect(
      phases.map(\.name) == [.interact, .idle, .interact, .idle, .interact, .idle, .interact])
    // More silences than are kept, of which a few are gaps: none is left out.
    #expect(capture.boundsReached.isEmpty)
  }

  @Test("many turns become few, and the report says so")
  func manyTurns() {
    var story = CaptureBuilder()
    story.connect()
    for _ in 1...1000 {
      story.send("a")
      story.subscribe(0x16)
    }
    let capture = Analysed(story).capture
    expectApart(capture.connections[0].phases)
    #expect((1...Bound.phases.limit).contains(capture.connections[0].phases.count))
    #expect(capture.boundsReached == ["phases"])
  }
}
