import Report

/// The signal was near the weakest that a receiver can decode.
enum WeakSignalRule: Rule {
  static let name = "weak-signal"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = .timing
  static let summary = "The signal was below -85 dBm for a long time, or fell before a pause."
  static let explanation = """
    A receiver must receive packets at -70 dBm (Core Vol 6, Part A, 4.1), and good ones do at -90 \
    to -97 dBm. Below -85 dBm a hand between the devices, or another orientation, is enough to \
    lose packets. The rule reports a connection if at least half of the readings over 2 s or more \
    are below that, or if the signal fell by 1 dB/s or more to less than -80 dBm and transfers \
    paused. If a connection has no readings, the advertisements of its peer in the ten seconds \
    before it count, with severity info. If the link was lost, link-loss gives the RSSI instead.
    """

  /// In dBm.
  static let limit = -85
  private static let fallenLimit = -80

  static func check(_ file: CaseFile) -> [RuleFinding] {
    return file.connections {
      $0[$1].rssi?.count ?? 0 >= 3 || $0[$1].rssiBefore?.count ?? 0 >= 3
    }.finding { connection, _ in
      guard connection.disconnect?.reason != .connectionTimeout else { return nil }
      if let rssi = connection.rssi, rssi.count >= 3 { return measured(connection, rssi) }
      return connection.rssiBefore.flatMap { advertised(connection, $0) }
    }
  }

  private static func measured(
    _ connection: ReportV1.Connection, _ rssi: ReportV1.Rssi
  ) -> RuleFinding? {
    let readings = rssi.series.compactMap { $0 }
    let isLong = (rssi.durationUs ?? 0) >= 2_000_000
    let weak = readings.count { $0 < Double(limit) }
    let isWeak =
      isLong && (readings.isEmpty ? (rssi.mean ?? 0) < Double(limit) : weak * 2 >= readings.count)
    let gaps = connection.transfers.indexes { !$0[$1].gaps.isEmpty }
      .flatMap { connection.transfers[$0].gaps.filter(\.isUnexplained) }
    let hasFallen =
      (rssi.slopeDbPerS ?? 0) <= -1 && rssi.last.map { $0 < fallenLimit } ?? false && !gaps.isEmpty
    guard isWeak || hasFallen, let last = rssi.last, let mean = rssi.mean else { return nil }
    let span = rssi.durationUs.map { " over \(Wording.duration($0))" } ?? ""
    let message =
      isWeak
      ? "The signal was weak: \(Wording.decibels(mean)) dBm on average\(span), \(last) dBm at the "
        + "end."
      : "The signal fell from \(rssi.first ?? last) to \(last) dBm\(span), and "
        + "\(gaps.count == 1 ? "a transfer paused" : "transfers paused")."
    return RuleFinding(
      .warning, connection: connection.id,
      frames: hasFallen
        ? gaps.prefix(1).flatMap { [$0.afterFrame, $0.frame] }
        : [connection.firstFrame, connection.lastFrame],
      message, evidence: evidence(rssi, "connection"),
      advice: "Move the devices closer together and check whether that helps; look at antenna, "
        + "case and transmit power.",
      lostUs: gaps.map(\.gapUs).total)
  }

  private static func advertised(
    _ connection: ReportV1.Connection, _ rssi: ReportV1.Rssi
  ) -> RuleFinding? {
    guard rssi.count >= 3, let last = rssi.last, last < limit, let mean = rssi.mean,
      mean < Double(limit)
    else { return nil }
    let discovery = connection.phases.first { $0.name == .discover }?.lastFrame
    return RuleFinding(
      .info, connection: connection.id,
      frames: [discovery, connection.firstFrame].compactMap { $0 },
      "The signal was weak when the peer was connected: its last advertisements had "
        + "\(Wording.decibels(mean)) dBm on average, the last one \(last) dBm.",
      evidence: evidence(rssi, "advertising"),
      advice: "Connect at a closer range; the app can also require a minimum RSSI, with a reserve, "
        + "before it connects.")
  }

  private static func evidence(
    _ rssi: ReportV1.Rssi, _ source: String
  ) -> EvidenceList {
    [
      .source: .string(source), .limitDbm: .int(limit), .readings: .int(rssi.count),
      .meanDbm: rssi.mean.map { .double($0) } ?? .null,
      .lastDbm: rssi.last.map { .int($0) } ?? .null,
      .slopeDbPerS: rssi.slopeDbPerS.map { .double($0) } ?? .null,
      .durationUs: rssi.durationUs.map { .int($0) } ?? .null,
    ]
  }
}
