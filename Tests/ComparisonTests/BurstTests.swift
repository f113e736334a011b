import Testing

@testable import Comparison
@testable import Report

/// A device that sends two values at once, twice a second: as many silences within bursts as
/// between them, so that the median is the one or the other by chance.
@Suite("Gaps of streams that come in bursts")
struct BurstTests {
  private func bursty(median: Int, most: Int = 566_000, gaps: Int) -> Run {
    let stream = ReportV1.NotificationStream(
      valueHandle: 10, uuid: "FFE1", count: 1000, bytes: 20_000, firstFrame: 5, lastFrame: 900,
      gapUs: .init(count: 999, p50: median, p95: most), gapCount: gaps)
    return run([
      ReportV1.Connection(
        id: 1, peer: .init(address: "66:0D:F3:0A:7B:1C", name: "BCS"), notifications: [stream])
    ])
  }

  @Test("they are not held against one another")
  func bursts() {
    let (slow, fast) = (bursty(median: 272_000, gaps: 0), bursty(median: 76_000, gaps: 892))
    for (base, new) in [(slow, fast), (fast, slow)] {
      let measures = compare(base: [base], new: [new]).entries.map(\.measure)
      #expect(!measures.contains("notifications.gaps"))
      #expect(!measures.contains("notifications.gap_us.p50"))
      #expect(measures.contains("notifications.gap_us.p95"))
    }
  }

  @Test("those of a steady stream are, all of them")
  func steady() {
    let base = bursty(median: 30_000, most: 45_000, gaps: 0)
    let new = bursty(median: 30_000, most: 45_000, gaps: 1)
    func runs(_ run: Run) -> [Run] { Array(repeating: run, count: 5) }
    #expect(
      compare(base: runs(base), new: runs(new)).measures(.worse)
        == ["notifications.gaps of notifications of FFE1"])
    #expect(
      compare(base: [base], new: [new]).measures(.unclear)
        == ["notifications.gaps of notifications of FFE1"])
  }

  @Test("a budget counts them whatever the rhythm")
  func budget() throws {
    let budget = try Budget(parsing: Array("notifications.gaps <= 800".utf8))
    let outcomes = budget.check([
      bursty(median: 76_000, gaps: 892), bursty(median: 76_000, gaps: 800),
    ])
    #expect(outcomes.map(\.holds) == [false, true])
    #expect(outcomes.map(\.value) == [892, 800])
  }
}
