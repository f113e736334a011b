import Testing

@testable import Rendering
@testable import Report
@testable import Text

@Suite struct RunTotalsTests {
  private func words(_ runs: [ReportV1.Run]) -> String {
    RunSection.summary(runs).split { $0.isWhitespace }.joined(separator: " ")
  }

  private func run(_ startUs: Int, _ durationUs: Int) -> ReportV1.Run {
    ReportV1.Run(startUs: startUs, durationUs: durationUs, bytes: 3_000)
  }

  @Test func timeInWhichTwoRunsGoOnCountsOnce() {
    #expect(
      words([run(0, 2_000_000), run(5_000_000, 4_000_000)]).hasPrefix("2 runs: 6,000 B in 6 s"))
    #expect(
      words([run(0, 5_000_000), run(1_000_000, 5_000_000)]).hasPrefix("2 runs: 6,000 B in 6 s"))
    #expect(
      words([run(0, 6_000_000), run(1_000_000, 2_000_000)]).hasPrefix("2 runs: 6,000 B in 6 s"))
    let most = Int.mostReported
    #expect(words([run(-most, most), run(most, most)]).hasPrefix("2 runs"))
  }

  @Test func whatWasReceivedHasALabelOfItsOwnWhereNothingWasSent() {
    func text(_ sent: Int) -> String {
      pageText {
        FlowSection.writeSummary(
          ReportV1.Flow(
            tx: .init(packets: sent),
            rx: .init(packetsPerEvent: .init(count: 9, p50: 2, max: 3), skippedEvents: 4)), to: &$0)
      }
    }
    #expect(text(0).contains("Flow") && text(0).contains("rx: usually 2"))
    #expect(text(1).split(separator: "\n").count { $0.contains("Flow") } == 1)
  }

  @Test func aRateBelowOneIsNotZero() {
    #expect(Quantity.rate(0.25) == "0.25\u{A0}B/s")
    #expect(Quantity.rate(0) == "0\u{A0}B/s" && Quantity.rate(0.6) == "1\u{A0}B/s")
  }
}
