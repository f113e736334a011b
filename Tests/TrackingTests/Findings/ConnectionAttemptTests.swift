import BletraceTestSupport
import Testing

@testable import Findings
@testable import Report

@Suite("Rules: attempts to connect, from packets")
struct ConnectionAttemptTests {
  private static func story(_ tell: (inout CaptureBuilder) -> Void) -> ReportV1.Capture {
    var story = CaptureBuilder()
    tell(&story)
    return Analysed(story).capture
  }

  // MARK: connection-failed

  @Test("attempts that failed among attempts that worked are one finding with both counts")
  func amongThose() throws {
    func capture(failed: Int, worked: Int) -> ReportV1.Capture {
      Self.story {
        for _ in 0..<failed {
          $0.askToConnect()
          $0.wait(by: 2_000_000)
          $0.failToConnect(0x3E)
        }
        for _ in 0..<worked {
          $0.askToConnect()
          $0.connect()
          $0.disconnect()
        }
      }
    }
    let few = try only(ConnectionFailedRule.self, in: capture(failed: 1, worked: 2))
    #expect(few.severity == .info && few.frames == [3, 6])
    #expect(few.message.contains("came about twice, next in #6; the failed attempt took 2 s"))
    #expect(few.evidence["worked"] == .int(2) && few.evidence["count"] == .int(1))
    #expect(
      try only(ConnectionFailedRule.self, in: capture(failed: 2, worked: 2)).severity == .warning)
    #expect(
      try only(ConnectionFailedRule.self, in: capture(failed: 1, worked: 0)).severity == .error)
    #expect(ConnectionFailedRule.check(capture(failed: 0, worked: 2)).isEmpty)
  }

  @Test("a command that the controller refuses is an attempt that failed")
  func refused() throws {
    let capture = Self.story { $0.askToConnect(status: 0x0C) }
    let finding = try only(ConnectionFailedRule.self, in: capture)
    #expect(finding.message.contains("66:0D:F3:0A:7B:1C failed with Command Disallowed (0x0C)"))
    let other = Self.story {
      $0.askToConnect()
      $0.askToConnect([1, 2, 3, 4, 5, 0xC6], status: 0x0C)
      $0.connect()
    }
    #expect(other.connections[0].connectRequest?.frame == 1, "the first request goes on")
  }

  @Test("a page that times out is said as BR/EDR, and is a warning at most")
  func pageTimeout() throws {
    let capture = Self.story { $0.page() }
    let finding = try only(ConnectionFailedRule.self, in: capture)
    #expect(finding.severity == .warning)
    #expect(
      finding.message.hasPrefix("The BR/EDR connection to 66:0D:F3:0A:7B:1C failed with Page"))
    #expect(finding.evidence["transport"] == .string("br-edr"))
    #expect(NeedlessRequestRule.check(capture).isEmpty)
    let voice = Self.story { $0.event(0x03, [0x10] + octets(1) + CaptureBuilder.peer + [0, 0]) }
    #expect(ConnectionFailedRule.check(voice).isEmpty, "a voice link is no connection")
  }

  // MARK: needless-request

  @Test("a second request for a device that is connected")
  func connectedAlready() throws {
    let capture = Self.story {
      $0.askToConnect()
      $0.connect()
      $0.askToConnect()
      $0.wait(by: 4_000_000)
      $0.disconnect()
      $0.connect(0x41)
    }
    let finding = try only(NeedlessRequestRule.self, in: capture)
    #expect(finding.severity == .warning && finding.frames == [4, 7])
    #expect(
      finding.message
        == "Our host asked for an LE connection to 66:0D:F3:0A:7B:1C, which was connected already "
        + "(connection 1); it came about in #7, when that connection was over.")
    let other = Self.story {
      $0.connect()
      $0.askToConnect([1, 2, 3, 4, 5, 0xC6])
      $0.disconnect()
      $0.askToConnect()
    }
    #expect(NeedlessRequestRule.check(other).isEmpty)
  }

  @Test("a page for a device that is connected over LE, or says that it has no BR/EDR")
  func pagedBesideLE() throws {
    let capture = Self.story {
      $0.connect()
      $0.page()
    }
    let finding = try only(NeedlessRequestRule.self, in: capture)
    #expect(finding.severity == .warning && finding.frames == [2, 4])
    #expect(finding.message.contains("over BR/EDR, which is connected over LE (connection 1)"))
    #expect(finding.message.contains("failed with Page Timeout (0x04) in #4"))
    #expect(ConnectionFailedRule.check(capture).isEmpty, "told once")
    func flagged(_ flags: UInt8) -> ReportV1.Capture {
      Self.story {
        $0.event(
          0x3E, [2, 1, 0, 0] + CaptureBuilder.peer + [3, 2, 1, flags, 0xC8])
        $0.page()
      }
    }
    let leOnly = try only(NeedlessRequestRule.self, in: flagged(0x06))
    #expect(leOnly.message.contains("which advertises BR/EDR Not Supported (#1)"))
    #expect(leOnly.frames == [1, 2, 4])
    #expect(NeedlessRequestRule.check(flagged(0x02)).isEmpty, "it may have both")
  }

  // MARK: slow-connection

  @Test("a connection that took long from the command, or from the first advertisement after it")
  func slow() throws {
    func capture(_ before: Int64, _ after: Int64?) -> ReportV1.Capture {
      Self.story {
        $0.askToConnect()
        $0.wait(by: before)
        if let after {
          $0.advertise(CaptureBuilder.peer, -60)
          $0.wait(by: after)
        }
        $0.connect()
      }
    }
    let long = try only(SlowConnectionRule.self, in: capture(12_000_000, nil))
    #expect(long.severity == .warning && long.frames == [1, 3])
    #expect(long.message.hasSuffix("came about 12 s after our host asked for it (#1)."))
    let heard = try only(SlowConnectionRule.self, in: capture(100_000, 3_500_000))
    #expect(heard.severity == .info && heard.frames == [1, 3, 4])
    #expect(heard.message.contains(", 3.5 s after the device was heard (#3)"))
    #expect(SlowConnectionRule.check(capture(4_000_000, nil)).isEmpty)
    #expect(SlowConnectionRule.check(capture(4_000_000, 500_000)).isEmpty)
  }
}
