import CaptureFiles
import Findings
import Framing
import Testing
import Tracking

@testable import Report
@testable import bletrace_bench

/// The hostile captures are what they say, and reach their bounds, on a small scale: the large one
/// is `bletrace-bench bounds`.
struct HostileStoryTests {
  private final class Memory: CaptureSink {
    private(set) var bytes: [UInt8] = []
    func write(_ bytes: [UInt8]) { self.bytes += bytes }
  }

  /// But for the file of 300 MB at least.
  static let small = HostileStory.allCases.filter { $0 != .interfaces }

  @Test(arguments: small)
  func isToldOf(_ story: HostileStory) throws {
    let sink = Memory()
    let written = generate(story, records: story.fewRecords, to: sink)
    #expect(written.octets == sink.bytes.count && written.records >= 50)
    var options = AnalysisOptions()
    options.memory = story.fewOctets
    options.timeline = story == .timeline ? .packets : nil
    if let text = story.layout, case .layout(let layout) = try FramingSpec(text) {
      options.handleLayouts = [1: layout]
    }
    let capture = try analysed(sink.bytes, options)
    #expect(capture.undecodableRecords == 0 && capture.damage == nil)
    // Of the options, it is packets alone that are records: one half.
    #expect(capture.records == (story == .options ? story.fewRecords / 2 : written.records))
    let reported = reported(of: capture)
    // In each report it would be the same code, a third of the time.
    if story.fewRecords <= 300 { #expect(scanned(capture) == reported) }
    #expect(Set(story.reported).isSubset(of: reported), "\(story.reported) in \(reported)")
    if story.reported.isEmpty { #expect(!reported.contains("bound-reached")) }
  }

  /// The bounds that memory comes before: a connection has fewer protocols than framings may be,
  /// and what learns a framing weighs more than the messages that are kept of it.
  private static let withoutStory: [Bound] = [.framings, .framedMessages]

  /// Each bound has a story that reaches it, but for those that are out of reach.
  @Test func everyBoundIsReached() {
    let reached = Set(HostileStory.allCases.flatMap(\.reported))
    #expect(Bound.allCases.filter { !reached.contains($0.name) } == Self.withoutStory)
  }

  @Test func limitsAreInTheTable() throws {
    #expect(HostileStory.interfaces.reported == ["capture-cut"])
    let sink = Memory()
    // The section's header, as of a file, and more interfaces than there may be.
    _ = generate(.options, records: 10, to: sink)
    let interface: [UInt8] = [1, 0, 0, 0, 20, 0, 0, 0, 201, 0, 0, 0, 0, 0, 0, 0, 20, 0, 0, 0]
    var bytes = Array(sink.bytes[..<28])
    for _ in 0...CaptureLimits.interfaces { bytes += interface }
    let capture = try analysed(bytes, AnalysisOptions())
    #expect(capture.damage?.reason == "over 4096 interfaces")
    #expect(reported(of: capture).contains("capture-cut"))
  }

  private func analysed(
    _ bytes: [UInt8], _ options: AnalysisOptions
  ) throws -> ReportV1.Capture {
    var reader = try CaptureReader(MemorySource(bytes))
    return try analyze(
      &reader, path: "memory", options: options, payloads: nil, progress: { _, _ in })
  }

  private func reported(of capture: ReportV1.Capture) -> Set<String> {
    let findings = RuleCatalog.findings(in: [capture])
    let bounds = findings.flatMap { finding -> [String] in
      guard case .list(let list) = finding.evidence[.bounds] else { return [] }
      return list.compactMap(\.text)
    }
    return Set(capture.boundsReached + findings.map(\.rule) + bounds)
  }

  /// As the bench reads it out of the JSON report.
  private func scanned(_ capture: ReportV1.Capture) -> Set<String> {
    var scanner = ReportScanner()
    let report = ReportV1(
      bletrace: "test", captures: [capture], findings: RuleCatalog.findings(in: [capture]))
    scanner.scan(JSONRenderer.render(report)[...])
    return scanner.reported
  }

  @Test func sameCallGivesSameOctets() {
    let (first, second) = (Memory(), Memory())
    _ = generate(.everything, records: 3000, to: first)
    _ = generate(.everything, records: 3000, to: second)
    #expect(first.bytes == second.bytes)
  }

  @Test func scannerReadsWhatFindingsTell() {
    var capture = ReportV1.Capture()
    capture.boundsReached = ["gaps", "memory"]
    #expect(scanned(capture) == ["gaps", "memory", "bound-reached"])
    #expect(reported(of: capture) == ["gaps", "memory", "bound-reached"])
  }

  @Test func everyWayReadsStandardInputQuietly() {
    for way in HostileWay.allCases {
      let words = way.arguments(.timeline, folder: "/folder")
      #expect(words.suffix(2) == ["--quiet", "-"], "\(way)")
    }
    #expect(HostileWay.json.arguments(.timeline, folder: "").contains("--timeline"))
    #expect(!HostileWay.json.arguments(.gaps, folder: "").contains("--timeline"))
  }
}
