import Reports

/// A transfer stood still although nothing on our side explains it.
enum NotificationGapRule: Rule {
  static let name = "notification-gap"
  static let severity = ReportV1.Severity.warning
  static let summary = "A transfer stood still for longer than its rhythm allows."
  static let explanation = """
    A gap is a silence longer than 100 ms, four times the median interval and four connection \
    intervals, so that neither the pace of the link nor a skipped connection event makes one. \
    Silences between transfers are not counted, nor those that a stall, a pause of the app or the \
    marker's timer explains: other rules tell of them.
    """

  static func check(_ capture: ReportV1.Capture) -> [RuleFinding] {
    var findings: [RuleFinding] = []
    for connection in capture.connections {
      for transfer in connection.transfers {
        let gaps = transfer.gaps.filter {
          $0.explainedBy == nil || $0.explainedBy == "link-silence"
            || $0.explainedBy == "missed-events"
        }
        guard let longest = gaps.max(by: { $0.gapUs < $1.gapUs }) else { continue }
        let lost = gaps.reduce(0) { $0 + $1.gapUs }
        findings.append(finding(connection, transfer, gaps, longest, lost))
      }
    }
    return findings
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ transfer: ReportV1.Transfer, _ gaps: [ReportV1.Gap],
    _ longest: ReportV1.Gap, _ lost: Int
  ) -> RuleFinding {
    let times =
      gaps.count == 1
      ? "for \(Wording.duration(longest.gapUs))"
      : "\(gaps.count) times, \(Wording.duration(lost)) in all"
    let events =
      longest.missedEvents.map { ", \(Wording.count($0, "connection event")) long" } ?? ""
    return RuleFinding(
      .warning, connection: connection.id, frames: [longest.afterFrame, longest.frame],
      "\(Wording.transfer(transfer)) stood still \(times)\(gaps.count == 1 ? events : "").",
      evidence: [
        "transfer": .int(transfer.id), "gaps": .int(gaps.count), "gap_us": .int(longest.gapUs),
        "missed_events": longest.missedEvents.map { .int($0) } ?? .null,
        "explained_by": longest.explainedBy.map { .string($0) } ?? .null,
      ],
      advice: "Look at what the sender did in that time; where the link itself was silent, at the "
        + "radio: distance, other connections, scanning.",
      lostUs: lost)
  }
}
