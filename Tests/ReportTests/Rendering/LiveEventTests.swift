import Foundation
import Testing

@testable import Rendering
@testable import Report

@Suite("Events of a live capture")
struct LiveEventTests {
  private var finder = LiveEventFinder()
  private var report = ReportV1(captures: [ReportV1.Capture(records: 10, durationUs: 5_000_000)])

  private var capture: ReportV1.Capture {
    get { report.captures[0] }
    set { report.captures[0] = newValue }
  }

  /// `kind: text`, as far as they are new.
  private mutating func told(
    now: Int64 = 0, isFinal: Bool = false
  ) -> [String] {
    finder.events(in: report, now: now, isFinal: isFinal, time: { $0 * 1000 })
      .map { "\($0.kind.rawValue): \($0.text)".replacing("\u{A0}", with: " ") }
  }

  private static func connection(_ id: Int = 1) -> ReportV1.Connection {
    ReportV1.Connection(
      id: id, role: .central, peer: ReportV1.Peer(address: "66:0D:F3:0A:7B:1C", name: "BCS"),
      completeFrame: 3, firstFrame: 3, lastFrame: 9, startUs: 3000, endUs: 9000)
  }

  // MARK: Connections

  @Test mutating func eachThingIsToldOnce() {
    capture.connections = [Self.connection()]
    #expect(told() == ["connected: 66:0D:F3:0A:7B:1C \"BCS\", as central"])
    #expect(told() == [])
    capture.connections[0].lastFrame = 20
    capture.connections[0].mtu = ReportV1.MTU(client: 185, server: 185, effective: 185, frame: 12)
    capture.connections[0].parameters = [
      ReportV1.Parameters(
        frame: 11, intervalUs: 48_750, latency: 2, supervisionTimeoutUs: 420_000)
    ]
    capture.connections[0].phys = [ReportV1.PHYChange(frame: 14, tx: .le2M, rx: .le2M)]
    capture.connections[0].encryption = [
      ReportV1.Encryption(frame: 13, enabled: true, keySize: 16)
    ]
    #expect(
      told() == [
        "parameters: interval 48.75 ms, latency 2, supervision timeout 420 ms", "mtu: 185",
        "encryption: on", "phy: tx 2M, rx 2M",
      ])
    capture.connections[0].disconnect = ReportV1.Disconnect(
      frame: 20, reason: 0x13, name: "Remote User Terminated Connection")
    #expect(told() == ["disconnected: Remote User Terminated Connection"])
    #expect(told(isFinal: true) == [])
  }

  @Test("a peer that becomes known later is reported then, once")
  mutating func peerKnownLater() {
    var connection = Self.connection()
    connection.peer = ReportV1.Peer()
    connection.role = nil
    connection.completeFrame = nil
    capture.connections = [connection]
    #expect(told() == ["connected: unknown address, since before the capture"])
    capture.connections[0].lastFrame = 10
    #expect(told() == [])
    capture.connections[0].peer = ReportV1.Peer(address: "66:0D:F3:0A:7B:1C")
    capture.connections[0].role = .peripheral
    capture.connections[0].learnedFrom = .kernel
    capture.connections[0].lastFrame = 11
    let line =
      "peer known: 66:0D:F3:0A:7B:1C, as peripheral, since before the capture, asked of the kernel"
    #expect(told() == [line])
    capture.connections[0].lastFrame = 12
    #expect(told() == [])
  }

  @Test mutating func veryManyEventsAreToldInParts() {
    capture.connections = (1...30).map { id in
      var connection = Self.connection(id)
      connection.encryption = (0..<1000).map {
        ReportV1.Encryption(frame: 10 + $0, enabled: $0 % 2 == 0, keySize: nil)
      }
      return connection
    }
    var parts: [Int] = []
    var kinds: [String: Int] = [:]
    repeat {
      let events = told()
      parts.append(events.count)
      for event in events { kinds[String(event.prefix { $0 != ":" }), default: 0] += 1 }
    } while finder.isBehind
    #expect(parts == [10_010, 10_010, 10_010])
    #expect(kinds == ["connected": 30, "encryption": 30_000])
    #expect(told() == [] && !finder.isBehind)
  }

  @Test mutating func findingsWithoutEndAreToldNoMore() {
    capture.connections = [Self.connection()]
    capture.connections[0].disconnect = ReportV1.Disconnect(frame: 9, reason: 0x13)
    _ = told()
    var count = 0
    var last: [String] = []
    for round in 0..<12 {
      report.findings = (0..<(round + 1) * 1000).map {
        ReportV1.Finding(
          rule: "slow-response", connection: 1, frames: [$0], message: "Slow.")
      }
      let events = told()
      count += events.count
      last = events.isEmpty ? last : events
    }
    #expect(count == LiveEventFinder.mostFindings)
    #expect(last.last?.contains("in the report at the end only") == true)
  }

  @Test mutating func aConnectionFromBeforeSaysSo() {
    capture.connections = [ReportV1.Connection(id: 1, firstFrame: 1)]
    #expect(told() == ["connected: unknown address, since before the capture"])
  }

  @Test mutating func subscriptionsNameTheCharacteristic() {
    var connection = Self.connection()
    connection.gatt.services = [
      ReportV1.Service(characteristics: [
        ReportV1.Characteristic(
          uuid: "2A37", name: "Heart Rate Measurement", valueHandle: 0x15)
      ])
    ]
    connection.gatt.subscriptions = [
      ReportV1.Subscription(frame: 5, cccdHandle: 0x16, valueHandle: 0x15, value: .notify),
      ReportV1.Subscription(frame: 7, cccdHandle: 0x16, valueHandle: 0x15, value: .off),
    ]
    connection.gattOtherSide = ReportV1.GATT(subscriptions: [
      ReportV1.Subscription(frame: 6, cccdHandle: 0x31, value: .indicate)
    ])
    capture.connections = [connection]
    #expect(
      told().dropFirst() == [
        "subscribed: Heart Rate Measurement, notifications",
        "subscribed: descriptor 0x0031, indications", "unsubscribed: Heart Rate Measurement",
      ])
  }

  @Test mutating func aControllerTakesItsConnectionsAlong() {
    capture.connections = [Self.connection(1), Self.connection(2)]
    capture.connections[1].controller = 1
    _ = told()
    capture.adapterStates = [
      ReportV1.AdapterState(frame: 12, timeUs: 12_000, controller: 0, state: .gone)
    ]
    capture.connections[0].end = ReportV1.End(frame: 12, timeUs: 12_000, cause: .controllerGone)
    #expect(told() == ["controller: unplugged", "disconnected: its controller was unplugged"])
    #expect(told(isFinal: true) == [])
  }

  @Test mutating func whatDidNotComeAboutIsTold() {
    capture.connections = [Self.connection()]
    _ = told()
    capture.connections[0].lastFrame = 20
    capture.connections[0].encryptionFailures = [
      ReportV1.EncryptionFailure(frame: 12, status: 0x06, name: "PIN or Key Missing"),
      ReportV1.EncryptionFailure(frame: 14, kind: .keyRefused),
    ]
    capture.connections[0].parameterUpdateFailures = [
      ReportV1.ParameterUpdateFailure(frame: 13, status: 0x3B)
    ]
    #expect(
      told() == [
        "encryption: not switched on: PIN or Key Missing", "parameters: not updated: 0x3B",
        "encryption: this side had no key",
      ])
    #expect(told() == [])
  }

  @Test mutating func aRequestThatTheHostCalledOffIsNoFailure() {
    capture.connectionFailures = [
      ReportV1.ConnectionFailure(frame: 4, status: 0x02, name: "Unknown Connection Identifier")
    ]
    #expect(told() == ["connection called off: unknown address"])
  }

  @Test func howThingsStoodAtTheStartIsNoNews() {
    var finder = LiveEventFinder(openingFrames: 4)
    var report = report
    report.captures[0].adapterStates = [
      ReportV1.AdapterState(frame: 4, state: .poweredOn),
      ReportV1.AdapterState(frame: 5, timeUs: 9, controller: 1, state: .poweredOn),
    ]
    let events = finder.events(in: report, now: 0, isFinal: true, time: { _ in nil })
    #expect(events.map(\.controller) == [1])
    #expect(events.map(\.text) == ["switched on"])
  }

  @Test mutating func failedAttemptsAndLossesAreTold() {
    capture.connectionFailures = [
      ReportV1.ConnectionFailure(
        frame: 4, status: 0x3E, name: "Connection Failed to be Established")
    ]
    capture.droppedRecords = 5
    #expect(
      told() == [
        "connection failed: unknown address: Connection Failed to be Established",
        "records lost: 5 records, 5 in all",
      ])
    capture.droppedRecords = 1005
    #expect(told() == ["records lost: 1,000 records, 1,005 in all"])
    #expect(told() == [])
  }

  // MARK: Transfers

  private static func transfer(_ ending: ReportV1.TransferEnding) -> ReportV1.Transfer {
    ReportV1.Transfer(
      id: 1, valueHandle: 0x15, complete: ending == .marker, payloadBytes: 152,
      payloadType: "json", chunks: 8, firstFrame: 4, lastFrame: 8,
      markerFrame: ending == .marker ? 9 : nil, durationUs: 1_970_000,
      throughputBytesPerS: 77.2, ending: ending)
  }

  @Test mutating func aTransferBeginsAndEnds() {
    capture.connections = [Self.connection()]
    capture.connections[0].transfers = [Self.transfer(.captureEnded)]
    #expect(told().dropFirst() == ["transfer begun: 0x0015"])
    capture.connections[0].lastFrame = 10
    #expect(told() == [])
    capture.connections[0].transfers = [Self.transfer(.marker)]
    #expect(
      told() == ["transfer complete: 0x0015, 152 B of JSON, 8 chunks, 1.97 s, 77 B/s"])
    #expect(told(isFinal: true) == [])
  }

  @Test mutating func aTransferThatBreaksOffIsIncomplete() {
    capture.connections = [Self.connection()]
    capture.connections[0].transfers = [Self.transfer(.linkClosed)]
    #expect(
      told().dropFirst() == [
        "transfer incomplete: 0x0015, 152 B of JSON, 8 chunks, 1.97 s, 77 B/s, the connection "
          + "ended"
      ])
  }

  @Test mutating func onlyTheEndOfTheCaptureMakesOneIncompleteThatGoesOn() {
    capture.connections = [Self.connection()]
    capture.connections[0].transfers = [Self.transfer(.captureEnded)]
    #expect(told().count == 2)
    #expect(
      told(isFinal: true) == [
        "transfer incomplete: 0x0015, 152 B of JSON, 8 chunks, 1.97 s, 77 B/s, the capture ended"
      ])
  }

  @Test mutating func aGluedMarkerMayTurnOutToBeData() {
    capture.connections = [Self.connection()]
    var glued = Self.transfer(.marker)
    glued.markerStyle = .glued
    capture.connections[0].transfers = [glued]
    #expect(told().count == 1)
    #expect(told(isFinal: true).map { $0.prefix(17) } == ["transfer complete"])
  }

  @Test mutating func whatIsQueuedIsCompleteWhenTheControllerIsDoneWithIt() {
    capture.connections = [Self.connection()]
    capture.connections[0].flow.tx.completed = 3
    var sent = Self.transfer(.marker)
    sent.direction = .tx
    capture.connections[0].transfers = [sent]
    #expect(told().count == 1)
    #expect(told() == [])
    capture.connections[0].transfers[0].delivery = .init(completedFrame: 12, durationUs: 2_000_000)
    #expect(told() == ["transfer complete: 0x0015, 152 B of JSON, 8 chunks, 2 s"])
  }

  @Test mutating func whatNeverLeftIsNotComplete() {
    capture.connections = [Self.connection()]
    var sent = Self.transfer(.marker)
    sent.direction = .tx
    sent.delivery = .init(uncompletedPackets: 3, uncompletedBytes: 40)
    capture.connections[0].transfers = [sent]
    #expect(
      told().dropFirst() == [
        "transfer incomplete: 0x0015, 152 B of JSON, 8 chunks, queued in 1.97 s, 3 packets of it "
          + "never completed"
      ])
  }

  @Test mutating func aMarkerAgainIsNoTransfer() {
    capture.connections = [Self.connection()]
    var again = Self.transfer(.marker)
    again.repeatsMarkerOf = 1
    capture.connections[0].transfers = [again]
    #expect(told().count == 1)
    #expect(told(isFinal: true) == [])
  }

  // MARK: Stalls and findings

  @Test mutating func aStallIsToldWhenItShowsAndNotAgainWhenItGrows() {
    capture.connections = [Self.connection()]
    capture.connections[0].flow.stalls = [
      ReportV1.Stall(kind: .credit, firstFrame: 6, lastFrame: 8, durationUs: 600_000)
    ]
    #expect(told().dropFirst() == ["stall: credit, 600 ms"])
    capture.connections[0].flow.stalls[0].durationUs = 900_000
    capture.connections[0].lastFrame = 11
    #expect(told() == [])
  }

  private static func finding(
    _ rule: String, _ severity: ReportV1.Severity, connection: Int? = 1
  ) -> ReportV1.Finding {
    ReportV1.Finding(
      rule: rule, severity: severity, connection: connection, frames: [5], message: "It was so.",
      evidence: ["bytes": .int(7)], advice: "Do not.")
  }

  @Test mutating func aFindingOnAnOpenConnectionMustStandForASecond() {
    capture.connections = [Self.connection()]
    report.findings = [Self.finding("credit-stall", .warning)]
    #expect(told(now: 0).count == 1)
    #expect(finder.isWaiting)
    #expect(told(now: 999_999) == [])
    report.findings = []
    #expect(told(now: 1_500_000) == [])
    report.findings = [Self.finding("credit-stall", .warning)]
    #expect(told(now: 2_000_000) == [])
    #expect(told(now: 3_000_000) == ["finding: warning: It was so. [credit-stall]"])
    #expect(!finder.isWaiting)
    #expect(told(now: 9_000_000, isFinal: true) == [])
  }

  @Test mutating func afterTheConnectionItIsToldAtOnce() {
    capture.connections = [Self.connection()]
    capture.connections[0].disconnect = ReportV1.Disconnect(frame: 9, reason: 8)
    report.findings = [Self.finding("link-loss", .error)]
    #expect(
      told() == [
        "connected: 66:0D:F3:0A:7B:1C \"BCS\", as central", "disconnected: reason 0x08",
        "finding: error: It was so. [link-loss]",
      ])
  }

  @Test mutating func whatMoreRecordsMayTakeBackWaitsForTheEnd() {
    capture.connections = [Self.connection()]
    report.findings = [
      Self.finding("transfer-incomplete", .info),
      Self.finding("att-request-unanswered", .warning),
      Self.finding("att-request-unanswered", .info),
    ]
    _ = told(now: 0)
    #expect(told(now: 60_000_000) == [])
    #expect(told(now: 60_000_001, isFinal: true).count == 3)
  }

  @Test mutating func aFindingThatGetsWorseIsAmended() {
    report.findings = [Self.finding("slow-response", .info, connection: nil)]
    _ = told(now: 0)
    #expect(told(now: 1_000_000) == ["finding: info: It was so. [slow-response]"])
    report.findings = [Self.finding("slow-response", .error, connection: nil)]
    #expect(told(now: 2_000_000) == ["finding amended: error: It was so. [slow-response]"])
    #expect(told(now: 9_000_000, isFinal: true) == [])
  }

  @Test mutating func aFindingIsPrintedOnceThoughItsFramesAndItsMessageChange() {
    capture.connections = [Self.connection()]
    report.findings = [Self.finding("credit-stall", .warning)]
    _ = told(now: 0)
    #expect(told(now: 1_000_000) == ["finding: warning: It was so. [credit-stall]"])
    // The longest stall is another one now, and there are more.
    report.findings[0].frames = [40, 41]
    report.findings[0].message = "It was so 2 times."
    #expect(told(now: 3_000_000) == [])
    capture.connections[0].disconnect = ReportV1.Disconnect(frame: 50, reason: 0x13)
    capture.connections[0].lastFrame = 50
    #expect(
      told(now: 4_000_000) == [
        "disconnected: reason 0x13", "finding amended: warning: It was so 2 times. [credit-stall]",
      ])
    report.findings[0].message = "It was so 3 times."
    #expect(told(now: 5_000_000) == [])
    #expect(
      told(now: 6_000_000, isFinal: true)
        == ["finding amended: warning: It was so 3 times. [credit-stall]"])
  }

  @Test mutating func aFindingThatIsNotInTheLastReportIsWithdrawn() {
    report.findings = [Self.finding("slow-response", .warning, connection: nil)]
    _ = told(now: 0)
    _ = told(now: 1_000_000)
    report.findings = []
    #expect(told(now: 2_000_000) == [])
    #expect(
      told(now: 3_000_000, isFinal: true)
        == ["finding withdrawn: warning: It was so. [slow-response]"])
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
