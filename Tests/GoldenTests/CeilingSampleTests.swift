import CaptureFiles
import Foundation
import Report
import Testing
import Tracking

/// What the estimate says of samples whose fault is known.
@Suite("Ceilings of samples")
struct CeilingSampleTests {
  private static func ceilings(_ capture: String) throws -> [ReportV1.Ceiling] {
    let file = SampleGoldenTests.projectFolder.appending(path: "samples/\(capture)")
    var reader = try CaptureReader(try FileDescriptorSource(path: file.path()))
    let report = try analyze(
      &reader, path: capture, options: AnalysisOptions(), payloads: nil, progress: { _, _ in })
    return report.connections.flatMap(\.transfers).compactMap(\.ceiling)
  }

  private static func us(_ cause: ReportV1.TimeCause, _ ceiling: ReportV1.Ceiling) -> Int {
    ceiling.waterfall.first { $0.cause == cause }?.us ?? 0
  }

  @Test("small chunks: larger ones would have taken a ninth of the time")
  func smallChunks() throws {
    let ceiling = try #require(try Self.ceilings("fault-small-chunks/capture.btsnoop").first)
    #expect(ceiling.possibleUs * 8 < ceiling.achievedUs)
    // Counted in the capture; the recorder's controllers send four.
    #expect(ceiling.packetsPerEvent == 4 && ceiling.packetsPerEventSource == .seen)
    let change = try #require(ceiling.whatIf.first)
    #expect(change.change == "chunks of 182 instead of 20 bytes")
    // 18 chunks and the marker go in five events.
    #expect((120_000...130_000).contains(change.durationUs))
  }

  @Test("a blocked radio: the silence has its 1.2 s, the rest went as fast as it could")
  func notificationGap() throws {
    let ceiling = try #require(try Self.ceilings("fault-notification-gap/capture.btsnoop").first)
    #expect((1_170_000...1_210_000).contains(Self.us("link-silence", ceiling)))
    #expect(Self.us("unexplained", ceiling) < ceiling.intervalUs)
    #expect(ceiling.whatIf.first?.change == "without the silence of sender or link")
  }

  @Test("back-pressure: the stalls hold nearly all of the time, seen from the sender")
  func stall() throws {
    let ceiling = try #require(try Self.ceilings("bizcard-stall-peripheral/capture.pklg").first)
    #expect(Self.us("credit-stall", ceiling) > ceiling.achievedUs / 10 * 9)
    #expect(ceiling.whatIf.first?.change == "without the 2 stalls")
  }

  @Test("a marker sent by a timer of 0.1 s costs about that")
  func markerDelay() throws {
    let ceiling = try #require(try Self.ceilings("picture-central/capture.pcapng").first)
    #expect((90_000...130_000).contains(Self.us("marker-delay", ceiling)))
    #expect(Self.us("unexplained", ceiling) < ceiling.intervalUs)
  }

  @Test(
    "what goes as fast as the link allows reaches the ceiling",
    arguments: [
      "transfer-central/capture.btsnoop", "bizcard-central/capture.btsnoop",
      "transfer-indications-central/capture.btsnoop", "transfer-writes-central/capture.pcap",
      "fault-marker-split/capture.pcap",
    ])
  func healthy(capture: String) throws {
    let ceilings = try Self.ceilings(capture)
    #expect(!ceilings.isEmpty)
    for ceiling in ceilings {
      #expect(ceiling.possibleUs * 10 >= ceiling.achievedUs * 9)
      #expect(Self.us("unexplained", ceiling) * 10 <= ceiling.achievedUs)
    }
  }
}
