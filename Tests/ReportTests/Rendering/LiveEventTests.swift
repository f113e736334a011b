import Foundation
import Testing

@testable import Rendering
@testable import Report

@Suite("Findings of a live capture, and its lines")
struct LiveEventTests {
  private var findings = PrintedFindings()
  private var report = ReportV1(captures: [ReportV1.Capture(records: 10, durationUs: 5_000_000)])

  private var capture: ReportV1.Capture {
    get { report.captures[0] }
    set { report.captures[0] = newValue }
  }

  /// `kind: text`, as far as they are new.
  private mutating func reported(
    now: Int64 = 0, isFinal: Bool = false
  ) -> [String] {
    findings.events(in: report, now: now, isFinal: isFinal)
      .map { "\($0.kind.rawValue): \($0.text)".replacing("\u{A0}", with: " ") }
  }

  private static func connection(_ id: Int = 1) -> ReportV1.Connection {
    ReportV1.Connection(
      id: id, role: .central, peer: ReportV1.Peer(address: "66:0D:F3:0A:7B:1C", name: "BCS"),
      completeFrame: 3, firstFrame: 3, lastFrame: 9, startUs: 3000, endUs: 9000)
  }

  // MARK: Findings

  @Test mutating func findingsWithoutEndAreToldNoMore() {
    capture.connections = [Self.connection()]
    capture.connections[0].disconnect = ReportV1.Disconnect(frame: 9, reason: 0x13)
    _ = reported()
    var count = 0
    var last: [String] = []
    for round in 0..<12 {
      report.findings = (0..<(round + 1) * 1000).map {
        ReportV1.Finding(
          rule: "slow-response", connection: 1, frames: [$0], message: "Slow.")
      }
      let events = reported()
      count += events.count
      last = events.isEmpty ? last : events
    }
    #expect(count == PrintedFindings.most)
    #expect(last.last?.contains("in the report at the end only") == true)
  }

  private static func finding(
    _ rule: String, _ severity: ReportV1.Severity, connection: Int? = 1,
    _ traits: RuleTraits = []
  ) -> ReportV1.Finding {
    ReportV1.Finding(
      rule: rule, severity: severity, connection: connection, frames: [5], message: "It was so.",
      evidence: ([.bytes: .int(7)] as EvidenceList).keyed, advice: "Do not.", traits: traits)
  }

  @Test mutating func aFindingOnAnOpenConnectionMustStandForASecond() {
    capture.connections = [Self.connection()]
    report.findings = [Self.finding("credit-stall", .warning)]
    #expect(reported(now: 0) == [])
    #expect(findings.isWaiting)
    #expect(reported(now: 999_999) == [])
    report.findings = []
    #expect(reported(now: 1_500_000) == [])
    report.findings = [Self.finding("credit-stall", .warning)]
    #expect(reported(now: 2_000_000) == [])
    #expect(reported(now: 3_000_000) == ["finding: warning: It was so. [credit-stall]"])
    #expect(!findings.isWaiting)
    #expect(reported(now: 9_000_000, isFinal: true) == [])
  }

  @Test mutating func afterTheConnectionItIsToldAtOnce() {
    capture.connections = [Self.connection()]
    capture.connections[0].disconnect = ReportV1.Disconnect(frame: 9, reason: 8)
    report.findings = [Self.finding("link-loss", .error)]
    #expect(
      reported() == ["finding: error: It was so. [link-loss]"])
  }

  @Test mutating func whatMoreRecordsMayTakeBackWaitsForTheEnd() {
    capture.connections = [Self.connection()]
    report.findings = [
      Self.finding("transfer-incomplete", .info, .passesAsInfo),
      Self.finding("att-request-unanswered", .warning, .passesUnlessError),
      Self.finding("att-request-unanswered", .info, .passesUnlessError),
    ]
    _ = reported(now: 0)
    #expect(reported(now: 60_000_000) == [])
    #expect(reported(now: 60_000_001, isFinal: true).count == 3)
  }

  @Test mutating func aFindingThatGetsWorseIsAmended() {
    report.findings = [Self.finding("slow-response", .info, connection: nil)]
    _ = reported(now: 0)
    #expect(reported(now: 1_000_000) == ["finding: info: It was so. [slow-response]"])
    report.findings = [Self.finding("slow-response", .error, connection: nil)]
    #expect(reported(now: 2_000_000) == ["finding amended: error: It was so. [slow-response]"])
    #expect(reported(now: 9_000_000, isFinal: true) == [])
  }

  @Test mutating func aFindingIsPrintedOnceThoughItsFramesAndItsMessageChange() {
    capture.connections = [Self.connection()]
    report.findings = [Self.finding("credit-stall", .warning)]
    _ = reported(now: 0)
    #expect(reported(now: 1_000_000) == ["finding: warning: It was so. [credit-stall]"])
    // The longest stall is another one now, and there are more.
    report.findings[0].frames = [40, 41]
    report.findings[0].message = "It was so 2 times."
    #expect(reported(now: 3_000_000) == [])
    capture.connections[0].disconnect = ReportV1.Disconnect(frame: 50, reason: 0x13)
    capture.connections[0].lastFrame = 50
    #expect(
      reported(now: 4_000_000)
        == ["finding amended: warning: It was so 2 times. [credit-stall]"])
    report.findings[0].message = "It was so 3 times."
    #expect(reported(now: 5_000_000) == [])
    #expect(
      reported(now: 6_000_000, isFinal: true)
        == ["finding amended: warning: It was so 3 times. [credit-stall]"])
  }

  @Test mutating func aFindingThatIsNotInTheLastReportIsWithdrawn() {
    report.findings = [Self.finding("slow-response", .warning, connection: nil)]
    _ = reported(now: 0)
    _ = reported(now: 1_000_000)
    report.findings = []
    #expect(reported(now: 2_000_000) == [])
    #expect(
      reported(now: 3_000_000, isFinal: true)
        == ["finding withdrawn: warning: It was so. [slow-response]"])
  }

  // MARK: Losses

  @Test func eachLossIsToldAtItsPlace() {
    var losses = LostRecords()
    #expect(losses.isEmpty && losses.take(among: []) == [])
    losses.lose(5, after: 7, timeUs: 70)
    losses.lose(1000, after: 9, timeUs: 90)
    losses.lose(total: 1005, upTo: 12, timeUs: 120)
    let others = [6, 7, 8, 0, 10].map { LiveEvent(.mtu, frame: $0, timeUs: 0, "23") }
    let events = losses.take(among: others)
    #expect(events.map(\.frame) == [6, 7, 7, 8, 0, 9, 10])
    let told = events.filter { $0.kind == .recordsLost }
    #expect(
      told.map(\.text) == ["5\u{A0}records, 5 in total", "1,000\u{A0}records, 1,005 in total"])
    #expect(told.map(\.timeUs) == [70, 90])
    #expect(told.map { $0.facts["dropped_records"] } == [.int(5), .int(1005)])
    // Those of which only the sum is known.
    losses.lose(total: 1006, upTo: 12, timeUs: 120)
    #expect(losses.take(among: []).map(\.frame) == [12])
    #expect(losses.isEmpty)
  }

  // MARK: Lines

  @Test func aLineHasTimeFrameAndPlace() {
    let event = LiveEvent(
      .connected, frame: 54, timeUs: 12_345_678, connection: 1, "X\u{A0}\u{1B}[31m\"é\"")
    #expect(
      event.line(unicode: true) == "12.346 #54 connection 1: connected: X \\x1B[31m\"é\"")
    #expect(
      event.line(unicode: false) == "12.346 #54 connection 1: connected: X \\x1B[31m\"\\xE9\"")
    let lost = LiveEvent(.recordsLost, frame: 0, timeUs: 0, "5 records")
    #expect(lost.line(unicode: true) == "0.000 records lost: 5 records")
    let gone = LiveEvent(.controller, frame: 9, timeUs: 1_000_000, controller: 2, "unplugged")
    #expect(gone.line(unicode: true) == "1.000 #9 controller 2: unplugged")
  }

  @Test func anObjectIsOneLine() {
    let event = LiveEvent(
      .mtu, frame: 54, timeUs: 12, controller: nil, connection: 1, "1\u{A0}8\n5",
      ["mtu": .int(185)])
    #expect(
      String(decoding: event.json, as: UTF8.self)
        == #"{"event":"mtu","frame":54,"time_us":12,"controller":null,"connection":1,"#
        + #""text":"1 8\u000A5","facts":{"mtu":185}}"# + "\n")
  }

  @Test func theReportIsOneLineToo() throws {
    var line: [UInt8] = []
    liveReportLine(report) { line += $0 }
    #expect(line.last == UInt8(ascii: "\n"))
    #expect(line.count(where: { $0 == UInt8(ascii: "\n") }) == 1)
    let object = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
    #expect(object?["event"] as? String == "report")
    #expect((object?["report"] as? [String: Any])?["schema"] as? String == "bletrace-report/1")
  }
}
