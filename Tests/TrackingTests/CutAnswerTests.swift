import BletraceTestSupport
import CaptureFiles
import Foundation
import Testing

@testable import Report
@testable import Tracking

/// Android's filtered log keeps the beginning of received packets: an answer is there, and what it
/// says is not.
@Suite("Answers that the logger cut")
struct CutAnswerTests {
  @Test(
    "an answer of which only the beginning was kept is not missing, and no update is called lost",
    arguments: [
      "framing-esp-central", "framing-oad-central", "framing-telink-central",
      "framing-dfu-central", "framing-smp-central",
    ])
  func cut(sample: String) throws {
    let story = try Self.story(sample)
    #expect(story.entries.contains { $0.bytes.count < $0.originalLength })
    let analysed = Analysed(story)
    let connection = analysed.connections[0]
    #expect(!connection.framings.isEmpty)
    #expect(connection.framings.allSatisfy { $0.unanswered == 0 })
    let findings = analysed.findings
    #expect(!findings.contains { $0.severity == .error })
    #expect(!findings.contains { $0.rule == "framing-answer-missing" })
    #expect(!connection.transfers.isEmpty)
    for transfer in connection.transfers where !transfer.complete {
      let finding = findings.first { $0.rule == "transfer-incomplete" }
      #expect(finding?.severity == .info && finding?.message.contains("may be") == true)
      #expect(transfer.outcome == .unknown && transfer.payloadBytes > 0)
    }
  }

  /// A sample of which only 14 octets of notifications and indications are kept.
  private static func story(_ sample: String) throws -> CaptureBuilder {
    let samples = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "samples")
    let file = samples.appending(path: sample).appending(path: "capture.btsnoop")
    var reader = try CaptureReader(
      FileDescriptorSource(path: file.path(percentEncoded: false)))
    var story = CaptureBuilder()
    var batch: [CapturedRecord] = []
    while try reader.nextBatch(into: &batch) {
      for record in batch {
        let bytes = Array(reader.window[record.bytes.start..<record.bytes.end])
        let isServers =
          record.kind == .acl && record.direction == .rx && bytes.count > 8
          && [0x1B, 0x1D].contains(bytes[8])
        story.time = record.time.microseconds
        story.add(
          record.kind, record.direction,
          Array(bytes.prefix(isServers ? 14 : .max)), originalLength: bytes.count)
      }
    }
    return story
  }
}
