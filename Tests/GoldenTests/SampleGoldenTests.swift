import BletraceCommands
import CaptureFiles
import Findings
import Foundation
import Rendering
import Testing
import Tracking

@testable import Report

/// What `bletrace analyze` says of each sample stands beside its capture: report.txt and
/// report.json. `make golden` rewrites them; the difference is reviewed like code.
@Suite("Samples")
struct SampleGoldenTests {
  static let projectFolder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// `samples/<story>/capture.<suffix>`, relative to the project.
  static let captures: [String] = {
    let samples = projectFolder.appending(path: "samples").path()
    let stories = (try? FileManager.default.contentsOfDirectory(atPath: samples)) ?? []
    return stories.sorted().flatMap { story in
      let files =
        (try? FileManager.default.contentsOfDirectory(atPath: "\(samples)/\(story)")) ?? []
      return files.filter { $0.hasPrefix("capture.") }.map { "samples/\(story)/\($0)" }
    }
  }()

  @Test("there are stories of all five systems")
  func stories() {
    #expect(Self.captures.count >= 28)
    for system in ["bizcard", "heart-rate", "transfer", "read-write-notify", "picture"] {
      #expect(Self.captures.contains { $0.hasPrefix("samples/\(system)-central/") }, "\(system)")
    }
  }

  @Test("each has the report that stands beside it", arguments: captures)
  func golden(capture: String) throws {
    let file = Self.projectFolder.appending(path: capture)
    var reader = try CaptureReader(try FileDescriptorSource(path: file.path()))
    let analysed = try analyze(
      &reader, path: capture, options: AnalysisOptions(), payloads: nil, progress: { _, _ in })
    let report = ReportV1(
      bletrace: Version.number, captures: [analysed],
      findings: RuleCatalog.findings(in: [analysed]))
    let folder = file.deletingLastPathComponent()
    try expect(JSONRenderer.render(report), at: folder.appending(path: "report.json"))
    try expect(TextRenderer.render(report), at: folder.appending(path: "report.txt"))
  }

  private func expect(_ bytes: [UInt8], at file: URL) throws {
    if ProcessInfo.processInfo.environment["BLETRACE_UPDATE_GOLDEN"] == "1" {
      try Data(bytes).write(to: file)
    }
    let golden = try Data(contentsOf: file)
    #expect(
      String(decoding: bytes, as: UTF8.self) == String(decoding: golden, as: UTF8.self),
      "differs from \(file.lastPathComponent); make golden rewrites it")
  }
}
