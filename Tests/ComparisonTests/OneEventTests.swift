import Testing

@testable import Comparison
@testable import Report

/// One event has one verdict, and runs that fail count also where they are few.
@Suite("One event, one verdict")
struct OneEventTests {
  typealias Connection = ReportV1.Connection
  private static let address = "66:0D:F3:0A:7B:1C"

  private func session(
    reason: UInt8 = 0x13, _ change: (inout Connection) -> Void = { _ in }
  ) -> Connection {
    var connection = Connection(
      id: 1, transport: .le, role: .central, peer: .init(address: Self.address, name: "A"))
    (connection.completeFrame, connection.lastRxFrame) = (2, 10)
    connection.disconnect = .init(frame: 99, reason: .init(reason))
    change(&connection)
    return connection
  }

  private func finding(
    _ rule: String, _ severity: ReportV1.Severity, connection: Int? = 1
  ) -> ReportV1.Finding {
    .init(rule: rule, severity: severity, connection: connection, message: "It was found.")
  }

  private func verdicts(_ base: [Run], _ new: [Run], _ measure: String) -> [Comparison.Verdict] {
    compare(base: base, new: new).entries.filter { $0.measure == measure }.map(\.verdict)
  }

  @Test("what is found about the capture itself is never a regression")
  func capture() {
    let good = run([session()])
    for rule in ["capture-cut", "capture-drops", "capture-truncated"] {
      var other = good
      other.findings = [finding(rule, .error, connection: nil)]
      #expect(verdicts([good], [other], "finding.\(rule)") == [.different])
      let several = verdicts(
        Array(repeating: good, count: 5), Array(repeating: other, count: 5), "finding.\(rule)")
      #expect(several == [.different])
    }
    var other = good
    other.findings = [finding("link-loss", .error)]
    #expect(verdicts([good], [other], "finding.link-loss") == [.worse])
  }

  @Test("a request in the silence in which the link was lost is not counted beside the loss")
  func silence() {
    func lost(_ frame: Int, _ reason: UInt8) -> Run {
      run([
        session(reason: reason) {
          $0.att.transactions.unanswered = 1
          $0.att.pending = [
            .init(frame: frame, request: .readRequest, ageUs: 5_000_000, asked: .peer)
          ]
        }
      ])
    }
    let base = run([session(reason: 0x08)])
    #expect(verdicts([base], [lost(11, 0x08)], "att.unanswered") == [.same])
    // The peer was heard after it, or the link was not lost.
    #expect(verdicts([base], [lost(9, 0x08)], "att.unanswered") == [.worse])
    #expect(verdicts([run([session()])], [lost(11, 0x13)], "att.unanswered") == [.worse])
  }

  @Test("more rounds of discovery are worse where the rule finds a fault in them")
  func rounds() {
    func discovered(_ rounds: Int) -> Run {
      run([session { $0.att.discoveries = [.init(server: .peer, rounds: rounds)] }])
    }
    var (info, loop) = (discovered(3), discovered(3))
    info.findings = [finding("discovery-loop", .info)]
    loop.findings = [finding("discovery-loop", .warning)]
    #expect(verdicts([discovered(1)], [info], "att.discovery_rounds") == [.different])
    #expect(verdicts([discovered(1)], [loop], "att.discovery_rounds") == [.worse])
  }

  @Test("an MTU that was not asked for is worse only for the same data")
  func mtu() {
    func session(_ mtu: Int, asked: Bool, data: String? = nil) -> Run {
      run([
        self.session {
          $0.mtu = .init(effective: mtu, frame: asked ? 5 : nil)
          if let data { $0.transfers = [.init(uuid: data)] }
        }
      ])
    }
    let base = session(247, asked: true, data: "FFE1")
    #expect(verdicts([base], [session(23, asked: false)], "mtu") == [.different])
    #expect(verdicts([base], [session(23, asked: false, data: "FFE2")], "mtu") == [.different])
    #expect(verdicts([base], [session(23, asked: false, data: "FFE1")], "mtu") == [.worse])
    #expect(verdicts([base], [session(23, asked: true)], "mtu") == [.worse])
  }

  @Test("links that were lost, some as the peer restarted, are one number")
  func meantLosses() {
    // `restarts` knows an update by the severity of its finding.
    func lost(_ count: Int, meant: Bool) -> Run {
      var lost = run(
        (1...count).map { id in
          session(reason: 0x08) {
            $0.id = id
            if meant { $0.peerHeard = .init(frame: 50) }
          }
        })
      lost.findings = (1...count).map {
        finding("link-loss", meant ? .info : .warning, connection: $0)
      }
      return lost
    }
    for count in 1...2 {
      let entries = compare(
        base: [lost(count, meant: false)], new: [lost(count, meant: true)]
      ).entries.filter { $0.measure == "finding.link-loss" }
      #expect(entries.map(\.verdict) == [.same])
    }
    let worse = compare(base: [lost(1, meant: true)], new: [lost(1, meant: false)])
    #expect(
      worse.entries.filter { $0.measure == "finding.link-loss" }.map(\.verdict) == [.worse])
  }

  @Test("a device that can be connected to again is better, though nothing else is compared")
  func again() {
    let failed = run([session(reason: 0x3E) { $0.peer.name = nil }])
    let comparison = compare(base: [failed], new: [run([session()])])
    #expect(!comparison.isEmpty && !comparison.hasRegression)
    #expect(comparison.entries.map(\.measure) == ["connected"])
    #expect(comparison.entries.map(\.verdict) == [.better])
  }

  // MARK: Few runs

  private func runs(_ good: Int, _ bad: Int, _ make: (Bool) -> Run) -> [Run] {
    (0..<good).map { _ in make(true) } + (0..<bad).map { _ in make(false) }
  }

  @Test("any of five runs that loses the link counts where none did before", arguments: 1...5)
  func failing(bad: Int) {
    let expected = Comparison.Verdict.worse
    let lost = { (isGood: Bool) in
      var run = run([session(reason: isGood ? 0x13 : 0x08)])
      if !isGood { run.findings = [finding("link-loss", .warning)] }
      return run
    }
    let base = runs(5, 0, lost)
    #expect(verdicts(base, runs(5 - bad, bad, lost), "disconnect") == [expected])
    #expect(verdicts(base, runs(5 - bad, bad, lost), "finding.link-loss") == [expected])
    // Failing is nothing new.
    #expect(
      verdicts(runs(4, 1, lost), runs(5 - bad, bad, lost), "finding.link-loss")
        == [bad == 1 ? .same : .unclear])
    let tried = { (isGood: Bool) in run([session(reason: isGood ? 0x13 : 0x3E)]) }
    #expect(verdicts(runs(5, 0, tried), runs(5 - bad, bad, tried), "connected") == [expected])
  }

  @Test("an error in any run counts, a warning by how many runs have it", arguments: [1, 4])
  func errors(bad: Int) {
    func found(_ rule: String, _ severity: ReportV1.Severity) -> [Comparison.Verdict] {
      let make = { (isGood: Bool) in
        var run = run([session()])
        if !isGood { run.findings = [finding(rule, severity)] }
        return run
      }
      return verdicts(
        runs(5, 0, make), runs(5 - bad, bad, make), "finding.\(rule)")
    }
    #expect(found("att-request-unanswered", .error) == [.worse])
    #expect(found("transfer-incomplete", .warning) == [.worse])
    #expect(found("att-error", .warning) == [bad == 4 ? .worse : .unclear])
    // Up to the air, whatever it says.
    #expect(found("slow-connection", .warning) != [.worse])
  }

  @Test("a transfer that is cut in one run of three counts, and so does an end by 0x08")
  func cutTransfer() {
    let make = { (isGood: Bool) in
      run([
        session(reason: isGood ? 0x13 : 0x08) {
          $0.transfers = [
            .init(
              id: 1, valueHandle: 9, uuid: "FFE1", marker: isGood ? "EOM" : nil,
              complete: isGood, payloadBytes: 100, ending: isGood ? .marker : .linkClosed)
          ]
        }
      ])
    }
    var other = make(true)
    other.capture.connections[0].disconnect?.reason = 0x16
    let base = [make(true), make(true), other]
    #expect(verdicts(base, runs(2, 1, make), "transfer.complete") == [.worse])
    #expect(verdicts(base, runs(2, 1, make), "disconnect") == [.worse])
    #expect(verdicts(base, runs(3, 0, make), "transfer.complete") == [.same])
    let failing = [make(true), make(true), make(false)]
    #expect(!compare(base: failing, new: runs(2, 1, make)).hasRegression)
  }

  @Test("a finding about several connections stays with each of them")
  func covered() {
    var both = run([session(), session { $0.id = 2 }])
    both.findings = [finding("link-loss", .error)]
    both.findings[0].connections = [1, 2]
    #expect(both.only([1]).findings.count == 1 && both.only([0]).findings.count == 1)
    both.findings[0].connections = [1]
    #expect(both.only([1]).findings.isEmpty)
  }

  @Test("each run counts that lacks a device asked for by name", arguments: [0, 1, 4])
  func absent(bad: Int) {
    let make = { (isThere: Bool) in
      var connection = session()
      if !isThere { connection.peer = .init(address: "11:11:11:11:11:11", name: "B") }
      return run([connection])
    }
    var options = ComparisonOptions()
    options.devices = ["A"]
    let new = runs(5 - bad, bad, make)
    let asked = compare(base: runs(5, 0, make), new: new, options: options)
    #expect(asked.hasRegression == (bad > 0))
    #expect(!compare(base: runs(5, 0, make), new: new).hasRegression)
  }

  @Test("Fisher's exact test", arguments: [(4, 5, 5, 0.0238), (3, 5, 5, 0.0833), (1, 1, 1, 0.5)])
  func fisher(failed: Int, count: Int, others: Int, probability: Double) {
    let found = FisherTest.probability(of: failed, among: count, others: others)
    #expect((found - probability).magnitude < 0.0001)
    #expect(FisherTest.probability(of: 0, among: count, others: others) == 1)
  }
}
