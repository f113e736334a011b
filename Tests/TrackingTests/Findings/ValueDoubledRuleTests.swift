import BletraceTestSupport
import Testing

@testable import Findings
@testable import Report
@testable import Tracking

@Suite("value-doubled")
struct ValueDoubledRuleTests {
  /// Values of 12 octets, each another, some of them sent twice.
  private func capture(
    _ count: Int = 100, doubled: Set<Int> = [40], changes: Bool = true, octets: Int = 12,
    _ build: (inout CaptureBuilder, Int) -> Void = { _, _ in }
  ) -> ReportV1.Capture {
    var story = CaptureBuilder(step: 1000)
    story.connect()
    story.subscribe(0x16)
    for number in 0..<count {
      let value = (0..<octets).map { UInt8(truncatingIfNeeded: $0 * 7 + (changes ? number : 0)) }
      build(&story, number)
      story.notify(0x15, value)
      if doubled.contains(number) { story.notify(0x15, value) }
      story.wait(by: 29_000)
    }
    return Analysed(story).capture
  }

  @Test("the same value twice in a stream that changes")
  func doubled() throws {
    let finding = try only(ValueDoubledRule.self, in: capture(doubled: [40, 70]))
    #expect(finding.severity == .info)
    #expect(finding.frames == [44, 45, 76])
    #expect(
      finding.message
        == "2 values of the notifications of handle 0x0015 were probably sent twice: each equals "
        + "the previous one (#44 and #45), but 99 of 102 values differ from the previous one.")
    #expect(finding.evidence[.certainty] == .string("likely"))
    #expect(finding.evidence[.party] == .string("remote"))
  }

  @Test("quiet about steady telemetry, few values, short ones, and three in a row")
  func nearMisses() {
    #expect(ValueDoubledRule.check(capture(doubled: [])).isEmpty)
    #expect(ValueDoubledRule.check(capture(doubled: [], changes: false)).isEmpty)
    // One in ten does not change: that is what the values are like.
    #expect(
      ValueDoubledRule.check(capture(doubled: Set(stride(from: 0, to: 100, by: 10)))).isEmpty)
    #expect(ValueDoubledRule.check(capture(40)).isEmpty)
    #expect(ValueDoubledRule.check(capture(octets: 7)).isEmpty)
    let three = capture(doubled: []) { story, number in
      guard number == 50 else { return }
      for _ in 0..<3 { story.notify(0x15, [9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 1, 2]) }
    }
    #expect(ValueDoubledRule.check(three).isEmpty)
    let zeros = capture(doubled: []) { story, number in
      guard number == 50 else { return }
      for _ in 0..<2 { story.notify(0x15, [UInt8](repeating: 0, count: 12)) }
    }
    #expect(ValueDoubledRule.check(zeros).isEmpty)
  }

  @Test("quiet where values answer questions, which may be equal")
  func answers() {
    let answers = capture { story, number in
      if number % 5 == 0 { story.att(.tx, [0x52, 0x20, 0x00, 1]) }
    }
    #expect(ValueDoubledRule.check(answers).isEmpty)
  }
}
