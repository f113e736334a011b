import BletraceTestSupport
import CaptureFiles
import Testing

@testable import Findings
@testable import Report
@testable import Tracking

/// What the fuzzer found, each as the shortest story that shows it.
@Suite struct FoundByFuzzingTests {
  @Test("the frames of a link loss ascend, also where data comes behind the end")
  func dataBehindTheEnd() {
    var story = CaptureBuilder()
    story.connect()
    story.notify(0x10, "one")
    story.disconnect(reason: 0x08)
    story.notify(0x10, "two")
    let capture = analyzed(story)
    let finding = RuleCatalog.findings(in: [capture]).first { $0.rule == "link-loss" }
    #expect(finding?.frames == [3, 4])
  }
}

private func analyzed(_ story: CaptureBuilder) -> ReportV1.Capture {
  let (records, bytes) = story.records()
  var analysis = RunningAnalysis(options: AnalysisOptions(), payloads: nil)
  analysis.add(records, in: bytes.span)
  return analysis.finish(path: "", CaptureFacts())
}
