import Report

/// The capture has more of something than is kept.
struct BoundReachedRule: Rule, RuleFacts {
  static let name = "bound-reached"
  static let severity = ReportV1.Severity.warning
  static let suitsAir = true

  /// Without these whole parts of the traffic go unseen.
  private static let grave: Set<String> = [
    "connections", "controllers", "channels", "streams", "transfers",
  ]

  let parts: [String]
  let bounds: [String]
  let connections: Int
  let reports: Int

  /// What is said where there are more findings than a report lists.
  struct Findings: RuleFacts {
    let omitted: Int

    var evidence: EvidenceList {
      [.bounds: .of(["findings"]), .findingsOmitted: .of(omitted)]
    }
  }

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let capture = file.capture
    let gapsAreCounted = gapsAreCounted(in: capture)
    // Phases that were joined are all there.
    let bounds = capture.boundsReached.filter {
      $0 != Bound.phases.name && ($0 != Bound.gaps.name || !gapsAreCounted)
    }
    let found = Self(
      parts: parts(of: capture, bounds, withReports: true), bounds: bounds,
      connections: capture.connectionsUnseen, reports: capture.advertiserReportsOmitted)
    guard found.connections > 0 || found.reports > 0 || !bounds.isEmpty else { return [] }
    let isGrave = found.connections > 0 || bounds.contains { grave.contains($0) }
    return [found.finding(isGrave ? .warning : .info, frames: capture.framesOrLast([]))]
  }

  /// Where each gap was counted, nothing is left out but lines of a list.
  static func gapsAreCounted(in capture: ReportV1.Capture) -> Bool {
    if capture.judged.hidesGaps { return false }
    func isUncounted(_ streams: [ReportV1.NotificationStream]) -> Bool {
      streams.containsIndex { ReportV1.counted($0[$1].gapCount, $0[$1].gaps) == nil }
    }
    return !capture.connections.containsIndex {
      isUncounted($0[$1].notifications) || isUncounted($0[$1].writes)
    }
  }

  var evidence: EvidenceList {
    [
      .bounds: .of(bounds), .connectionsOmitted: .of(connections),
      .advertiserReportsOmitted: .of(reports),
    ]
  }
}
