import Report

/// The capture has more of something than is kept.
enum BoundReachedRule: Rule {
  static let name = "bound-reached"
  static let severity = ReportV1.Severity.warning
  static let suitsAir = true
  static let summary = "The capture exceeds a limit: the report is not complete."
  static let explanation = """
    Every table that grows with the capture has a limit, so that no file can take all memory. \
    Entries beyond the limit are still counted if that is possible. It is a warning if \
    connections, streams or transfers were left out, because rules cannot see those; it is info if \
    only a list (of errors or advertisers, for example) is not complete. Of the gaps of a \
    characteristic the longest 256 are listed, and up to 4,096 are counted; the rule reports them \
    only beyond 4,096.
    """

  /// Without these whole parts of the traffic go unseen.
  private static let grave: Set<String> = [
    "connections", "controllers", "channels", "streams", "transfers",
  ]

  /// What is said where there are more findings than a report lists.
  static func finding(omitted count: Int, frame: Int?) -> RuleFinding {
    RuleFinding(
      .info, frames: frame.map { [$0] } ?? [],
      "\(Wording.count(count, "further finding")) \(count == 1 ? "is" : "are") left out of the "
        + "report; the most severe ones are listed.",
      evidence: [.bounds: .list([.string("findings")]), .findingsOmitted: .int(count)],
      advice: "Cut the capture into parts, and analyze each of them.")
  }

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let capture = file.capture
    let connections = capture.connectionsOmitted
    let reports = capture.advertiserReportsOmitted
    let gapsAreCounted = gapsAreCounted(in: capture)
    // Phases that were joined are all there.
    let bounds = capture.boundsReached.filter {
      $0 != Bound.phases.name && ($0 != Bound.gaps.name || !gapsAreCounted)
    }
    guard connections > 0 || reports > 0 || !bounds.isEmpty else { return [] }
    let parts = parts(of: capture, bounds, withReports: true)
    let isGrave = connections > 0 || bounds.contains { grave.contains($0) }
    return [
      RuleFinding(
        isGrave ? .warning : .info, frames: capture.framesOrLast([]),
        "The capture exceeds a limit: \(Wording.list(parts)) "
          + "\(parts.count == 1 && connections == 1 ? "is" : "are") left out of the report.",
        evidence: [
          .bounds: .list(bounds.map { .string($0) }),
          .connectionsOmitted: .int(connections), .advertiserReportsOmitted: .int(reports),
        ],
        advice: "Cut the capture into parts, and analyze each of them.")
    ]
  }

  /// What is left out: how much of it where that was counted.
  static func parts(
    of capture: ReportV1.Capture, _ bounds: [String], withReports: Bool
  ) -> [String] {
    var parts: [String] = []
    let connections = capture.connectionsOmitted
    if connections > 0 { parts.append(Wording.count(connections, "connection")) }
    let transfers = capture.transfersOmitted
    if transfers > 0 { parts.append(Wording.count(transfers, "complete transfer")) }
    let reports = withReports ? capture.advertiserReportsOmitted : 0
    if reports > 0 { parts.append(Wording.count(reports, "advertising report")) }
    let counted: Set<String> =
      transfers > 0 ? ["connections", "advertisers", "transfers"] : ["connections", "advertisers"]
    // How much there was of it is said by the others.
    for bound in bounds
    where (bound != "memory" || bounds.count == 1 && parts.isEmpty)
      && !(counted.contains(bound) && !parts.isEmpty)
    {
      parts.append("some \(names[bound] ?? Name.words(bound))")
    }
    return parts
  }

  /// Where each gap was counted, nothing is left out but lines of a list.
  static func gapsAreCounted(in capture: ReportV1.Capture) -> Bool {
    func isUncounted(_ streams: [ReportV1.NotificationStream]) -> Bool {
      streams.containsIndex { ReportV1.counted($0[$1].gapCount, $0[$1].gaps) == nil }
    }
    return !capture.connections.containsIndex {
      isUncounted($0[$1].notifications) || isUncounted($0[$1].writes)
    }
  }

  private static let names = [
    "att_errors": "ATT errors", "gatt_entries": "attributes", "unanswered": "unanswered requests",
    "long_values": "long values", "pending_requests": "requests that waited",
    "reassembly": "L2CAP PDUs in fragments", "sdus": "SDUs",
    "values": "values in words", "payloads": "payloads' contents",
    "resends": "values sent again", "known_peers": "devices' remembered attributes",
    "chunk_sizes": "sizes of chunks", "memory": "facts, as the memory for them was used up",
    "audio_links": "links for voice and audio",
  ]
}
