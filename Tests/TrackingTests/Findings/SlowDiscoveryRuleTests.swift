import BletraceTestSupport
import Testing

@testable import Findings
@testable import Report
@testable import Tracking

@Suite("slow-discovery")
struct SlowDiscoveryRuleTests {
  /// Reads of declarations, none like another, and a service.
  private func capture(
    _ count: Int, after microseconds: Int64, interval: UInt16 = 39,
    _ build: (inout CaptureBuilder) -> Void = { _ in }
  ) -> ReportV1.Capture {
    var story = CaptureBuilder(step: 1000)
    story.connect(interval: interval)
    story.att(.tx, [0x10, 0x01, 0x00, 0xFF, 0xFF, 0x00, 0x28])
    story.wait(by: microseconds - 1000)
    story.att(.rx, [0x11, 0x06, 0x01, 0x00, 0xFF, 0xFF, 0xE0, 0xFF])
    for number in 1..<count {
      story.att(.tx, [0x08, UInt8(number * 2), 0x00, 0xFF, 0xFF, 0x03, 0x28])
      story.wait(by: microseconds - 1000)
      story.att(
        .rx, [0x09, 7, UInt8(number * 2), 0, 0x12, UInt8(number * 2 + 1), 0, UInt8(number), 0xAA])
    }
    build(&story)
    return Analysed(story).capture
  }

  @Test("35 requests of 264 ms at an interval of 48.75 ms")
  func slow() throws {
    let finding = try only(
      SlowDiscoveryRule.self,
      in: capture(35, after: 264_000) {
        for _ in 0..<3 { $0.read(0x05, after: 99_000) }
        $0.update(interval: 12)
        $0.wait(by: 10_000_000)
        $0.disconnect()
      })
    #expect(finding.severity == .warning)
    #expect(finding.frames == [2, 71, 78])
    #expect(
      finding.message
        == "The discovery of the peer's attributes took 9.24 s, 47 % of the connection's time: 35 "
        + "requests for 1 service, 264 ms each. Two connection events for each explain 3.41 s of "
        + "it (interval 48.75 ms, latency 0); the rest is the response time of the server, or "
        + "retransmissions. The next 3 requests took 100 ms each at that interval. The interval "
        + "was shortened only afterwards, to 15 ms (#78).")
    #expect(finding.evidence[.party] == .string("local"))
    let advice = try #require(finding.advice)
    #expect(advice.hasPrefix("Request a short interval before the discovery (at 15 ms two events"))
    #expect(advice.contains("exchange the MTU before the discovery"))
    #expect(advice.contains("keep the result for the next connection"))
  }

  @Test("requests at another interval, or while another is open, are not compared with it")
  func after() {
    let later = capture(35, after: 264_000) {
      for _ in 0..<2 { $0.read(0x05, after: 99_000) }
      $0.update(interval: 12)
      for _ in 0..<5 { $0.read(0x05, after: 30_000) }
    }
    #expect(later.connections[0].att.discoveries.map(\.requestsAfter) == [2])
    #expect(SlowDiscoveryRule.check(later).allSatisfy { !$0.message.contains(" The next ") })
    let overlapped = capture(35, after: 264_000) {
      for _ in 0..<3 { $0.read(0x05, after: 99_000) }
      for _ in 0..<2 { $0.att(.tx, [0x12, 0x35, 0x00, 0x01, 0x07]) }
      $0.wait(by: 400_000)
      for _ in 0..<2 { $0.att(.rx, [0x13]) }
      // The same parameters once more are no others.
      $0.update(interval: 39)
      $0.read(0x05, after: 99_000)
    }
    #expect(overlapped.connections[0].att.discoveries.map(\.requestsAfter) == [4])
    #expect(
      SlowDiscoveryRule.check(overlapped).allSatisfy {
        $0.message.hasSuffix("The next 4 requests took 100 ms each at that interval.")
      })
  }

  @Test("what two connection events explain is said without other causes")
  func interval() throws {
    let finding = try only(SlowDiscoveryRule.self, in: capture(40, after: 97_500))
    #expect(finding.severity == .info)
    #expect(!finding.message.contains("the rest is"))
  }

  @Test("quiet below 3 s and below ten requests, about one slow answer, and about a second round")
  func nearMisses() {
    #expect(SlowDiscoveryRule.check(capture(35, after: 80_000)).isEmpty)
    #expect(SlowDiscoveryRule.check(capture(9, after: 900_000)).isEmpty)
    // One answer of 4 s: slow-response.
    let one = capture(20, after: 40_000) {
      $0.att(.tx, [0x04, 0x60, 0x00, 0xFF, 0xFF])
      $0.wait(by: 4_000_000)
      $0.att(.rx, [0x01, 0x04, 0x60, 0x00, 0x0A])
    }
    #expect(SlowDiscoveryRule.check(one).isEmpty)
    #expect(SlowResponseRule.check(one).count == 1)
    // The second round is discovery-loop's.
    let again = capture(20, after: 100_000) {
      for number in 0..<20 {
        $0.att(
          .tx,
          number == 0
            ? [0x10, 0x01, 0x00, 0xFF, 0xFF, 0x00, 0x28]
            : [0x08, UInt8(number * 2), 0x00, 0xFF, 0xFF, 0x03, 0x28])
        $0.wait(by: 100_000)
        $0.att(.rx, [0x01, number == 0 ? 0x10 : 0x08, UInt8(number * 2), 0x00, 0x0A])
      }
    }
    #expect(again.connections[0].att.discoveries.first?.requestsUs ?? 0 > 3_000_000)
    #expect(SlowDiscoveryRule.check(again).isEmpty)
  }

  @Test("what counts is the sum of requests of 1 s at most, however many took longer")
  func slowAnswers() throws {
    let capture = capture(20, after: 200_000) {
      for number in 0..<12 {
        $0.att(.tx, [0x04, UInt8(0x60 + number), 0x00, 0xFF, 0xFF])
        $0.wait(by: 1_500_000)
        $0.att(.rx, [0x01, 0x04, UInt8(0x60 + number), 0x00, 0x0A])
      }
    }
    let finding = try only(SlowDiscoveryRule.self, in: capture)
    #expect(finding.severity == .info)
    #expect(finding.evidence[.requests] == .int(20))
    #expect(finding.evidence[.requestsUs] == .int(4_000_000))
    let few = self.capture(20, after: 100_000) {
      for number in 0..<12 {
        $0.att(.tx, [0x04, UInt8(0x60 + number), 0x00, 0xFF, 0xFF])
        $0.wait(by: 1_500_000)
        $0.att(.rx, [0x01, 0x04, UInt8(0x60 + number), 0x00, 0x0A])
      }
    }
    #expect(SlowDiscoveryRule.check(few).isEmpty)
  }

  @Test("the frames, the interval and what followed are of the first round, as its time is")
  func firstRound() throws {
    let finding = try only(
      SlowDiscoveryRule.self,
      in: capture(35, after: 264_000) {
        $0.update(interval: 12)
        $0.att(.tx, [0x10, 0x01, 0x00, 0xFF, 0xFF, 0x00, 0x28])
        $0.wait(by: 30_000)
        $0.att(.rx, [0x11, 0x06, 0x01, 0x00, 0xFF, 0xFF, 0xE0, 0xFF])
        for _ in 0..<3 { $0.read(0x05, after: 30_000) }
      })
    #expect(finding.frames == [2, 71, 72])
    #expect(finding.evidence[.requests] == .int(35))
    #expect(finding.evidence[.laterIntervalUs] == .int(15_000))
    #expect(finding.evidence[.requestsAfter] == .int(0))
    #expect(!finding.message.contains("right after it"), "they followed the second round")
  }

  @Test("quiet where another rule reports the same waits")
  func others() {
    // Ten requests or more at an interval of 120 ms.
    let long = capture(30, after: 241_000, interval: 96)
    #expect(IntervalTooSlowRule.check(long).count == 1)
    #expect(SlowDiscoveryRule.check(long).isEmpty)
    #expect(
      SlowDiscoveryRule.check(
        ReportV1.Capture(
          long.connections[0].with {
            $0.transport = .brEDR
            $0.att.transactions.sleepWaits = nil
          })
      ).isEmpty)
  }
}
