import BletraceCommands
import CaptureFiles
import Findings
import Foundation
import Rendering
import Testing
import Tracking

@testable import Report

/// The screen of `bletrace live` as it looks while samples are read: half of one, and all of
/// others. The pictures stand in Tests/Goldens/Screen; `make golden` rewrites them.
@Suite("Screen of samples")
struct ScreenGoldenTests {
  struct Picture: CustomTestStringConvertible {
    var sample: String
    /// Of the file, in percent.
    var part = 100
    var columns: Int
    var rows: Int
    var keys: [ScreenKey] = []

    var testDescription: String {
      "\(sample.prefix { $0 != "/" })-\(part)-\(columns)x\(rows)"
        + (keys.isEmpty ? "" : "-\(keys.count)-keys")
    }
  }

  static let pictures = [
    Picture(sample: "bizcard-stall-peripheral/capture.pklg", columns: 80, rows: 24),
    Picture(sample: "bizcard-stall-peripheral/capture.pklg", columns: 40, rows: 10),
    Picture(sample: "bizcard-stall-peripheral/capture.pklg", columns: 120, rows: 40),
    Picture(sample: "picture-central/capture.pcapng", part: 50, columns: 80, rows: 24),
    Picture(sample: "picture-central/capture.pcapng", part: 50, columns: 200, rows: 50),
    Picture(sample: "heart-rate-central/capture.pklg", columns: 120, rows: 40, keys: [.down]),
    Picture(sample: "fault-shared-radio/capture.btsnoop", columns: 200, rows: 50, keys: [.down]),
    Picture(sample: "fault-shared-radio/capture.btsnoop", columns: 80, rows: 24, keys: [.help]),
  ]

  @Test("looks as it did", arguments: pictures)
  func golden(picture: Picture) throws {
    let (report, status) = try Self.live(picture.sample, part: picture.part)
    var state = ScreenState()
    for key in picture.keys {
      state = state.pressing(
        key, report: report, status: status, columns: picture.columns, rows: picture.rows)
    }
    let lines = LiveScreen.lines(
      report: report, status: status, state: state, columns: picture.columns, rows: picture.rows,
      color: false)
    #expect(lines.count == picture.rows)
    let text = lines.map { $0 + "\n" }.joined()
    let file = SampleGoldenTests.projectFolder
      .appending(path: "Tests/Goldens/Screen/\(picture.testDescription).txt")
    if ProcessInfo.processInfo.environment["BLETRACE_UPDATE_GOLDEN"] == "1" {
      try Data(text.utf8).write(to: file)
    }
    let golden = try String(contentsOf: file, encoding: .utf8)
    #expect(text == golden, "differs from \(file.lastPathComponent); make golden rewrites it")
  }

  /// What there is to show when so many percent of a sample have come. The parts of it that were
  /// read before make up the recent past.
  static func live(_ sample: String, part: Int) throws -> (ReportV1, LiveStatus) {
    let file = SampleGoldenTests.projectFolder.appending(path: "samples/\(sample)")
    let bytes = try Data(contentsOf: file)
    var status = LiveStatus(source: "hci0", recordsPerSecond: 42, dropped: 0)
    var report = ReportV1()
    for step in stride(from: 10, through: part, by: 5) {
      let cut = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try bytes.prefix(bytes.count * step / 100).write(to: cut)
      defer { try? FileManager.default.removeItem(at: cut) }
      var reader = try CaptureReader(try FileDescriptorSource(path: cut.path()))
      let capture = try analyze(
        &reader, path: sample, options: AnalysisOptions(), payloads: nil, progress: { _, _ in })
      report = ReportV1(captures: [capture], findings: RuleCatalog.findings(in: [capture]))
      status.records = capture.records
      status.elapsedUs = (capture.durationUs ?? 0) + 250_000
      status.history.observe(capture, elapsedUs: status.elapsedUs)
    }
    // That the file was cut is the test's doing.
    report.findings.removeAll { $0.rule == "capture-truncated" && part < 100 }
    return (report, status)
  }
}
