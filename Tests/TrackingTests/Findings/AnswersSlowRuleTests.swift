import BletraceTestSupport
import Testing

@testable import Findings
@testable import Report

@Suite("answers-slow")
struct AnswersSlowRuleTests {
  /// Questions to 0x10, each as soon as 0x12 answered the one before.
  private static func ask(
    _ story: inout CaptureBuilder, _ count: Int, answer: Int64, think: Int64 = 15_000
  ) {
    for turn in 0..<count {
      story.att(.tx, [0x52, 0x10, 0x00, 0xA0, UInt8(turn)])
      story.wait(by: answer - 1000)
      story.notify(0x12, [0xB0, UInt8(turn)])
      story.wait(by: think - 1000)
    }
  }

  /// - Parameters:
  ///   - interval: in units of 1.25 ms, from an update on.
  ///   - answer: how long answers take then.
  private func capture(
    interval: UInt16 = 160, answer: Int64 = 400_000, think: Int64 = 15_000, before: Int = 12,
    after: Int = 40, isAsked: Bool = true
  ) -> ReportV1.Capture {
    var story = CaptureBuilder(step: 1000)
    story.connect(interval: 39)
    story.subscribe(0x13)
    Self.ask(&story, before, answer: 85_000)
    if isAsked {
      story.signalling(.rx, 0x12, 1, octets(160) + octets(160) + octets(0) + octets(300))
      story.signalling(.tx, 0x13, 1, octets(0))
    }
    if interval != 39 { story.update(interval: interval, timeout: 300) }
    Self.ask(&story, after, answer: answer, think: think)
    return Analysed(story).capture
  }

  @Test("answers that take two events more from an update on")
  func update() throws {
    let finding = try only(AnswersSlowRule.self, in: capture())
    #expect(finding.severity == .warning && finding.connection == 1)
    #expect(finding.message.hasPrefix("From the interval of 200 ms on (#"))
    #expect(
      finding.message.contains(
        "which the peer had requested (#"), "\(finding.message)")
    #expect(
      finding.message.contains(
        "answers of handle 0x0012 to handle 0x0010 took 400 ms (median of 40), and 85 ms before, at "
          + "48.75 ms; of the "), "\(finding.message)")
    #expect(finding.evidence[.party] == .string("remote"))
    #expect(finding.savingUs == 40 * 315_000)
    let own = try only(AnswersSlowRule.self, in: capture(isAsked: false))
    #expect(!own.message.contains("requested") && own.evidence[.party] == .null)
  }

  @Test("quiet where few came, where it costs little, and where a person or a timer asks")
  func nearMisses() {
    #expect(AnswersSlowRule.check(capture(before: 4)).isEmpty)
    #expect(AnswersSlowRule.check(capture(after: 8)).isEmpty)
    #expect(AnswersSlowRule.check(capture(think: 900_000)).isEmpty)
    // The device itself is slower.
    #expect(AnswersSlowRule.check(capture(interval: 78, answer: 700_000)).isEmpty)
    #expect(AnswersSlowRule.check(capture(interval: 160, answer: 120_000)).isEmpty)
    #expect(AnswersSlowRule.check(capture(interval: 39, answer: 400_000)).isEmpty)
  }

  @Test("each answer takes two events, for long")
  func twoEvents() throws {
    let finding = try only(
      AnswersSlowRule.self, in: capture(interval: 39, answer: 97_500, before: 0, after: 200))
    #expect(
      finding.message.hasPrefix(
        "200 answers of handle 0x0012 to handle 0x0010 took 97.5 ms (median), about two connection "
          + "intervals of 48.75 ms; of the "), "\(finding.message)")
    let few = capture(interval: 39, answer: 97_500, before: 0, after: 40)
    #expect(AnswersSlowRule.check(few).isEmpty)
    // At once, or after a calculation of its own.
    let quick = capture(interval: 39, answer: 30_000, before: 0, after: 200)
    #expect(AnswersSlowRule.check(quick).isEmpty)
    let own = capture(interval: 39, answer: 300_000, before: 0, after: 200)
    #expect(AnswersSlowRule.check(own).isEmpty)
  }
}
