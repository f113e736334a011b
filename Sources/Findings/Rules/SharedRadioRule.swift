import Report

/// Something else may have taken the radio while a transfer was slow.
enum SharedRadioRule: Rule {
  static let name = "shared-radio"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = .timing
  static let summary =
    "Other connections or scans may have used the radio while a transfer was slow."
  static let explanation = """
    A controller has one radio. A connection event that overlaps with one of another connection, \
    or with a scan window, is skipped or cut short. The rule looks at received data of at least \
    1,000 bytes, if nothing was received in at least five connection events and in at least a \
    sixth of all events during traffic (one or two packets in a hundred are lost on the air \
    anyway). It reports this only if another connection of the same controller overlaps with the \
    data, or a scan that can explain the loss: it received an advertisement during that time, and \
    it listens for at least the share of the time in which nothing was received. The capture shows that both \
    happened at the same time; whether one caused the other is not certain. Other connections are \
    not reported if the transfer is not slow; notification-gap reports longer silences.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { skippedMany($0[$1].flow.rx) }.findings { connection, _ in
      let rx = connection.flow.rx
      guard rx.confidence != nil, rx.confidence != .low else { return [] }
      return connection.transfers.indexes { $0[$1].direction == .rx }.compactMap { index in
        guard BulkData(connection.transfers, at: index) != nil else { return nil }
        return finding(connection, connection.transfers[index], file.radio)
      }
    }
  }

  private static func skippedMany(_ rx: ReportV1.ReceiveFlow) -> Bool {
    rx.skippedEvents >= 5 && rx.skippedEvents.times(5) >= rx.events
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ transfer: ReportV1.Transfer, _ sharing: RadioSharing
  ) -> RuleFinding? {
    let rx = connection.flow.rx
    let all = rx.skippedEvents.plus(rx.events)
    let others = sharing.connections(
      beside: connection, from: transfer.startUs, lasting: transfer.durationUs)
    let scans = sharing.scans(
      during: transfer, taking: Int(Double(rx.skippedEvents) / Double(max(all, 1)) * 100))
    guard !others.isEmpty || !scans.isEmpty else { return nil }
    var causes: [String] = []
    if !others.isEmpty { causes.append(Wording.count(others.count, "other connection")) }
    if !scans.isEmpty { causes.append(RadioSharing.name(scans)) }
    let interval = connection.parameters(at: transfer.firstFrame)?.dataIntervalUs ?? 0
    return RuleFinding(
      .warning, connection: connection.id,
      frames: Array(
        Set(scans.prefix(2).map(\.startFrame) + [transfer.firstFrame, transfer.lastFrame])
      ).sorted(),
      "In \(rx.skippedEvents) of \(all) connection events, no data of "
        + "\(Wording.transfer(transfer)) was received; \(causes.joined(separator: " and ")) used "
        + "the same radio at that time, which may be the cause.",
      evidence: [
        .transfer: .int(transfer.id),
        .connections: .list(others.prefix(8).map { .int($0) }),
        .scans: .int(scans.count),
        .scanPercent: scans.compactMap(\.sharePercent).max().map { .int($0) } ?? .null,
        .skippedEvents: .int(rx.skippedEvents),
      ],
      advice: advice(others: !others.isEmpty, scans: !scans.isEmpty),
      lostUs: rx.skippedEvents.times(interval))
  }

  /// About what the capture shows.
  private static func advice(others: Bool, scans: Bool) -> String {
    let scan = "The app should stop scanning while data is sent."
    let intervals =
      "The connections should have intervals that are multiples of one another, so that their "
      + "events do not collide."
    return [scans ? scan : nil, others ? intervals : nil].compactMap(\.self)
      .joined(separator: " ")
  }
}
