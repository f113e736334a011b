import BletraceTestSupport
import Testing

@testable import Findings
@testable import Report

@Suite("Rule: scan-silent")
struct ScanSilentRuleTests {
  private func capture(_ silences: [Int?]) -> ReportV1.Capture {
    Hand.capture {
      $0.connections = []
      $0.scans = silences.enumerated().map { index, silence in
        ReportV1.Scan(
          startFrame: 10 + 100 * index, windowUs: 11_250, intervalUs: 11_250,
          silence: silence.map {
            ReportV1.ScanSilence(
              afterFrame: 13 + 100 * index, frame: 14 + 100 * index, durationUs: $0,
              newDevices: 13, heardUs: 1_180_000)
          })
      }
    }
  }

  @Test("a silence before many new devices is reported with its frames, and both causes")
  func silence() throws {
    let finding = try only(ScanSilentRule.self, in: capture([10_656_000]))
    #expect(
      finding.message
        == "The scan from #10 (100 % duty) reported nothing for 10.7 s (#13 to #14), then 13 or more "
        + "new devices within 1.18 s. Either this host's controller did not receive in that time, "
        + "or reports are missing from the capture.")
    #expect(finding.frames == [13, 14])
    #expect(finding.evidence[.silenceUs] == .int(10_656_000))
  }

  @Test("several scans are one finding, of the longest silence")
  func several() throws {
    let finding = try only(ScanSilentRule.self, in: capture([3_000_000, nil, 8_000_000]))
    #expect(finding.message.contains("#210 (100 % duty) reported nothing for 8 s"))
    #expect(finding.message.hasSuffix(" 2 scans had such a silence, 11 s together."))
    #expect(finding.evidence[.scans] == .int(2))
  }

  @Test("a scan without such a silence is none")
  func usual() {
    #expect(ScanSilentRule.check(CaseFile(capture([nil, nil]))).isEmpty)
  }
}
