import BletraceTestSupport
import Testing

@testable import Findings
@testable import Report
@testable import Tracking

/// What a capture that lacks one record shows is not taken for a fault of a device.
@Suite("A record that the capture lacks")
struct LostRecordStoriesTests {
  private static func story(_ build: (inout CaptureBuilder) -> Void) -> ReportV1.Capture {
    var story = CaptureBuilder()
    story.connect()
    build(&story)
    return Analysed(story).capture
  }

  /// A client that asks the same again and again, each time when it has the answer; then the
  /// connection becomes faster.
  private static func loop(without lost: Int?) -> ReportV1.Capture {
    story { story in
      for number in 0..<40 {
        if number == 20 { story.update(interval: 6) }
        story.att(.tx, [0x08, 0x01, 0x00, 0x05, 0x00, 0x03, 0x28])
        story.wait(by: number < 20 ? 100_000 : 40_000)
        if number == lost { continue }
        story.att(.rx, [0x09, 7, 0x02, 0x00, 0x02, 0x03, 0x00, 0x00, 0x2A])
        story.completed(1)
      }
      story.wait(by: 3_000_000)
      story.disconnect()
    }
  }

  @Test(
    "an answer of many that are alike leaves no request open, and makes none overlap",
    arguments: [1, 2, 10, 18, 19, 20, 21, 30, 38])
  func oneOfMany(lost: Int) {
    #expect(RequestOverlapRule.check(Self.loop(without: nil)).isEmpty)
    let capture = Self.loop(without: lost)
    #expect(RequestOverlapRule.check(capture).isEmpty)
    #expect(ATTRequestUnansweredRule.check(capture).isEmpty)
    #expect(capture.connections[0].att.pending.isEmpty)
    #expect(EarlyDisconnectRule.check(capture).isEmpty)
  }

  @Test(
    "an answer that names nothing belongs to the request before it, whichever the capture lacks",
    arguments: 2..<9)
  func pairing(lost: Int) throws {
    let capture = Self.story { story in
      for number in 0..<10 {
        story.att(.tx, [0x12, UInt8(0x10 + number), 0x00, UInt8(number)])
        story.wait(by: number == 9 ? 700_000 : 50_000)
        if number != lost { story.att(.rx, [0x13]) }
        story.wait(by: 20_000)
      }
      story.wait(by: 5_000_000)
      story.disconnect()
    }
    let connection = capture.connections[0]
    #expect(connection.att.pending.isEmpty && connection.att.overlaps.isEmpty)
    #expect(connection.att.transactions.count == 10)
    let slowest = try #require(connection.att.transactions.slowest.first)
    #expect(slowest.frame == 2 + 2 * 9 - 1)
    #expect((700_000...710_000).contains(slowest.latencyUs))
  }

  @Test("a confirmation: the next indication shows that the server had it")
  func confirmation() {
    func capture(confirmed: (Int) -> Bool) -> ReportV1.Capture {
      Self.story { story in
        for number in 0..<6 {
          story.att(.rx, [0x1D, 0x0C, 0x00, UInt8(number)])
          if confirmed(number) { story.att(.tx, [0x1E]) }
          story.wait(by: 2_000_000)
        }
        story.disconnect()
      }
    }
    for lost in 0..<5 {
      let capture = capture { $0 != lost }
      #expect(capture.connections[0].att.pending.isEmpty, "\(lost)")
      #expect(capture.connections[0].att.transactions.unanswered == 0)
    }
    // The last one, and those of a client that confirms nothing, are open.
    #expect(capture { $0 != 5 }.connections[0].att.pending.count == 1)
    #expect(capture { _ in false }.connections[0].att.pending.count == 6)
    #expect(capture { $0 == 0 }.connections[0].att.pending.count == 5)
  }

  @Test("a client that does not wait is reported, also where its requests are alike")
  func pipelined() {
    let capture = Self.story { story in
      for _ in 0..<3 {
        story.att(.tx, [0x0A, 0x03, 0x00])
        story.wait(by: 50_000)
        story.att(.rx, [0x0B, 1])
      }
      // Two at a time from here on; the last is never answered.
      story.att(.tx, [0x0A, 0x03, 0x00])
      for _ in 0..<5 {
        story.att(.tx, [0x0A, 0x03, 0x00])
        story.wait(by: 50_000)
        story.att(.rx, [0x0B, 1])
      }
      story.wait(by: 5_000_000)
      story.disconnect()
    }
    #expect(RequestOverlapRule.check(capture).count == 1)
    #expect(capture.connections[0].att.pending.count == 1)
  }

  @Test("the end of a connection, without which the next request would find it open")
  func end() {
    func capture(hasEnd: Bool, refused: UInt8) -> ReportV1.Capture {
      Self.story {
        if hasEnd { $0.disconnect(reason: 0x3E) }
        $0.wait(by: 40_000)
        $0.command(0x0406, [0x40, 0x00, 0x13])
        $0.commandStatus(0x0406, refused)
        $0.askToConnect()
        $0.wait(by: 8_000_000)
        $0.connect()
        $0.wait(by: 8_000_000)
        $0.disconnect()
      }
    }
    for hasEnd in [true, false] {
      let capture = capture(hasEnd: hasEnd, refused: 0x12)
      #expect(NeedlessRequestRule.check(capture).isEmpty)
      // The controller said that there is nothing to end.
      #expect(DisconnectUnansweredRule.check(capture).isEmpty)
    }
    let accepted = capture(hasEnd: false, refused: 0)
    #expect(DisconnectUnansweredRule.check(accepted).count == 1)
    #expect(NeedlessRequestRule.check(accepted).isEmpty)
  }

  @Test("the answer to a request for parameters that took effect")
  func parameters() {
    func capture(answered: Bool, applied: UInt16?) -> ReportV1.Capture {
      Self.story {
        $0.signalling(.rx, 0x12, 1, [6, 0, 12, 0, 1, 0, 0x90, 0x01])
        if answered { $0.signalling(.tx, 0x13, 1, [0, 0]) }
        if let applied { $0.update(interval: applied, timeout: 400) }
        $0.wait(by: 50_000_000)
        $0.disconnect()
      }
    }
    let lost = capture(answered: false, applied: 12)
    #expect(lost.connections[0].parameterRequests.map(\.result) == [.accepted])
    #expect(ParameterUpdateUnansweredRule.check(lost).isEmpty)
    // Other parameters do not come of it.
    for other in [capture(answered: false, applied: 40), capture(answered: false, applied: nil)] {
      #expect(ParameterUpdateUnansweredRule.check(other).count == 1)
    }
  }

  @Test("a completion: what was answered has left the controller, and nothing stalls behind it")
  func completion() {
    func capture(without lost: Int?, slow: Int? = nil) -> ReportV1.Capture {
      Self.story { story in
        for number in 0..<8 {
          story.att(.tx, [0x0A, 0x03, 0x00])
          story.wait(by: number == slow ? 2_000_000 : 50_000)
          if number == slow { story.att(.rx, [0x0B, 1]) }
          if number != lost { story.completed(1) }
          if number != slow { story.att(.rx, [0x0B, 1]) }
          story.wait(by: 1_500_000)
        }
        story.disconnect()
      }
    }
    #expect(CompletionStallRule.check(capture(without: nil)).isEmpty)
    for lost in 0..<8 {
      #expect(CompletionStallRule.check(capture(without: lost)).isEmpty, "\(lost)")
    }
    // A stall is one as before, also where the answer comes before the completion.
    let slow = capture(without: nil, slow: 3)
    #expect(slow.connections[0].flow.stalls.map(\.durationUs) == [2_001_000])
    #expect(CompletionStallRule.check(slow).count == 1)
  }
}
