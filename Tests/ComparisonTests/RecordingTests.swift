import Testing

@testable import Comparison
@testable import Report

/// A copy of a capture is the same recording, also where its format left notes out.
@Suite struct RecordingTests {
  private func capture(
    _ records: Int, _ frames: [(first: Int, last: Int)], start: String = "2026-11-27T00:00:00Z",
    endUs: Int = 9_000
  ) -> ReportV1.Capture {
    var capture = ReportV1.Capture()
    capture.start = start
    capture.records = records
    capture.durationUs = 10_000
    capture.connections = frames.map { frames in
      var connection = ReportV1.Connection(handle: 64, transport: .le, role: .central)
      (connection.firstFrame, connection.lastFrame) = frames
      (connection.startUs, connection.endUs) = (1_000, endUs)
      return connection
    }
    return capture
  }

  @Test func notesMayBeLeftOut() {
    let whole = capture(100, [(5, 40), (50, 90)])
    #expect(Recording.isOne([whole, whole]))
    // Four before the first connection, two in it, one later.
    let part = capture(93, [(1, 34), (44, 83)])
    #expect(Recording.isOne([whole, part]) && Recording.isOne([part, whole]))
  }

  @Test func otherRecordingsAreNot() {
    let whole = capture(100, [(5, 40), (50, 90)])
    for other in [
      // More left out than there are, frames that moved the other way, other times, others missing.
      capture(99, [(1, 34), (44, 83)]), capture(93, [(6, 41), (51, 91)]),
      capture(93, [(1, 34), (44, 83)], endUs: 9_001),
      capture(93, [(1, 34), (44, 83)], start: "2026-11-27T00:00:01Z"), capture(93, [(1, 34)]),
      capture(100, [(4, 40), (50, 90)]),
    ] {
      #expect(!Recording.isOne([whole, other]))
    }
  }

  @Test func reportsMayHoldAnyNumber() {
    let most = Int.mostReported
    let one = capture(most, [(-most, most)])
    #expect(!Recording.isOne([one, capture(1, [(most - 1, most)])]))
    #expect(!Recording.isOne([one, capture(1, [(-most, 1 - most)])]))
  }
}
