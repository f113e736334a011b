import BletraceTestSupport
import BluetoothProtocol
import CaptureFiles
import Findings
import Testing

@testable import Report
@testable import Tracking

@Suite("What bletrace live notes of its own recording")
struct RecorderNoteTests {
  private func capture(_ notes: [RecorderNote]) -> ReportV1.Capture {
    var story = CaptureBuilder()
    story.connect()
    for note in notes { story.add(.userLogging, .unknown, note.octets) }
    story.notify(0x15, "one")
    return Analysed(story).capture
  }

  @Test("a clock that was set is a corrected step, and no gap")
  func clockSet() throws {
    let capture = capture([.clockSet(microseconds: 86_400_000_000)])
    #expect(
      capture.clockSteps
        == [ReportV1.ClockStep(frame: 2, stepUs: 86_400_000_000, isCorrected: true)])
    #expect(capture.ownRecords == 1 && capture.controllers.count == 1)
    let findings = RuleCatalog.findings(in: [capture]).filter { $0.rule == "clock-step" }
    #expect(findings.map(\.severity) == [.info])
    #expect(
      findings.first?.message
        == "The computer's clock was set forward by 24 h 00 min before frame 2; the times of the capture "
        + "go on as if it had not been.")
  }

  @Test("each setting is told, in one finding")
  func often() throws {
    let capture = capture([
      .clockSet(microseconds: 20_000), .clockSet(microseconds: -3_000_000), .lostAtEnd,
    ])
    #expect(capture.ownRecords == 3 && capture.clockSteps.map(\.frame) == [2, 3])
    let finding = try #require(
      RuleCatalog.findings(in: [capture]).first { $0.rule == "clock-step" })
    #expect(finding.frames == [2, 3])
    #expect(finding.evidence[.stepUs] == .int(-3_000_000))
    #expect(finding.message.contains("twice, at most back by 3 s before frame 3"))
  }
}

@Suite("A pause that is longer than an ATT client waits")
struct OutlivedWaitTests {
  /// A read that waits over a pause, and what the client does then.
  private func capture(
    pause: Int64, steps: Int = 1, goesOn: Bool = true
  ) -> ReportV1.Capture {
    var story = CaptureBuilder()
    story.connect()
    story.att(.tx, [0x0A, 0x15, 0x00])
    for _ in 0..<steps {
      story.wait(by: pause)
      story.event(0xFF, [0x77])
    }
    story.att(.rx, [0x0B, 0x01])
    if goesOn { story.att(.tx, [0x0A, 0x16, 0x00]) }
    return Analysed(story).capture
  }

  private func findings(_ capture: ReportV1.Capture) -> [ReportV1.Finding] {
    RuleCatalog.findings(in: [capture]).filter { $0.rule == "clock-step" }
  }

  @Test(
    "is a step of the clock, a sleep, or a log with a hole", arguments: [3600, 90_000] as [Int64])
  func outlived(seconds: Int64) throws {
    let capture = capture(pause: seconds * 1_000_000)
    let step = try #require(capture.clockSteps.first)
    #expect(capture.clockSteps.count == 1 && !step.isCorrected)
    #expect(step.frame == 3 && step.requestFrame == 2 && step.answerFrame == 4)
    let finding = try #require(findings(capture).first)
    #expect(findings(capture).count == 1 && finding.severity == .info)
    #expect(finding.message.contains("the clock was set forward, a device slept"))
    let slow = RuleCatalog.findings(in: [capture]).filter { $0.rule == "slow-response" }
    #expect(slow.isEmpty)
  }

  @Test("is none where the client did not go on, where it is short, and where time passed")
  func none() {
    #expect(findings(capture(pause: 3_600_000_000, goesOn: false)).isEmpty)
    #expect(findings(capture(pause: 29_000_000)).isEmpty)
    // The log itself shows that time: the client has no timer.
    #expect(findings(capture(pause: 31_000_000, steps: 3)).isEmpty)
  }
}
