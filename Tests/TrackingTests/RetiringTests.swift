import BletraceTestSupport
import CaptureFiles
import Testing

@testable import Findings
@testable import Report
@testable import Tracking

/// A running analysis drops what is over: what it says of the rest stays what it was.
@Suite("Connections that are let go of")
struct RetiringTests {
  /// Connections one after the other, each with a transfer, beside one that stays open and has
  /// transfers too. One of the others is still open when the next begins.
  private static func story(_ count: Int) -> CaptureBuilder {
    var story = CaptureBuilder()
    story.connect(0x40)
    story.subscribe(0x16, 1, 0x40)
    for number in 0..<count {
      let handle = UInt16(0x41 + number % 3)
      story.connect(handle)
      story.subscribe(0x16, 1, handle)
      for text in ["one", "two", "EOM"] { story.notify(0x15, Array(text.utf8), handle) }
      for text in ["always", "EOM"] { story.notify(0x15, Array(text.utf8), 0x40) }
      story.wait(by: 50_000)
      story.notify(0x15, Array("half".utf8), 0x40)
      story.disconnect(handle, reason: 0x13)
      story.wait(by: 2_000_000)
    }
    story.disconnect(0x40, reason: 0x16)
    return story
  }

  private struct Course {
    var events: [LiveEvent] = []
    var folded: ReportV1.Folded?
    var ids: [Int] = []
    var transfers = 0
    var findings: [ReportV1.Finding] = []
  }

  private static var options: AnalysisOptions {
    var options = AnalysisOptions()
    options.judge = RuleJudge()
    return options
  }

  private static func follow(_ story: CaptureBuilder, by size: Int, retiring: Bool) -> Course {
    let (records, bytes) = story.records()
    var analysis = RunningAnalysis(options: options, payloads: nil, keepsEvents: true)
    var course = Course()
    for start in stride(from: 0, to: records.count, by: size) {
      analysis.add(Array(records[start..<min(start + size, records.count)]), in: bytes.span)
      course.events += analysis.takeEvents(losses: [])
      guard retiring else { continue }
      analysis.retire()
    }
    analysis.close()
    course.events += analysis.takeEvents(losses: [])
    let capture = analysis.finish(path: "", CaptureFacts())
    course.folded = capture.folded
    course.findings = RuleCatalog.findings(in: [capture])
    course.ids = capture.connections.map(\.id)
    course.transfers = capture.connections.reduce(0) { $0 + $1.transfers.count { $0.complete } }
    return course
  }

  @Test("a controller may be removed after its connections were let go of")
  func removedLater() {
    var story = CaptureBuilder()
    story.add(.openIndex, .unknown, [])
    for handle in UInt16(0x40)..<0x48 { story.connect(handle) }
    story.add(.closeIndex, .unknown, [])
    story.wait(by: 1_500_000)
    story.event(0x10, [1], on: 1)
    story.add(.deleteIndex, .unknown, [])
    let course = Self.follow(story, by: 11, retiring: true)
    #expect(course.events.last?.text == "unplugged")
    #expect(course.folded?.connections == 8)
  }

  @Test("all events come as they come without it", arguments: [1, 2, 7, 64])
  func events(size: Int) throws {
    let story = Self.story(30)
    let kept = Self.follow(story, by: size, retiring: false)
    let left = Self.follow(story, by: size, retiring: true)
    #expect(left.events == kept.events)
    #expect(kept.events.count { $0.kind == .connected } == 31)
    #expect(kept.events.count { $0.kind == .disconnected } == 31)
    #expect(kept.events.count { $0.kind == .transferComplete } == 60)
    #expect(Set(kept.events.compactMap(\.connection)) == Set(1...31))
    let folded = try #require(left.folded)
    #expect(folded.connections + left.ids.count == 31 && folded.judged == 31)
    #expect(folded.connections >= 20 && kept.folded == nil)
    #expect(folded.transfersComplete + left.transfers == kept.transfers)
    // What was found is found, whenever it was looked for.
    func faults(_ course: Course) -> Set<String> {
      Set(course.findings.map { "\($0.rule) \($0.severity) \($0.connections)" })
    }
    #expect(faults(left) == faults(kept))
    #expect(left.ids.contains(1), "it is open to the end")
  }

  @Test("an analysis that is nearly full has room again, and counts what went")
  func room() {
    var story = CaptureBuilder()
    for number in 0..<7700 {
      let handle = UInt16(0x40 + number % 8)
      story.connect(handle)
      story.disconnect(handle, reason: 0x13)
    }
    let (records, bytes) = story.records()
    var analysis = RunningAnalysis(options: Self.options, payloads: nil, keepsEvents: true)
    analysis.add(records, in: bytes.span)
    #expect(analysis.isNearlyFull)
    analysis.retire()
    #expect(!analysis.isNearlyFull)
    let capture = analysis.finish(path: "", CaptureFacts())
    #expect(capture.connections.count < 300 && capture.connections.last?.id == 7700)
    #expect(capture.unjudged(least: .info) == [])
    #expect(capture.connectionCount == 7700 && capture.folded?.judged == 7700)
    #expect(capture.boundsReached == [])
  }

  @Test("what waits for more counts on, when something else was let go of")
  func waiting() {
    var story = CaptureBuilder()
    for number in UInt16(0)..<100 {
      story.connect(0x40 + number)
      // The beginning of a PDU that has no end.
      story.acl(
        .rx, boundary: 2, [0xFF, 0xFF, 4, 0] + [UInt8](repeating: 0, count: 30_000), 0x40 + number)
    }
    story.disconnect(0x40, reason: 0x13)
    story.wait(by: 2_000_000)
    let (records, bytes) = story.records()
    var analysis = RunningAnalysis(options: Self.options, payloads: nil)
    analysis.add(records, in: bytes.span)
    let before = analysis.analysis.ledger.held
    analysis.retire()
    #expect(before > 100 * 30_000)
    #expect(analysis.analysis.ledger.held > 99 * 30_000)
  }
}
