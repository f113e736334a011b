import Testing

@testable import Comparison
@testable import Report

@Suite("Bulk data without a marker is compared by the time that it took")
struct DataRunTests {
  private static func run(
    _ milliseconds: Int, bytes: Int = 109_000, gaps: Int? = nil, transfers: [Int] = []
  ) -> Run {
    let data = ReportV1.Run {
      $0.id = 1
      $0.uuid = "2A3D"
      $0.durationUs = milliseconds * 1000
      $0.values = bytes / 20
      $0.bytes = bytes
      $0.waitsUs.gaps = gaps.map { $0 * 1000 }
      $0.transfers = transfers
    }
    var connection = ReportV1.Connection(
      id: 1, peer: .init(address: "C0:00:00:00:00:01", name: "A"))
    connection.runs = [data]
    return Run(name: "a", capture: .init(connections: [connection]), findings: [])
  }

  private func verdict(_ base: [Run], _ new: [Run]) -> Comparison.Verdict? {
    compare(base: base, new: new).entries.first { $0.measure == "run.duration_us" }?.verdict
  }

  @Test("twice the time for the same data is worse")
  func slower() {
    let base = [10_000, 10_200, 9900, 10_100, 10_000].map { Self.run($0) }
    let new = [20_000, 20_300, 19_800, 20_100, 20_000].map { Self.run($0) }
    #expect(verdict(base, new) == .worse)
    #expect(verdict(new, base) == .better)
    #expect(verdict(base, base.reversed()) == .same)
    #expect(verdict([base[0]], [new[0]]) == .worse)
  }

  @Test("a report may state any time")
  func extremes() {
    let odd = [Int.mostReported, -Int.mostReported, 0].flatMap { time in
      [Int.mostReported, -Int.mostReported, 0].map { gaps in
        var run = Self.run(1)
        run.capture.connections[0].runs[0].durationUs = time
        run.capture.connections[0].runs[0].waitsUs.gaps = gaps
        return run
      }
    }
    for run in odd { #expect(verdict([run], [run]) != .worse) }
  }

  @Test("what the app waited, or sent more, is no slower data")
  func near() {
    let base = (0..<5).map { Self.run(10_000 + 20 * $0) }
    #expect(verdict(base, (0..<5).map { Self.run(20_000 + 20 * $0, gaps: 10_000) }) == .same)
    let more = verdict(base, (0..<5).map { Self.run(20_000 + 20 * $0, bytes: 218_000) })
    #expect(more == .different)
    #expect(verdict(base, (0..<5).map { Self.run(20_000 + 20 * $0, transfers: [1]) }) == nil)
  }
}
