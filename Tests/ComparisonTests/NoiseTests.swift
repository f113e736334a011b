import BletraceTestSupport
import Testing

@testable import Comparison
@testable import Report

/// Groups of five runs of one story, each run with noise in every time it has.
@Suite("Noise")
struct NoiseTests {
  /// The standard deviation of a run's times and rates, as a part of them.
  private static let noise = 0.06
  private static let groups = 200

  /// About normal: the sum of twelve uniform numbers.
  private static func normal(_ random: inout SeededRandom) -> Double {
    (0..<12).reduce(-6.0) { sum, _ in sum + Double.random(in: 0..<1, using: &random) }
  }

  private static func vary(_ value: inout Int, _ random: inout SeededRandom, by factor: Double = 1)
  {
    value = Int(Double(value) * factor * max(0.5, 1 + noise * normal(&random)))
  }

  private static func vary(_ value: inout Int?, _ random: inout SeededRandom) {
    guard var number = value else { return }
    vary(&number, &random)
    value = number
  }

  private static func vary(_ summary: inout ReportV1.Summary, _ random: inout SeededRandom) {
    vary(&summary.p50, &random)
    vary(&summary.p95, &random)
    vary(&summary.p99, &random)
    vary(&summary.max, &random)
  }

  /// The good story once more. All its times swing on their own, so that there are many chances of a
  /// false alarm.
  private static func noisy(
    _ run: Run, _ random: inout SeededRandom, slowness: Double = 1
  ) -> Run {
    var run = run
    for index in run.capture.connections.indices {
      var connection = run.capture.connections[index]
      for place in connection.phases.indices {
        vary(&connection.phases[place].durationUs, &random)
      }
      vary(&connection.att.transactions.latencyUs, &random)
      connection.rssi = .init(count: 3, mean: -60 + 2 * normal(&random))
      for place in connection.transfers.indices {
        vary(&connection.transfers[place].durationUs, &random, by: slowness)
        let seconds = Double(connection.transfers[place].durationUs) / 1e6
        connection.transfers[place].throughputBytesPerS =
          Double(connection.transfers[place].payloadBytes) / seconds
        vary(&connection.transfers[place].gapUs, &random)
      }
      run.capture.connections[index] = connection
    }
    return run
  }

  /// The good story at a pace at which a tenth of its times is more than the absolute tolerances.
  private static func story() throws -> Run {
    var run = try sampleRuns("pair-good")[0]
    for index in run.capture.connections.indices {
      for place in run.capture.connections[index].transfers.indices {
        run.capture.connections[index].transfers[place].durationUs *= 20
      }
      for place in run.capture.connections[index].phases.indices {
        run.capture.connections[index].phases[place].durationUs *= 20
      }
    }
    return run
  }

  @Test("200 pairs of groups from one distribution: a false alarm in at most 1 in 200")
  func falseAlarms() throws {
    let story = try Self.story()
    var random = SeededRandom(seed: 20_261_121)
    var alarms = 0
    for _ in 0..<Self.groups {
      let base = (0..<5).map { _ in Self.noisy(story, &random) }
      let new = (0..<5).map { _ in Self.noisy(story, &random) }
      if compare(base: base, new: new).hasRegression { alarms += 1 }
    }
    print("false alarms: \(alarms) of \(Self.groups)")
    #expect(alarms <= Self.groups / 200)
  }

  @Test("a true slowdown of 20 % in 5 against 5 runs is found in at least 9 of 10")
  func slowdown() throws {
    let story = try Self.story()
    var random = SeededRandom(seed: 5)
    var found = 0
    for _ in 0..<Self.groups {
      let base = (0..<5).map { _ in Self.noisy(story, &random) }
      let new = (0..<5).map { _ in Self.noisy(story, &random, slowness: 1.2) }
      let worse = compare(base: base, new: new).worse
      if worse.contains(where: { $0.measure == "transfer.duration_us" }) { found += 1 }
    }
    print("found: \(found) of \(Self.groups)")
    #expect(found >= Self.groups * 9 / 10)
  }

  @Test("a slowdown is stated plainly")
  func statement() {
    let base = [100_000.0, 101_000, 99_000, 102_000, 98_000]
    let (change, verdict) = Judgement.of(
      base: base, new: base.map { $0 * 1.18 }, unit: .microseconds,
      tolerance: Tolerance(relative: 0.1, absolute: 0), better: .less)
    #expect(verdict == .worse)
    #expect(
      Statement.of(change, verdict, slowerOrFaster)
        == "slower by 18 %, 95 % interval 15 to 22 %, 5 against 5 runs")
  }
}
