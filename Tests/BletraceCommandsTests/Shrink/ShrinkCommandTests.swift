import BletraceTestSupport
import Foundation
import Testing

@testable import BletraceCommands

@Suite struct ShrinkCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func rules(_ file: String, _ rule: String) throws -> [String] {
    let report = try #require(
      try JSONSerialization.jsonObject(
        with: Data(
          bletrace("analyze", "--rule", rule, "--format", "json", file).output.utf8))
        as? [String: Any])
    let findings = try #require(report["findings"] as? [[String: Any]])
    return findings.map { "\($0["rule"] ?? "") \($0["severity"] ?? "")" }
  }

  private func records(_ file: String) -> Int {
    bletrace("decode", file).output.utf8.count { $0 == UInt8(ascii: "\n") }
  }

  @Test(arguments: [
    ("fault-att-error", "att-error"), ("fault-notification-gap", "notification-gap"),
    ("fault-request-unanswered", "closed-by-timer"),
    ("fault-pairing-failed", "pairing-failed"),
  ])
  func theFindingStaysAndNoRecordIsNeedless(_ story: String, _ rule: String) throws {
    let sample = projectFolder + "/samples/\(story)/capture.btsnoop"
    let result = bletrace(
      "shrink", sample, "--finding", rule, "-o", folder["small.btsnoop"])
    #expect(result.code == .success, "\(result.errors)")
    #expect(result.errors.contains("each of them is needed"), "\(result.errors)")
    let left = records(folder["small.btsnoop"])
    #expect(left > 0 && left * 2 < records(sample), "\(left) of \(records(sample))")
    let severity = try #require(rules(sample, rule).first)
    #expect(try rules(folder["small.btsnoop"], rule).contains(severity))
    // Nothing more can be left out.
    let twice = bletrace(
      "shrink", folder["small.btsnoop"], "--finding", rule, "-o", folder["twice.btsnoop"])
    #expect(twice.errors.contains("\(left) of \(left) packets"), "\(twice.errors)")
    let again = bletrace("shrink", sample, "--finding", rule, "-o", folder["again.btsnoop"])
    #expect(again.code == .success)
    #expect(try folder.read("again.btsnoop") == folder.read("small.btsnoop"))
    let mode = try FileManager.default.attributesOfItem(atPath: folder["small.btsnoop"])
    #expect(mode[.posixPermissions] as? Int == 0o600)
  }

  /// The receiver of the file runs a plain `analyze` on it.
  @Test func itSaysWhetherAPlainAnalysisShowsTheFinding() throws {
    let sample = projectFolder + "/samples/fault-notification-gap/capture.btsnoop"
    let small = folder["small.btsnoop"]
    let words = ["shrink", sample, "--finding", "notification-gap", "-o", small]
    let plain = bletrace(words)
    #expect(plain.errors.contains("without options shows the finding"), "\(plain.errors)")
    #expect(bletrace("analyze", "--format", "json", small).output.contains("notification-gap"))
    let other = folder["other.btsnoop"]
    // Gaps that only a threshold of the user's makes.
    let sharp = bletrace(
      "shrink", projectFolder + "/samples/picture-central/capture.pcapng", "--finding",
      "notification-gap", "--gap-threshold", "20ms", "-o", other)
    #expect(sharp.code == .success, "\(sharp.errors)")
    #expect(
      sharp.errors.contains("only with --rule notification-gap")
        != bletrace("analyze", "--format", "json", other).output.contains("notification-gap"),
      "\(sharp.errors)")
  }

  @Test func whatCannotBeDoneLeavesNoFile() throws {
    let sample = projectFolder + "/samples/bizcard-central/capture.btsnoop"
    let out = folder["out.btsnoop"]
    for (words, message) in [
      // A near miss: a healthy session.
      (["--finding", "att-error", "-o", out], "has no finding of att-error"),
      (["-o", out], "needs the rule"), (["--finding", "att-error"], "needs a file"),
      (["--finding", "att-eror", "-o", out], "did you mean 'att-error'?"),
      (["--finding", "att-error", "-o", folder["out.txt"]], "does not say which format"),
      (
        ["--finding", "att-error", "-o", "-", "--format", "pcap"], "cannot write to standard output"
      ),
    ] {
      let result = bletrace(["shrink", sample] + words)
      #expect(result.code == .trouble)
      #expect(result.errors.contains(message), "\(result.errors)")
    }
    #expect(try folder.names == [])
  }
}
