import BluetoothProtocol
import Report

/// A client that asks for the same again and again.
struct PollingRule: Rule, RuleFacts {
  static let name = "polling"
  static let severity = ReportV1.Severity.info
  static let needsTimes = true
  static let limits = [fewest, longestPeriod, shortestWritePeriod]
  static let fewest = RuleLimit("least_requests", 10, .requests)
  static let longestPeriod = RuleLimit("longest_period_us", 60_000_000, .microseconds)
  static let shortestWritePeriod = RuleLimit("shortest_write_period_us", 100_000, .microseconds)

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
  }

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections {
      $0[$1].reads.contains { $0.count >= fewest.value }
        || $0[$1].writes.containsInPlace { $0.repeats?.count ?? 0 >= fewest.value }
    }.findings { connection, _ in
      connection.reads.compactMap { ofReads($0, connection) }
        + connection.writes.compactMap { ofWrites($0, connection) }
    }
  }

  private static func ofReads(
    _ reads: ReportV1.ReadSeries, _ connection: ReportV1.Connection
  ) -> RuleFinding? {
    let period = reads.durationUs / max(1, reads.count - 1)
    guard reads.count >= fewest.value, period <= longestPeriod.value else { return nil }
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
