import BletraceTestSupport
import Testing

@testable import Findings
@testable import Report

@Suite("Rules: attempts to connect that failed in several ways")
struct ConnectionFailedRuleTests {
  private static func story(_ build: (inout CaptureBuilder) -> Void) -> ReportV1.Capture {
    var story = CaptureBuilder()
    build(&story)
    return Analysed(story).capture
  }

  @Test("one that failed with 0x3E and was made good within a second is information, once")
  func madeGood() throws {
    func capture(
      _ failures: Int = 1, status: UInt8 = 0x3E, wait: Int64 = 500_000, took: Int64 = 300_000
    ) -> ReportV1.Capture {
      Self.story {
        for _ in 0..<failures {
          $0.askToConnect()
          $0.wait(by: took)
          $0.connect()
          $0.wait(by: 300_000)
          $0.disconnect(reason: status)
        }
        $0.askToConnect()
        $0.wait(by: wait)
        $0.connect()
      }
    }
    #expect(try only(ConnectionFailedRule.self, in: capture()).severity == .info)
    #expect(try only(ConnectionFailedRule.self, in: capture(wait: 1_100_000)).severity == .warning)
    #expect(try only(ConnectionFailedRule.self, in: capture(2)).severity == .warning)
    #expect(ConnectionFailedRule.check(capture(status: 0x13)).isEmpty)
    // slow-connection reports the failure, too.
    let slow = capture(took: 12_000_000)
    #expect(try only(SlowConnectionRule.self, in: slow).message.contains("(0x3E)"))
    #expect(ConnectionFailedRule.check(slow).isEmpty)
    #expect(
      try only(ConnectionFailedRule.self, in: capture(wait: 1_100_000, took: 12_000_000)).severity
        == .warning)
  }

  @Test("what is true of one of several attempts is said of that one")
  func differently() throws {
    /// A page that is answered and then fails, and others that are not answered.
    func finding(answered: Int, others: Int) throws -> RuleFinding {
      try only(
        ConnectionFailedRule.self,
        in: Self.story {
          for number in 0..<answered + others {
            $0.command(0x0405, CaptureBuilder.peer + [0, 0, 0, 0, 0, 0, 0])
            $0.commandStatus(0x0405, 0)
            $0.wait(by: 2_000_000)
            if number < answered { $0.event(0x12, [0] + CaptureBuilder.peer + [1]) }
            $0.wait(by: 3_000_000)
            $0.event(
              0x03, [number < answered ? 0x08 : 0x04] + octets(0) + CaptureBuilder.peer + [1, 0])
          }
        })
    }
    let mixed = try finding(answered: 1, others: 2)
    #expect(
      mixed.message.hasSuffix(
        "; in 1 of 3 the device answered the page (Role Change in #3) and was lost after 5 s; 2 "
          + "were not answered (Page Timeout)."))
    let advice = try #require(mixed.advice)
    #expect(advice.hasPrefix("Page Timeout (0x04): The device did not answer the page"))
    #expect(advice.contains(" Connection Timeout (0x08): The device answered the page and was"))
    let one = try finding(answered: 1, others: 0)
    #expect(
      one.message.hasSuffix("; the device answered the page (Role Change in #3) before it failed."))
    #expect(one.advice?.hasPrefix("The device answered the page and was lost") == true)
    let two = try finding(answered: 2, others: 0)
    #expect(
      two.message.hasSuffix(
        "; in 2 of 2 the device answered the page (Role Change in #7) and was lost."))
    let none = try finding(answered: 0, others: 2)
    #expect(!none.message.contains("answered") && none.advice?.hasPrefix("The device did") == true)
  }
}
