import Foundation
import Rendering

@testable import Comparison
@testable import Report

/// The root of the project.
let projectFolder = URL(filePath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent().path()

/// The folders of all samples.
let sampleFolders: [String] = {
  let samples = projectFolder + "samples"
  let names = (try? FileManager.default.contentsOfDirectory(atPath: samples)) ?? []
  return names.filter {
    FileManager.default.fileExists(atPath: "\(samples)/\($0)/report.json")
  }.sorted()
}()

/// What `bletrace analyze` said of a sample.
func sampleReport(_ folder: String) throws -> ReportV1 {
  let path = "\(projectFolder)samples/\(folder)/report.json"
  return try JSONReportReader.read([UInt8](Data(contentsOf: URL(filePath: path))))
}

func sampleRuns(_ folder: String) throws -> [Run] {
  Run.all(in: try sampleReport(folder), of: "samples/\(folder)/report.json")
}

/// A run with these connections and nothing else.
func run(_ connections: [ReportV1.Connection], named name: String = "capture") -> Run {
  Run(name: name, capture: .init(path: name, connections: connections), findings: [])
}

extension Comparison {
  /// The measures with that verdict, with what they are about, sorted.
  func measures(_ verdict: Verdict) -> [String] {
    entries.filter { $0.verdict == verdict }.map { entry in
      let part = entry.subject.part.map { " of \($0)" } ?? ""
      return entry.measure + part
    }.sorted()
  }
}
