import BletraceTestSupport
import Testing

@testable import Findings
@testable import Report
@testable import Tracking

/// Requests of an app and the values that answer them, from packets on.
@Suite("Rules about dialogues")
struct DialogueRulesTests {
  /// A write of this host to 0x10.
  private static func ask(_ story: inout CaptureBuilder, _ value: UInt8) {
    story.att(.tx, [0x52, 0x10, 0x00, 0xA0, value, 0, 1, 2, 3, 4, 5])
  }

  /// Polls with answers from 0x12; some requests have none.
  private static func poll(
    _ story: inout CaptureBuilder, _ count: Int, unanswered: Set<Int> = [], value: UInt8? = 7
  ) {
    for turn in 0..<count {
      ask(&story, value ?? UInt8(truncatingIfNeeded: turn))
      story.wait(by: 50_000)
      if !unanswered.contains(turn) { story.notify(0x12, [0xB0, UInt8(turn % 3)]) }
      story.wait(by: 950_000)
    }
  }

  private func capture(_ build: (inout CaptureBuilder) -> Void) -> ReportV1.Capture {
    var story = CaptureBuilder(step: 1000)
    build(&story)
    return Analysed(story).capture
  }

  @Test("a poll is a dialogue, no bulk data, and its silences are no gaps")
  func dialogue() throws {
    let capture = capture {
      $0.connect()
      $0.subscribe(0x13)
      Self.poll(&$0, 400, value: nil)
    }
    let connection = capture.connections[0]
    let dialogue = try #require(connection.dialogues.first)
    #expect(dialogue.requests == 400 && dialogue.answered == 400 && dialogue.answersPerRequest == 1)
    #expect(dialogue.client == .local && dialogue.request.valueHandle == 0x10)
    #expect(dialogue.answer.valueHandle == 0x12 && dialogue.answer.kind == .notification)
    #expect(connection.writes.map(\.purpose) == [.request])
    #expect(connection.notifications.map(\.purpose) == [.answer])
    #expect(connection.notifications.map(\.partnerHandle) == [0x10])
    #expect(connection.runs.isEmpty && connection.notifications[0].gaps.isEmpty)
    let time = dialogue.time.totalUs
    #expect(time == dialogue.durationUs)
  }

  @Test("a poll at a period, most of it equal requests")
  func polling() throws {
    let finding = try only(
      PollingRule.self,
      in: capture {
        $0.connect()
        Self.poll(&$0, 40)
      })
    #expect(finding.severity == .info)
    #expect(
      finding.message.contains("wrote 40 requests to the attribute (handle 0x0010), most of them ")
    )
    #expect(finding.message.hasSuffix("with 3 different values."))
    let others = capture {
      $0.connect()
      Self.poll(&$0, 40, value: nil)
    }
    #expect(PollingRule.check(others).isEmpty)
  }

  @Test("requests without an answer, of which equal ones were answered")
  func some() throws {
    let finding = try only(
      AppRequestUnansweredRule.self,
      in: capture {
        $0.connect()
        Self.poll(&$0, 40, unanswered: [5, 17, 23])
      })
    #expect(finding.severity == .warning && finding.frames.count == 3)
    #expect(
      finding.message.hasPrefix(
        "At least 3 of 40 requests that this host wrote to handle 0x0010 had no answer"))
    let one = try only(
      AppRequestUnansweredRule.self,
      in: capture {
        $0.connect()
        Self.poll(&$0, 40, unanswered: [5])
      })
    #expect(one.severity == .info)
  }

  @Test("an answer may be among what btmon's text lacks")
  func fromText() {
    let whole = capture {
      $0.connect()
      Self.poll(&$0, 40, unanswered: [5, 17, 23])
    }
    var text = whole
    text.format = "btmon"
    #expect(AppRequestUnansweredRule.check(text).count == 1)
    text.truncatedRecords = 2
    #expect(AppRequestUnansweredRule.check(text).isEmpty)
    var cut = whole
    cut.truncatedRecords = 2
    #expect(AppRequestUnansweredRule.check(cut).count == 1)
  }

  @Test("a request that never has an answer may need none")
  func never() {
    let capture = capture {
      $0.connect()
      Self.poll(&$0, 30)
      for _ in 0..<5 {
        Self.ask(&$0, 200)
        $0.wait(by: 2_000_000)
        Self.poll(&$0, 2)
      }
    }
    #expect(AppRequestUnansweredRule.check(capture).isEmpty)
  }

  @Test("a connection in which nothing answers what another connection had answers to")
  func all() throws {
    let finding = try only(
      AppRequestUnansweredRule.self,
      in: capture {
        $0.connect()
        $0.subscribe(0x13)
        Self.poll(&$0, 30)
        $0.disconnect()
        $0.connect()
        $0.subscribe(0x13)
        for _ in 0..<8 {
          Self.ask(&$0, 9)
          $0.wait(by: 1_000_000)
        }
      })
    #expect(finding.severity == .warning && finding.connection == 2)
    #expect(
      finding.message.hasPrefix(
        "None of 8 requests that this host wrote to handle 0x0010 in connection 2 had an answer; "
          + "in connection 1 handle 0x0012 answered 30 of 30"))
  }

  @Test("reads of what is notified at the same time")
  func reads() throws {
    let capture = capture {
      $0.connect()
      $0.subscribe(0x11)
      for value: UInt8 in 0..<12 {
        $0.notify(0x10, [value])
        $0.wait(by: 300_000)
        $0.att(.tx, [0x0A, 0x10, 0x00])
        $0.wait(by: 30_000)
        $0.att(.rx, [0x0B, value])
        $0.wait(by: 700_000)
      }
    }
    let finding = try only(ReadsOfNotifiedRule.self, in: capture)
    #expect(
      finding.message
        == "This host read handle 0x0010 12 times, and was notified of the same attribute 12 times "
        + "meanwhile.")
    #expect(PollingRule.check(capture).isEmpty)
  }

  @Test("what is under way at a loss is data, and no dialogue")
  func lost() throws {
    let finding = try only(
      LinkLossRule.self,
      in: capture {
        $0.connect()
        Self.poll(&$0, 30)
        $0.wait(by: 5_000_000)
        $0.disconnect(reason: 0x08)
      })
    #expect(!finding.message.contains("had not ended"))
  }
}
