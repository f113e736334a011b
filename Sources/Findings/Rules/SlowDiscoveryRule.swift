import Report

/// A discovery that took seconds.
struct SlowDiscoveryRule: Rule, RuleFacts {
  static let name = "slow-discovery"
  static let severity = ReportV1.Severity.warning
  static let needsTimes = true
  static let limits = [fewest, least, much]
  static let fewest = RuleLimit("least_requests", 10, .requests)
  static let least = RuleLimit("least_us", 3_000_000, .microseconds)
  static let much = RuleLimit("warning_us", 5_000_000, .microseconds)
  /// An interval that is worth a request.
  static let shortInterval = 15_000

  let connection: ReportV1.Connection
  let discovery: ReportV1.Discovery
  /// All parameters that were in force in the first round, which is what counts.
  let parameters: [ReportV1.Parameters]

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections {
      $0[$1].transport != .brEDR
        && $0[$1].att.discoveries.contains {
          $0.server == .peer && $0.requestsUs >= least.value
        }
    }.findings { connection, _ in
      connection.att.discoveries.filter { $0.server == .peer }.compactMap { discovery in
        guard discovery.firstRoundRequests >= fewest.value, discovery.firstRoundUs >= least.value,
          !isReported(discovery, connection)
        else { return nil }
        let before = connection.parameters.last { $0.frame <= discovery.firstFrame }
        let within = connection.parameters.filter {
          $0.frame > discovery.firstFrame && $0.frame < discovery.firstRoundLastFrame
        }
        let found = Self(
          connection: connection, discovery: discovery,
          parameters: (before.map { [$0] } ?? []) + within)
        return found.finding(
          found.us >= much.value ? .warning : .info, connection.id,
          frames: [
            discovery.firstFrame, discovery.firstRoundLastFrame, found.laterParameters?.frame,
          ], lostUs: found.us
        ).about(connection)
      }
    }
  }

  /// Whether another rule reports the same waits.
  private static func isReported(
    _ discovery: ReportV1.Discovery, _ connection: ReportV1.Connection
  ) -> Bool {
    guard let waits = connection.att.transactions.sleepWaits else { return false }
    let us = discovery.firstRoundUs
    if PeripheralLatencyRule.isReported(waits) { return waits.totalUs * 2 >= us }
    return IntervalTooSlowRule.areManySlow(connection) && waits.requestsUs * 2 >= us
  }

  var requests: Int { discovery.firstRoundRequests }
  var us: Int { discovery.firstRoundUs }

  /// Requests of other kinds that followed, where they did not follow a later round.
  var after: (requests: Int, us: Int) {
    discovery.repeated == nil ? (discovery.requestsAfter, discovery.requestsAfterUs) : (0, 0)
  }

  /// The interval that was in force all the time; `nil` where there were several, or none is known.
  var interval: Int? {
    let all = Set(parameters.map(\.usedIntervalUs))
    return all.count == 1 ? all.first.flatMap { $0 > 0 ? $0 : nil } : nil
  }

  /// What two connection events for each request take.
  var explainedUs: Int? {
    interval.map { min(us, Int(reported: Double($0 * 2) * Double(requests))) }
  }

  /// Shorter ones that came into force after it.
  var laterParameters: ReportV1.Parameters? {
    guard let interval else { return nil }
    return connection.parameters.first {
      $0.frame > discovery.firstRoundLastFrame && $0.usedIntervalUs < interval
        && $0.usedIntervalUs > 0
    }
  }

  var services: Int {
    connection.servers.filter { $0.server == .peer }.flatMap(\.services).count {
      $0.startHandle != nil
    }
  }

  var connectionUs: Int { connection.endUs - connection.startUs }

  var evidence: EvidenceList {
    [
      .requests: .of(requests), .requestsUs: .of(us), .services: .of(services),
      .connectionUs: .of(connectionUs), .intervalUs: .of(interval),
      .latency: .of(parameters.last?.latency), .explainedUs: .of(explainedUs),
      .laterIntervalUs: .of(laterParameters?.usedIntervalUs),
      .requestsAfter: .of(after.requests), .requestsAfterUs: .of(after.us),
    ] + connection.by(.local)
  }
}
