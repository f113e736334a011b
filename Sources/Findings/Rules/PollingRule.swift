import BluetoothProtocol
import Report

/// A client that asks for the same again and again.
struct PollingRule: Rule, RuleFacts {
  static let name = "polling"
  static let severity = ReportV1.Severity.info
  static let needsTimes = true
  static let limits = [fewest, longestPeriod, shortestWritePeriod, equalShare]
  static let fewest = RuleLimit("least_requests", 10, .requests)
  static let longestPeriod = RuleLimit("longest_period_us", 60_000_000, .microseconds)
  static let shortestWritePeriod = RuleLimit("shortest_write_period_us", 100_000, .microseconds)
  /// Requests of a dialogue that were equal to the one before.
  static let equalShare = RuleLimit("equal_share", 70, .percent)

  let connection: ReportV1.Connection
  let server: ReportV1.PairingSide
  let name: AttributeName
  let count: Int
  let periodUs: Int
  let kind: Kind

  enum Kind {
    case reads(changes: Int, canNotify: Bool)
    /// Where they are two series, this far apart.
    case writes(apartUs: Int?)
    /// Nearly all of a dialogue are one request.
    case dialogue(ReportV1.Dialogue)
  }

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections {
      $0[$1].reads.contains { $0.count >= fewest.value }
        || $0[$1].writes.containsInPlace { $0.repeats?.count ?? 0 >= fewest.value }
        || !$0[$1].dialogues.isEmpty
    }.findings { connection, _ in
      connection.reads.compactMap { ofReads($0, connection) }
        + connection.writes.compactMap { stream in
          let dialogue = connection.dialogues.first {
            $0.request.valueHandle == stream.valueHandle
              && ($0.client == .local) == (stream.direction == .tx)
          }
          return dialogue.flatMap { ofDialogue($0, connection) } ?? ofWrites(stream, connection)
        }
    }
  }

  /// Requests at a period, nearly all of them equal.
  private static func ofDialogue(
    _ dialogue: ReportV1.Dialogue, _ connection: ReportV1.Connection
  ) -> RuleFinding? {
    guard dialogue.repeated >= fewest.value, let period = dialogue.periodUs,
      period <= longestPeriod.value,
      dialogue.repeated * 100 >= dialogue.requests * equalShare.value
    else { return nil }
    let server: ReportV1.PairingSide = dialogue.client == .local ? .peer : .local
    let name = AttributeName(dialogue.request.valueHandle, of: server, in: connection)
    // Where they were equal for longest.
    let equal = connection.writes.first {
      $0.valueHandle == dialogue.request.valueHandle
        && ($0.direction == .tx) == (dialogue.client == .local)
    }?.repeats
    return Self(
      connection: connection, server: server, name: name, count: dialogue.requests,
      periodUs: period, kind: .dialogue(dialogue)
    ).finding(
      .info, connection.id,
      frames: [equal?.firstFrame ?? dialogue.firstFrame, equal?.lastFrame ?? dialogue.lastFrame]
    )
    .about(connection, "poll \(server.rawValue) \(name.subject)", count: dialogue.requests)
  }

  private static func ofReads(
    _ reads: ReportV1.ReadSeries, _ connection: ReportV1.Connection
  ) -> RuleFinding? {
    let period = reads.durationUs / max(1, reads.count - 1)
    guard reads.count >= fewest.value, period <= longestPeriod.value,
      !isFlowControl(reads, connection), !isOfRegister(reads, connection),
      !ReadsOfNotifiedRule.covers(reads, in: connection)
    else { return nil }
    let name = AttributeName(reads.handle, of: reads.server, in: connection)
    let characteristic = connection.servers.filter { $0.server == reads.server }
      .flatMap(\.services).flatMap(\.characteristics).first { $0.valueHandle == reads.handle }
    let canNotify = ["notify", "indicate"].contains {
      characteristic?.properties.contains($0) ?? false
    }
    return Self(
      connection: connection, server: reads.server, name: name, count: reads.count,
      periodUs: period, kind: .reads(changes: reads.changes, canNotify: canNotify)
    ).finding(.info, connection.id, frames: [reads.firstFrame, reads.lastFrame])
      .about(connection, "read \(reads.server.rawValue) \(name.subject)", count: reads.count)
  }

  /// Reads of what is uploaded to at the same time pace the upload.
  private static func isFlowControl(
    _ reads: ReportV1.ReadSeries, _ connection: ReportV1.Connection
  ) -> Bool {
    connection.writes.contains {
      $0.purpose == .upload && $0.valueHandle == reads.handle
        && ($0.direction == .tx) == (reads.server == .peer)
        && $0.firstFrame <= reads.lastFrame && reads.firstFrame <= $0.lastFrame
    }
  }

  /// Reads of which nearly each goes with a write to the same attribute: it selects what is read.
  private static func isOfRegister(
    _ reads: ReportV1.ReadSeries, _ connection: ReportV1.Connection
  ) -> Bool {
    connection.writes.contains { stream in
      let together =
        min(stream.lastFrame, reads.lastFrame) - max(stream.firstFrame, reads.firstFrame)
      return stream.valueHandle == reads.handle
        && (stream.direction == .tx) == (reads.server == .peer)
        && stream.count * 4 >= reads.count * 3 && reads.count * 4 >= stream.count * 3
        && together * 4 >= (reads.lastFrame - reads.firstFrame) * 3
    }
  }

  private static func ofWrites(
    _ stream: ReportV1.NotificationStream, _ connection: ReportV1.Connection
  ) -> RuleFinding? {
    guard let repeats = stream.repeats, repeats.count >= fewest.value else { return nil }
    let period = repeats.durationUs / max(1, repeats.count - 1)
    guard (shortestWritePeriod.value...longestPeriod.value).contains(period) else { return nil }
    let server: ReportV1.PairingSide = stream.direction == .tx ? .peer : .local
    let name = AttributeName(stream.valueHandle, of: server, in: connection)
    let both = repeats.shortStepUs.flatMap { short in repeats.longStepUs.map { (short, $0) } }
    return Self(
      connection: connection, server: server, name: name, count: repeats.count,
      periodUs: both.map { $0.0 + $0.1 } ?? period, kind: .writes(apartUs: both?.0)
    ).finding(.info, connection.id, frames: [repeats.firstFrame, repeats.lastFrame])
      .about(
        connection, "write\(both == nil ? "" : " twice") \(server.rawValue) \(name.subject)",
        count: repeats.count)
  }

  var evidence: EvidenceList {
    let (request, changes, canNotify): (String, Int, Bool?) =
      switch kind {
      case .reads(let changes, let canNotify): (ATTOpcode.readRequest.word, changes, canNotify)
      case .writes: ("write", 0, nil)
      case .dialogue(let dialogue): ("write", (dialogue.distinctAnswers ?? 1) - 1, nil)
      }
    var facts: EvidenceList = [
      .request: .of(request), .handle: .of(name.handle), .uuid: name.uuidEvidence,
      .count: .of(count), .changes: .of(changes), .periodUs: .of(periodUs),
      .canNotify: .of(canNotify),
    ]
    if case .writes(let apartUs) = kind { facts.append(.series, .of(apartUs == nil ? 1 : 2)) }
    return facts + connection.by(server == .peer ? .local : .remote)
  }
}

extension AttributeName {
  /// What a finding about it is about.
  fileprivate var subject: String { "\(type) \(owner ?? "") \(handle ?? 0)" }
}
