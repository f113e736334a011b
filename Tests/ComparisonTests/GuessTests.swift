import Foundation
import Testing

@testable import Comparison
@testable import Report

/// A comparison of strangers is reported, and fails no build.
@Suite("Guesses")
struct GuessTests {
  typealias Connection = ReportV1.Connection

  private func connection(
    _ name: String?, _ address: String?, mtu: Int = 185, uuids: [String] = [],
    type: String = "random-static"
  ) -> Connection {
    var connection = Connection(
      transport: .le, role: .central,
      peer: .init(address: address, addressType: address.map { _ in type }, name: name),
      gatt: .init(services: uuids.map { .init(uuid: $0, startHandle: 1, endHandle: 9) }))
    (connection.mtu.effective, connection.mtu.frame) = (mtu, 5)
    return connection
  }

  private func report(
    _ base: [Connection], _ new: [Connection],
    _ change: (inout ComparisonOptions) -> Void = { _ in }
  ) -> DiffReport {
    var options = ComparisonOptions()
    change(&options)
    return DiffReport(
      bletrace: "0", comparison: compare(base: [run(base)], new: [run(new)], options: options))
  }

  @Test("each pair says how it was matched")
  func bases() {
    func basis(_ base: Connection, _ new: Connection) -> MatchBasis? {
      report([base], [new]).comparison.matches.first?.basis
    }
    #expect(basis(connection("A", "1"), connection("B", "1")) == .address)
    let identity = connection("A", "1", type: "public-identity")
    #expect(basis(identity, identity) == .identity)
    #expect(basis(connection("A", "1"), connection("A", "2")) == .name)
    #expect(
      basis(connection(nil, "1", uuids: ["180D"]), connection("X", "2", uuids: ["180D"]))
        == .services)
    #expect(basis(connection(nil, nil), connection(nil, nil)) == .nothing)
    #expect(basis(connection("A", "1"), connection("B", "2")) == nil)
  }

  @Test("what is worse on a guess does not count, unless it was asked for")
  func guess() {
    let base = connection(nil, "1", uuids: ["180D"])
    let new = connection("X", "2", mtu: 23, uuids: ["180D"])
    let guess = report([base], [new])
    #expect(guess.isGood && guess.comparison.measures(.unsure) == ["mtu"])
    #expect(guess.summary.contains("1 worse if it is the same device"))
    #expect(guess.comparison.entries.first { $0.measure == "mtu" }?.match == .services)
    #expect(!report([base], [new]) { $0.leastMatch = .services }.isGood)
    #expect(
      !report([connection(nil, nil)], [connection(nil, nil, mtu: 23)]) {
        $0.leastMatch = .nothing
      }.isGood)
    #expect(report([connection(nil, nil)], [connection(nil, nil, mtu: 23)]).isGood)
    // A name is no guess, but it may be taken for one.
    let (one, other) = (connection("A", "1"), connection("A", "2", mtu: 23))
    #expect(!report([one], [other]).isGood)
    #expect(report([one], [other]) { $0.leastMatch = .address }.isGood)
  }

  @Test("what is found about a capture as a whole is no fault of a device, however it was matched")
  func captures() {
    func report(_ base: [Connection], _ new: [Connection], least: MatchBasis = .name) -> DiffReport
    {
      var worse = run(new)
      worse.findings = [
        .init(rule: "capture-one-way", severity: .warning, frames: [1], message: "m")
      ]
      var options = ComparisonOptions()
      options.leastMatch = least
      return DiffReport(
        bletrace: "0", comparison: compare(base: [run(base)], new: [worse], options: options))
    }
    let (stranger, known) = (connection(nil, nil), connection("A", "1"))
    for report in [
      report([stranger], [stranger]), report([stranger], [stranger], least: .nothing),
      report([stranger, known], [stranger, known]),
    ] {
      #expect(report.isGood)
      #expect(report.comparison.measures(.different) == ["finding.capture-one-way"])
    }
  }

  @Test("a guess is reported in every form")
  func forms() throws {
    let report = report(
      [connection(nil, "66:0D:F3:0A:7B:1C", uuids: ["180D"])],
      [connection("X", "66:0D:F3:0A:7B:1D", mtu: 23, uuids: ["180D"])])
    func text(_ bytes: [UInt8]) -> String {
      String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        .joined(separator: " ")
    }
    let words = "by their services: a guess, not counted (count it with --match services)"
    #expect(text(DiffText.render(report)).contains("\"X\", connection 0 with 0: " + words))
    #expect(text(DiffText.render(report)).contains("Worse, if it is the same device"))
    #expect(text(DiffMarkdown.render(report)).contains(words))
    #expect(text(DiffMarkdown.render(report)).contains("| worse if it is the same device |"))
    let junit = text(DiffJUnit.render(report))
    #expect(junit.contains(words) && junit.contains("failures=\"0\""))
    #expect(junit.contains("<skipped message=\"worse if it is the same device: smaller by 88 %"))
    let github = text(DiffGitHub.render(report))
    #expect(github.contains("::warning title=worse if it is the same device,"))
    #expect(github.contains(words) && !github.contains("::error"))
    let sarif = text(DiffSARIF.render(report))
    #expect(sarif.contains(words) && sarif.contains("\"level\": \"note\""))
    let json = text(DiffJSON.render(report))
    #expect(json.contains("\"match\": \"services\", \"counts\": false"))
    #expect(json.contains("\"verdict\": \"unsure\"") && json.contains("\"unsure\": 1"))
  }

  @Test("strangers that one side has are different, and fail no build")
  func strangers() {
    let shared = connection("A", "1")
    let gone = report([shared, connection("S", "9")], [shared])
    #expect(gone.isGood && gone.comparison.measures(.different) == ["present"])
  }

  @Test("what is found about a stranger is a note to code scanning")
  func strangersFindings() {
    let shared = connection("A", "1")
    var stranger = connection("S", "9")
    (stranger.id, stranger.firstFrame) = (2, 7)
    var (base, new) = (run([shared]), run([shared, stranger]))
    base.capture.connections[0].id = 1
    new.capture.connections[0].id = 1
    for id in 1...2 {
      new.findings.append(
        .init(rule: "link-loss", severity: .error, connection: id, frames: [9], message: "m"))
    }
    let comparison = compare(base: [base], new: [new])
    #expect(comparison.findings.map(\.counts) == [true, false])
    let log = String(
      decoding: DiffSARIF.render(DiffReport(bletrace: "0", comparison: comparison)),
      as: UTF8.self)
    #expect(log.components(separatedBy: "\"level\": \"error\",").count - 1 >= 1)
    #expect(log.contains("\"level\": \"note\",") && log.contains("\"startLine\": 9"))
  }

  @Test("a device that was asked for is missed, and others are left alone")
  func device() {
    let (one, other) = (connection("A", "1"), connection("S", "9"))
    let slow = connection("S", "9", mtu: 23)
    #expect(!report([one, other], [one, slow]).isGood)
    #expect(report([one, other], [one, slow]) { $0.devices = ["A"] }.isGood)
    #expect(!report([one, other], [one, slow]) { $0.devices = ["9"] }.isGood)
    var options = ComparisonOptions()
    options.devices = ["A"]
    let runs = (0..<8).map { _ in run([one]) }
    let without = (0..<8).map { _ in run([other]) }
    #expect(compare(base: runs, new: without, options: options).isEmpty)
    let some = Array(runs[..<1]) + without[..<7]
    #expect(compare(base: runs, new: some, options: options).measures(.worse) == ["present"])
  }

  @Test("connecting more often, or longer, is different and not worse")
  func reconnects() {
    var slow = connection("A", "1")
    slow.phases = [.init(name: .connect, durationUs: 9_000_000)]
    var fast = slow
    fast.phases[0].durationUs = 100_000
    let report = report([fast], [slow, slow, slow])
    #expect(report.isGood)
    #expect(
      report.comparison.measures(.different) == ["connections", "phases.connect.duration_us"])
  }

  @Test("a first try that carried nothing does not shift what comes after it")
  func shifted() {
    var carrying = connection("A", "1")
    carrying.transfers = [.init(uuid: "FFF1", marker: "EOM", complete: true)]
    let report = report([carrying], [connection("A", "1"), carrying])
    #expect(report.isGood && report.comparison.measures(.different) == ["connections"])
  }

  @Test("a try that failed is not held against a session")
  func failedAttempts() {
    var session = connection("A", "1")
    (session.id, session.att.transactions.count) = (1, 20)
    session.disconnect = .init(frame: 9, reason: 0x16)
    var attempt = connection("A", "1", mtu: 23)
    attempt.disconnect = .init(frame: 9, reason: 0x3E)
    let report = report([session], [attempt, session])
    #expect(report.isGood && report.comparison.measures(.different) == ["connections"])
    // One that was lost later is another matter.
    attempt.disconnect?.reason = 0x08
    #expect(!self.report([session], [attempt]).isGood)
  }

  @Test("what is found in a session says nothing about tries that failed")
  func findingsAfterFailedAttempts() {
    var attempt = connection("A", "1")
    (attempt.id, attempt.disconnect) = (1, .init(frame: 9, reason: 0x3E))
    var session = connection("A", "1")
    session.id = 2
    let base = run([attempt])
    var new = run([attempt, session])
    new.findings = [
      .init(rule: "discovery-loop", severity: .warning, connection: 2, message: "m")
    ]
    #expect(compare(base: [base], new: [new]).worse.isEmpty)
    new.findings[0].connection = 1
    var known = run([attempt, session])
    known.capture.connections[1].id = 2
    #expect(compare(base: [known], new: [new]).measures(.worse) == ["finding.discovery-loop"])
  }

  @Test("bulk data that the base did not have cannot have got worse")
  func newWork() {
    var loading = connection("A", "1")
    (loading.id, loading.runs) = (1, [.init(id: 1, valueHandle: 3)])
    var idle = connection("A", "1")
    idle.id = 1
    var new = run([loading])
    new.findings = [
      .init(rule: "bulk-small-values", severity: .warning, connection: 1, message: "m")
    ]
    let first = compare(base: [run([idle])], new: [new])
    #expect(first.worse.isEmpty && first.measures(.different) == ["finding.bulk-small-values"])
    #expect(
      compare(base: [run([loading])], new: [new]).measures(.worse)
        == ["finding.bulk-small-values"])
  }

  @Test("a device that does not say its name this time is still the same one")
  func unnamed() {
    func lines(_ base: Connection, _ new: Connection) -> [String] {
      report([base], [new]).comparison.matchLines(limit: 9)
    }
    #expect(
      lines(connection("A", "66:0D:F3:0A:7B:1C"), connection(nil, "66:0D:F3:0A:7B:1C"))
        == ["\"A\", connection 0 with 0: by address"])
    #expect(
      lines(connection("A", "66:0D:F3:0A:7B:1C"), connection("B", "66:0D:F3:0A:7B:1C"))
        == ["\"A\" and \"B\", connection 0 with 0: by address"])
  }

  @Test("a finding is compared once a device, and more connections have more to find")
  func findings() {
    func side(_ count: Int, with findings: [Int]) -> Run {
      var run = run(
        (1...count).map { id in
          var connection = connection("A", "1")
          connection.id = id
          return connection
        })
      run.findings = findings.map {
        .init(rule: "mtu-late", severity: .warning, connection: $0, message: "m")
      }
      return run
    }
    #expect(compare(base: [side(1, with: [1])], new: [side(3, with: [1, 2, 3])]).worse.isEmpty)
    #expect(
      compare(base: [side(2, with: [1])], new: [side(2, with: [1, 2])]).measures(.worse)
        == ["finding.mtu-late"])
    #expect(
      compare(base: [side(2, with: [])], new: [side(3, with: [3])]).measures(.worse)
        == ["finding.mtu-late"])
  }

  @Test("values that no one asked for are not missed")
  func streams() {
    var base = connection("A", "1", uuids: ["180D"])
    base.notifications = [.init(valueHandle: 3, uuid: "2A37", count: 100)]
    #expect(report([base], [connection("A", "1", uuids: ["180D"])]).isGood)
  }

  @Test("over several runs each line names one")
  func runs() {
    let base = (1...3).map { run([connection("A", "1")], named: "base/\($0).btsnoop") }
    let new = (1...3).map {
      run([connection("A", "1", mtu: 100 - $0)], named: "new/\($0).btsnoop")
    }
    var report = DiffReport(bletrace: "0", comparison: compare(base: base, new: new))
    #expect(report.comparison.worse.map(\.run) == [2])
    func text(_ report: DiffReport) -> String {
      String(decoding: DiffText.render(report), as: UTF8.self).split(whereSeparator: \.isWhitespace)
        .joined(separator: " ")
    }
    #expect(text(report).contains("3 captures (see 3.btsnoop)"))
    report.budget = (try? Budget(parsing: Array("mtu >= 98\nmtu >= 23\n".utf8)))?.check(new)
    #expect(text(report).contains("Budget: 1 of 2 limits not met NOT MET"))
    #expect(text(report).contains("mtu >= 98: in 1 of 3 captures, in 3.btsnoop: is 97 on \"A\""))
    #expect(!text(report).contains("mtu >= 23"))
    report.showsKept = true
    #expect(text(report).contains("mtu >= 23: in 3 of 3 captures, nearest in 3.btsnoop: is 97"))
  }

  @Test("attributes of a device that only its services are known of are listed once")
  func onceADevice() {
    func twice(_ uuids: [String]) -> Run {
      run(
        [1, 2].map { id in
          ReportV1.Connection(
            id: id, transport: .le, role: .central,
            gatt: .init(
              services: uuids.enumerated().map { index, uuid in
                .init(uuid: uuid, startHandle: 10 * index + 1, endHandle: 10 * index + 9)
              }, searched: [.init(kind: .primaryServices, startHandle: 1, endHandle: 0xFFFF)]))
        })
    }
    let entries = compare(base: [twice(["FFE0", "FFF0"])], new: [twice(["FFE0"])]).entries
      .filter { $0.measure == "gatt" }
    #expect(entries.map(\.statement) == ["is missing"])
    #expect(entries.first?.verdict == .unsure)
    #expect(entries.first?.subject.connection == nil)
  }
}
