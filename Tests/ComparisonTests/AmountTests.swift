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
        == "longer by a factor of 4, with 40 requests instead of 20")
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

  private func answered(_ kinds: [String: Int], _ us: Int) -> Connection {
    let count = kinds.values.reduce(0, +)
    return connection {
      $0.att.transactions = .init(
        count: count, latencyUs: .init(count: count, p50: us, p95: us, max: us))
      $0.att.pdus.tx = .init(
        kinds.sorted { $0.key < $1.key }.map { .init(key: $0.key, value: $0.value) })
    }
  }

  @Test("the time to an answer is compared between like requests, and enough of them")
  func latencies() {
    func verdict(_ name: String, _ base: [String: Int], _ new: [String: Int]) -> Comparison.Verdict?
    {
      entry("att.latency_us.\(name)", [answered(base, 10_000)], [answered(new, 900_000)])?.verdict
    }
    let (reads, writes) = ("read_request", "write_request")
    for name in ["p50", "p95", "max"] {
      #expect(verdict(name, [reads: 40], [reads: 40]) == .worse)
      #expect(verdict(name, [reads: 40, writes: 4], [reads: 38, writes: 6]) == .worse)
      #expect(verdict(name, [reads: 40], [writes: 40]) == .different)
      #expect(verdict(name, [reads: 30, writes: 10], [reads: 10, writes: 30]) == .different)
      #expect(verdict(name, [reads: 30], [reads: 500]) == .different)
    }
    #expect(verdict("p50", [reads: 5], [reads: 500]) == nil)
    #expect(verdict("p50", [reads: 40], [reads: 55]) == .worse)
    #expect(verdict("p95", [reads: 15], [reads: 15]) == nil)
    #expect(verdict("p95", [reads: 40], [reads: 55]) == .different)
    #expect(
      entry(
        "att.latency_us.p50", [answered([reads: 40], 10_000)], [answered([writes: 40], 900_000)]
      )?.statement.contains("other kinds of requests") == true)
  }

  @Test("a discovery that goes round and round has more rounds where more of it was captured")
  func loops() {
    func looping(_ rounds: Int, _ seconds: Int) -> Connection {
      connection {
        $0.endUs = seconds * 1_000_000
        $0.att.discoveries = [.init(rounds: rounds)]
      }
    }
    let measure = "att.discovery_rounds"
    #expect(entry(measure, [looping(100, 10)], [looping(200, 20)])?.verdict == .different)
    #expect(entry(measure, [looping(100, 10)], [looping(126, 10)])?.verdict == .same)
    #expect(entry(measure, [looping(100, 10)], [looping(200, 10)])?.verdict == .worse)
    #expect(entry(measure, [looping(1, 10)], [looping(3, 40)])?.verdict == .worse)
  }
}
