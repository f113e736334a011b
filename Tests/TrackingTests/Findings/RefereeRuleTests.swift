import BletraceTestSupport
import Testing

@testable import Findings
@testable import Report
@testable import Tracking

/// What is said of obligations that were broken: who owed what, once.
@Suite("Rules of the referee")
struct RefereeRuleTests {
  private func capture(_ build: (inout CaptureBuilder) -> Void) -> ReportV1.Capture {
    var story = CaptureBuilder()
    build(&story)
    return Analysed(story).capture
  }

  private func findings(_ capture: ReportV1.Capture) -> [String] {
    RuleCatalog.all.flatMap { rule in rule.check(CaseFile(capture)).map { _ in rule.name } }
  }

  // MARK: - ATT

  @Test("a late Error Response is not the answer to the next request, nor an impatient app's end")
  func lateError() throws {
    let capture = capture {
      $0.connect()
      $0.att(.tx, [0x02, 0x05, 0x02])
      $0.att(.tx, [0x02, 0x05, 0x02])
      $0.att(.rx, [0x03, 0x9E, 0x00])
      $0.att(.tx, [0x10, 0x01, 0x00, 0xFF, 0xFF, 0x00, 0x28])
      $0.att(.rx, [0x03, 0x9E, 0x00])
      $0.att(.rx, [0x11, 0x06, 0x01, 0x00, 0x09, 0x00, 0x00, 0x18])
      $0.att(.tx, [0x08, 0x01, 0x00, 0x09, 0x00, 0x03, 0x28])
      $0.att(.rx, [0x01, 0x10, 0x0B, 0x00, 0x0A])
      $0.hangUp()
      $0.disconnect(reason: 0x16)
    }
    let unmatched = try only(ResponseUnmatchedRule.self, in: capture)
    #expect(unmatched.severity == .warning && unmatched.frames == [5, 8, 9, 10])
    #expect(
      unmatched.message
        == "The peer sent an Error Response to a Read By Group Type Request (#9) although no Read "
        + "By Group Type Request was open: the one in #5 had its answer already. The request in #8 "
        + "waited meanwhile. The client hung up right after it (#10).")
    #expect(unmatched.evidence[.party] == .string("remote"))
    let again = try only(MTUExchangedAgainRule.self, in: capture)
    #expect(again.severity == .warning && again.frames == [2, 3])
    #expect(
      again.message
        == "This host sent Exchange MTU Request twice in one connection, first in #2 and each time "
        + "with 517 (#3); a client may send it once. The first one had no answer yet.")
    // One fault, one finding.
    let all = Set(findings(capture))
    #expect(all.isDisjoint(with: ["request-overlap", "early-disconnect", "att-error"]))
  }

  @Test("a second answer, and an error for a request that was answered")
  func secondAnswer() throws {
    let capture = capture {
      $0.connect()
      $0.read(8)
      $0.att(.rx, [0x0B, 1])
      $0.att(.tx, [0x12, 0x08, 0x00, 0x01])
      $0.att(.rx, [0x13])
      $0.att(.rx, [0x01, 0x12, 0x08, 0x00, 0x04])
    }
    #expect(ResponseUnmatchedRule.check(capture).map(\.frames) == [[2, 4], [5, 7]])
    #expect(ATTErrorRule.check(capture).isEmpty)
  }

  @Test("two values of the MTU are a warning, the same one twice is worth a line")
  func exchangedAgain() throws {
    func finding(_ second: UInt8) throws -> RuleFinding {
      try only(
        MTUExchangedAgainRule.self,
        in: capture {
          $0.connect()
          for value in [0x05, second] {
            $0.att(.tx, [0x02, value, 0x02])
            $0.att(.rx, [0x03, 0xF7, 0x00])
          }
        })
    }
    #expect(try finding(0x05).severity == .info && finding(0x06).severity == .warning)
    #expect(try finding(0x06).evidence[.mtu] == .int(518))
  }

  @Test("reads that a server cut, whose own exchange had been refused")
  func cutReads() throws {
    let capture = capture {
      $0.connect()
      $0.att(.tx, [0x02, 0x00, 0x01])
      $0.att(.rx, [0x02, 0xF7, 0x00])
      $0.att(.tx, [0x01, 0x02, 0x00, 0x00, 0x06])
      $0.att(.rx, [0x03, 0xF7, 0x00])
      for octet: UInt8 in 1...3 {
        $0.att(.tx, [0x0A, 0x08, 0x00])
        $0.att(.rx, [0x0B] + [UInt8](repeating: octet, count: 22))
      }
    }
    let finding = try only(ValuesCutAtMTURule.self, in: capture)
    #expect(finding.severity == .warning && finding.frames == [4, 5, 7, 9, 11])
    #expect(
      finding.message
        == "3 Read Responses of handle 0x0008 had exactly 22 bytes, the most that an MTU of 23 "
        + "allows, though 247 was agreed (#5): the peer's server seems to have cut them. Its own "
        + "Exchange MTU Request had been refused (#4), which may be why.")
    #expect(ATTErrorRule.check(capture).isEmpty)
  }

  // MARK: - Hosts and controllers

  @Test("a key that the host never gave is the host's fault, not that of a procedure")
  func longTermKey() throws {
    func capture(_ wait: Int64) -> ReportV1.Capture {
      self.capture {
        $0.command(0x1009, [])
        $0.commandStatus(0x1009, 0)
        $0.connect()
        $0.event(0x3E, [0x05] + octets(CaptureBuilder.handle) + [UInt8](repeating: 0, count: 10))
        $0.wait(by: wait)
        $0.disconnect(reason: 0x22)
      }
    }
    let found = capture(39_000_000)
    let finding = try only(HostRequestUnansweredRule.self, in: found)
    #expect(finding.severity == .error && finding.connection == 1 && finding.frames == [4, 5])
    #expect(finding.message.hasPrefix("This host did not answer LE Long Term Key Request (#4) of"))
    #expect(finding.evidence[.party] == .string("local"))
    #expect(!findings(found).contains("disconnect-by-fault"))
    let soon = capture(900_000)
    #expect(HostRequestUnansweredRule.check(soon).isEmpty)
    #expect(findings(soon).contains("disconnect-by-fault"))
  }

  @Test("commands that were refused: what matters, what does not, and what others report")
  func refused() throws {
    func finding(
      _ opcode: UInt16, _ parameters: [UInt8], _ status: UInt8, works: Bool = false
    ) -> RuleFinding? {
      CommandRefusedRule.check(
        capture {
          $0.command(opcode, parameters)
          $0.commandStatus(opcode, status)
          guard works else { return }
          $0.command(opcode, parameters)
          $0.commandComplete(opcode)
        }
      ).first
    }
    let create = finding(0x2064, [1, 0x60, 0, 0x40, 0], 0x0C)
    #expect(create?.severity == .error && create?.frames == [1, 2])
    #expect(
      create?.message
        == "The controller refused LE Create CIS with Command Disallowed (0x0C) (#2).")
    #expect(finding(0x200A, [1], 0x0C)?.severity == .error)
    #expect(finding(0x200C, [1, 0], 0x0C)?.severity == .warning)
    #expect(finding(0x2084, [0], 0x12)?.severity == .error)
    #expect(finding(0x200A, [1], 0x0C, works: true)?.severity == .info)
    // A new private address while it advertises; a page of features that there is not; a mask of
    // events that it has not; a role that it has already.
    #expect(finding(0x2035, [1, 2, 3, 4, 5, 6, 7], 0x0C, works: true) == nil)
    #expect(finding(0x1004, [9], 0x30) == nil && finding(0x2001, [1], 0x20) == nil)
    #expect(finding(0x080B, [0], 0x0C) == nil)
    // Who advertises in the old way has nothing else to fall back on.
    let parameters = finding(0x2006, [0x30, 0, 0x30, 0] + [UInt8](repeating: 0, count: 11), 0x01)
    #expect(parameters?.severity == .warning && parameters?.advice?.contains("cannot do") == true)
    #expect(finding(0x200A, [1], 0x01)?.severity == .error)
    #expect(finding(0x200A, [0], 0x01) == nil)
    #expect(finding(0x2036, [0], 0x01) == nil && finding(0x200B, [1], 0x01) == nil)
    // Switched off twice; not known to the controller; a connection that is gone; in the list.
    #expect(finding(0x200A, [0], 0x0C) == nil && finding(0x2074, [], 0x01) == nil)
    #expect(finding(0x2016, [0x40, 0], 0x02) == nil && finding(0x2011, [0], 0x17) == nil)
    // A vendor's, and those of which other rules speak.
    #expect(finding(0xFD53, [], 0x0C) == nil && finding(0x0406, [0x40, 0, 0x13], 0x12) == nil)
  }

  @Test("answers that a controller may not deliver are not missing for the server's sake")
  func hostBuffers() throws {
    let capture = capture {
      $0.command(0x0C33, [0xFF, 0, 0] + octets(2) + octets(0))
      $0.commandStatus(0x0C33, 0)
      $0.command(0x0C31, [1])
      $0.commandStatus(0x0C31, 0)
      $0.connect()
      $0.att(.rx, [0x1B, 0x10, 0x00, 1])
      $0.att(.rx, [0x1B, 0x10, 0x00, 2])
      $0.att(.tx, [0x0A, 0x08, 0x00])
      $0.wait(by: 30_000_000)
      $0.hangUp()
      $0.disconnect(reason: 0x16)
    }
    let finding = try only(HostBuffersKeptRule.self, in: capture)
    #expect(finding.severity == .error && finding.frames == [3, 7])
    #expect(finding.message.hasPrefix("This host gave 0 of its 2 buffers for received data back:"))
    #expect(ATTRequestUnansweredRule.check(capture).isEmpty)
  }

  @Test("a controller that answers no more: an error once it cannot be slowness")
  func silentController() throws {
    func finding(_ wait: Int64) throws -> RuleFinding {
      try only(
        ControllerSilentRule.self,
        in: capture {
          for opcode: UInt16 in [0x1001, 0x1003, 0x1009] {
            $0.command(opcode, [])
            $0.commandStatus(opcode, 0)
          }
          $0.command(0x200C, [1, 0])
          $0.wait(by: wait)
          $0.command(0x200C, [0, 0])
        })
    }
    let long = try finding(6_000_000)
    #expect(long.severity == .error && long.frames == [7, 8])
    #expect(long.message.hasPrefix("The controller did not answer LE Set Scan Enable (#7) in 6"))
    #expect(long.evidence[.party] == .null && long.evidence[.count] == .int(2))
    #expect(try finding(3_000_000).severity == .warning)
  }

  @Test("packets that a controller never reported as completed")
  func notCompleted() throws {
    let capture = capture {
      $0.connect()
      $0.write(1)
      $0.completed(1)
      $0.write(2)
      for value: UInt8 in 1...8 {
        $0.wait(by: 1_000_000)
        $0.att(.rx, [0x1B, 0x10, 0x00, value])
      }
    }
    let finding = try only(CompletionsMissingRule.self, in: capture)
    #expect(finding.severity == .error && finding.frames == [4, 5])
    #expect(finding.message.hasPrefix("2 packets of this host (the first is #4) were never"))
    #expect(finding.evidence[.count] == .int(2) && finding.evidence[.packets] == .int(3))
  }

  @Test("a command for a connection that has ended")
  func sentAfterEnd() throws {
    let capture = capture {
      $0.connect()
      $0.disconnect(reason: 0x13)
      $0.wait(by: 200_000)
      $0.command(0x2016, octets(CaptureBuilder.handle))
      $0.commandStatus(0x2016, 0x02)
    }
    let finding = try only(SentAfterEndRule.self, in: capture)
    #expect(finding.severity == .info && finding.connection == 1 && finding.frames == [2, 3])
    #expect(CommandRefusedRule.check(capture).isEmpty)
  }
}
