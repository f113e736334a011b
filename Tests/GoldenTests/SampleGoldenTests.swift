import BletraceCommands
import CaptureFiles
import Findings
import Foundation
import Rendering
import Testing
import Tracking

@testable import Report

/// The facts of each sample stand beside its capture, in report.json, and each sentence of their
/// findings once, in Tests/Goldens/sentences.tsv. `make golden` rewrites them; the difference is
/// reviewed like code. What is printed otherwise has hashes, in Tests/EqualOutput.
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

  /// Each sample is analyzed once for all tests.
  private static let reports = Dictionary(
    uniqueKeysWithValues: captures.map { capture in (capture, Result { try analyzed(capture) }) })

  private static func analyzed(_ capture: String) throws -> ReportV1 {
    let file = projectFolder.appending(path: capture)
    var reader = try CaptureReader(try FileDescriptorSource(path: file.path()))
    let analyzed = try analyze(
      &reader, path: capture, options: AnalysisOptions(), payloads: nil, progress: { _, _ in })
    return ReportV1(
      bletrace: Version.number, captures: [analyzed],
      findings: RuleCatalog.findings(in: [analyzed]))
  }

  static func report(_ capture: String) throws -> ReportV1 {
    try #require(reports[capture]).get()
  }

  @Test("there are stories of all five systems")
  func stories() {
    #expect(Self.captures.count >= 28)
    for system in ["bizcard", "heart-rate", "transfer", "read-write-notify", "picture"] {
      #expect(Self.captures.contains { $0.hasPrefix("samples/\(system)-central/") }, "\(system)")
    }
  }

  @Test("each has the facts that stand beside it", arguments: captures)
  func golden(capture: String) throws {
    var facts = try Self.report(capture)
    for index in facts.findings.indices {
      facts.findings[index].message = facts.findings[index].rule
      if facts.findings[index].advice != nil { facts.findings[index].advice = "advice" }
    }
    let folder = Self.projectFolder.appending(path: capture).deletingLastPathComponent()
    try expect(JSONRenderer.render(facts), at: folder.appending(path: "report.json"))
  }

  @Test("the report in the README is that of its sample")
  func readme() throws {
    let folder = "samples/bizcard-stall-peripheral/"
    try expect(
      TextRenderer.render(try Self.report(folder + "capture.pklg")),
      at: Self.projectFolder.appending(path: folder + "report.txt"))
  }

  /// A sentence that differs from another one in its numbers only is left out.
  @Test("each sentence of a finding is the one that is kept")
  func sentences() throws {
    var kept: [String: String] = [:]
    for capture in Self.captures {
      for finding in try Self.report(capture).findings {
        let line = [finding.rule, finding.message, finding.advice ?? ""].joined(separator: "\t")
        let variant = line.replacing(/[0-9A-F.,:#-]*[0-9][0-9A-Fx.,:#-]*/, with: "0")
        kept[variant, default: line] = min(line, kept[variant] ?? line)
      }
    }
    #expect(kept.count > 50)
    let lines = (["rule\tmessage\tadvice"] + kept.values.sorted()).joined(separator: "\n") + "\n"
    try expect(
      Array(lines.utf8), at: Self.projectFolder.appending(path: "Tests/Goldens/sentences.tsv"))
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
