import BletraceTestSupport
import Foundation
import Report
import Testing

@testable import BletraceCommands

/// `export --findings`: what Wireshark shows as comments on packets.
@Suite struct ExportFindingsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// The comments of a pcapng file in the order of its packets: opt_comment, code 1, of enhanced
  /// packet blocks.
  private func comments(_ bytes: [UInt8]) -> [Int: [String]] {
    func number(_ at: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }
    }
    var comments: [Int: [String]] = [:]
    var (start, packet) = (0, 0)
    while start + 12 <= bytes.count {
      let (type, length) = (number(start, 4), number(start + 4, 4))
      let isPacket = type == 6
      if isPacket { packet += 1 }
      // Behind the header of the section, or of the packet and its octets.
      var at = start + 24
      if isPacket { at = start + 28 + (number(start + 20, 4) + 3) / 4 * 4 }
      while isPacket || type == 0x0A0D_0D0A, at + 4 <= start + length - 4 {
        let (code, count) = (number(at, 2), number(at + 2, 2))
        if code == 1 {
          comments[isPacket ? packet : 0, default: []].append(
            String(decoding: bytes[at + 4..<at + 4 + count], as: UTF8.self))
        }
        at += 4 + (count + 3) / 4 * 4
      }
      start += length
    }
    return comments
  }

  private func findings(_ file: String) throws -> [[String: Any]] {
    let report = try #require(
      try JSONSerialization.jsonObject(
        with: Data(bletrace("analyze", "--format", "json", file).output.utf8)) as? [String: Any])
    return try #require(report["findings"] as? [[String: Any]])
  }

  @Test(arguments: ["fault-notification-gap", "fault-att-error", "bizcard-central"])
  func eachFindingIsOnItsPackets(_ story: String) throws {
    let sample = projectFolder + "/samples/\(story)/capture.btsnoop"
    let result = bletrace("export", "--findings", sample, "-o", folder["out.pcapng"])
    #expect(result.code == .success, "\(result.errors)")
    let found = comments(try folder.read("out.pcapng"))
    var expected: [Int: Int] = [:]
    for finding in try findings(sample) {
      let frames = try #require(finding["frames"] as? [Int])
      let rule = try #require(finding["rule"] as? String)
      let message = try #require(finding["message"] as? String)
      for frame in frames.isEmpty ? [0] : frames {
        expected[frame, default: 0] += 1
        #expect(
          found[frame]?.contains { $0.contains("bletrace \(rule) (") && $0.contains(message) }
            ?? false, "\(frame): \(found[frame] ?? [])")
      }
    }
    #expect(found.mapValues(\.count) == expected)
    // The comments are no packets: the annotated file has the same report.
    #expect(try findings(folder["out.pcapng"]).count == findings(sample).count)
  }

  @Test func aHostileNameCannotActOnATerminal() {
    var finding = ReportV1.Finding()
    (finding.rule, finding.frames) = ("resend", [3, 3])
    finding.message = "a\u{1B}[2Jb\nc\u{202E}d ##[error]"
    let comments = FindingComments([finding]).of(3)
    #expect(comments.count == 2)
    for text in comments {
      #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x202E })
      #expect(text.contains("a\\x1B[2Jb\\x0Ac\\u{202E}d") && !text.contains("##["))
    }
  }

  @Test func aPacketHasAtMostSoManyComments() {
    var finding = ReportV1.Finding()
    finding.frames = [7]
    finding.message = String(repeating: "x", count: 100_000)
    let findings = Array(repeating: finding, count: 1000)
    let comments = FindingComments(findings).of(7)
    #expect(comments.count == FindingComments.mostOfFrame)
    #expect(comments.allSatisfy { $0.utf8.count <= FindingComments.longest })
    #expect(comments.last == "bletrace: 969 more findings name this packet")
  }

  @Test func whatCannotBeDone() throws {
    let capture = try folder.write(CaptureBuilder().btsnoop(), to: "capture.btsnoop")
    let out = folder["out.pcapng"]
    for (words, message) in [
      ([capture, "-o", folder["out.btsnoop"]], "'--findings' needs pcapng"),
      ([capture, "--redact", "-o", out], "with '--redact' first"),
      ([capture, capture, "-o", out], "needs exactly one file"),
      (["-", "-o", out], "needs exactly one file"),
    ] {
      let result = bletrace(["export", "--findings"] + words)
      #expect(result.code == .trouble)
      #expect(result.errors.contains(message), "\(result.errors)")
    }
    #expect(try folder.names == ["capture.btsnoop"])
  }
}
