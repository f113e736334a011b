import BletraceTestSupport
import Testing

@testable import Report
@testable import Tracking

/// Dialogues in the timeline: a line a stretch.
@Suite("Exchanges in the timeline")
struct TimelineExchangeTests {
  private func events(
    _ build: (inout CaptureBuilder) -> Void
  ) throws -> [ReportV1.TimelineEvent] {
    var options = AnalysisOptions()
    options.timeline = .packets
    var story = CaptureBuilder(step: 1000)
    story.connect()
    build(&story)
    return try #require(Analysed(story, options).capture.timeline)
  }

  /// Requests to 0x10, and answers from 0x12; one has none, and the app waits for ten seconds.
  private static func turns(_ story: inout CaptureBuilder, _ count: Int, unanswered: Int = -1) {
    for turn in 0..<count {
      story.att(.tx, [0x52, 0x10, 0x00, 0xA0, UInt8(turn), 0])
      story.wait(by: 50_000)
      if turn == unanswered {
        story.wait(by: 10_000_000)
      } else {
        story.notify(0x12, [0xB0, UInt8(turn)])
      }
      story.wait(by: 350_000)
    }
  }

  @Test func aStretchIsOneLine() throws {
    let found = try events { Self.turns(&$0, 20, unanswered: 12) }
    #expect(
      found.map(\.event) == ["connected", "exchange of 20 write commands and 19 notifications"])
    let detail = found[1].detail
    #expect(
      detail == "handle 0x0010 and handle 0x0012, 60 B and 38 B, #2–#40, 17.7 s, one every 402 ms, "
        + "answered after 50.2 ms, #26 unanswered for 10.4 s")
  }

  @Test func whatHappensBetweenPartsIt() throws {
    let found = try events {
      Self.turns(&$0, 12)
      $0.update(interval: 24)
      Self.turns(&$0, 10)
    }
    #expect(
      found.map(\.event) == [
        "connected", "exchange of 12 write commands and 12 notifications", "parameters",
        "exchange of 10 write commands and 10 notifications",
      ])
  }

  @Test func otherStreamsHaveTheirOwnLines() throws {
    let found = try events { story in
      for turn in 0..<20 {
        Self.turns(&story, 1)
        if turn % 2 == 0 { story.notify(0x20, [1]) }
      }
    }
    #expect(
      found.map(\.event) == [
        "connected", "exchange of 20 write commands and 20 notifications", "10 notifications",
      ])
  }

  @Test func aTurnByItselfIsListedAsItIs() throws {
    let found = try events {
      Self.turns(&$0, 12)
      $0.update(interval: 24)
      Self.turns(&$0, 1)
    }
    #expect(found.map(\.event).suffix(2) == ["write command", "notification"])
  }

  @Test func fewTurnsAreNoDialogue() throws {
    let found = try events { Self.turns(&$0, 5) }
    #expect(found.map(\.event) == ["connected", "5 write commands", "5 notifications"])
  }

  @Test func responsesWithoutTheirRequests() throws {
    let found = try events { story in
      for _ in 0..<5 { story.att(.rx, [0x13]) }
      story.update(interval: 24)
      story.att(.rx, [0x13])
    }
    #expect(
      found.map(\.event) == [
        "connected", "5 × Write Response without its request", "parameters",
        "Write Response without its request",
      ])
    #expect(found[1].detail == "#2–#6, 4 ms")
  }
}
