import Report

/// The runs of one characteristic of one peer, one way and of one kind, over all connections of a
/// capture: what the bulk rules speak of, as one fault.
///
/// Runs of transfers are left to the rules about
/// transfers, but for a sender with one packet in flight, which these do not know. What would help
/// comes from the ceilings of the runs; a gain of less than a fifth of the time, or than a second,
/// is none.
struct BulkRuns {
  enum Cause: CaseIterable {
    case smallValues, oneInFlight, answered, timer, slowInterval, pauses
  }

  /// What the same data would have taken without a cause.
  struct Gain {
    var cause: Cause
    var us: Int
    /// What would have to change, of the largest run.
    var change: ReportV1.WhatIf
  }

  private(set) var runs: [(connection: Int, run: ReportV1.Run)]
  let bytes: Int
  let durationUs: Int
  /// The largest first.
  let gains: [Gain]

  /// The data that say most of what all have in common.
  var largest: (connection: Int, run: ReportV1.Run) {
    runs.dropFirst().reduce(runs[0]) { $1.run.bytes > $0.run.bytes ? $1 : $0 }
  }

  /// The longest interval that phones use unless another is asked for.
  static let usualInterval = RuleLimit("usual_interval_us", 50_000, .microseconds)

  private struct Key: Hashable {
    var peer: String
    var characteristic: String
    var direction: ReportV1.Direction
    var kind: ReportV1.RunKind
    var isTransfer: Bool
  }

  static func all(in capture: ReportV1.Capture) -> [BulkRuns] {
    capture.connections.indices.flatMap { index in
      capture.connections[index].runs.map { (connection: index, run: $0) }
    }.grouped { index, run in
      Key(
        peer: capture.connections[index].peer.address ?? "connection \(index)",
        characteristic: run.uuid ?? "\(run.valueHandle)", direction: run.direction,
        kind: run.kind, isTransfer: !run.transfers.isEmpty)
    }.compactMap { key, runs in
      BulkRuns(runs, areTransfers: key.isTransfer)?.atOneInterval(areTransfers: key.isTransfer)
    }
  }

  private init?(_ runs: [(connection: Int, run: ReportV1.Run)], areTransfers: Bool) {
    self.runs = runs
    bytes = runs.map(\.run.bytes).total
    let duration = runs.map(\.run.durationUs).total
    durationUs = duration
    var saved: [Cause: Int] = [:]
    for (_, run) in runs {
      for (cause, change) in Self.changes(of: run) {
        saved[cause] = Int(reported: (saved[cause] ?? 0) + run.durationUs - change.durationUs)
      }
    }
    let largest = runs.dropFirst().reduce(runs[0].run) { $1.run.bytes > $0.bytes ? $1.run : $0 }
    let changes = Self.changes(of: largest)
    let found: [Gain] = Cause.allCases.compactMap { cause in
      guard let us = saved[cause], us >= BulkFinding.least.value,
        us >= duration / (100 / BulkFinding.leastShare.value),
        let change = changes[cause]
      else { return nil }
      return Gain(cause: cause, us: us, change: change)
    }.sorted { $0.us > $1.us }
    // What every phone has is worth a word, and no finding.
    let isUsual = (largest.ceiling?.intervalUs ?? 0) <= Self.usualInterval.value
    let causes = found.filter { $0.cause != .slowInterval || !isUsual }
    gains = causes.prefix(1) + found.filter { $0.cause != causes.first?.cause }
    guard !causes.isEmpty, let first = gains.first, !areTransfers || first.cause == .oneInFlight
    else { return nil }
  }

  /// Where the interval is the cause, only the runs at the interval of the largest one.
  private func atOneInterval(areTransfers: Bool) -> BulkRuns? {
    guard gains.first?.cause == .slowInterval else { return self }
    let interval = largest.run.ceiling?.intervalUs
    let same = runs.filter { $0.run.ceiling?.intervalUs == interval }
    return same.count < runs.count ? BulkRuns(same, areTransfers: areTransfers) : self
  }

  /// Of what a ceiling says would help, the best for each cause.
  private static func changes(of run: ReportV1.Run) -> [Cause: ReportV1.WhatIf] {
    var found: [Cause: ReportV1.WhatIf] = [:]
    for change in run.ceiling?.whatIf ?? [] {
      guard let cause = change.kind.flatMap(cause), found[cause] == nil else { continue }
      found[cause] = change
    }
    return found
  }

  private static func cause(of change: ReportV1.WhatIfKind) -> Cause? {
    switch change {
    case .largerChunks, .largerMTU, .largerMTUAndDataLength: .smallValues
    case .severalInFlight: .oneInFlight
    case .writesWithoutResponse, .notificationsForIndications: .answered
    case .noTimer: .timer
    case .shorterInterval: .slowInterval
    case .noPauses: .pauses
    case .largerDataLength, .le2MPHY, .noStalls, .noAppPauses, .noSenderPauses, .noSilences,
      .noMarkerDelays, .noGaps:
      nil
    }
  }
}
