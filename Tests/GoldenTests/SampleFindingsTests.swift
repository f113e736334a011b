import Analysis
import CaptureFiles
import Foundation
import Reports
import Testing

/// What the rules say of the samples: of each fault its name and no other, of a healthy session
/// nothing.
@Suite("Findings in samples")
struct SampleFindingsTests {
  /// By the folder; of some faults there are two views, or one fault brings about another.
  static let expected: [String: Set<String>] = [
    "bizcard-stall-central": ["notification-gap"],
    "bizcard-stall-peripheral": ["credit-stall"],
    "transfer-link-loss-central": ["link-loss", "transfer-incomplete"],
    "fault-acl-fragmentation": ["acl-fragmentation"],
    "fault-app-pause": ["app-pause"],
    "fault-completion-stall": ["completion-stall"],
    "fault-connection-failed": ["connection-failed"],
    "fault-data-length-27": ["data-length-27"],
    "fault-doubled-chunk": ["resend"],
    "fault-interval-too-slow": ["interval-too-slow"],
    "fault-marker-glued": ["marker-glued"],
    "fault-marker-in-data": ["marker-in-data"],
    "fault-marker-split": ["marker-split"],
    "fault-mtu-late": ["mtu-exchanged-late"],
    "fault-mtu-not-exchanged": ["mtu-not-exchanged"],
    "fault-notification-gap": ["notification-gap"],
    "fault-parameter-outside-apple-rules": ["parameter-outside-apple-rules"],
    "fault-parameter-update-not-applied": ["parameter-update-not-applied"],
    "fault-parameter-update-unanswered": ["parameter-update-unanswered"],
    "fault-request-unanswered": ["att-request-unanswered"],
    "fault-shared-radio": ["shared-radio"],
    "fault-small-chunks": ["chunk-below-mtu"],
    "fault-transfer-incomplete": ["transfer-incomplete"],
    "fault-value-over-512": ["value-over-512"],
    "fault-weak-signal": ["weak-signal"],
    // A refusal that was answered by asking for less.
    "parameter-request-central": ["parameter-update-rejected"],
  ]

  /// Rules that no sample sets off yet. Shorten it; do not add to it.
  static let withoutSample: Set<String> = ["capture-cut"]

  private func findings(_ capture: String) throws -> [ReportV1.Finding] {
    let file = SampleGoldenTests.projectFolder.appending(path: capture)
    var reader = try CaptureReader(try FileDescriptorSource(path: file.path()))
    let analysed = try analyze(
      &reader, path: capture, options: AnalysisOptions(), payloads: nil, progress: { _, _ in })
    return RuleCatalog.findings(in: [analysed])
  }

  private static func folder(_ capture: String) -> String {
    String(capture.split(separator: "/")[1])
  }

  private static func hasFault(_ folder: String) -> Bool {
    folder.hasPrefix("fault-") || folder.contains("-stall-") || folder.contains("-link-loss-")
  }

  @Test("a healthy session has no warning and no error", arguments: SampleGoldenTests.captures)
  func healthy(capture: String) throws {
    guard !Self.hasFault(Self.folder(capture)) else { return }
    for finding in try findings(capture) where finding.severity != .info {
      Issue.record("\(finding.rule): \(finding.message)")
    }
  }

  @Test("a fault is named, and no other", arguments: expected.keys.sorted())
  func fault(folder: String) throws {
    let capture = try #require(
      SampleGoldenTests.captures.first { Self.folder($0) == folder })
    let judged = Self.expected.values.reduce(into: Set()) { $0.formUnion($1) }
    let found = try findings(capture)
    #expect(Set(found.map(\.rule)).intersection(judged) == Self.expected[folder])
    for finding in found {
      #expect(!finding.frames.isEmpty && finding.frames == finding.frames.sorted())
      #expect(finding.frames.count <= 5 && finding.frames[0] > 0)
      #expect(finding.message.hasSuffix("."))
      #expect(!finding.evidence.isEmpty)
    }
  }

  @Test("each rule has a sample that sets it off")
  func everyRule() throws {
    let found = try SampleGoldenTests.captures.flatMap { try findings($0) }.map(\.rule)
    let silent = Set(RuleCatalog.all.map { $0.name }).subtracting(found)
    #expect(silent == Self.withoutSample)
  }
}
