import CaptureFiles
import Findings
import Report
import Tracking

/// Times the stages of an analysis inside this process, for those who work on them.
struct Stages {
  private let path: String
  private let runs: Int
  private var records = 0

  init(path: String, runs: Int) {
    self.path = path
    self.runs = runs
  }

  private enum Stage: String, CaseIterable {
    case reading = "reading"
    case analysis = "reading, sessions, measures"
    case report = "building the report"
    case findings = "looking for faults in it"
    case rendering = "rendering it as JSON"
  }

  /// Runs all stages in turn, several times, and prints the processor time of each.
  mutating func run() throws(BenchFailure) {
    var times: [Stage: Samples] = [:]
    for _ in 0..<runs {
      do throws(CaptureFileError) {
        times[.reading, default: Samples()].add(try read())
        let whole = try analyze()
        times[.analysis, default: Samples()].add(whole.analysis)
        times[.report, default: Samples()].add(whole.report)
        times[.findings, default: Samples()].add(whole.findings)
        times[.rendering, default: Samples()].add(whole.rendering)
      } catch {
        throw BenchFailure(error.message)
      }
    }
    print("\(records) records, \(runs) runs, processor time in ns a record")
    var table = TextTable(["stage", "median", "least", "greatest"])
    for stage in Stage.allCases {
      guard let samples = times[stage] else { continue }
      let numbers = [samples.median, samples.least, samples.greatest].map {
        decimal($0 / Double(max(records, 1)), 2)
      }
      table.add([stage.rawValue] + numbers)
    }
    print(table.text)
  }

  /// Each returns nanoseconds.
  private mutating func read() throws(CaptureFileError) -> Double {
    let start = Clock.processor
    var reader = try CaptureReader(FileDescriptorSource(path: path))
    var batch: [CapturedRecord] = []
    var count = 0
    while try reader.nextBatch(into: &batch) { count += batch.count }
    records = count
    return Double(Clock.processor - start)
  }

  private struct WholeAnalysis {
    var analysis: Double
    var report: Double
    var findings: Double
    var rendering: Double
  }

  private func analyze() throws(CaptureFileError) -> WholeAnalysis {
    let start = Clock.processor
    var reader = try CaptureReader(FileDescriptorSource(path: path))
    var last = start
    let capture = try Tracking.analyze(
      &reader, path: path, options: AnalysisOptions(), payloads: nil,
      progress: { _, _ in last = Clock.processor })
    let built = Clock.processor
    let findings = RuleCatalog.findings(in: [capture])
    let found = Clock.processor
    let json = JSONRenderer.render(
      ReportV1 {
        $0.bletrace = "bench"
        $0.captures = [capture]
        $0.findings = findings
      })
    let rendered = Clock.processor
    precondition(!json.isEmpty)
    return WholeAnalysis(
      analysis: Double(last - start), report: Double(built - last),
      findings: Double(found - built), rendering: Double(rendered - found))
  }
}
