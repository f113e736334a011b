import BletraceTestSupport
import Testing

@testable import Findings
@testable import Report

/// What readers of reports on real captures found wrong, from packets.
@Suite("Reports that readers judged")
struct JudgedCapturesTests {
  private static func writes(
    _ steps: [Int64], then end: (inout CaptureBuilder) -> Void = { _ in }
  ) -> Analysed {
    var story = CaptureBuilder(step: 1000)
    story.connect()
    for step in steps {
      story.att(.tx, [0x12, 0x10, 0x00, 0xAA, 1, 2, 3, 4, 5, 6, 7, 0xAB])
      story.wait(by: 10_000)
      story.att(.rx, [0x13])
      story.wait(by: step - 12_000)
    }
    end(&story)
    return Analysed(story)
  }

  @Test("two timers with one period are two series, and no average that never occurs")
  func twoSeries() throws {
    let steps = [Int64](repeating: 0, count: 20).indices.map { Int64($0 % 2 == 0 ? 4 : 16) }
    let capture = Self.writes(steps.map { $0 * 100_000 }).capture
    let repeats = try #require(capture.connections[0].writes[0].repeats)
    #expect(repeats.shortStepUs == 400_000 && repeats.longStepUs == 1_600_000)
    let finding = try only(PollingRule.self, in: capture)
    #expect(
      finding.message.hasSuffix(
        "20 times, with no other value in between: two series, each every 2 s, 400 ms apart."))
    #expect(finding.evidence[.periodUs] == .int(2_000_000))
    #expect(finding.evidence[.series] == .int(2))
    #expect(finding.advice?.hasPrefix("The app probably started the same timer twice") == true)
  }

  @Test("one timer whose steps vary is one series")
  func oneSeries() throws {
    let steps: [Int64] = [20, 19, 21, 20, 23, 20, 18, 20, 20, 21, 20, 17, 20]
    let capture = Self.writes(steps.map { $0 * 100_000 }).capture
    #expect(capture.connections[0].writes[0].repeats?.shortStepUs == nil)
    let finding = try only(PollingRule.self, in: capture)
    #expect(finding.message.contains("on average") && finding.evidence[.series] == .int(1))
  }

  @Test("a write that this host's own Disconnect cut off was sent; one that it did not is unknown")
  func cutWrites() {
    func counts(_ reason: UInt8) -> [Int] {
      Self.writes([2_000_000, 2_000_000]) {
        $0.att(.tx, [0x12, 0x10, 0x00, 0x33, 0x03])
        $0.wait(by: 10_000)
        $0.disconnect(reason: reason)
      }.connections[0].writes.map(\.count)
    }
    #expect(counts(0x16) == [3])
    #expect(counts(0x08) == [2])
  }

  @Test(
    "a write gap in which other writes came and went is no stall, unlike one in which they wait")
  func writesElsewhere() {
    func causes(_ isStall: Bool) -> [ReportV1.TimeCause?] {
      var story = CaptureBuilder(step: 1000)
      story.commandComplete(0x2002, [0, 251, 0, 8])
      story.connect()
      for number in 0..<8 {
        story.att(.tx, [0x52, 0x20, 0x00, UInt8(number)])
        story.wait(by: 27_000)
        story.completed(1)
      }
      for number in 0..<100 {
        if !isStall || number < 2 { story.att(.tx, [0x52, 0x30, 0x00, UInt8(number)]) }
        story.wait(by: 27_000)
        if !isStall { story.completed(1) }
      }
      if isStall { story.completed(2) }
      story.att(.tx, [0x52, 0x20, 0x00, 0xFF])
      story.completed(1)
      let writes = Analysed(story).connections[0].writes.first { $0.valueHandle == 0x20 }
      return writes?.gaps.map(\.explainedBy) ?? []
    }
    #expect(causes(false) == [.appPause])
    #expect(causes(true) == [.completionStall])
  }

  @Test("the packet of a request is none that passed while it waited for its completion")
  func waitsForRequest() {
    var story = CaptureBuilder(step: 1000)
    story.commandComplete(0x2002, [0, 251, 0, 8])
    story.connect()
    func write(_ number: UInt8, completedAfter wait: Int64) {
      story.att(.tx, [0x12, 0x20, 0x00, number])
      story.wait(by: wait)
      story.completed(1)
      story.att(.rx, [0x13])
    }
    for number in 0..<8 { write(UInt8(number), completedAfter: 27_000) }
    for number in 8..<10 {
      write(UInt8(number), completedAfter: 1_000_000)
      story.wait(by: 790_000)
    }
    let writes = Analysed(story).connections[0].writes.first { $0.valueHandle == 0x20 }
    #expect(writes?.gaps.last?.explainedBy == .completionStall)
  }

  @Test("before a write the peer sent values: that is no pause of the app")
  func peerValues() {
    func causes(_ isSending: Bool) -> [ReportV1.TimeCause?] {
      var story = CaptureBuilder(step: 1000)
      story.commandComplete(0x2002, [0, 251, 0, 8])
      story.connect()
      story.subscribe(0x16)
      story.completed(1)
      for number in 0..<8 {
        story.att(.tx, [0x52, 0x20, 0x00, UInt8(number)])
        story.completed(1)
        story.wait(by: 20_000)
      }
      for _ in 0..<20 {
        story.wait(by: 20_000)
        if isSending { story.notify(0x15, [1, 2, 3]) }
      }
      story.att(.tx, [0x52, 0x20, 0x00, 0xFF])
      story.completed(1)
      return Analysed(story).connections[0].writes[0].gaps.map(\.explainedBy)
    }
    #expect(causes(true) == [.peerValues])
    #expect(causes(false) == [.appPause])
  }

  // MARK: - Runs

  /// Uploads of 20 octets a request, and a second stretch with long pauses.
  private static func upload(_ values: Int, slow: Int, _ pause: Int64) -> [ReportV1.Run] {
    var story = CaptureBuilder(step: 1000)
    story.connect()
    for number in 0..<(values + slow) {
      story.att(.tx, [0x12, 0x20, 0x00, UInt8(number & 0xFF)] + [UInt8](repeating: 7, count: 19))
      story.wait(by: 40_000)
      story.att(.rx, [0x13])
      story.wait(by: number < values ? 18_000 : pause)
    }
    return Analysed(story).connections[0].runs
  }

  @Test("an upload stays a run, although a few writes with long pauses follow it")
  func briskPart() {
    let runs = Self.upload(230, slow: 20, 4_000_000)
    #expect(runs.count == 1 && runs[0].kind == .write && runs[0].bytes == 231 * 20)
    #expect(runs[0].durationUs < 15_000_000)
    // All of it is fast enough.
    #expect(Self.upload(230, slow: 3, 2_000_000).map(\.values) == [233])
  }

  @Test("values that answer this host's writes for nearly all of the time are no run")
  func answers() {
    func runs(_ isAnswer: Bool) -> Int {
      var story = CaptureBuilder(step: 500)
      story.connect()
      story.subscribe(0x16)
      for _ in 0..<40 {
        if isAnswer { story.att(.tx, [0x52, 0x20, 0x00, 1]) }
        for _ in 0..<6 { story.notify(0x15, [UInt8](repeating: 9, count: 20)) }
        if isAnswer { story.att(.tx, [0x52, 0x20, 0x00, 2]) }
        story.wait(by: isAnswer ? 900_000 : 60_000)
      }
      return Analysed(story).connections[0].runs.count { $0.direction == .rx }
    }
    #expect(runs(true) == 0 && runs(false) == 1)
  }

  // MARK: - The peer's preferences

  @Test("the peer's preferred parameters, read by their handle")
  func preferred() {
    func read(_ value: [UInt8]) -> ReportV1.PreferredParameters? {
      var story = CaptureBuilder()
      story.connect()
      story.discover(declaration: 0x06, value: 0x07, uuid: [0x04, 0x2A])
      story.att(.tx, [0x0A, 0x07, 0x00])
      story.att(.rx, [0x0B] + value)
      return Analysed(story).connections[0].preferredParameters
    }
    let found = read(octets(8) + octets(10) + octets(0) + octets(400))
    #expect(found?.frame == 5 && found?.minUs == 10_000 && found?.maxUs == 12_500)
    #expect(found?.latency == 0 && found?.supervisionTimeoutUs == 4_000_000)
    let any = read(octets(0xFFFF) + octets(0xFFFF) + octets(2) + octets(0xFFFF))
    #expect(any?.minUs == nil && any?.maxUs == nil && any?.latency == 2)
    #expect(read([1, 2, 3]) == nil)
  }

  // MARK: - Scans

  /// Devices of which the first few are heard at once, and the others after a silence.
  private static func scan(_ later: Int, silence: Int64) -> ReportV1.ScanSilence? {
    var story = CaptureBuilder(step: 1000)
    story.command(0x200B, [1] + octets(0x12) + octets(0x12) + [0, 0])
    story.commandComplete(0x200B)
    story.command(0x200C, [1, 1])
    story.commandComplete(0x200C)
    func device(_ number: Int) -> [UInt8] { [UInt8(number), 7, 7, 7, 7, 0xC7] }
    for number in 0..<3 { story.advertise(device(number), -60) }
    story.wait(by: silence)
    for number in 3..<(3 + later) {
      story.advertise(device(number), -60)
      story.wait(by: 20_000)
    }
    return Analysed(story).capture.scans[0].silence
  }

  @Test("a scan that received nothing for seconds, and then many new devices")
  func silence() {
    let found = Self.scan(40, silence: 10_000_000)
    #expect(found?.afterFrame == 7 && found?.frame == 8 && found?.durationUs == 10_001_000)
    #expect(found?.newDevices ?? 0 >= 8 && found?.heardUs ?? 0 < 1_000_000)
    #expect(Self.scan(4, silence: 10_000_000) == nil)
    #expect(Self.scan(40, silence: 1_000_000) == nil)
  }

  @Test("a scan response of another company does not hide the first one")
  func companies() {
    var story = CaptureBuilder()
    let peer = CaptureBuilder.peer
    story.advertise(peer, -60, data: [4, 0xFF, 0x01, 0x00, 9])
    story.advertise(peer, -60, data: [4, 0xFF, 0x4C, 0x00, 9])
    let device = Analysed(story).capture.advertisers[0]
    #expect(device.company?.id == 0x4C && device.otherCompany?.id == 1)
    story.advertise(peer, -60, data: [4, 0xFF, 0x4C, 0x00, 9])
    #expect(Analysed(story).capture.advertisers[0].otherCompany?.id == 1)
  }
}
