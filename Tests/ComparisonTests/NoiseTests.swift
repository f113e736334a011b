import BletraceTestSupport
import Foundation
import Testing

@testable import Comparison
@testable import Report

/// Groups of runs of one story, each of which was recorded by itself: what differs between them is
/// chance. `samples/recorder/runs.py` says how they were made.
@Suite("Noise")
struct NoiseTests {
  enum Link: String, CaseIterable, Sendable { case calm, usual, busy }

  /// Of them one in 200 may be a false alarm. Where three times as many were, each of the six tests
  /// would pass one time in five, and all of them never.
  private static let pairs = 200

  /// The recorded runs by their link, each a value for a name.
  private static let recorded: [Link: [[String: Int]]] = {
    let path = projectFolder + "Tests/ComparisonTests/recorded-runs.tsv"
    let text = (try? String(contentsOf: URL(filePath: path), encoding: .utf8)) ?? ""
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: "\t").map { String($0) } }
    var byLink: [Link: [[String: Int]]] = [:]
    for line in lines.dropFirst() {
      let values = zip(lines[0], line).dropFirst().map { ($0, Int($1) ?? -1) }
      guard let link = Link(rawValue: line[0]) else { continue }
      byLink[link, default: []].append(Dictionary(uniqueKeysWithValues: values))
    }
    return byLink
  }()

  /// The good story with what was measured in a recorded run.
  ///
  /// - Parameter slowness: by which its transfers take longer.
  private static func run(
    _ story: Run, _ recorded: [String: Int], slowness: Double = 1
  ) -> Run {
    var run = story
    var connection = run.capture.connections[0]
    func summary(_ name: String, _ summary: ReportV1.Summary) -> ReportV1.Summary {
      var summary = summary
      func value(_ key: String, _ old: Int?) -> Int? {
        recorded["\(name)_\(key)"].map { Int(Double($0) * slowness) } ?? old
      }
      (summary.p50, summary.p95) = (value("p50", summary.p50), value("p95", summary.p95))
      (summary.p99, summary.max) = (value("p99", summary.p99), value("max", summary.max))
      return summary
    }
    for name in [ReportV1.PhaseName.explore, .mtu, .subscribe, .interact] {
      let indices = connection.phases.indices.filter { connection.phases[$0].name == name }
      for index in indices {
        connection.phases[index].durationUs =
          index == indices[0] ? recorded[name.rawValue, default: 0] : 0
      }
    }
    connection.att.transactions.latencyUs = summary("latency", .init(count: 17))
    for index in connection.transfers.indices {
      let name = "transfer\(index + 1)"
      var transfer = connection.transfers[index]
      let duration = Double(recorded[name + "_duration", default: 0]) * slowness
      transfer.durationUs = Int(duration)
      transfer.throughputBytesPerS = Double(transfer.payloadBytes) / duration * 1e6
      transfer.gapUs = summary(name + "_gap", transfer.gapUs)
      transfer.gapCount = recorded[name + "_gaps"]
      connection.transfers[index] = transfer
    }
    run.capture.connections[0] = connection
    run.findings = (0..<recorded["notification-gap", default: 0]).map { _ in
      .init(rule: "notification-gap", severity: .warning, connection: 1, frames: [9], message: "m")
    }
    return run
  }

  /// How many of many pairs of groups have a regression, and in how many a transfer is slower.
  private static func pairs(
    _ link: Link, runs: Int, seed: UInt64, slowness: Double = 1, count: Int = pairs
  ) throws -> (alarms: Int, slower: Int) {
    let story = try sampleRuns("pair-good")[0]
    let recorded = try #require(Self.recorded[link])
    var random = SeededRandom(seed: seed)
    var (alarms, slower) = (0, 0)
    for _ in 0..<count {
      let drawn = recorded.shuffled(using: &random).prefix(2 * runs)
      let base = drawn.prefix(runs).map { run(story, $0) }
      let new = drawn.dropFirst(runs).map { run(story, $0, slowness: slowness) }
      let worse = compare(base: base, new: new).worse
      if !worse.isEmpty { alarms += 1 }
      if worse.contains(where: { $0.measure == "transfer.duration_us" }) { slower += 1 }
    }
    return (alarms, slower)
  }

  @Test("the recorded runs are good ones, and differ as runs do")
  func recorded() throws {
    for link in Link.allCases {
      let runs = try #require(Self.recorded[link])
      #expect(runs.count == 80)
      let durations = runs.compactMap { $0["transfer2_duration"] }.map { Double($0) }
      let mean = durations.reduce(0, +) / Double(durations.count)
      let square = durations.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      let swing = (square / Double(durations.count)).squareRoot() / mean
      let expected: ClosedRange<Double> =
        switch link {
        case .calm: 0.01...0.05
        case .usual: 0.06...0.12
        case .busy: 0.12...0.25
        }
      #expect(expected.contains(swing), "\(link): \(swing)")
    }
  }

  @Test(
    "good runs against good runs: a false alarm in at most 1 of 200 pairs",
    arguments: Link.allCases, [5, 8])
  func falseAlarms(link: Link, runs: Int) throws {
    let alarms = try Self.pairs(link, runs: runs, seed: 20_261_121).alarms
    print("false alarms, \(link), \(runs) runs: \(alarms) of \(Self.pairs)")
    #expect(alarms <= Self.pairs / 200)
  }

  /// On a link that loses up to a tenth of its packets more of them may get through, with fewer
  /// than three runs a side.
  @Test("few runs do not cry wolf either", arguments: Link.allCases, 1...4)
  func fewRuns(link: Link, runs: Int) throws {
    let count = 200
    let alarms = try Self.pairs(link, runs: runs, seed: 4, count: count).alarms
    print("false alarms, \(link), \(runs) runs: \(alarms) of \(count)")
    #expect(alarms <= (link == .busy && runs < 3 ? 4 : 1) * count / 200)
  }

  @Test("transfers that take 20 % longer are found, on a usual link by ten runs a side")
  func slowdown() throws {
    func found(_ link: Link, runs: Int) throws -> Int {
      let slower = try Self.pairs(link, runs: runs, seed: 5, slowness: 1.2, count: 200).slower
      print("found, \(link), \(runs) runs: \(slower) of 200")
      return slower
    }
    #expect(try found(.calm, runs: 5) >= 198)
    // Where runs swing by a tenth, more of them are needed.
    #expect(try found(.usual, runs: 5) >= 70)
    #expect(try found(.usual, runs: 10) >= 140)
  }

  @Test("one run a side shows what is 2.5 times as slow, and says of less that it may be chance")
  func oneRun() throws {
    let found = try Self.pairs(.usual, runs: 1, seed: 6, slowness: 2.5, count: 200).slower
    #expect(found >= 180)
    let story = try sampleRuns("pair-good")[0]
    let recorded = try #require(Self.recorded[.calm])
    let comparison = compare(
      base: [Self.run(story, recorded[0])], new: [Self.run(story, recorded[0], slowness: 1.3)])
    #expect(comparison.worse.isEmpty)
    let statements = comparison.entries.filter { $0.verdict == .unclear }.map(\.statement)
    #expect(statements.contains("longer by 30 %"))
  }

  @Test("a slowdown is stated plainly")
  func statement() {
    let base = [100_000.0, 101_000, 99_000, 102_000, 98_000]
    let (change, verdict) = Judgement.of(
      base: base, new: base.map { $0 * 1.18 }, unit: .microseconds,
      tolerance: Tolerance(relative: 0.1, absolute: 0), better: .less, swings: true)
    #expect(verdict == .worse)
    #expect(
      Statement.of(change, verdict, longerOrShorter)
        == "longer by 18 %, 95 % interval 15 to 22 %, 5 against 5 captures")
  }
}
