import Reports

/// A transfer stood still although nothing on our side explains it.
enum NotificationGapRule: Rule {
  static let name = "notification-gap"
  static let severity = ReportV1.Severity.warning
  static let summary =
    "A transfer or a steady stream stood still for longer than its rhythm allows."
  static let explanation = """
    A gap is a silence longer than 100 ms, four times the median interval and four connection \
    intervals, so that neither the pace of the link nor a skipped connection event makes one. \
    Silences between transfers are not counted, nor those that a stall, a pause of the app, the \
    marker's timer or the capture itself explains: other rules tell of them. A stream without \
    transfers is judged only when it is steady: 20 values or more, of which 95 in a hundred follow \
    within twice the median.
    """

  static func check(_ capture: ReportV1.Capture) -> [RuleFinding] {
    capture.connections.flatMap { connection in
      connection.transfers.places { !$0[$1].gaps.isEmpty }.compactMap { place in
        let transfer = connection.transfers[place]
        return finding(
          connection, Wording.transfer(transfer), ("transfer", transfer.id), transfer.gaps)
      }
        + connection.notifications.filter { isSteady($0, in: connection) }.compactMap { stream in
          finding(
            connection, Wording.stream(stream), ("value_handle", stream.valueHandle), stream.gaps)
        }
    }
  }

  private static func isSteady(
    _ stream: ReportV1.NotificationStream, in connection: ReportV1.Connection
  ) -> Bool {
    guard stream.count >= 20, let median = stream.gapUs.p50, let most = stream.gapUs.p95,
      !connection.transfers.containsInPlace({ $0.valueHandle == stream.valueHandle })
    else { return false }
    return most / 2 <= median
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ subject: @autoclosure @escaping () -> String,
    _ key: (String, Int),
    _ all: [ReportV1.Gap]
  ) -> RuleFinding? {
    let gaps = all.filter(\.isUnexplained)
    guard let longest = gaps.max(by: { $0.gapUs < $1.gapUs }) else { return nil }
    let lost = gaps.map(\.gapUs).total
    var times = "for \(Wording.duration(longest.gapUs))"
    if gaps.count > 1 {
      times = "\(gaps.count) times, \(Wording.duration(lost)) in all, \(times) at the longest"
    }
    let events = longest.missedEvents.map { ", \(Wording.count($0, "connection event"))" } ?? ""
    return RuleFinding(
      .warning, connection: connection.id, frames: [longest.afterFrame, longest.frame],
      "\(Wording.sentence(subject())) stood still \(times)\(events).",
      evidence: [
        key.0: .int(key.1), "gaps": .int(gaps.count), "total_us": .int(lost),
        "longest_us": .int(longest.gapUs),
        "missed_events": longest.missedEvents.map { .int($0) } ?? .null,
        "explained_by": longest.explainedBy.map { .string($0) } ?? .null,
      ],
      advice: "Look at what the sender did in that time, best in a capture taken there; where the "
        + "link itself was silent, at the radio: distance, other connections, scanning.",
      lostUs: lost)
  }
}
