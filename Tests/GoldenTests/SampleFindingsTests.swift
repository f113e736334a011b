import CaptureFiles
import Findings
import Foundation
import Testing
import Tracking

@testable import Report

/// What the rules say of the samples: of each fault its name and no other, of a healthy session
/// nothing.
@Suite("Findings in samples")
struct SampleFindingsTests {
  /// By the folder: `fault-` and the name of a rule is what that rule finds, and no other.
  static let expected: [String: Set<String>] = {
    let named = SampleGoldenTests.captures.map(folder).compactMap {
      folder -> (String, Set<String>)? in
      let rule = String(folder.dropFirst("fault-".count))
      guard folder.hasPrefix("fault-"), RuleCatalog.rule(named: rule) != nil else { return nil }
      return (folder, [rule])
    }
    return others.merging(named) { other, _ in other }
  }()

  /// Samples of another name; of some faults there are two views, or one fault brings about
  /// another.
  private static let others: [String: Set<String>] = [
    "bizcard-stall-central": ["notification-gap"],
    "bizcard-stall-peripheral": ["credit-stall"],
    "transfer-link-loss-central": ["link-loss", "transfer-incomplete"],
    "fault-cached-handles-only": ["capture-started-late"],
    "fault-doubled-chunk": ["resend"],
    "fault-empty-value": [],
    "fault-mtu-late": ["mtu-exchanged-late"],
    // That works as long as the handles stay.
    "fault-reconnect-cached-handles": [],
    // The reads that wait for the peripheral are the same each time.
    "fault-peripheral-latency": ["peripheral-latency", "polling"],
    // The host hangs up when its timer runs out.
    "fault-request-unanswered": ["closed-by-timer"],
    "fault-small-chunks": ["chunk-below-mtu"],
    // A refusal by design.
    "bluez-live": ["att-error"],
    "pair-marker-lost": ["transfer-incomplete"],
    "framing-smp-cut-central": ["transfer-incomplete"],
    "framing-dfu-refused-central": ["framing-error-answered"],
    "framing-esp-crc-central": ["framing-crc-mismatch", "framing-error-answered"],
    "framing-telink-refused-central": ["framing-error-answered", "framing-sequence-gap"],
    "fault-framing-crc-mismatch": ["framing-crc-mismatch"],
    "pair-stall": ["notification-gap"],
    // A refusal that was answered by asking for less.
    "parameter-request-central": ["parameter-update-rejected"],
    // Refusals by design, one of which led to pairing.
    "read-write-notify-central": [
      "att-error", "data-before-encryption", "insufficient-security",
    ],
    "read-write-notify-peripheral": [
      "att-error", "data-before-encryption", "insufficient-security",
    ],
  ]

  /// Rules that no sample sets off: a table overflows in a large file only, and the host stack of
  /// the simulation gives credits back at once. Bulk data without a marker are in no sample yet:
  /// `BulkRuleTests` makes them up.
  static let withoutSample: Set<String> = [
    "bound-reached", "channel-credit-stall", "bulk-answered", "bulk-one-in-flight", "bulk-pauses",
    "bulk-slow-interval", "bulk-small-values", "bulk-timer",
    "tiny-values", "subscription-toggled", "value-before-subscription", "request-overlap",
    "slow-discovery", "undeclared-value", "value-doubled", "link-slowed", "stream-ended-early",
    // Made-up captures show them: the simulation has no BR/EDR, and its host does no such thing.
    "capture-acl-only", "disconnect-unanswered", "disconnect-refused",
    "early-disconnect", "disconnect-by-peer", "needless-request", "reads-of-notified",
    "framing-damaged",
    "app-request-unanswered", "never-subscribed", "answers-slow", "device-restarted",
    "att-request-unanswered", "procedure-timeout",
    "pairing-cancelled", "credits-kept", "parameters-alternate",
    "value-not-subscribed", "property-violated", "database-inconsistent",
    // No sample is sniffed.
    "bad-channel", "loss-burst", "peripheral-silent", "instant-passed", "mic-failure",
    "slowed-by-loss", "sniffer-missed-packets", "crc-wrong", "parameters-illegal",
    "control-out-of-turn", "requests-not-heard", "not-followed", "capture-filtered",
    "paired-again",
    "pairing-slow", "pairing-unauthenticated", "pairing-debug-key", "pairing-zero-key",
    "parameter-churn", "supervision-too-short",
    "slow-connection", "scan-silent", "input-late",
    "response-unmatched", "mtu-exchanged-again", "values-cut-at-mtu", "host-request-unanswered",
    "command-refused", "controller-silent", "host-buffers-kept", "completions-missing",
    "sent-after-end", "procedure-unfinished",
    "connect-given-up", "connect-wrong-address-type", "connect-not-connectable",
    "accept-list-misses",
  ]

  private func findings(_ capture: String) throws -> [ReportV1.Finding] {
    try SampleGoldenTests.report(capture).findings
  }

  private static func folder(_ capture: String) -> String {
    String(capture.split(separator: "/")[1])
  }

  private static func hasFault(_ folder: String) -> Bool {
    folder.hasPrefix("fault-") || folder.contains("-stall-") || folder.contains("-link-loss-")
      || folder.contains("-cut-") || folder.contains("-refused-") || folder.contains("-crc-")
      || ["pair-marker-lost", "pair-stall"].contains(folder)
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
    let found = try findings(capture)
    #expect(Set(found.map(\.rule)) == Self.expected[folder])
    for finding in found {
      #expect(finding.frames == finding.frames.sorted())
      #expect(finding.frames.count <= 5 && finding.frames.first ?? 1 > 0)
      #expect(finding.message.hasSuffix("."))
      #expect(!finding.evidence.isEmpty)
    }
  }

  @Test("each finding has a frame that shows it", arguments: SampleGoldenTests.captures)
  func frames(capture: String) throws {
    for finding in try findings(capture) {
      #expect(!finding.frames.isEmpty, "\(finding.rule)")
    }
  }

  /// A debug build looks at each value that any test makes; here each key of the JSON is known.
  @Test("each piece of evidence is of the kind of its key", arguments: SampleGoldenTests.captures)
  func evidence(capture: String) throws {
    let keys = Dictionary(uniqueKeysWithValues: EvidenceKey.allCases.map { ($0.word, $0) })
    for finding in try findings(capture) {
      for entry in finding.evidence.entries {
        let isSound = keys[entry.key]?.kind.holds(entry.value)
        #expect(isSound == true, "\(finding.rule): \(entry.key) is \(entry.value)")
      }
    }
  }

  @Test("of each sample with a fault it is known what the rules say")
  func complete() {
    let faults = SampleGoldenTests.captures.map(Self.folder).filter(Self.hasFault)
    #expect(Set(faults).subtracting(Self.expected.keys).isEmpty)
  }

  @Test("each rule has a sample that sets it off")
  func everyRule() throws {
    let found = try SampleGoldenTests.captures.flatMap { try findings($0) }.map(\.rule)
    let silent = Set(RuleCatalog.all.map { $0.name }).subtracting(found)
    #expect(silent == Self.withoutSample)
  }
}

/// What a capture lost makes unknowable.
@Suite("Lost records")
struct LostRecordsTests {
  @Test("where they were lost is reported, and nothing is claimed of a payload with a hole in it")
  func lossPoint() throws {
    let file = SampleGoldenTests.projectFolder
      .appending(path: "samples/fault-capture-drops/capture.btsnoop")
    var reader = try CaptureReader(try FileDescriptorSource(path: file.path()))
    let capture = try analyze(
      &reader, path: "capture", options: AnalysisOptions(), payloads: nil, progress: { _, _ in })
    #expect(reader.losses == [RecordLoss(beforeFrame: 64, count: 4)])
    #expect(capture.droppedRecords == 4)
    #expect(capture.dropPoints == [.init(afterFrame: 63, beforeFrame: 64, count: 4)])
    let transfer = try #require(capture.connections.first?.transfers.first)
    #expect(transfer.payloadSha256 == nil && transfer.payloadIntact == nil)
    #expect(transfer.complete)
  }
}
