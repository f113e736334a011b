import Report

/// A transfer stalled although nothing on our side explains it.
struct NotificationGapRule: Rule, RuleFacts {
  static let name = "notification-gap"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = .timing
  static let limits = GapRule.limits + [slowest]
  /// The median time between the values of a stream that carries data.
  static let slowest = RuleLimit("slowest_median_us", 100_000, .microseconds)
  /// The part of a transfer for which a scan is worth a look.
  static let leastSilence = RuleLimit("least_silence", 20, .percent)

  let connection: ReportV1.Connection
  let subject: Subject
  let gaps: GapAccount
  let longest: ReportV1.Gap
  /// Those of the gaps in which the link carried other data.
  let pauses: GapAccount
  /// Scans that may have been the cause.
  let scans: [ReportV1.Scan]

  enum Subject {
    case transfer(ReportV1.Transfer)
    case stream(ReportV1.NotificationStream)
  }

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
          connection, .transfer(transfer), transfer.uuid ?? "\(transfer.valueHandle)", gaps, pauses,
          scans(file.radio, transfer, silenceUs: gaps.us - pauses.us))
      }
        + connection.notifications.indexes { isJudged($0[$1], in: connection) }.compactMap {
          index in
          let stream = connection.notifications[index]
          return finding(
            connection, .stream(stream), stream.uuid ?? "\(stream.valueHandle)",
            GapAccount(stream, ReportV1.Gap.isOfOtherSide),
            GapAccount(stream) { $0 == .senderPause }, [])
        }
    }
  }

  private static func isJudged(
    _ stream: borrowing ReportV1.NotificationStream, in connection: ReportV1.Connection
  ) -> Bool {
    stream.mayBeBulk && stream.isSteady
      && stream.gapUs.p50 ?? .max <= slowest.value && !connection.parameters.isEmpty
      && !connection.carriesRuns(stream)
      && !connection.transfers.containsInPlace({ $0.valueHandle == stream.valueHandle })
  }

  /// Scans that may have been the cause, where much of the time was lost.
  private static func scans(
    _ sharing: RadioSharing, _ transfer: borrowing ReportV1.Transfer, silenceUs: Int
  ) -> [ReportV1.Scan] {
    guard transfer.direction == .rx, transfer.durationUs > 0,
      silenceUs >= transfer.durationUs / (100 / leastSilence.value)
    else { return [] }
    let share = min(Double(silenceUs) / Double(transfer.durationUs), 1)
    return sharing.scans(during: transfer, taking: Int(share * 100)).filter {
      $0.sharePercent != nil
    }
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ subject: Subject, _ attribute: String,
    _ gaps: GapAccount, _ pauses: GapAccount, _ scans: [ReportV1.Scan]
  ) -> RuleFinding? {
    guard let longest = gaps.longest else { return nil }
    let found = Self(
      connection: connection, subject: subject, gaps: gaps, longest: longest, pauses: pauses,
      scans: scans)
    return found.finding(
      .warning, connection.id, frames: [longest.afterFrame, longest.frame], lostUs: gaps.us
    ).about(connection, "\(found.identity.key.word) \(attribute)")
  }

  private var identity: (key: EvidenceKey, number: Int, direction: ReportV1.Direction) {
    switch subject {
    case .transfer(let transfer): (.transfer, transfer.id, transfer.direction)
    case .stream(let stream): (.valueHandle, stream.valueHandle, stream.direction)
    }
  }

  /// The sender, where frames show that it was not the link.
  private var party: Party? {
    pauses.count == gaps.count ? identity.direction == .rx ? .remote : .local : nil
  }

  var evidence: EvidenceList {
    [
      identity.key: .of(identity.number), .gaps: .of(gaps.count), .totalUs: .of(gaps.us),
      .longestUs: .of(longest.gapUs), .missedEvents: .of(longest.missedEvents),
      .explainedBy: .of(longest.explainedBy?.rawValue), .senderPauses: .of(pauses.count),
      .scans: .of(scans.count),
    ] + connection.by(party)
  }
}
