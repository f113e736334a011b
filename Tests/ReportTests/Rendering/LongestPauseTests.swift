import Testing

@testable import Rendering
@testable import Report

@Suite struct LongestPauseTests {
  /// Connections from and to so many seconds; one without an end lasts until the capture's.
  private func words(
    _ spans: [(Int, Int?)], attempts: [Int] = [], isWhole: Bool = true,
    isAir: Bool = false
  ) -> String? {
    let connections = spans.enumerated().map { place, span in
      ReportV1.Connection {
        $0.id = place + 1
        $0.completeFrame = isWhole ? place * 10 + 1 : nil
        $0.air = isAir ? ReportV1.Air() : nil
        $0.startUs = span.0 * 1_000_000
        $0.endUs = (span.1 ?? span.0 + 10) * 1_000_000
        $0.end = span.1 == nil ? nil : ReportV1.End()
      }
    }
    var capture = ReportV1.Capture(connections: connections)
    capture.attempts = attempts.map { start in
      ReportV1.Attempt {
        $0.startUs = start * 1_000_000
        $0.ended = .givenUp
      }
    }
    return LongestPause(capture)?.words.replacing("\u{A0}", with: " ")
  }

  @Test func mostOfTheTime() {
    #expect(
      words([(0, 20), (4300, 4700), (5000, 5160)], attempts: [10, 4200, 4250, 4290])
        == "Between connections 1 and 2 there was none for 1 h 11 min, and 3 attempts were in "
        + "vain.")
    #expect(
      words([(0, 20), (300, 320)]) == "Between connections 1 and 2 there was none for 4 min 40 s.")
  }

  @Test func notWhereItIsLittleOrUnknown() {
    // Less than half of all, and less than a minute.
    #expect(words([(0, 400), (700, 1000)]) == nil)
    #expect(words([(0, 5), (50, 55)]) == nil)
    // Another connection lasted meanwhile, or may have.
    #expect(words([(0, 900), (10, 20), (800, 900)]) == nil)
    #expect(words([(0, nil), (700, 720)]) == nil)
    #expect(words([(0, 20), (300, 320)], isWhole: false) == nil)
    #expect(words([(0, 20), (300, 320)], isAir: true) == nil)
    #expect(words([(0, 20)]) == nil)
  }
}
