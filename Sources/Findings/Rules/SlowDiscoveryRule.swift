import Report

/// A discovery that took seconds.
enum SlowDiscoveryRule: Rule {
  static let name = "slow-discovery"
  static let severity = ReportV1.Severity.warning
  static let summary = "Discovering the peer's attributes took seconds."
  static let explanation = """
    A discovery sends one request after the other, and each answer usually takes two connection \
    events: the discovery takes that time for each request. The rule reports at least 10 requests \
    of this host whose answers together took 3 s or more: a warning from 5 s, otherwise info. Only \
    the first round counts, because discovery-loop reports repeated requests. Answers that took \
    more than 1 s do not count, because slow-response reports them. The rule reports nothing if \
    peripheral-latency or interval-too-slow reports the same waits, and nothing over BR/EDR. If \
    one interval was in force, the message says how long two connection events for each request \
    take; the rest is the response time of the server, or retransmissions: HCI does not \
    distinguish them.
    """

  private static let fewest = 10
  private static let least = 3_000_000
  private static let much = 5_000_000
  private static let shortInterval = 15_000

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections {
      $0[$1].transport != .brEDR
        && $0[$1].att.discoveries.contains { $0.server == .peer && $0.requestsUs >= least }
    }.findings { connection, _ in
      connection.att.discoveries.filter { $0.server == .peer }.compactMap {
        Cost($0, connection).flatMap { finding(connection, $0) }
      }
    }
  }

  /// What the first round took.
  private struct Cost {
    var discovery: ReportV1.Discovery
    var requests: Int
    var us: Int
    /// The frame of its last answer.
    var last: Int
    /// All parameters that were in force meanwhile.
    var parameters: [ReportV1.Parameters]
    /// Requests of other kinds that followed, where they did not follow a later round.
    var requestsAfter: Int
    var requestsAfterUs: Int

    init?(_ discovery: ReportV1.Discovery, _ connection: ReportV1.Connection) {
      self.discovery = discovery
      requests = discovery.firstRoundRequests
      us = discovery.firstRoundUs
      let last = discovery.firstRoundLastFrame
      self.last = last
      requestsAfter = discovery.repeated == nil ? discovery.requestsAfter : 0
      requestsAfterUs = discovery.repeated == nil ? discovery.requestsAfterUs : 0
      let before = connection.parameters.last { $0.frame <= discovery.firstFrame }
      let within = connection.parameters.filter {
        $0.frame > discovery.firstFrame && $0.frame < last
      }
      parameters = (before.map { [$0] } ?? []) + within
      guard requests >= fewest, us >= least, !isReported(connection) else { return nil }
    }

    /// Whether another rule reports the same waits.
    private func isReported(_ connection: ReportV1.Connection) -> Bool {
      guard let waits = connection.att.transactions.sleepWaits else { return false }
      if PeripheralLatencyRule.isReported(waits) { return waits.totalUs.times(2) >= us }
      return IntervalTooSlowRule.areManySlow(connection) && waits.requestsUs.times(2) >= us
    }

    /// The interval that was in force all the time; `nil` where there were several, or none is
    /// known.
    var interval: Int? {
      let all = Set(parameters.map(\.usedIntervalUs))
      return all.count == 1 ? all.first.flatMap { $0 > 0 ? $0 : nil } : nil
    }
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ cost: Cost
  ) -> RuleFinding {
    let lasted = connection.endUs.minus(connection.startUs)
    let later = laterParameters(connection, cost)
    let frames = [cost.discovery.firstFrame, cost.last, later?.frame]
    let explained = cost.interval.map { min(cost.us, $0.times(2).times(cost.requests)) }
    return RuleFinding(
      cost.us >= much ? .warning : .info, connection: connection.id,
      frames: frames.compactMap { $0 }, message(connection, cost, lasted, explained, later),
      evidence: .by(
        .local, connection,
        [
          .requests: .int(cost.requests), .requestsUs: .int(cost.us),
          .services: .int(services(connection)), .connectionUs: .int(lasted),
          .intervalUs: cost.interval.map { .int($0) } ?? .null,
          .latency: cost.parameters.last.map { .int($0.latency) } ?? .null,
          .explainedUs: explained.map { .int($0) } ?? .null,
          .laterIntervalUs: later.map { .int($0.usedIntervalUs) } ?? .null,
          .requestsAfter: .int(cost.requestsAfter),
          .requestsAfterUs: .int(cost.requestsAfterUs),
        ]),
      advice: advice(connection, cost), lostUs: cost.us
    ).about(connection)
  }

  private static func services(_ connection: ReportV1.Connection) -> Int {
    connection.servers.filter { $0.server == .peer }.flatMap(\.services).count {
      $0.startHandle != nil
    }
  }

  /// Shorter ones that came into force after it.
  private static func laterParameters(
    _ connection: ReportV1.Connection, _ cost: Cost
  ) -> ReportV1.Parameters? {
    guard let interval = cost.interval else { return nil }
    return connection.parameters.first {
      $0.frame > cost.last && $0.usedIntervalUs < interval && $0.usedIntervalUs > 0
    }
  }

  private static func message(
    _ connection: ReportV1.Connection, _ cost: Cost, _ lasted: Int, _ explained: Int?,
    _ later: ReportV1.Parameters?
  ) -> String {
    let each = cost.us / max(cost.requests, 1)
    let share =
      lasted > 0 ? ", \(min(100, cost.us.times(100) / lasted)) % of the connection's time" : ""
    let services = services(connection)
    let ofServices = services > 0 ? " for \(Wording.count(services, "service"))" : ""
    var text =
      "The discovery of the peer's attributes took \(Wording.duration(cost.us))\(share): "
      + "\(cost.requests) requests\(ofServices), \(Wording.duration(each)) each."
    if let interval = cost.interval, let explained {
      let latency = cost.parameters.last.map(\.latency) ?? 0
      text +=
        " Two connection events for each explain \(Wording.duration(explained)) of it (interval "
        + "\(Wording.interval(interval)), latency \(latency))"
      text +=
        explained.times(5) >= cost.us.times(4)
        ? "." : "; the rest is the response time of the server, or retransmissions."
    }
    let after = cost.requestsAfter
    if after >= 3, cost.interval != nil {
      let mean = cost.requestsAfterUs / after
      text +=
        " The next \(after) requests took \(Wording.duration(mean)) each at that interval."
    }
    if let later {
      text +=
        " The interval was shortened only afterwards, to \(Wording.interval(later.usedIntervalUs)) "
        + "(#\(later.frame))."
    }
    return text
  }

  private static func advice(_ connection: ReportV1.Connection, _ cost: Cost) -> String {
    var parts: [String] = []
    if cost.parameters.contains(where: { $0.usedIntervalUs > shortInterval }) {
      let us = shortInterval.times(2).times(cost.requests)
      parts.append(
        "request a short interval before the discovery (at 15 ms two events for each request are "
          + "\(Wording.duration(us)))")
    }
    let exchanged = connection.mtu.frame ?? .max
    if exchanged > cost.discovery.firstFrame, connection.mtu.effective != nil {
      parts.append(
        "exchange the MTU before the discovery, because a longer response has room for "
          + "more attributes")
    }
    parts.append("discover only the services that the app uses")
    parts.append(
      "keep the result for the next connection, if a bond with Service Changed or the Database "
        + "Hash allows it")
    return Wording.sentence(Wording.list(parts)) + "."
  }
}
