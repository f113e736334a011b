import Testing

@testable import Comparison
@testable import Report

@Suite("Budgets")
struct BudgetTests {
  private func budget(_ text: String) throws -> Budget { try Budget(parsing: Array(text.utf8)) }

  private func fault(_ text: String) -> String {
    do throws(BudgetError) {
      _ = try Budget(parsing: Array(text.utf8))
      return "none"
    } catch {
      return (error.line.map { "\($0): " } ?? "") + error.message
    }
  }

  @Test("one rule a line; comments and blank lines are passed over")
  func lines() throws {
    let budget = try budget(
      """
      # a comment
      mtu >= 185

        transfer[2a37].duration_us<=1.5s   # with a reason
      device["the \\"best\\" one"].stalls == 0\r
      device[66:0d:f3:0a:7b:1c].notifications.gap_us.p99 < 250ms
      writes[9D534E8B-2153-4F6D-B2B0-8C68665A7274].gaps != 3
      transfer.complete == yes
      rssi.mean > -80.5
      findings.error == 0
      """)
    #expect(budget.rules.map(\.line) == [2, 4, 5, 6, 7, 8, 9, 10])
    #expect(
      budget.rules.map(\.measure) == [
        .init(scope: .connection, uuid: nil, name: "mtu"),
        .init(scope: .transfer, uuid: "2A37", name: "duration_us"),
        .init(scope: .connection, uuid: nil, name: "stalls"),
        .init(scope: .notifications, uuid: nil, name: "gap_us.p99"),
        .init(scope: .writes, uuid: "9D534E8B-2153-4F6D-B2B0-8C68665A7274", name: "gaps"),
        .init(scope: .transfer, uuid: nil, name: "complete"),
        .init(scope: .connection, uuid: nil, name: "rssi.mean"),
        .init(scope: .capture, uuid: nil, name: "findings.error"),
      ])
    #expect(budget.rules.map(\.limit) == [185, 1_500_000, 0, 250_000, 3, 1, -80.5, 0])
    #expect(budget.rules[1].text == "transfer[2a37].duration_us<=1.5s")
    #expect(
      budget.rules.map(\.relation.rawValue) == [">=", "<=", "==", "<", "!=", "==", ">", "=="])
    #expect(budget.rules[2].device == "the \"best\" one")
    #expect(budget.rules[3].device == "66:0d:f3:0a:7b:1c")
  }

  static let faults: [(text: String, message: String)] = [
    ("", "has no limit"),
    ("# nothing\n", "has no limit"),
    (
      "mtuu >= 3",
      "1: names 'mtuu', which is not a measure; 'bletrace help budget' lists the "
        + "measures"
    ),
    ("\ntransfer >= 3", "2: names 'transfer', which is not a measure"),
    ("transfer.mtu >= 3", "1: names 'transfer.mtu', which is not a measure"),
    ("capture.connections >= 3", "1: names 'capture.connections', which is not a measure"),
    ("mtu 185", "1: needs one of >=, <=, ==, !=, > and < after its measure"),
    ("mtu = 185", "1: needs one of >="),
    ("mtu >=", "1: missing value"),
    ("mtu >= 1e5", "1: '1e5' is not a value for this measure"),
    ("mtu >= nan", "1: 'nan' is not a value for this measure"),
    ("mtu >= --3", "1: '--3' is not a value for this measure"),
    ("mtu >= 3.", "1: '3.' is not a value for this measure"),
    ("mtu >= 185ms", "1: '185ms' is not a value for this measure"),
    ("mtu >= ٣", "1: '٣' is not a value for this measure"),
    ("stall_us <= 3m", "1: '3m' is not a value for this measure"),
    ("stall_us <= 3 m", "1: has text after its value"),
    (
      "mtu >= 23\n  stall_us   <= 1500000 # why",
      "2: a time needs a unit (us, ms or s); earlier versions took microseconds: stall_us   "
        + "<= 1.5 s"
    ),
    (
      "stall_us <= 110000\nstall_us <= 3\ndevice[A].phases.connect.duration_us < 1",
      "1: a time needs a unit (us, ms or s); earlier versions took microseconds: stall_us <= "
        + "110 ms (and 2 more lines with the same error)"
    ),
    ("stall_us <= 1\nmtuu >= 3", "2: names 'mtuu'"),
    ("transfer.complete == 1", "1: the value must be yes or no"),
    ("mtu >= 185 bytes", "1: has text after its value"),
    (">= 3", "1: must begin with a measure"),
    ("device.mtu >= 3", "1: needs a name in brackets"),
    ("device[\"BCS\"]mtu >= 3", "1: needs a dot after device[...]"),
    ("device[\"BCS\" ].mtu >= 3", "1: needs a ] after the closing quote"),
    ("device[\"BCS.mtu >= 3", "1: has no closing bracket ]"),
    ("transfer[BCS].gaps == 0", "1: has 'BCS' for a UUID"),
    ("transfer[2A3].gaps == 0", "1: has '2A3' for a UUID"),
    ("transfer[2A37", "1: has no closing bracket ]"),
  ]

  @Test("what is no rule is refused with its line", arguments: faults.indices)
  func refused(index: Int) {
    let (text, message) = Self.faults[index]
    #expect(fault(text).hasPrefix(message), "\(text): \(fault(text))")
  }

  @Test("a number may stand apart from its unit, and a rate may have one")
  func units() throws {
    let rules = """
      stall_us <= 110 ms
      stall_us <= 1.5 s # why
      stall_us <= 40\tus
      transfer.throughput_bytes_per_s >= 20 kB/s
      transfer.throughput_bytes_per_s >= 1.5MB/s
      transfer.throughput_bytes_per_s >= 900 B/s
      transfer.throughput_bytes_per_s >= 900
      """
    let parsed = try budget(rules).rules
    #expect(parsed.map(\.limit) == [110_000, 1_500_000, 40, 20_000, 1_500_000, 900, 900])
    #expect(parsed[0].text == "stall_us <= 110 ms")
  }

  @Test("a budget is bounded, and is text")
  func bounds() throws {
    let line = "mtu >= 1\n"
    #expect(
      fault(String(repeating: line, count: Budget.ruleLimit + 1))
        == "10001: a budget has at most 10,000 limits")
    #expect(try budget(String(repeating: line, count: Budget.ruleLimit)).rules.count == 10_000)
    #expect(
      fault(String(repeating: "#", count: Budget.byteLimit + 1))
        == "is longer than 1 MiB: not a budget")
    var message = ""
    do throws(BudgetError) {
      _ = try Budget(parsing: [0xFF, 0xFE])
    } catch {
      message = error.message
    }
    #expect(message == "is not a budget: not UTF-8 text")
  }

  // MARK: Checking

  private func outcomes(_ rules: String, on folder: String) throws -> [BudgetOutcome] {
    try budget(rules).check(try sampleReport(folder))
  }

  @Test("rules hold or are broken by what was measured")
  func checked() throws {
    let rules = """
      mtu >= 185
      mtu >= 186
      mtu == 185
      mtu != 185
      transfer.complete == yes
      transfer.gaps == 0
      transfer.payload_bytes < 3000
      transfer[7D1E5C01-2A64-4B0F-8C35-91F2A0D64E17].throughput_bytes_per_s >= 20000
      device["Logbook"].stalls == 0
      device[E6:02:9F:41:7C:D8].mtu > 184
      findings.error == 0
      connections <= 1
      """
    let outcomes = try outcomes(rules, on: "pair-good")
    #expect(
      outcomes.map(\.holds) == [
        true, false, true, false, true, true, false, true, true, true, true, true,
      ])
    #expect(outcomes[1].value == 185 && outcomes[1].statement == "is 185 on \"Logbook\"")
    #expect(
      outcomes[6].statement
        == "is 3231 on \"Logbook\", transfer 2 of 7D1E5C01-2A64-4B0F-8C35-91F2A0D64E17")
  }

  @Test("a rule about something that the capture does not have is broken, and says so")
  func absent() throws {
    let rules = """
      notifications[2A37].gaps == 0
      transfer[2A37].gaps == 0
      device["Absent"].mtu >= 23
      rssi.mean >= -80
      writes.gaps == 0
      """
    let outcomes = try outcomes(rules, on: "pair-good")
    #expect(outcomes.allSatisfy { !$0.holds && $0.value == nil })
    #expect(
      outcomes.map(\.statement) == [
        "there are no notifications of 2A37",
        "there is no transfer of 2A37",
        "there is no connection with \"Absent\"",
        "the capture does not show it",
        "there are no writes",
      ])
    let nothing = try budget("mtu >= 23").check(run([]).asReport)
    #expect(nothing.map(\.statement) == ["there is no connection"])
  }

  @Test("every measure can be named in a rule, and has a value in some sample")
  func everyMeasure() throws {
    let folders = [
      "pair-good", "heart-rate-central", "fault-weak-signal", "transfer-writes-central",
      "fault-doubled-chunk", "picture-central", "fault-pairing-failed", "framing-smp-central",
    ]
    let runs = try folders.flatMap { try sampleRuns($0) }
    for scope in BudgetMeasure.Scope.allCases {
      for known in BudgetMeasure.known(in: scope) {
        let (name, unit) = (known.name, known.unit)
        let prefix = [.capture, .connection].contains(scope) ? "" : "\(scope.rawValue)."
        let limit = unit == .yesOrNo ? "yes" : unit == .microseconds ? "0 s" : "0"
        let rule = try budget("\(prefix)\(name) == \(limit)").rules[0]
        #expect(rule.measure == BudgetMeasure(scope: scope, uuid: nil, name: name))
        #expect(runs.contains { rule.check($0).value != nil }, "\(prefix)\(name)")
      }
    }
  }

  // MARK: Writing

  @Test("a budget made from a run is kept by it, in every sample", arguments: sampleFolders)
  func written(folder: String) throws {
    let runs = try sampleRuns(folder)
    guard runs.contains(where: { !$0.capture.connections.isEmpty }) else { return }
    let budget = try Budget(parsing: BudgetWriter.write(for: runs))
    #expect(budget.rules.count >= 3)
    for outcome in budget.check(runs) where !outcome.holds {
      Issue.record("\(outcome.rule.text): \(outcome.statement)")
    }
  }

  @Test("and is broken by the story gone wrong")
  func broken() throws {
    let budget = try Budget(parsing: BudgetWriter.write(for: try sampleRuns("pair-good")))
    func brokenRules(_ folder: String) throws -> [String] {
      let runs = try sampleRuns(folder)
      return budget.check(runs).filter { !$0.holds }.map {
        $0.rule.measure.scope.rawValue + "." + $0.rule.measure.name
      }
    }
    #expect(try brokenRules("pair-good-elsewhere") == [])
    #expect(try brokenRules("pair-slower") == ["transfer.throughput_bytes_per_s"])
    #expect(
      try brokenRules("pair-small-mtu")
        == ["connection.mtu", "transfer.throughput_bytes_per_s", "transfer.chunk_bytes"])
    #expect(
      try brokenRules("pair-marker-lost") == ["capture.findings.warning", "transfer.complete"])
    #expect(
      try brokenRules("pair-stall")
        == ["capture.findings.warning", "transfer.throughput_bytes_per_s", "transfer.gaps"])
  }

  @Test("several devices have rules of their own, and names from the air are no trouble")
  func names() throws {
    let nasty = "a\"b\\c]#\u{1B}[31m"
    let runs = [
      run([
        .init(id: 1, peer: .init(address: "66:0D:F3:0A:7B:1C", name: "q\"]\\ # x")),
        .init(id: 2, peer: .init(address: "66:0D:F3:0A:7B:1D", name: nasty)),
        .init(id: 3, peer: .init(address: "66:0D:F3:0A:7B:1E")),
      ])
    ]
    let text = BudgetWriter.write(for: runs)
    #expect(!text.contains(0x1B))
    let budget = try Budget(parsing: text)
    #expect(
      Set(budget.rules.compactMap(\.device))
        == ["q\"]\\ # x", "66:0D:F3:0A:7B:1D", "66:0D:F3:0A:7B:1E"])
    #expect(budget.check(runs).allSatisfy { $0.holds })
  }

  /// Such a mark makes one character of itself and the quote, bracket or dot before it.
  @Test("a budget can name a device whose name begins with a combining mark")
  func marks() throws {
    let name = "\u{301}a\\\u{301}\"\u{301}"
    let runs = [
      run([
        .init(id: 1, peer: .init(address: "66:0D:F3:0A:7B:1C", name: name)),
        .init(id: 2, peer: .init(address: "66:0D:F3:0A:7B:1D", name: "BCS")),
      ])
    ]
    let budget = try Budget(parsing: BudgetWriter.write(for: runs))
    #expect(Set(budget.rules.compactMap(\.device)) == [name, "BCS"])
    #expect(fault("device[a]\u{301}.mtu >= 23").contains("needs a dot after"))
  }

  @Test(
    "what a report says in the place of a UUID, and is none, has no limit (a fuzzer's find)")
  func malformedUUID() throws {
    var runs = try sampleRuns("pair-good")
    let before = try Budget(parsing: BudgetWriter.write(for: runs)).rules
    #expect(before.contains { $0.measure.scope == .transfer })
    let malformed = "9E4C311-7DB52-41F6-8A0E-D21C5F6A7B93"
    for run in runs.indices {
      for link in runs[run].capture.connections.indices {
        for index in runs[run].capture.connections[link].transfers.indices {
          runs[run].capture.connections[link].transfers[index].uuid = malformed
        }
      }
    }
    let rules = try Budget(parsing: BudgetWriter.write(for: runs)).rules
    #expect(!rules.isEmpty)
    #expect(!rules.contains { $0.measure.scope == .transfer })
  }

  @Test("limits are rounded to two digits, away from the measured value")
  func rounding() {
    #expect(BudgetWriter.roundedUp(1_234_567) == 1_300_000)
    #expect(BudgetWriter.roundedDown(1_299_999) == 1_200_000)
    #expect(BudgetWriter.roundedUp(99.5) == 100 && BudgetWriter.roundedUp(30_000) == 30_000)
    #expect(BudgetWriter.roundedDown(0.4) == 0 && BudgetWriter.roundedDown(-3) == 0)
  }

  @Test("limits have units that a person reads")
  func readable() throws {
    let text = String(
      decoding: BudgetWriter.write(for: try sampleRuns("pair-good")), as: UTF8.self)
    #expect(text.contains("\natt.latency_us.p95 <= "))
    for line in text.split(separator: "\n") where line.contains("_us") {
      #expect(line.contains(/<= [0-9.]+ (us|ms|s)  #/), "\(line)")
    }
    #expect(text.contains(/throughput_bytes_per_s >= [0-9.]+ kB\/s  #/))
  }

  @Test("a connection that the host called off is no failure")
  func calledOff() throws {
    var capture = ReportV1.Capture()
    capture.connectionFailures = [
      ReportV1.ConnectionFailure(frame: 4, status: 0x02),
      ReportV1.ConnectionFailure(frame: 9, status: 0x3E),
    ]
    let measure = try #require(CaptureMeasures.all.first { $0.name == "connection_failures" })
    #expect(measure.value(Run(name: "a", capture: capture, findings: [])) == 1)
  }
}

extension Run {
  fileprivate var asReport: ReportV1 { ReportV1(captures: [capture], findings: findings) }
}
