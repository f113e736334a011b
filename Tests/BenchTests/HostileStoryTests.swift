import Analysis
import CaptureFiles
import Reports
import Testing
import bletrace_bench

/// The hostile captures are what they say, on a small scale: the large one is `bletrace-bench bounds`.
struct HostileStoryTests {
  private final class Memory: CaptureSink {
    private(set) var bytes: [UInt8] = []
    func write(_ bytes: [UInt8]) { self.bytes += bytes }
  }

  /// But for the file of 300 MB at least.
  @Test(arguments: HostileStory.allCases.filter { $0 != .interfaces })
  func isRead(_ story: HostileStory) throws {
    let isLarge = [.reassembly, .sdus, .payload, .openPayloads].contains(story)
    let sink = Memory()
    let written = generate(story, records: isLarge ? 50 : 6000, to: sink)
    #expect(written.octets == sink.bytes.count && written.records >= 50)
    var reader = try CaptureReader(MemorySource(sink.bytes))
    let capture = try analyze(
      &reader, path: "memory", options: AnalysisOptions(), payloads: nil, progress: { _, _ in })
    #expect(capture.records == written.records)
    #expect(capture.undecodableRecords == 0 && capture.damage == nil)
  }

  @Test func sameCallGivesSameOctets() {
    let (first, second) = (Memory(), Memory())
    _ = generate(.everything, records: 3000, to: first)
    _ = generate(.everything, records: 3000, to: second)
    #expect(first.bytes == second.bytes)
  }

  @Test func scannerReadsWhatFindingsTell() {
    var scanner = ReportScanner()
    var capture = ReportV1.Capture()
    capture.boundsReached = ["gaps", "memory"]
    let report = ReportV1(
      bletrace: "test", captures: [capture], findings: RuleCatalog.findings(in: [capture]))
    scanner.scan(JSONRenderer.render(report)[...])
    #expect(scanner.told == ["gaps", "memory", "bound-reached"])
  }
}
