import Testing

@testable import Rendering
@testable import Report
@testable import Text

@Suite("The live screen")
struct LiveScreenTests {
  static let sizes = [
    (0, 0), (1, 1), (2, 3), (5, 2), (7, 30), (10, 4), (20, 5), (40, 10), (60, 16), (80, 24),
    (120, 40), (149, 20), (150, 20), (200, 50), (300, 3),
  ]

  static var reports: [(name: String, report: ReportV1)] {
    [
      ("empty", ReportV1()), ("defaults", Awkward.defaults), ("zero", Awkward.extreme(0)),
      ("most", Awkward.extreme(.mostReported)), ("least", Awkward.extreme(-.mostReported)),
      ("hostile", Self.hostile), ("many", Self.many),
    ]
  }

  /// Names as no one should choose them.
  static var hostile: ReportV1 {
    let names = [
      "\u{1B}[2J\u{1B}]0;owned\u{7}", "漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字", "e\u{301}\u{301}\u{301}",
      "\u{301}\u{301}", "\u{202E}gnp.exe", "\u{9B}31m", "👨‍👩‍👧‍👦👨‍👩‍👧‍👦", "a\nb\r\tc", "",
      String(repeating: "x", count: 500),
    ]
    let connections = names.enumerated().map { index, name in
      ReportV1.Connection(
        id: index + 1, peer: .init(address: name, name: name), disconnect: nil,
        notifications: [
          .init(uuid: name, count: 1, decoded: .init(count: 1, first: name, last: name))
        ],
        transfers: [.init(id: 1, uuid: name, payloadType: name, ending: .captureEnded)])
    }
    let advertisers = names.map { ReportV1.Advertiser(address: $0, name: $0, serviceUuids: [$0]) }
    return ReportV1(
      captures: [.init(advertisers: advertisers, connections: connections)],
      findings: names.map { .init(rule: $0, message: $0, advice: $0) })
  }

  static var many: ReportV1 {
    let connections = (1...300).map { id in
      ReportV1.Connection(
        id: id, handle: id, peer: .init(address: "C0:00:00:00:00:\(id % 90 + 10)"),
        disconnect: id % 3 == 0 ? .init(frame: id, reason: 0x13, name: "Remote User") : nil,
        transfers: [.init(id: 1, payloadBytes: id, ending: .captureEnded)])
    }
    let findings = (1...200).map {
      ReportV1.Finding(
        rule: "rule-\($0)", connection: $0 % 5 + 1, frames: [$0], message: "No. \($0).")
    }
    return ReportV1(captures: [.init(connections: connections)], findings: findings)
  }

  static let status = LiveStatus(
    source: "hci0 \u{1B}[31m漢", records: 1_234_567, recordsPerSecond: 999.6, dropped: 3,
    elapsedUs: 65_000_000, recording: .init(path: "/tmp/\u{202E}x", bytes: 1_000_000),
    note: "hci0 was \u{7}unplugged")

  static let states: [ScreenState] = {
    var picked = ScreenState()
    picked.pickedConnection = 1
    var scrolled = ScreenState()
    scrolled.findingsOffset = 7
    scrolled.isPaused = true
    var lost = ScreenState()
    lost.pickedConnection = -5
    lost.findingsOffset = .min
    var far = ScreenState()
    far.findingsOffset = .max
    var help = ScreenState()
    help.isHelpOpen = true
    return [ScreenState(), picked, scrolled, lost, far, help]
  }()

  @Test("has exactly its size, and nothing in it acts on the terminal", arguments: sizes)
  func fits(columns: Int, rows: Int) {
    for (name, report) in Self.reports {
      for state in Self.states {
        for unicode in [true, false] {
          let lines = LiveScreen.lines(
            report: report, status: Self.status, state: state, columns: columns, rows: rows,
            color: false, unicode: unicode)
          #expect(lines.count == rows, "\(name)")
          for line in lines {
            #expect(Printable.width(line) <= columns, "\(name): \(line)")
            #expect(line == Printable.escape(line, unicode: unicode), "\(name): \(line)")
          }
        }
      }
    }
  }

  @Test("colour adds styles, and changes no character")
  func colour() {
    for (_, report) in Self.reports {
      func draw(color: Bool) -> [String] {
        LiveScreen.lines(
          report: report, status: Self.status, state: ScreenState(), columns: 80, rows: 24,
          color: color)
      }
      let coloured = draw(color: true)
      #expect(coloured.map(withoutStyles) == draw(color: false))
      #expect(coloured.contains { $0.contains("\u{1B}[") })
      // A style that is not ended would run into the next line.
      for line in coloured { #expect(!line.contains("\u{1B}") || line.contains("\u{1B}[0m")) }
    }
  }

  private func withoutStyles(_ text: String) -> String {
    text.split(separator: "\u{1B}[", omittingEmptySubsequences: false).enumerated()
      .map { index, part in index == 0 ? part : part.drop { $0 != "m" }.dropFirst() }.joined()
  }

  // MARK: What it shows

  private func screen(
    _ report: ReportV1, _ status: LiveStatus = LiveStatus(source: "hci0"),
    _ state: ScreenState = ScreenState(), columns: Int = 100, rows: Int = 30
  ) -> String {
    LiveScreen.lines(
      report: report, status: status, state: state, columns: columns, rows: rows, color: false
    ).joined(separator: "\n")
  }

  private func report(_ connections: [ReportV1.Connection]) -> ReportV1 {
    ReportV1(captures: [.init(connections: connections)])
  }

  @Test("the link: interval, MTU, PHY, RSSI with its course")
  func link() {
    var status = LiveStatus(source: "hci0")
    var connection = ReportV1.Connection(
      id: 1, peer: .init(address: "C0:FF:EE:00:00:01", name: "Strap"),
      parameters: [.init(intervalUs: 30_000), .init(intervalUs: 48_750)],
      phys: [.init(tx: .le2M, rx: .le1M)], mtu: .init(effective: 185))
    for (step, rssi) in [-80, -70, -60, -50].enumerated() {
      connection.rssi = .init(count: step + 1, last: rssi)
      status.history.observe(.init(connections: [connection]), elapsedUs: step * 1_000_000)
    }
    let text = screen(report([connection]), status)
    for fact in ["\"Strap\"", "48.75 ms", "185", "2M/1M", "-50 dBm", "▁▃▆█"] {
      #expect(text.contains(fact), "\(fact)")
    }
    #expect(!text.contains("30 ms"))
  }

  @Test("what is not known is a dash")
  func unknown() {
    let text = screen(report([.init(id: 1, mtu: .init())]))
    let row = text.split(separator: "\n").first { $0.contains("  1  ") }
    #expect(row?.contains("unknown") == true)
    #expect(row?.contains(" 23 ") == false)
    #expect(text.contains("drops unknown"))
    #expect(screen(ReportV1(), LiveStatus(dropped: 7)).contains("7 dropped"))
  }

  @Test("a running transfer that gets nothing is silent, while it lasts")
  func silence() {
    let transfer = ReportV1.Transfer(
      id: 1, payloadBytes: 1_000, chunks: 50, startUs: 1_000_000, durationUs: 500_000,
      throughputBytesPerS: 2_000,
      gapUs: .init(p50: 20_000), ending: .captureEnded)
    var connection = ReportV1.Connection(id: 1, endUs: 1_500_000, transfers: [transfer])
    #expect(screen(report([connection]), LiveStatus(elapsedUs: 1_590_000)).contains("running"))
    let silent = screen(report([connection]), LiveStatus(elapsedUs: 2_750_000))
    #expect(silent.contains("silent 1.25 s"))
    #expect(silent.contains("2,000 B/s"))
    // A report that is older than the last records knows nothing of them.
    var older = LiveStatus(elapsedUs: 2_750_000, isReportCurrent: false)
    var capture = ReportV1.Capture(durationUs: 1_550_000, connections: [connection])
    #expect(screen(ReportV1(captures: [capture]), older).contains("running"))
    capture.durationUs = 2_000_000
    older.elapsedUs = 2_000_000
    #expect(screen(ReportV1(captures: [capture]), older).contains("silent 500 ms"))
    // A long interval makes a longer wait usual.
    connection.parameters = [.init(intervalUs: 400_000)]
    #expect(screen(report([connection]), LiveStatus(elapsedUs: 2_750_000)).contains("running"))
    connection.disconnect = .init(reason: 0x13, name: "Remote User Terminated Connection")
    let over = screen(report([connection]), LiveStatus(elapsedUs: 2_750_000))
    #expect(over.contains("incomplete") && over.contains("ended: "))
  }

  @Test("values that stop coming are silent, before anybody knows of a transfer")
  func silentValues() {
    let stream = ReportV1.NotificationStream(
      valueHandle: 9, count: 50, bytes: 1_000, lastFrame: 60, gapUs: .init(p50: 30_000))
    var connection = ReportV1.Connection(
      id: 1, lastFrame: 60, endUs: 1_000_000, notifications: [stream])
    var status = LiveStatus(source: "hci0", elapsedUs: 1_100_000)
    status.history.observe(.init(connections: [connection]), elapsedUs: 1_100_000)
    #expect(screen(report([connection]), status).contains("active"))
    // Other records come, and no values.
    connection.lastFrame = 70
    connection.endUs = 2_000_000
    status.elapsedUs = 2_250_000
    status.history.observe(.init(connections: [connection]), elapsedUs: 2_250_000)
    #expect(screen(report([connection]), status).contains("silent 1.25 s"))
    connection.transfers = [.init(valueHandle: 9, complete: true)]
    #expect(!screen(report([connection]), status).contains("silent"))
  }

  @Test("that a running transfer has no end yet is no finding on the screen")
  func runningIsNoFinding() {
    let transfer = ReportV1.Transfer(id: 1, ending: .captureEnded)
    let connection = ReportV1.Connection(id: 1, transfers: [transfer])
    func finding(_ ending: ReportV1.TransferEnding) -> ReportV1.Finding {
      .init(
        rule: "transfer-incomplete", connection: 1, message: "It ended.",
        evidence: ([.ending: .string(ending.rawValue)] as EvidenceList).keyed,
        traits: .transferEnding)
    }
    var report = report([connection])
    report.findings = [finding(.captureEnded)]
    #expect(screen(report).contains("No findings so far."))
    report.findings = [finding(.unsubscribed)]
    #expect(screen(report).contains("It ended."))
  }

  @Test("a finding of several connections is shown for each of them")
  func covered() {
    var report = report([.init(id: 1), .init(id: 2), .init(id: 3)])
    report.findings = [.init(rule: "x", connection: 1, message: "m", connections: [1, 3])]
    for (id, isShown) in [(1, true), (2, false), (3, true)] {
      var state = ScreenState()
      state.pickedConnection = id
      let view = ScreenView(
        report: report, status: LiveStatus(), state: state, unicode: true)
      #expect(view.findings.count == (isShown ? 1 : 0), "\(id)")
    }
    #expect(screen(report).contains("connections 1, 3") || screen(report).contains("1,\u{A0}3"))
  }

  @Test("open connections come first; one whose handle or controller went is not open")
  func order() {
    func connection(_ id: Int, handle: Int, controller: Int = 0, closed: Bool = false)
      -> ReportV1.Connection
    {
      .init(
        id: id, controller: controller, handle: handle, peer: .init(address: "peer \(id)"),
        lastFrame: id * 10, disconnect: closed ? .init(reason: 0x08) : nil)
    }
    var capture = ReportV1.Capture(connections: [
      connection(1, handle: 64), connection(2, handle: 65, closed: true),
      connection(3, handle: 66), connection(4, handle: 64),
      connection(5, handle: 64, controller: 1), connection(6, handle: 67),
    ])
    capture.connections[4].end = .init(frame: 55, cause: .controllerGone)
    let view = ScreenView(
      report: ReportV1(captures: [capture]), status: LiveStatus(), state: ScreenState(),
      unicode: true)
    #expect(view.order.map { capture.connections[$0].id } == [6, 4, 3, 5, 2, 1])
    #expect(Set(view.open.map { capture.connections[$0].id }) == [6, 4, 3])
  }

  @Test("the newest findings come first")
  func newestFirst() throws {
    let text = screen(Self.many, rows: 50)
    let latest = try #require(text.range(of: "No. 200."))
    let next = try #require(text.range(of: "No. 199."))
    #expect(latest.lowerBound < next.lowerBound)
    #expect(text.contains("of 200, the newest first"))
  }
}
