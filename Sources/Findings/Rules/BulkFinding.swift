import Report

/// What the bulk rules found: the largest cause, and the others after it.
struct BulkFinding: RuleFacts {
  let data: BulkRuns
  let run: ReportV1.Run
  let connection: ReportV1.Connection
  let gain: BulkRuns.Gain

  static let limits = [leastShare, least, graveShare, grave]
  static let least = RuleLimit("least_us", 1_000_000, .microseconds)
  static let leastShare = RuleLimit("least_share", 20, .percent)
  /// A time that a person notices, and more than half of it.
  static let grave = RuleLimit("warning_us", 5_000_000, .microseconds)
  static let graveShare = RuleLimit("warning_share", 50, .percent)

  static func all(_ cause: BulkRuns.Cause, in file: CaseFile) -> [RuleFinding] {
    file.bulkRuns.filter { $0.gains.first?.cause == cause }.compactMap { data in
      let (index, run) = data.largest
      let connection = file.capture.connections[index]
      // Records of a device that come at a steady period have pauses by nature. What is sent with
      // steady pauses, such as blocks that are written to flash, is an upload all the same.
      if cause == .pauses, run.direction == .rx, isPeriodic(run, connection) { return nil }
      guard let gain = data.gains.first else { return nil }
      let found = BulkFinding(data: data, run: run, connection: connection, gain: gain)
      if cause == .answered, found.isSendersPace { return nil }
      return found.finding
        .covering(data.runs.map { file.capture.connections[$0.connection].id })
        .about(
          connection,
          "\(run.uuid ?? "\(run.valueHandle)") \(run.direction.rawValue) \(run.kind.rawValue) "
            + "\(run.transfers.isEmpty)", count: data.runs.count)
    }
  }

  private var finding: RuleFinding {
    let isGrave =
      gain.us >= Self.grave.value && gain.us >= data.durationUs / (100 / Self.graveShare.value)
    let gap = gain.cause == .pauses ? longestGap : nil
    return finding(
      isGrave ? .warning : .info, connection.id,
      frames: [run.firstFrame, gap?.afterFrame, gap?.frame, run.lastFrame], lostUs: gain.us)
  }

  /// Whether the pauses of a run come at a steady period: a device that sends a record of several
  /// values each half second.
  private static func isPeriodic(_ run: ReportV1.Run, _ connection: ReportV1.Connection) -> Bool {
    let starts = connection.gaps(of: run).compactMap(\.startUs).sorted()
    guard starts.count >= 10 else { return false }
    let periods = zip(starts.dropFirst(), starts).map { $0 - $1 }.sorted()
    let median = periods[periods.count / 2]
    let near = periods.filter { $0 >= median / 4 * 3 && $0 <= median / 4 * 5 }.count
    return near * 10 >= periods.count * 7
  }

  /// The sender of the data is who could have sent them otherwise.
  var party: Party { run.direction == .tx ? .local : .remote }

  /// Whether the values were shorter than the MTU took.
  var isBelowLimit: Bool {
    guard let ceiling = run.ceiling, let limit = ceiling.chunkLimit else { return false }
    return ceiling.chunkBytes < limit
  }

  /// Of the largest run's own.
  var longestGap: ReportV1.Gap? {
    connection.gaps(of: run).max { $0.gapUs < $1.gapUs }
  }

  var evidence: EvidenceList {
    [
      .party: .of(party), .transport: .of(connection.transport),
      .valueHandle: .of(run.valueHandle), .kind: .of(run.kind), .runs: .of(data.runs.count),
      .bytes: .of(data.bytes), .durationUs: .of(data.durationUs),
      .possibleUs: .of(data.durationUs - gain.us), .valueBytes: .of(run.ceiling?.chunkBytes),
      .valueLimit: .of(run.ceiling?.chunkLimit), .intervalUs: .of(run.ceiling?.intervalUs),
      .inFlightMax: .of(run.inFlightMax), .packetsPerEvent: .of(run.packetsPerEvent),
      .pacing: .of(run.pacing), .completionUs: .of(sum(\.completion)),
      .senderUs: .of(sum(\.sender)), .answerUs: .of(sum(\.answer)), .gapsUs: .of(sum(\.gaps)),
    ]
  }

  /// Whether the sender took longer to send the next value than the answers took to come.
  private var isSendersPace: Bool {
    guard let sender = sum(\.sender), let answer = sum(\.answer) else { return false }
    return sender > answer
  }

  private func sum(_ part: KeyPath<ReportV1.RunWaits, Int?>) -> Int? {
    let parts = data.runs.compactMap { $0.run.waitsUs[keyPath: part] }
    return parts.isEmpty ? nil : parts.total
  }
}

extension ReportV1.Connection {
  /// The gaps of a run's characteristic that lie in it.
  func gaps(of run: ReportV1.Run) -> [ReportV1.Gap] {
    let streams = run.kind == .write || run.kind == .writeCommand ? writes : notifications
    let gaps =
      streams.first {
        $0.valueHandle == run.valueHandle && $0.direction == run.direction
          && ($0.kind == .write || $0.kind.rawValue == run.kind.rawValue)
      }?.gaps ?? []
    return gaps.filter { run.firstFrame < $0.frame && $0.frame <= run.lastFrame }
  }
}
