import BletraceTestSupport
import Foundation
import Testing

@testable import BletraceCommands
@testable import Comparison
@testable import Findings
@testable import Report
@testable import Tracking

/// No check passes because it stopped looking.
@Suite("What was not judged")
struct UnjudgedTests {
  private let folder: TemporaryFolder
  private let many: String
  private let few: String

  init() throws {
    folder = try TemporaryFolder()
    many = try folder.write(Self.streams(300).btsnoop(), to: "many.btsnoop")
    few = try folder.write(Self.streams(3).btsnoop(), to: "few.btsnoop")
  }

  /// More characteristics than are followed.
  private static func streams(
    _ count: UInt16, _ end: (inout CaptureBuilder) -> Void = { $0.disconnect(reason: 0x16) }
  ) -> CaptureBuilder {
    var story = CaptureBuilder()
    story.connect()
    for handle in 1...count { story.notify(handle, [1, 2, 3]) }
    end(&story)
    return story
  }

  private func line(_ file: String) -> String {
    "\(file): not judged, because it is beyond a limit of what is kept: some streams"
  }

  @Test("--fail-on, in each form of output", arguments: ["text", "json", "ndjson", "csv", "junit"])
  func failOn(format: String) {
    let words =
      ["analyze", "--config", "none", "--fail-on", "error", "--format", format]
      + (format == "csv" ? ["--table", "findings"] : [])
    let result = bletrace(words + [many])
    #expect(result.code == .trouble && result.errors.contains(line(many)), "\(result.errors)")
    let good = bletrace(words + [few])
    #expect(good.code == .success && !good.errors.contains("not judged"), "\(good.errors)")
    // Who asks for no check is told by a finding.
    let unasked = bletrace(words.filter { $0 != "--fail-on" && $0 != "error" } + [many])
    #expect(unasked.code == .success && !unasked.errors.contains("not judged"))
  }

  @Test("a failure that was found is one, and the line is there all the same")
  func precedence() throws {
    let lost = Self.streams(300) {
      $0.wait(by: 6_000_000)
      $0.disconnect(reason: 0x08)
    }
    let path = try folder.write(lost.btsnoop(), to: "lost.btsnoop")
    let result = bletrace("analyze", "--fail-on", "error", path)
    #expect(result.code == .checkFailed && result.errors.contains(line(path)), "\(result.errors)")
    // A file that cannot be read goes before both.
    let missing = bletrace("analyze", "--fail-on", "error", path, folder["none"])
    #expect(missing.code == .trouble)
  }

  @Test func diffAndBudget() throws {
    let result = bletrace("diff", few, many)
    #expect(result.errors.contains(line(many)), "\(result.errors)")
    let same = bletrace("diff", many, many)
    #expect(same.code == .trouble && same.errors.contains(line(many)), "\(same.errors)")
    #expect(bletrace("diff", few, few).code == .success)
    let budget = try folder.write(Array("connections <= 5\n".utf8), to: "budget")
    let kept = bletrace("analyze", "--budget", budget, many)
    #expect(kept.code == .trouble && kept.errors.contains(line(many)), "\(kept.errors)")
    #expect(bletrace("analyze", "--budget", budget, few).code == .success)
  }

  @Test("what was judged is no more than details, which a budget for each connection misses")
  func folded() throws {
    var capture = ReportV1.Capture(connectionsOmitted: 9, transfersOmitted: 5)
    capture.folded = .init(connections: 9, transfersComplete: 5)
    #expect(capture.unjudged(least: .info) == [])
    #expect(capture.unseenDetails == ["the details of 9 connections"])
    #expect(CaptureMeasures.all.first { $0.name == "connections" }?.value(run(capture)) == 9)
    capture.connectionsOmitted = 11
    #expect(capture.unjudged(least: .error) == ["2 connections"])
    func looks(_ budget: String) throws -> Bool {
      try Budget(parsing: Array(budget.utf8)).looksAtDetails
    }
    #expect(try !looks("connections <= 5\nfindings.error == 0\n"))
    #expect(try looks("connections <= 5\nmtu >= 23\n"))
  }

  private func run(_ capture: ReportV1.Capture) -> Run {
    Run(name: "", capture: capture, findings: [])
  }

  @Test("what a bound hides has a severity, and more lines of a list hide nothing")
  func severities() {
    func parts(_ bounds: [String], _ least: ReportV1.Severity) -> [String] {
      ReportV1.Capture(boundsReached: bounds).unjudged(least: least)
    }
    #expect(parts(["scans"], .error) == [] && parts(["scans"], .warning) == ["some scans"])
    #expect(parts(["timeline", "values", "phases", "gaps"], .info) == [])
    #expect(parts(["streams", "memory"], .error) == ["some streams"])
    #expect(
      parts(["memory"], .error) == ["some facts, as the memory for them was used up"])
    #expect(parts(["of_a_later_version"], .error) == ["some of a later version"])
    let capture = ReportV1.Capture(
      connectionsOmitted: 1761, transfersOmitted: 1, boundsReached: ["connections", "transfers"])
    #expect(capture.unjudged(least: .error) == ["1,761 connections", "1 complete transfer"])
  }
}
