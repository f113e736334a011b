import BletraceTestSupport
import Findings
import Report
import Testing

/// The account of time, on captures: it adds up, and what is derived from it agrees with it.
@Suite("Time is accounted for")
struct TimeOfCapturesTests {
  @Test("in all samples") func samples() throws {
    for capture in SampleGoldenTests.captures {
      try check(SampleGoldenTests.report(capture).captures, capture)
    }
  }

  @Test(
    "in captures that other people made",
    .enabled(
      if: RealCaptures.folder != nil, "set BLETRACE_CAPTURES to a folder of captures with INDEX.tsv"
    ))
  func realCaptures() throws {
    for (file, capture) in try RealCaptureFindingsTests.captures() {
      try check([capture], file)
    }
  }

  private func check(_ captures: [ReportV1.Capture], _ name: String) throws {
    for connection in captures.flatMap(\.connections) {
      let place = "\(name), connection \(connection.id)"
      let time = try #require(connection.time, "\(place)")
      let length = max(0, connection.endUs - connection.startUs)
      #expect(time.tx.totalUs == length && time.rx.totalUs == length, "\(place)")
      for run in connection.runs {
        #expect(run.time.totalUs == run.durationUs, "\(place), run \(run.id)")
        checkWaits(run, "\(place), run \(run.id)")
      }
      for transfer in connection.transfers {
        #expect(
          transfer.time.totalUs == transfer.durationUs, "\(place), transfer \(transfer.id)")
      }
      for stall in connection.flow.stalls {
        #expect(stall.time.totalUs == stall.durationUs, "\(place), stall at \(stall.firstFrame)")
      }
    }
  }

  /// No moment has two causes: the words of the waits are those of the account.
  private func checkWaits(_ run: ReportV1.Run, _ place: String) {
    let waits = run.waitsUs
    #expect((waits.sender ?? 0) + (waits.gaps ?? 0) == run.time.us(.sender), "\(place)")
    let carried = run.time.us(.air, .retransmission, .connectionEvents, .latency)
    let answers = run.time.us(.answerLocal, .answerPeer)
    let answered = (waits.answer ?? 0) + (waits.air ?? 0) + (waits.connectionEvents ?? 0)
    #expect(answered == carried + answers, "\(place)")
    #expect(
      waits.completion ?? 0 == run.time.us(.buffers) + run.time.controllerUs, "\(place)")
  }
}
