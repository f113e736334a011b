import Foundation
import Testing

@testable import BletraceCommands

/// A part of a capture has no faults that the whole does not have: what is kept of the setup keeps
/// its answers and completions, and nothing comes after the end.
@Suite("Exported parts") struct ExportCutTests {
  private static let parts = [["--from", "60"], ["--to", "60"], ["--from", "30", "--to", "70"]]
  /// What missing answers, completions and ends look like.
  private static let faults: Set = [
    "att-request-unanswered", "completion-stall", "credit-stall", "link-loss", "request-overlap",
    "early-disconnect", "connection-failed", "disconnect-unanswered", "parameter-update-unanswered",
  ]

  private func faults(in file: String) throws -> (rules: Set<String>, durationUs: Int) {
    let result = bletrace("analyze", "--quiet", "--format", "json", file)
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let findings = try #require(report["findings"] as? [[String: Any]])
    let captures = try #require(report["captures"] as? [[String: Any]])
    return (
      Set(findings.compactMap { $0["rule"] as? String }).intersection(Self.faults),
      captures.first?["duration_us"] as? Int ?? 0
    )
  }

  @Test(
    "no fault is made by the cut",
    arguments: [
      "bizcard-central", "parameter-request-central", "read-write-notify-central",
      "fault-slow-response",
      "long-read-write-central", "framing-smp-central", "fault-att-error", "pair-good",
    ], parts)
  func cut(sample: String, part: [String]) throws {
    let capture = projectFolder + "/samples/\(sample)/capture.btsnoop"
    let whole = try faults(in: capture)
    let folder = try TemporaryFolder()
    let words = part.map { word in
      Int(word).map { "\(whole.durationUs / 100 * $0)us" } ?? word
    }
    let result = bletrace(["export", "--quiet", "-o", folder["part.btsnoop"], capture] + words)
    try #require(result.code == .success, "\(result.errors)")
    let rules = try faults(in: folder["part.btsnoop"]).rules
    #expect(rules.isSubset(of: whole.rules), "\(rules.subtracting(whole.rules))")
  }

  @Test("the refusal of a subscription is kept, and the completions of what is kept")
  func setup() throws {
    let folder = try TemporaryFolder()
    let capture = projectFolder + "/samples/read-write-notify-central/capture.btsnoop"
    let whole = try faults(in: capture)
    let result = bletrace(
      "export", "--quiet", "-o", folder["end.btsnoop"], capture, "--from",
      "\(whole.durationUs / 10 * 9)us")
    #expect(result.code == .success)
    let lines = bletrace("decode", folder["end.btsnoop"]).output
    #expect(lines.contains("Number Of Completed Packets") && lines.contains("Write Response"))
  }
}
