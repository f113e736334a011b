import BluetoothProtocol
import Testing

@testable import Rendering
@testable import Report
@testable import Text

/// The text that is printed without `--full`.
@Suite("The brief report") struct BriefReportTests {
  private func lines(
    _ report: ReportV1, _ options: TextOptions = TextOptions(), _ extent: ReportExtent = .brief
  ) -> [String] {
    let bytes = TextRenderer.render(report, options: options, extent: extent)
    return String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  private func text(_ report: ReportV1, _ extent: ReportExtent = .brief) -> String {
    lines(report, TextOptions(width: 160), extent).joined(separator: "\n")
  }

  private static func connection(
    _ id: Int, peer: String = "C4:1D:66:F0:83:29", name: String? = nil, bytes: Int = 0
  ) -> ReportV1.Connection {
    .init(
      id: id, transport: .le, role: .central, peer: .init(address: peer, name: name),
      firstFrame: id * 100, lastFrame: id * 100 + 50, startUs: id * 1_000_000,
      endUs: id * 1_000_000 + 500_000,
      disconnect: .init(frame: id * 100 + 50, reason: .init(rawValue: 0x13)),
      notifications: bytes == 0
        ? [] : [.init(valueHandle: 3, uuid: "2A37", count: bytes / 20, bytes: bytes)])
  }

  private static func finding(
    _ rule: String, _ severity: ReportV1.Severity, _ connection: Int?, frame: Int,
    evidence: EvidenceList = [:], advice: String? = nil
  ) -> ReportV1.Finding {
    .init(
      rule: rule, severity: severity, connection: connection, frames: [frame],
      message: "The \(rule) of frame \(frame).", evidence: evidence.keyed,
      advice: advice ?? "Mend \(rule).")
  }

  // MARK: Length

  /// Long names, many of everything, and all of it in each connection.
  private static func crowd(_ count: Int, name: String) -> ReportV1 {
    var connections = (1...count).map { id in
      var connection = connection(
        id, peer: "C4:1D:66:F0:\(id % 10)\(id / 10 % 10):\(id / 100 % 10)\(id / 1000 % 10)",
        name: name, bytes: id * 20)
      connection.disconnect?.name = name
      return connection
    }
    let message = String(repeating: "A sentence that is not short. ", count: 12)
    for place in connections.indices where place % max(1, count / 8) == 0 {
      let handles = 0..<300
      connections[place].notifications += handles.map {
        .init(
          valueHandle: $0, uuid: name, count: 9, bytes: 90, gaps: [.init(frame: 2, gapUs: 9)],
          decoded: .init(count: 9, first: name, last: name))
      }
      connections[place].writes = connections[place].notifications
      connections[place].transfers = handles.map {
        .init(id: $0, uuid: name, marker: name, payloadBytes: 9_999, resends: [.init(frame: 7)])
      }
      connections[place].gatt.services = handles.map {
        .init(uuid: name, name: name, characteristics: [.init(uuid: name, valueHandle: $0)])
      }
      connections[place].att.errors = handles.map {
        .init(frame: $0, request: .readRequest, code: $0, name: name)
      }
      connections[place].att.pending = handles.map { .init(frame: $0, request: .readRequest) }
      connections[place].phases = handles.map { .init(firstFrame: $0) }
      connections[place].parameterRequests = handles.map { .init(frame: $0) }
    }
    let findings = (0..<1000).map { index in
      ReportV1.Finding(
        rule: "rule-\(index % 60)", severity: [.error, .warning, .info][index % 3],
        connection: index % count + 1, frames: Array(1...20), message: message,
        advice: message + "\(index % 90)")
    }
    return ReportV1(
      captures: [
        .init(
          path: String(repeating: name, count: 16), format: "btsnoop", records: 1,
          truncatedRecords: 1, droppedRecords: 1, undecodableRecords: 1, vendorLogRecords: 1,
          cutShort: true,
          controllers: (0..<64).map { .init(index: $0, name: name, manufacturer: name) },
          scans: (0..<4000).map { .init(startFrame: $0) },
          advertisers: (0..<20_000).map {
            .init(address: "\($0)", name: name, serviceUuids: [name], reports: $0)
          },
          connections: connections, skippedRecords: 1,
          damage: .init(offset: 1, reason: message), connectionsOmitted: 7,
          qualityReports: (0..<100).map { .init(handle: $0) }, ownRecords: 1)
      ], findings: findings)
  }

  private static let names = [
    String(repeating: "n", count: 248), String(repeating: "a word ", count: 35),
    String(repeating: "\u{202E}", count: 82), String(repeating: "漢", count: 82),
  ]

  @Test("has at most 150 lines, whatever the capture holds", arguments: names, [1, 2, 9, 300])
  func length(_ name: String, _ count: Int) {
    let report = Self.crowd(count, name: name)
    for (index, width) in [20, 60, 80, 117, 160].enumerated() {
      // Each width is seen with and without Unicode, as is each name.
      let unicode = (index + count) % 2 == 0
      let lines = lines(report, TextOptions(width: width, unicode: unicode))
      #expect(lines.count <= 150, "\(width) columns")
      // There is enough to say.
      #expect(lines.count > 100, "\(width) columns")
    }
  }

  @Test("of ten thousand connections too")
  func thousands() {
    let report = Self.crowd(10_000, name: "n")
    for width in [60, 160] { #expect(lines(report, TextOptions(width: width)).count <= 150) }
    #expect(text(report).contains("further connections with "))
  }

  @Test("has at most 150 lines for each of several captures, and sums them up")
  func several() {
    let one = Self.crowd(20, name: "n")
    var report = ReportV1(captures: Array(repeating: one.captures[0], count: 4))
    report.findings = (0..<4).flatMap { capture in
      one.findings.prefix(100).map {
        var finding = $0
        finding.capture = capture
        return finding
      }
    }
    let lines = lines(report)
    #expect(lines.count <= 4 * 150 + 10)
    #expect(lines[0].hasPrefix("4 captures with 108 connections. Findings: 136 errors,"))
  }

  @Test("is all there is where that is not much")
  func whole() {
    #expect(text(Sample.bizCard) == text(Sample.bizCard, .full))
  }

  // MARK: Findings

  @Test("those of a rule and a peer are one, with one advice")
  func groups() {
    let connections =
      (1...9).map { Self.connection($0, bytes: 40_000) }
      + [Self.connection(10, peer: "00:11:22:33:44:55")]
    let findings =
      [Self.finding("late", .warning, 3, frame: 301)]
      + (1...9).map { Self.finding("lost", .error, $0, frame: $0 * 100) }
      + [Self.finding("lost", .error, 10, frame: 1001)]
    var report = ReportV1(captures: [.init(connections: connections)], findings: findings)
    // Too much to print all.
    report.captures[0].scans = (0..<200).map { .init(startFrame: $0) }
    let brief = text(report)
    #expect(brief.contains("Findings: 10 errors, 1 warning\n  error: The lost of frame 100."))
    #expect(brief.contains("\n    similar findings: connection 2 #200, connection 3 #300, "))
    #expect(!brief.contains("The lost of frame 200."))
    // The same of another device.
    #expect(brief.contains("\n  error: The lost of frame 1001. [lost, connection 10, #1001]\n"))
    #expect(brief.components(separatedBy: "Mend lost.").count == 2)
    #expect(text(report, .full).contains("The lost of frame 200."))
  }

  @Test("one that a rule has merged names its connections")
  func merged() {
    let connections = (1...12).map { Self.connection($0) }
    let findings = [
      Self.finding(
        "lost", .error, 2, frame: 5, evidence: [.connections: .list([.int(2), .int(5)])]),
      Self.finding("shared", .info, 3, frame: 6, evidence: [.connections: .list([.int(7)])]),
    ]
    let report = ReportV1(captures: [.init(connections: connections)], findings: findings)
    let text = text(report)
    #expect(text.contains("[lost, connections 2, 5, #5]"))
    // Here they are others that had a part in it.
    #expect(text.contains("[shared, connection 3, #6]"))
    #expect(self.text(report, .connection(5)).contains("[lost, connections 2, 5, #5]"))
    #expect(self.text(report, .connection(7)).contains("No findings."))
  }

  @Test("the gravest comes first, and within twenty lines")
  func gravestFirst() {
    var report = Self.crowd(300, name: "n")
    report.findings.append(Self.finding("worst", .error, 1, frame: 3))
    report.findings.swapAt(0, report.findings.count - 1)
    #expect(lines(report).prefix(25).contains { $0.contains("error: The worst of frame 3.") })
  }

  // MARK: Connections

  @Test("the busiest comes first, and the others are added up")
  func busiest() {
    let connections = (1...200).map { Self.connection($0, bytes: $0 == 77 ? 90_000 : $0 * 20) }
    let report = ReportV1(captures: [.init(connections: connections)])
    let text = text(report)
    #expect(
      text.contains(
        "200 connections with C4:1D:66:F0:83:29 as central, LE, 1 min 40 s in total: "
          + "24,523 notifications, 490 kB. Ended: 200 by the peer."))
    #expect(text.contains("\n   77  #7700–#7750    500 ms"))
    #expect(text.contains("Connection 77, the busiest: C4:1D:66:F0:83:29"))
    #expect(text.contains("170 further connections, 1 min 25 s in total: "))
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(words.contains("(--full: everything; --connection N: one connection)"))
    #expect(self.text(report, .full).contains("Connection 198: C4:1D:66:F0:83:29"))
  }

  @Test("of one connection, everything is printed, and nothing of the others")
  func oneConnection() {
    let report = Self.crowd(9, name: "n")
    let text = text(report, .connection(1))
    #expect(text.contains("Connection 1: C4:1D:66:F0:10:00"))
    #expect(!text.contains("Connection 2"))
    #expect(text.contains("0x012B n: properties unknown"))
    #expect(!text.contains("(--full)") && !text.contains("Not shown"))
    #expect(self.text(report, .connection(99)).isEmpty)
  }

  @Test("writes are traffic")
  func writes() {
    var connection = Self.connection(1)
    connection.writes = [.init(valueHandle: 3, kind: .write, count: 8189, bytes: 163_780)]
    let report = ReportV1(captures: [.init(connections: [connection])])
    #expect(text(report).contains("LE, 500 ms: 8,189 writes of 1 characteristic, 164 kB\n"))
    connection.writes = []
    connection.att.pdus.tx = ["handle_value_confirmation": 3]
    let other = ReportV1(captures: [.init(connections: [connection])])
    #expect(text(other).contains("LE, 500 ms: 3 ATT PDUs\n"))
  }

  @Test("many phases are added up, runs are named")
  func phasesAndRuns() {
    var connection = Self.connection(1)
    connection.phases = (0..<13).map {
      .init(
        name: $0 % 2 == 0 ? .interact : .idle, startUs: $0 * 10, durationUs: $0 % 2 == 0 ? 10 : 30,
        firstFrame: 70 + $0, lastFrame: 71 + $0, spanUs: $0 % 2 == 0 ? 10 : 30)
    }
    connection.runs = [.init(id: 1, durationUs: 2_000_000, values: 200, bytes: 4_000)]
    let report = ReportV1(captures: [.init(connections: [connection])])
    let brief = text(report)
    #expect(brief.contains("Phases in total\n    phase     times    span  share"))
    #expect(
      brief.contains("    interact      7   70 µs") && brief.contains("idle          6  180 µs"))
    #expect(brief.contains("13 phases, summed by name (each of them: --full)"))
    #expect(brief.contains("LE, 500 ms: 1 run: 4,000 B in 2 s (2,000 B/s)\n"))
    #expect(text(report, .full).contains("#82–#83"))
    connection.phases.removeLast()
    let short = ReportV1(captures: [.init(connections: [connection])])
    #expect(text(short).contains("#81–#82"))
  }

  // MARK: Errors

  @Test("the end of a discovery is no error")
  func discoveryEnds() {
    func error(_ frame: Int, _ request: ATTOpcode, _ code: Int) -> ReportV1.ATTError {
      .init(frame: frame, request: request, code: code, name: "Some Name")
    }
    var connection = Self.connection(1)
    connection.att.transactions = .init(count: 9, errors: 4)
    connection.att.errors = [
      error(1, .readByTypeRequest, 0x0A), error(2, .findInformationRequest, 0x0A),
      error(3, .readBlobRequest, 0x07), error(4, .readRequest, 0x0A),
    ]
    let report = ReportV1(captures: [.init(connections: [connection])])
    for extent in [ReportExtent.brief, .full, .connection(1)] {
      let text = text(report, extent)
      #expect(text.contains("9 transactions, 1 error, 3 searches ended, 0 unanswered"))
      #expect(text.contains("  ATT errors\n    1 × 0x0A Some Name to Read Request: #4"))
      #expect(!text.contains("to Read By Type Request"))
    }
    connection.att.errors.removeLast()
    connection.att.transactions.errors = 3
    let quiet = ReportV1(captures: [.init(connections: [connection])])
    #expect(!text(quiet).contains("ATT errors"))
  }
}
