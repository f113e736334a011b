import Report

/// Something else may have taken the radio while a transfer was slow.
struct SharedRadioRule: Rule, RuleFacts {
  static let name = "shared-radio"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = .timing
  static let limits = [leastBytes, leastSkipped] + StreamRadio.limits
  static let leastBytes = BulkData.least
  static let leastSkipped = RuleLimit("least_skipped_events", 5, .connectionEvents)

  let transfer: ReportV1.Transfer
  let skipped: Int
  /// Connection events, with those.
  let events: Int
  /// What used the radio at that time.
  let connections: [Int]
  let scans: [ReportV1.Scan]

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let ofTransfers = transfers(file)
    let known = Set(ofTransfers.compactMap(\.connection))
    // Streams of values that are no transfers; input-late has those that are felt.
    return ofTransfers
      + StreamRadio.findings(file, areInput: false)
      .filter { $0.connection.map { !known.contains($0) } ?? true }
  }

  private static func transfers(_ file: CaseFile) -> [RuleFinding] {
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
    rx.skippedEvents >= leastSkipped.value && rx.skippedEvents * 5 >= rx.events
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ transfer: ReportV1.Transfer, _ sharing: RadioSharing
  ) -> RuleFinding? {
    let skipped = connection.flow.rx.skippedEvents
    let all = skipped + connection.flow.rx.events
    let others = sharing.connections(
      beside: connection, from: transfer.startUs, lasting: transfer.durationUs)
    let scans = sharing.scans(
      during: transfer, taking: Int(Double(skipped) / Double(max(all, 1)) * 100))
    guard !others.isEmpty || !scans.isEmpty else { return nil }
    let interval = connection.parameters(at: transfer.firstFrame)?.dataIntervalUs ?? 0
    return Self(
      transfer: transfer, skipped: skipped, events: all, connections: others, scans: scans
    ).finding(
      .warning, connection.id,
      frames: Array(
        Set(scans.prefix(2).map(\.startFrame) + [transfer.firstFrame, transfer.lastFrame])),
      lostUs: Int(reported: Double(skipped) * Double(interval)))
  }

  var evidence: EvidenceList {
    [
      .transfer: .of(transfer.id), .connections: .of(Array(connections.prefix(8))),
      .scans: .of(scans.count), .scanPercent: .of(scans.compactMap(\.sharePercent).max()),
      .skippedEvents: .of(skipped),
    ]
  }
}
