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

  // MARK: - Beside links

  private static func alone(reports: Int) -> ReportV1.Scan {
    ReportV1.Scan(
      startFrame: 100_000, stopFrame: 100_100, startUs: 90_000_000, durationUs: 12_000_000,
      windowUs: 11_250, intervalUs: 60_000, reports: reports)
  }

  /// A scan of 19 % for 12 s beside three links at 7.5 ms.
  private func beside(
    _ change: (inout ReportV1.Capture) -> Void = { _ in }
  ) -> ReportV1.Capture {
    Hand.capture {
      $0.connections = (1...3).map { id in
        Hand.connection {
          $0.id = id
          $0.parameters[0].intervalUs = 7_500
        }
      }
      $0.advertisers = [ReportV1.Advertiser(address: "C4:1D:66:F0:83:29", reports: 5)]
      $0.scans = [
        ReportV1.Scan(
          startFrame: 100, stopFrame: 800, startUs: 3_000_000, durationUs: 12_000_000,
          windowUs: 11_250, intervalUs: 60_000, reports: 0),
        // As little, without such a link.
        Self.alone(reports: 5),
      ]
      change(&$0)
    }
  }

  @Test("a scan of a small share that hears nothing names the links beside it")
  func links() throws {
    let finding = try only(ScanSilentRule.self, in: beside())
    #expect(
      finding.message
        == "The scan from #100 (19 % duty) reported nothing in 12 s, although devices advertised in "
        + "other scans of this capture. Connections 1, 2 and 3, with an interval of 7.5 ms, used "
        + "the same radio all that time.")
    #expect(finding.evidence[.connections] == .list([.int(1), .int(2), .int(3)]))
    #expect(finding.connections == [1, 2, 3])
    #expect(finding.advice?.hasPrefix("The app on this host should scan with a longer") == true)
    // After a silence, too.
    let silent = beside {
      $0.scans[0].reports = 40
      $0.scans[0].silence = ReportV1.ScanSilence(
        afterFrame: 200, frame: 300, durationUs: 5_000_000, newDevices: 12, heardUs: 900_000)
    }
    #expect(
      try only(ScanSilentRule.self, in: silent).message.hasSuffix(
        "Connections 1, 2 and 3, with an interval of 7.5 ms, used the same radio all that time."))
  }

  @Test("quiet about long intervals, wide windows, short scans, and what is not known")
  func nearMisses() {
    let changes: [(inout ReportV1.Capture) -> Void] = [
      { capture in
        for index in 0..<3 { capture.connections[index].parameters[0].intervalUs = 30_000 }
      },
      { $0.scans[0].windowUs = 45_000 },
      { $0.scans[0].durationUs = 4_000_000 },
      { $0.scans[0].reports = nil },
      { $0.scans[0].reports = 1 },
      { $0.scans[0].acceptListOnly = true },
      { $0.advertisers = [] },
      // Nothing shows that such a scan brings something elsewhere, or one brought nothing.
      { $0.scans.removeLast() },
      { $0.scans.append(Self.alone(reports: 0)) },
      { $0.droppedRecords = 3 },
      { capture in
        for index in 0..<3 { capture.connections[index].firstFrame = 101 }
      },
    ]
    for (index, change) in changes.enumerated() {
      #expect(ScanSilentRule.check(beside(change)).isEmpty, "\(index)")
    }
  }
}
