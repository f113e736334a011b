import BletraceTestSupport
import Foundation
import Testing

@testable import BletraceCommands

@Suite struct RedactCommandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func mode(_ name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: folder[name])[.posixPermissions] as? Int
  }

  /// The rule, severity, connection and frames of each finding.
  private func findings(_ file: String) throws -> [String] {
    let report = try #require(
      try JSONSerialization.jsonObject(
        with: Data(bletrace("analyze", "--format", "json", file).output.utf8)) as? [String: Any])
    let findings = try #require(report["findings"] as? [[String: Any]])
    return findings.map { one in
      // A resend is proven by a payload that is intact, which a redacted one is not.
      let severity = one["rule"] as? String == "resend" ? "" : "\(one["severity"] ?? "")"
      return "\(one["rule"] ?? "") \(severity) \(one["connection"] ?? "") \(one["frames"] ?? "")"
    }
  }

  @Test func findingsOfEachSampleStay() throws {
    let samples = projectFolder + "/samples/"
    for story in try FileManager.default.contentsOfDirectory(atPath: samples).sorted() {
      let files = (try? FileManager.default.contentsOfDirectory(atPath: samples + story)) ?? []
      // The record that a file ends in is written as one that was cut.
      guard let name = files.first(where: { $0.hasPrefix("capture.") }),
        story != "fault-capture-cut"
      else { continue }
      let suffix = name.split(separator: ".").last ?? ""
      let out = "out." + suffix
      let result = bletrace("export", "--redact", samples + story + "/" + name, "-o", folder[out])
      #expect(result.code == .success, "\(story): \(result.errors)")
      #expect(result.errors.contains("is left"), "\(story): \(result.errors)")
      #expect(try findings(folder[out]) == findings(samples + story + "/" + name), "\(story)")
    }
  }

  /// What `diff` may say of a redacted capture: what its payloads are.
  @Test func diffOfEachSampleIsSilent() throws {
    let samples = projectFolder + "/samples/"
    for story in try FileManager.default.contentsOfDirectory(atPath: samples).sorted() {
      let files = (try? FileManager.default.contentsOfDirectory(atPath: samples + story)) ?? []
      guard let name = files.first(where: { $0.hasPrefix("capture.") }),
        story != "fault-capture-cut"
      else { continue }
      let (original, out) = (samples + story + "/" + name, folder["out." + suffix(name)])
      #expect(bletrace("export", "-q", "--redact", original, "-o", out).code == .success)
      let result = bletrace("diff", "--format", "json", original, out)
      if result.errors.contains("neither side has a connection") { continue }
      #expect(result.code == .success, "\(story): \(result.output) \(result.errors)")
      let report = try #require(
        try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
      let changes = try #require(report["entries"] as? [[String: Any]])
      for change in changes where change["verdict"] as? String != "same" {
        let measure = change["measure"] as? String ?? ""
        #expect(
          ["transfer.payload_type", "transfer.payload_intact"].contains(measure),
          "\(story): \(measure)")
      }
    }
  }

  private func suffix(_ name: String) -> String {
    String(name.split(separator: ".").last ?? "")
  }

  @Test func theMapIsForItsOwner() throws {
    var story = CaptureBuilder()
    story.connect(0x0040, peer: [0x1C, 0x7B, 0x0A, 0xF3, 0x0D, 0x66])
    let capture = try folder.write(story.btsnoop(), to: "capture.btsnoop")
    let result = bletrace(
      "export", "--redact", capture, "-o", folder["out.btsnoop"], "--map", folder["map"])
    #expect(result.code == .success)
    #expect(result.errors.contains("replaced 1 address in 1 place"), "\(result.errors)")
    #expect(try mode("map") == 0o600)
    let map = String(decoding: try folder.read("map"), as: UTF8.self)
    #expect(map.hasPrefix("{\"kind\": \"addresses\", \"original\": \"66:0D:F3:0A:7B:1C\""))
    #expect(!bletrace("decode", folder["out.btsnoop"]).output.contains("66:0D:F3:0A:7B:1C"))
  }

  @Test func whatCannotBeDone() throws {
    let capture = try folder.write(CaptureBuilder().btsnoop(), to: "capture.btsnoop")
    let out = folder["out.pcap"]
    for (words, message) in [
      (["--redact", "-o", "-", "--format", "pcap"], "-o must name a file"),
      (["--map", folder["map"], "-o", out], "belongs to '--redact'"),
      (["--redact", "--keep", "keys", "-o", out], "is not what '--keep' takes"),
      (["--redact", "--map", out, "-o", out], "name the same file"),
    ] {
      let result = bletrace(["export", capture] + words)
      #expect(result.code == .trouble)
      #expect(result.errors.contains(message), "\(result.errors)")
    }
  }
}
