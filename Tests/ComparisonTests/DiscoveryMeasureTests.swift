import Testing

@testable import Comparison
@testable import Report

@Suite("Rounds of discovery")
struct DiscoveryMeasureTests {
  private typealias Connection = ReportV1.Connection

  /// - Parameter rounds: how often each side was discovered.
  private static func connection(
    _ rounds: Int..., again: Int = 0, complete: Int? = 3
  ) -> Connection {
    var connection = Connection(
      peer: .init(address: "66:0D:F3:0A:7B:1C"), completeFrame: complete)
    connection.att.discoveries = rounds.map {
      .init(rounds: $0, repeated: $0 > 1 ? .init(requestsUs: again) : nil)
    }
    return connection
  }

  private static func verdicts(
    _ base: Connection..., against new: Connection...
  ) -> [String: Comparison.Verdict] {
    let comparison = compare(base: base.map { run([$0]) }, new: new.map { run([$0]) })
    let entries = comparison.entries.filter { $0.measure.contains("discovery") }
    return Dictionary(uniqueKeysWithValues: entries.map { ($0.measure, $0.verdict) })
  }

  @Test("an app that discovers three times where it did so once is a regression")
  func loop() throws {
    let (good, bad) = (Self.connection(1), Self.connection(3, again: 480_000))
    #expect(
      Self.verdicts(good, against: bad)
        == ["att.discovery_rounds": .worse, "att.rediscovery_us": .same])
    #expect(Self.verdicts(bad, against: good)["att.discovery_rounds"] == .better)
    let comparison = compare(base: [run([good])], new: [run([bad])])
    let entry = try #require(comparison.worse.first)
    #expect(comparison.worse.count == 1)
    #expect(entry.statement == "more by 200 %")
  }

  @Test("one round more is none, unless it took long")
  func oneMore() {
    #expect(
      Self.verdicts(Self.connection(1), against: Self.connection(2, again: 500_000))
        == ["att.discovery_rounds": .same, "att.rediscovery_us": .same])
    #expect(
      Self.verdicts(Self.connection(1), against: Self.connection(2, again: 3_000_000))
        == ["att.discovery_rounds": .same, "att.rediscovery_us": .unclear])
    #expect(
      Self.verdicts(Self.connection(1), against: Self.connection(2, again: 3_000_001))
        == ["att.discovery_rounds": .same, "att.rediscovery_us": .worse])
    #expect(
      Self.verdicts(
        Self.connection(3, again: 5_000_000), against: Self.connection(3, again: 6_000_000))
        == ["att.discovery_rounds": .same, "att.rediscovery_us": .same])
  }

  @Test("both sides count, whichever began anew")
  func bothSides() {
    #expect(
      Self.verdicts(Self.connection(1, 1), against: Self.connection(1, 3))["att.discovery_rounds"]
        == .worse)
    #expect(
      Self.verdicts(Self.connection(1, 1), against: Self.connection(3))["att.discovery_rounds"]
        == .same)
  }

  @Test("none was seen: none there was, if the connection was seen to begin, and else unknown")
  func none() {
    #expect(
      Self.verdicts(Self.connection(), against: Self.connection(2))
        == ["att.discovery_rounds": .worse, "att.rediscovery_us": .same])
    #expect(Self.verdicts(Self.connection(complete: nil), against: Self.connection(3)) == [:])
    // What was seen of one that began earlier is known.
    #expect(
      Self.verdicts(Self.connection(1), against: Self.connection(3, complete: nil))
        == ["att.discovery_rounds": .worse, "att.rediscovery_us": .same])
  }

  @Test("no number of a report is too large")
  func hostile() {
    let huge = Self.connection(.mostReported, .mostReported, again: .mostReported)
    #expect(Self.verdicts(Self.connection(1), against: huge) == [:])
  }

  @Test("a recorded loop, against the same story of a healthy client")
  func recorded() throws {
    let comparison = compare(
      base: try sampleRuns("fault-discovery-loop").map(healthy),
      new: try sampleRuns("fault-discovery-loop"))
    #expect(
      Set(comparison.worse.map(\.measure)) == ["att.discovery_rounds", "att.rediscovery_us"])
  }

  private func healthy(_ run: Run) -> Run {
    var run = run
    run.capture.connections[0].att.discoveries[0].rounds = 1
    run.capture.connections[0].att.discoveries[0].repeated = nil
    return run
  }

  @Test("a budget that is made lets one round more pass, as a comparison does")
  func budget() throws {
    let budget = try Budget(parsing: BudgetWriter.write(for: [run([Self.connection(1)])]))
    func holds(_ rounds: Int) -> [Bool] {
      budget.check([run([Self.connection(rounds)])])
        .filter { $0.rule.measure.name == "att.discovery_rounds" }.map(\.holds)
    }
    #expect(holds(2) == [true])
    #expect(holds(3) == [false])
  }
}
