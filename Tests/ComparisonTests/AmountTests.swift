import Testing

@testable import Comparison
@testable import Report

/// Only like is compared with like, and what occurs now and then says little in one capture.
@Suite("Amounts")
struct AmountTests {
  typealias Connection = ReportV1.Connection

  private func connection(_ change: (inout Connection) -> Void = { _ in }) -> Connection {
    var connection = Connection(id: 1, peer: .init(address: "66:0D:F3:0A:7B:1C", name: "A"))
    change(&connection)
    return connection
  }

  private func entry(
    _ measure: String, _ base: [Connection], _ new: [Connection]
  ) -> Comparison.Entry? {
    compare(base: base.map { run([$0]) }, new: new.map { run([$0]) }).entries
      .first { $0.measure == measure }
  }

  private func exploring(_ requests: Int, _ us: Int) -> Connection {
    connection {
      $0.phases = [.init(name: .explore, durationUs: us, roundTrips: requests)]
    }
  }

  @Test("a discovery that asked more is no slower, and one of the same size is")
  func explore() {
    func explore(_ requests: Int, _ us: Int) -> Comparison.Entry? {
      entry("phases.explore.duration_us", [exploring(20, 500_000)], [exploring(requests, us)])
    }
    #expect(explore(20, 2_000_000)?.verdict == .worse)
    #expect(explore(22, 2_000_000)?.verdict == .worse)
    #expect(explore(23, 2_000_000)?.verdict == .different)
    #expect(
      explore(40, 2_000_000)?.statement
        == "slower by a factor of 4, with 40 requests instead of 20")
    #expect(explore(4, 20_000)?.verdict != .better)
    #expect(explore(40, 500_000)?.verdict == .same)
  }

  private func stalled(_ us: Int...) -> Connection {
    connection { $0.flow.stalls = us.map { .init(durationUs: $0) } }
  }

  @Test("a stall where there was none may be chance in few captures, and longer stalls are worse")
  func stalls() {
    let verdict = { (base: [Connection], new: [Connection]) in
      self.entry("stall_us", base, new)?.verdict
    }
    #expect(verdict([stalled()], [stalled(5_000_000)]) == .unclear)
    #expect(verdict([stalled(5_000_000)], [stalled()]) == .unclear)
    #expect(verdict([stalled(500_000)], [stalled(5_000_000)]) == .worse)
    let four = [stalled(), stalled(), stalled(), stalled()]
    let stalls = Array(repeating: stalled(5_000_000), count: 5)
    #expect(verdict(four, Array(stalls[..<4])) == .unclear)
    #expect(verdict(four + [stalled()], stalls) == .worse)
  }

  @Test("the longest answer and the errors of more requests are different, not worse")
  func requests() {
    func answering(_ requests: Int, max: Int, errors: Int = 0) -> Connection {
      connection {
        $0.att.transactions = .init(
          count: requests, latencyUs: .init(count: requests, p50: 9_000, p95: 9_000, max: max))
        $0.att.errors = (0..<errors).map { _ in .init(code: 3) }
      }
    }
    func verdict(_ measure: String, _ new: Connection) -> Comparison.Verdict? {
      entry(measure, [answering(40, max: 100_000)], [new])?.verdict
    }
    #expect(verdict("att.latency_us.max", answering(40, max: 2_000_000)) == .worse)
    #expect(verdict("att.latency_us.max", answering(130, max: 2_000_000)) == .different)
    #expect(verdict("att.errors", answering(42, max: 100_000, errors: 1)) == .worse)
    #expect(verdict("att.errors", answering(130, max: 100_000, errors: 1)) == .different)
  }
}
