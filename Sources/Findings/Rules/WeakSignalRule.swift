import Report

/// The signal was near the weakest that a receiver can decode.
struct WeakSignalRule: Rule, RuleFacts {
  static let name = "weak-signal"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = .timing
  static let limits = [weak, least, slope, fallen]
  static let weak = RuleLimit("weak_dbm", -85, .dBm)
  static let least = RuleLimit("least_us", 2_000_000, .microseconds)
  /// In each second.
  static let slope = RuleLimit("least_fall_per_s", 1, .dB)
  static let fallen = RuleLimit("fallen_dbm", -80, .dBm)
  private static let fewest = 3

  let rssi: ReportV1.Rssi
  let last: Int
  let mean: Double
  let signal: Signal

  enum Signal {
    case weak
    /// And so many transfers paused.
    case fell(gaps: Int)
    case advertising
  }

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections {
      $0[$1].rssi?.count ?? 0 >= fewest || $0[$1].rssiBefore?.count ?? 0 >= fewest
    }.finding { connection, _ in
      // A link that was lost, or never came about, has a rule of its own.
      guard connection.disconnect?.reason != .connectionTimeout,
        connection.disconnect?.reason != .connectionFailedToBeEstablished
      else { return nil }
      if let rssi = connection.rssi, rssi.count >= fewest { return measured(connection, rssi) }
      return connection.rssiBefore.flatMap { advertised(connection, $0) }
    }
  }

  private static func measured(
    _ connection: ReportV1.Connection, _ rssi: ReportV1.Rssi
  ) -> RuleFinding? {
    let readings = rssi.series.compactMap { $0 }
    let below = readings.count { $0 < Double(weak.value) }
    let isWeak =
      (rssi.durationUs ?? 0) >= least.value
      && (readings.isEmpty ? (rssi.mean ?? 0) < Double(weak.value) : below * 2 >= readings.count)
    let gaps = connection.transfers.indexes { !$0[$1].gaps.isEmpty }
      .flatMap { connection.transfers[$0].gaps.filter(\.isUnexplained) }
    let hasFallen =
      (rssi.slopeDbPerS ?? 0) <= -Double(slope.value) && !gaps.isEmpty
      && rssi.last.map { $0 < fallen.value } ?? false
    guard isWeak || hasFallen, let last = rssi.last, let mean = rssi.mean else { return nil }
    return Self(
      rssi: rssi, last: last, mean: mean, signal: isWeak ? .weak : .fell(gaps: gaps.count)
    ).finding(
      .warning, connection.id,
      frames: hasFallen
        ? gaps.prefix(1).flatMap { [$0.afterFrame, $0.frame] }
        : [connection.firstFrame, connection.lastFrame],
      lostUs: gaps.map(\.gapUs).total)
  }

  private static func advertised(
    _ connection: ReportV1.Connection, _ rssi: ReportV1.Rssi
  ) -> RuleFinding? {
    guard rssi.count >= fewest, let last = rssi.last, last < weak.value, let mean = rssi.mean,
      mean < Double(weak.value)
    else { return nil }
    let discovery = connection.phases.first { $0.name == .discover }?.lastFrame
    return Self(rssi: rssi, last: last, mean: mean, signal: .advertising).finding(
      .info, connection.id, frames: [discovery, connection.firstFrame])
  }

  var evidence: EvidenceList {
    let source = if case .advertising = signal { "advertising" } else { "connection" }
    return [
      .source: .of(source), .limitDbm: .of(Self.weak.value), .readings: .of(rssi.count),
      .meanDbm: .of(rssi.mean), .lastDbm: .of(rssi.last), .slopeDbPerS: .of(rssi.slopeDbPerS),
      .durationUs: .of(rssi.durationUs),
    ]
  }
}
