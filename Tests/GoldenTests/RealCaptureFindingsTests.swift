import BletraceTestSupport
import CaptureFiles
import Findings
import Foundation
import Report
import Testing
import Tracking

/// Findings in captures that other people made, where a folder of them is at hand: what must hold
/// of any finding, whatever it says.
@Suite("Findings in real captures")
struct RealCaptureFindingsTests {
  /// The files of the index that can be read, with their reports.
  static func captures() throws -> [(file: String, capture: ReportV1.Capture)] {
    let folder = URL(
      filePath: try #require(RealCaptures.folder), directoryHint: .isDirectory)
    let index = try String(contentsOf: folder.appending(path: "INDEX.tsv"), encoding: .utf8)
    let files = index.split(separator: "\n").dropFirst().compactMap {
      $0.split(separator: "\t").first.map(String.init)
    }
    return files.compactMap { file in
      let path = folder.appending(path: file).path()
      guard let source = try? FileDescriptorSource(path: path),
        var reader = try? CaptureReader(source)
      else { return nil }
      let capture = try? analyze(
        &reader, path: file, options: AnalysisOptions(), payloads: nil, progress: { _, _ in })
      return capture.map { (file, $0) }
    }
  }

  private func isPlain(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
  }

  @Test(
    "each has its frames in the file, a connection that exists, and a plain sentence",
    .enabled(
      if: RealCaptures.folder != nil, "set BLETRACE_CAPTURES to a folder of captures with INDEX.tsv"
    ))
  func invariants() throws {
    let captures = try Self.captures()
    #expect(captures.count >= 10)
    let severities = Dictionary(
      uniqueKeysWithValues: RuleCatalog.all.map { ($0.name, $0.severity.weight) })
    for (file, capture) in captures {
      for finding in RuleCatalog.findings(in: [capture]) {
        let what: Comment = "\(file): \(finding.rule): \(finding.message)"
        #expect(finding.frames.allSatisfy { (1...capture.records).contains($0) }, what)
        #expect(zip(finding.frames, finding.frames.dropFirst()).allSatisfy { $0 < $1 }, what)
        #expect(finding.frames.count <= 5, what)
        if let id = finding.connection {
          #expect(capture.connections.contains { $0.id == id }, what)
        }
        #expect(finding.message.hasSuffix(".") && finding.message.first != " ", what)
        #expect(isPlain(finding.message) && isPlain(finding.advice ?? ""), what)
        #expect(finding.message.count <= 400, what)
        #expect(finding.severity.weight <= severities[finding.rule] ?? -1, what)
        for entry in finding.evidence.entries {
          #expect(
            entry.key.allSatisfy { $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "_") },
            what)
        }
      }
    }
  }
}
