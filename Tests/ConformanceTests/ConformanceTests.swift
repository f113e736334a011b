import BletraceTestSupport
import CaptureFiles
import Foundation
import Report
import Testing
import Tracking

/// bletrace against tshark, value by value, on the samples and on real captures.
///
/// Real captures are other people's, and no part of the project: they are looked for in the folder
/// that `BLETRACE_CAPTURES` names, else in `../shared/captures` beside the package.
@Suite(.serialized) struct ConformanceTests {
  @Test(.enabled(if: tsharkIsRequired || Tshark.path != nil, "tshark is not installed"))
  func samples() throws {
    try compare(
      try files(in: projectFolder + "/samples").filter { $0.contains("/capture.") },
      in: projectFolder + "/samples", "samples")
  }

  @Test(
    .enabled(if: tsharkIsRequired || Tshark.path != nil, "tshark is not installed"),
    .enabled(
      if: RealCaptures.folder != nil,
      "no real captures: BLETRACE_CAPTURES names no folder; only the samples are compared"))
  func realCaptures() throws {
    let folder = try #require(RealCaptures.folder)
    let files = try files(in: folder).filter { $0 != "README.md" && $0 != "INDEX.tsv" }
    try compare(files, in: folder, "real captures")
  }

  /// A list that names a file which is not there is never looked at: it may only name files of the
  /// two folders.
  private func compare(_ files: [String], in folder: String, _ what: String) throws {
    try #require(Tshark.path != nil, "tshark is not installed, and CI needs it")
    #expect(!files.isEmpty, "no files in \(folder)")
    var coverage = Coverage()
    for file in files {
      do {
        try compare(file, in: folder, &coverage)
      } catch {
        Issue.record("\(file): \(error)")
      }
    }
    print("conformance with tshark, \(what): \(coverage)")
  }

  private func compare(_ file: String, in folder: String, _ coverage: inout Coverage) throws {
    let path = folder + "/" + file
    guard let capture = try report(on: path, named: file) else {
      coverage.refused += 1
      return
    }
    // Of sniffed packets the facts of HCI say nothing; `PacketConformanceTests` compares them.
    if capture.isAir { return }
    let tshark = TsharkFacts(try Tshark.read(path))
    let ours = ReportFacts(capture, comparedTo: tshark)
    let transfers = transferFacts(of: capture, in: tshark)
    coverage.files += 1
    settle(
      differences(tshark: tshark.facts, bletrace: ours.facts)
        + differences(tshark: transfers.tshark, bletrace: transfers.bletrace),
      of: file, &coverage)
    for (field, value) in ours.facts.values where tshark.facts[field] == value {
      coverage.addEqual(field)
    }
    for (field, value) in transfers.bletrace.values where transfers.tshark[field] == value {
      coverage.addEqual(field)
    }
  }

  /// Nothing for a file that bletrace rightly refuses.
  private func report(on path: String, named file: String) throws -> ReportV1.Capture? {
    do throws(CaptureFileError) {
      var reader = try CaptureReader(FileDescriptorSource(path: path))
      let capture = try analyze(
        &reader, path: path, options: AnalysisOptions(), payloads: nil, progress: { _, _ in })
      #expect(refusedFiles[file] == nil, "\(file) is read after all")
      return capture
    } catch {
      #expect(refusedFiles[file] == error.message, "\(file) is refused: \(error.message)")
      return nil
    }
  }

  private func settle(_ found: [Difference], of file: String, _ coverage: inout Coverage) {
    let accepted = acceptedDifferences.filter { $0.file == file }
    for one in found {
      let isAccepted = accepted.contains {
        $0.field == one.field && $0.tshark == one.tshark && $0.bletrace == one.bletrace
      }
      coverage.explained += isAccepted ? 1 : 0
      if !isAccepted {
        Issue.record(
          "\(file): \(one.field): tshark \(one.tshark ?? "-"), bletrace \(one.bletrace ?? "-")")
      }
    }
    for one in accepted {
      let stillThere = found.contains { $0.field == one.field }
      #expect(stillThere, "\(file): \(one.field) no longer differs; take it off the list")
    }
  }
}

/// How much was compared.
private struct Coverage: CustomStringConvertible {
  var files = 0
  var refused = 0
  var explained = 0
  private var equal = 0
  private var kinds: [String: Int] = [:]

  /// The kind of a field is its words in front of the first number.
  mutating func addEqual(_ field: String) {
    equal += 1
    let words = field.split(separator: " ").prefix { !$0.contains(where: \.isNumber) }
    kinds[words.joined(separator: " "), default: 0] += 1
  }

  var description: String {
    let kinds = kinds.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    return "\(files) files (and \(refused) refused), \(equal + explained) fields compared, "
      + "\(equal) equal, \(explained) explained: " + kinds.joined(separator: ", ")
  }
}

// MARK: - Where things are

private let environment = ProcessInfo.processInfo.environment

/// In CI a missing tool is a failure, elsewhere the test is skipped.
let tsharkIsRequired = environment["CI"] == "true"

let projectFolder = URL(filePath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  .path(percentEncoded: false)

/// Paths of plain files within the folder, sorted.
func files(in folder: String) throws -> [String] {
  try FileManager.default.subpathsOfDirectory(atPath: folder).sorted().filter {
    let kind = try FileManager.default.attributesOfItem(atPath: folder + "/" + $0)[.type]
    return kind as? FileAttributeType == .typeRegular
  }
}
