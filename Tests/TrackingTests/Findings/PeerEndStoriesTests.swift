import BletraceTestSupport
import Testing

@testable import Findings
@testable import Report

/// What was under way when the peer hung up, and timers that repeat.
@Suite("Rules: the peer hangs up, from packets")
struct PeerEndStoriesTests {
  private static func story(_ build: (inout CaptureBuilder) -> Void) -> ReportV1.Capture {
    var story = CaptureBuilder()
    build(&story)
    return Analysed(story).capture
  }

  /// Values every 30 ms, and the peer's end some time after the last.
  private static func stream(
    _ values: Int = 20, after wait: Int64 = 20_000,
    _ change: (inout CaptureBuilder) -> Void = { _ in }
  ) -> ReportV1.Capture {
    story {
      $0.connect()
      $0.subscribe(0x16)
      for _ in 0..<values {
        $0.wait(by: 29_000)
        $0.notify(0x15, [UInt8](repeating: 7, count: 20))
      }
      change(&$0)
      $0.wait(by: wait)
      $0.disconnect(reason: 0x13)
    }
  }

  @Test("in the middle of values: a warning that says what was under way and since when")
  func streaming() throws {
    let finding = try only(DisconnectByPeerRule.self, in: Self.stream())
    #expect(finding.severity == .warning && finding.frames == [4, 23, 24])
    #expect(
      finding.message
        == "The peer ended the connection (#24) 21 ms after the last of 20 notifications of handle "
        + "0x0015 (400 bytes in 570 ms, from #4).")
    #expect(finding.evidence[.party] == .string("remote"))
    #expect(finding.evidence[.underWayValues] == .int(20))
  }

  @Test("a host that had sent nothing for long is said, as the device may have a timer for that")
  func silentHost() throws {
    let silent = try only(DisconnectByPeerRule.self, in: Self.stream(200))
    #expect(silent.message.hasSuffix(", from #4); this host had sent nothing for 6.02 s."))
    #expect(silent.evidence[.hostSilenceUs] == .int(6_022_000))
    #expect(silent.advice?.contains("a client that sends nothing") == true)
    let soon = try only(DisconnectByPeerRule.self, in: Self.stream(150))
    #expect(!soon.message.contains("had sent nothing") && soon.evidence[.hostSilenceUs] == .null)
    #expect(soon.advice?.contains("a client that sends nothing") == false)
  }

  @Test("values that had stopped, few of them, or an end that our host asked for are none")
  func notStreaming() {
    #expect(DisconnectByPeerRule.check(Self.stream(after: 2_000_000)).isEmpty)
    #expect(DisconnectByPeerRule.check(Self.stream(9)).isEmpty)
    #expect(DisconnectByPeerRule.check(Self.stream { $0.subscribe(0x16, 0) }).isEmpty)
    #expect(DisconnectByPeerRule.check(Self.stream { $0.hangUp() }).isEmpty)
    #expect(DisconnectByPeerRule.check(Self.stream { $0.notify(0x15, "EOM") }).isEmpty)
    let seldom = Self.story {
      $0.connect()
      for _ in 0..<20 {
        $0.wait(by: 1_600_000)
        $0.write(1)
      }
      $0.wait(by: 900_000)
      $0.disconnect(reason: 0x13)
    }
    #expect(DisconnectByPeerRule.check(seldom).isEmpty, "writes at a person's pace")
  }

  @Test("an app that wrote right before may have asked for the end: information")
  func asked() throws {
    let finding = try only(
      DisconnectByPeerRule.self, in: Self.stream { $0.write(1, to: 0x20) })
    #expect(finding.severity == .info)
    #expect(
      finding.message.hasSuffix(
        ", from #4), and 21 ms after this host's app wrote to handle 0x0020 (#24)."))
  }

  @Test("while a request had no answer; of discovery, early-disconnect reports it")
  func pending() throws {
    func capture(_ request: [UInt8], after wait: Int64 = 200_000) -> ReportV1.Capture {
      Self.story {
        $0.connect()
        $0.read()
        $0.att(.tx, request)
        $0.wait(by: wait)
        $0.disconnect(reason: 0x13)
      }
    }
    let write = try only(DisconnectByPeerRule.self, in: capture([0x12, 0x20, 0, 1, 2, 3]))
    #expect(
      write.message
        == "The peer ended the connection (#5) while a Write Request to handle 0x0020 (#4) had no "
        + "answer.")
    #expect(write.frames == [4, 5])
    #expect(DisconnectByPeerRule.check(capture([0x10, 1, 0, 0xFF, 0xFF, 0, 0x28])).isEmpty)
    let old = capture([0x12, 0x20, 0, 1, 2, 3], after: 1_500_000)
    #expect(DisconnectByPeerRule.check(old).isEmpty)
    #expect(ATTRequestUnansweredRule.check(old).count == 1, "reported once")
  }

  /// Connections that the peer ends so long after the last answer.
  private static func idle(_ silences: [Int64], inBetween pause: Int64 = 0) -> ReportV1.Capture {
    story {
      for silence in silences {
        $0.connect()
        $0.read()
        $0.wait(by: pause)
        $0.read()
        $0.wait(by: silence)
        $0.disconnect(reason: 0x13)
      }
    }
  }

  @Test("the same silence before each end may be a timer of the peer")
  func idleTimer() throws {
    let finding = try only(DisconnectByPeerRule.self, in: Self.idle([8_000_000, 8_010_000]))
    #expect(finding.severity == .info && finding.frames == [5, 6, 11, 12])
    #expect(
      finding.message
        == "66:0D:F3:0A:7B:1C ended 2 connections, each 8 s to 8.01 s after the last data: it may "
        + "have a timer for idle connections.")
    #expect(finding.evidence[.count] == .int(2))
    #expect(finding.evidence[.longestSilenceUs] == .int(8_011_000))
    let further = try only(
      DisconnectByPeerRule.self, in: Self.idle([8_000_000, 4_000_000, 8_010_000]))
    #expect(further.evidence[.connections] == .list([.int(1), .int(3)]))
  }

  @Test("ends in the middle of discovery are early-disconnect's, whatever the silence before them")
  func idleDiscovery() {
    func capture(_ request: [UInt8]) -> ReportV1.Capture {
      Self.story {
        for _ in 0..<2 {
          $0.connect()
          $0.read()
          $0.att(.tx, request)
          $0.wait(by: 8_000_000)
          $0.disconnect(reason: 0x13)
        }
      }
    }
    let discovery = capture([0x10, 1, 0, 0xFF, 0xFF, 0, 0x28])
    #expect(EarlyDisconnectRule.check(discovery).count == 1)
    #expect(DisconnectByPeerRule.check(discovery).isEmpty, "reported once")
    let command = capture([0x52, 0x20, 0, 1])
    #expect(EarlyDisconnectRule.check(command).isEmpty)
    #expect(DisconnectByPeerRule.check(command).count == 1)
  }

  @Test("one end, different silences, and a silence that was outlived are no timer")
  func noTimer() {
    #expect(DisconnectByPeerRule.check(Self.idle([8_000_000])).isEmpty)
    #expect(DisconnectByPeerRule.check(Self.idle([8_000_000, 6_000_000])).isEmpty)
    #expect(DisconnectByPeerRule.check(Self.idle([1_000_000, 1_000_000])).isEmpty)
    #expect(
      DisconnectByPeerRule.check(Self.idle([8_000_000, 8_000_000], inBetween: 9_000_000)).isEmpty)
  }
}
