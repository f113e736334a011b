import Testing

@testable import Rendering
@testable import Report

@Suite("The keys of the live screen")
struct ScreenStateTests {
  private static let report = LiveScreenTests.many
  /// As they stand on the screen: the open ones, the newest first.
  private static let openIDs = (1...300).filter { $0 % 3 != 0 }.reversed() as [Int]

  private func press(
    _ keys: [ScreenKey], from state: ScreenState = ScreenState(), in report: ReportV1 = report,
    columns: Int = 80, rows: Int = 24
  ) -> ScreenState {
    keys.reduce(state) {
      $0.pressing($1, report: report, status: LiveStatus(), columns: columns, rows: rows)
    }
  }

  @Test("characters stand for keys")
  func characters() {
    #expect(ScreenKey("q") == .quit)
    #expect(ScreenKey(" ") == .pause && ScreenKey("p") == .pause)
    #expect(ScreenKey("j") == .down && ScreenKey("k") == .up)
    #expect(ScreenKey("?") == .help)
    #expect(ScreenKey("x") == nil && ScreenKey("\u{7}") == nil)
  }

  @Test("quit, pause and help")
  func plain() {
    #expect(press([.quit]).hasQuit)
    #expect(press([.pause]).isPaused)
    #expect(!press([.pause, .pause]).isPaused)
    #expect(press([.help]).isHelpOpen)
    #expect(!press([.help, .escape]).isHelpOpen)
  }

  @Test("down and up pick connections, and stop at the ends")
  func picking() {
    #expect(press([.up]).pickedConnection == nil)
    #expect(press([.down]).pickedConnection == Self.openIDs[0])
    #expect(press([.down, .down, .down]).pickedConnection == Self.openIDs[2])
    #expect(press([.down, .down, .up]).pickedConnection == Self.openIDs[0])
    #expect(press([.down, .up]).pickedConnection == nil)
    #expect(press([.down, .escape]).pickedConnection == nil)
    #expect(press(Array(repeating: .down, count: 400)).pickedConnection == 3)
    #expect(press([.down, .up], in: ReportV1()).pickedConnection == nil)
  }

  @Test("the picked connection stays in sight", arguments: [(40, 10), (80, 24), (200, 50)])
  func inSight(columns: Int, rows: Int) {
    var state = ScreenState()
    for _ in 0..<60 {
      state = press([.down], from: state, columns: columns, rows: rows)
      let lines = LiveScreen.lines(
        report: Self.report, status: LiveStatus(), state: state, columns: columns, rows: rows,
        color: false)
      #expect(lines.contains { $0.contains("▸\(state.pickedConnection ?? 0)") })
    }
  }

  @Test("pages of findings show each of them once", arguments: [(40, 10), (80, 24), (200, 50)])
  func paging(columns: Int, rows: Int) {
    var state = ScreenState()
    var seen: [Int] = []
    for _ in 0..<200 {
      let lines = LiveScreen.lines(
        report: Self.report, status: LiveStatus(), state: state, columns: columns, rows: rows,
        color: false)
      let shown = lines.compactMap { line in
        line.firstRange(of: "No. ").map { Int(line[$0.upperBound...].prefix { $0.isNumber }) ?? 0 }
      }
      let before = state
      state = press([.pageDown], from: state, columns: columns, rows: rows)
      seen += shown
      if state == before {
        #expect(shown.last == 1)
        break
      }
      #expect(state.findingsOffset <= before.findingsOffset + shown.count)
    }
    #expect(Set(seen) == Set(1...200))
    #expect(press([.pageUp, .pageDown, .pageUp], from: ScreenState()).findingsOffset == 0)
    #expect(press([.end, .home]).findingsOffset == 0)
    let end = press([.end], columns: columns, rows: rows)
    #expect(press([.pageDown], from: end, columns: columns, rows: rows) == end)
    #expect(end.findingsOffset > 100)
  }

  @Test("no key fails on any screen")
  func anything() {
    for (_, report) in LiveScreenTests.reports {
      for state in LiveScreenTests.states {
        for key in ScreenKey.allCases {
          for (columns, rows) in [(0, 0), (1, 1), (40, 10), (200, 50)] {
            let next = press([key], from: state, in: report, columns: columns, rows: rows)
            #expect(next.findingsOffset >= 0 || next.findingsOffset == state.findingsOffset)
          }
        }
      }
    }
  }
}

@Suite("The recent past of connections")
struct LiveHistoryTests {
  private func capture(
    _ bytes: Int, rssi: Int? = nil, count: Int = 0, id: Int = 1
  ) -> ReportV1.Capture {
    .init(connections: [
      .init(
        id: id, notifications: [.init(bytes: bytes)],
        rssi: rssi.map { .init(count: count, last: $0) })
    ])
  }

  @Test("rates are over a second at least")
  func rates() {
    var history = LiveHistory()
    history.observe(capture(1_000), elapsedUs: 0)
    history.observe(capture(1_500), elapsedUs: 500_000)
    #expect(history.courses[1]?.rates == [])
    history.observe(capture(3_000), elapsedUs: 2_000_000)
    #expect(history.courses[1]?.rates == [1_000])
    // The clock went back: nothing is known of that time.
    history.observe(capture(4_000), elapsedUs: 100_000)
    history.observe(capture(4_000), elapsedUs: 1_100_000)
    #expect(history.courses[1]?.rates == [1_000, 0])
  }

  @Test("a measurement counts once, and only some are kept")
  func signal() {
    var history = LiveHistory()
    for step in 1...40 {
      history.observe(capture(0, rssi: -step, count: step), elapsedUs: step)
      history.observe(capture(0, rssi: -step, count: step), elapsedUs: step)
    }
    #expect(history.courses[1]?.signal == (25...40).map { -Double($0) })
  }

  @Test("the number of connections is bounded")
  func bound() {
    var history = LiveHistory()
    for id in 1...500 { history.observe(capture(0, id: id), elapsedUs: 0) }
    #expect(history.courses.count == LiveHistory.connectionLimit)
    var extreme = LiveHistory()
    for n in [Int.mostReported, -Int.mostReported, 0] {
      extreme.observe(Awkward.extreme(n).captures[0], elapsedUs: n)
      extreme.observe(.init(connections: [.init(id: n)]), elapsedUs: -.mostReported)
      extreme.observe(.init(connections: [.init(id: n)]), elapsedUs: .mostReported)
    }
    #expect(!extreme.courses.isEmpty)
  }
}
