import BletraceTestSupport
import CaptureFiles
import Findings
import Foundation
import Rendering
import Report
import Testing
import Text
import Tracking

/// The text that is printed without an option is one that a person reads to its end.
@Suite("No report is too long")
struct ReportLengthTests {
  private func lines(_ bytes: some Sequence<UInt8>) -> Int {
    bytes.reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
  }

  @Test("of no sample")
  func samples() throws {
    for capture in SampleGoldenTests.captures {
      let text = TextRenderer.render(try SampleGoldenTests.report(capture))
      #expect(lines(text) <= 150, "\(capture)")
    }
  }

  @Test(
    "of no capture that other people made",
    .enabled(
      if: RealCaptures.folder != nil, "set BLETRACE_CAPTURES to a folder of captures with INDEX.tsv"
    ))
  func realCaptures() throws {
    for (file, capture) in try RealCaptureFindingsTests.captures() {
      let report = ReportV1 {
        $0.captures = [capture]
        $0.findings = RuleCatalog.findings(in: [capture])
      }
      for width in [60, 80, 120, 160] {
        let text = TextRenderer.render(report, options: TextOptions(width: width))
        #expect(lines(text) <= 150, "\(file), \(width) columns")
      }
    }
  }
}
