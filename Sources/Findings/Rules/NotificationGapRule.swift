import Report

/// A transfer stalled although nothing on our side explains it.
enum NotificationGapRule: Rule {
  static let name = "notification-gap"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = .timing
  static let summary =
    "In a transfer or a steady stream no value was received for longer than usual."
  static let explanation = """
    A gap is a silence longer than 100 ms, four times the median interval and four connection \
    intervals, so that neither the pace of the link nor a skipped connection event counts as a \
    gap. Silences between transfers are not counted. Silences that a stall, a pause of this host's \
    app, the timer before the marker or the capture itself explains are not counted either: other \
    rules report those. If the link carried other data during the gap, or if the gap was longer \
    than the supervision timeout and the link survived, the sender paused. A shorter silence may \
    be caused by the sender or by the link. A scan is a possible cause if it received an \
    advertisement during the gap, and if it listened for at least the share of the time that was \
    silent. A stream without transfers is judged only when it is steady and fast, like data \
    and audio: at least 20 values, at least ten per second, and 95 % of them within twice the \
    median interval. A sensor that reports only sometimes has no expected time for the next value. \
    In a steady stream a silence is not counted if the client read or wrote something during it, \
    because the next value may be the answer, or if the connection interval is not known.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections {
      $0[$1].transfers.containsInPlace { !$0.gaps.isEmpty }
        || $0[$1].notifications.containsInPlace { $0.isSteady }
    }.findings { connection, _ in
      connection.transfers.indexes { !$0[$1].gaps.isEmpty }.compactMap { index in
        let transfer = connection.transfers[index]
        let gaps = GapAccount(transfer, ReportV1.Gap.isOfOtherSide)
        let pauses = GapAccount(transfer) { $0 == .senderPause }
        return finding(
          connection, Wording.transfer(transfer), (.transfer, transfer.id),
          transfer.uuid ?? "\(transfer.valueHandle)", transfer.direction, gaps, pauses,
          scans(file.radio, transfer, silenceUs: gaps.us.minus(pauses.us)))
      }
        + connection.notifications.indexes { isJudged($0[$1], in: connection) }.compactMap {
          index in
          let stream = connection.notifications[index]
          return finding(
            connection, Wording.stream(stream), (.valueHandle, stream.valueHandle),
            stream.uuid ?? "\(stream.valueHandle)", stream.direction,
            GapAccount(stream, ReportV1.Gap.isOfOtherSide),
            GapAccount(stream) { $0 == .senderPause }, [])
        }
    }
  }

  /// The median time between the values of a stream that carries data.
  private static let slowest = 100_000

  private static func isJudged(
    _ stream: borrowing ReportV1.NotificationStream, in connection: ReportV1.Connection
  ) -> Bool {
    stream.isSteady && stream.gapUs.p50 ?? .max <= slowest && !connection.parameters.isEmpty
      && !connection.carriesRuns(stream)
      && !connection.transfers.containsInPlace({ $0.valueHandle == stream.valueHandle })
  }

  /// Scans that may have been the cause, where much of the time was lost.
  private static func scans(
    _ sharing: RadioSharing, _ transfer: borrowing ReportV1.Transfer, silenceUs: Int
  ) -> [ReportV1.Scan] {
    guard transfer.direction == .rx, transfer.durationUs > 0,
      silenceUs >= transfer.durationUs / 5
    else { return [] }
    let share = min(Double(silenceUs) / Double(transfer.durationUs), 1)
    return sharing.scans(during: transfer, taking: Int(share * 100)).filter {
      $0.sharePercent != nil
    }
  }

  /// The sender, where frames show that it was not the link.
  private static func party(
    _ gaps: GapAccount, _ pauses: GapAccount, _ direction: ReportV1.Direction
  ) -> Party? {
    guard pauses.count == gaps.count else { return nil }
    return direction == .rx ? .remote : .local
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ subject: @autoclosure @escaping () -> String,
    _ key: (EvidenceKey, Int), _ attribute: String, _ direction: ReportV1.Direction,
    _ gaps: GapAccount,
    _ pauses: GapAccount, _ scans: [ReportV1.Scan]
  ) -> RuleFinding? {
    guard let longest = gaps.longest else { return nil }
    let events = longest.missedEvents.map { " (\(Wording.count($0, "connection event")))" } ?? ""
    var why = ""
    if pauses.count > 0 {
      let times =
        pauses.count == gaps.count ? "" : " in \(pauses.count) of them"
      why = "; the link carried other data\(times), so the sender paused"
    } else if !scans.isEmpty {
      why = ", while \(RadioSharing.name(scans)) used the same radio, which may be the cause"
    }
    return RuleFinding(
      .warning, connection: connection.id, frames: [longest.afterFrame, longest.frame],
      "\(Wording.sentence(subject())) paused \(gaps.times)\(events)\(why).",
      evidence: .by(
        party(gaps, pauses, direction), connection,
        [
          key.0: .int(key.1), .gaps: .int(gaps.count), .totalUs: .int(gaps.us),
          .longestUs: .int(longest.gapUs),
          .missedEvents: longest.missedEvents.map { .int($0) } ?? .null,
          .explainedBy: longest.explainedBy.map { .string($0.rawValue) } ?? .null,
          .senderPauses: .int(pauses.count), .scans: .int(scans.count),
        ]),
      advice: "Look at what the sender did in that time, preferably in a capture made on the "
        + "sender. If the link itself was silent, look at the radio: distance, other connections, "
        + "scanning.",
      lostUs: gaps.us
    ).about(connection, "\(key.0) \(attribute)")
  }
}
