import Report

/// A client that discovers the same attributes again and again.
struct DiscoveryLoopRule: Rule, RuleFacts {
  static let name = "discovery-loop"
  static let severity = ReportV1.Severity.warning
  static let needsTimes = true
  static let traits: RuleTraits = .discoveries
  static let suitsAir = true
  static let limits = [extraRounds, least, share, wholeRequests]

  /// Rounds beyond the first one and those that there was reason for.
  static let extraRounds = RuleLimit("repetitions", 3, .times)
  static let least = RuleLimit("least_us", 1_000_000, .microseconds)
  /// Of a discovery that was made again as a whole.
  static let wholeRequests = RuleLimit("whole_requests", 10, .requests)
  /// Of the connection's time.
  static let share = RuleLimit("warning_share", 10, .percent)
  private static let outOfSync = 0x12

  let connection: ReportV1.Connection
  let discovery: ReportV1.Discovery
  let again: ReportV1.RepeatedDiscovery

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { $0[$1].att.discoveries.contains { $0.repeated != nil } }.findings {
      connection, _ in
      connection.att.discoveries.compactMap { discovery in
        discovery.repeated.flatMap {
          Self(connection: connection, discovery: discovery, again: $0).finding
        }
      }
    }
  }

  private var finding: RuleFinding? {
    let extra = discovery.rounds - 1 - reasons
    let isLoop = extra >= Self.extraRounds.value && again.requestsUs >= Self.least.value
    // All of it again, and not only the services, or a request that was repeated.
    let isWhole =
      extra >= 1 && again.questions ?? .max > 1 && again.requests >= Self.wholeRequests.value
      && again.requests >= discovery.requests - again.requests
    guard isLoop || isWhole else { return nil }
    return finding(
      isLoop && again.requestsUs >= connectionUs / (100 / Self.share.value) ? .warning : .info,
      connection.id,
      frames: Wording.handful([
        discovery.firstFrame, again.secondFrame, again.latestFrame, discovery.lastFrame,
      ]), lostUs: again.requestsUs
    ).about(connection, discovery.server.rawValue)
  }

  /// What a client may take for a sign that there is something new.
  private var reasons: Int {
    let changes = connection.servers.filter { $0.server == discovery.server }.reduce(0) {
      $0 + $1.serviceChanges.count
    }
    return changes + connection.encryption.count { $0.enabled }
      + connection.att.errors.count { $0.code == Self.outOfSync }
  }

  var connectionUs: Int { max(0, connection.endUs - connection.startUs) }
  /// Most of it was one request that did not advance.
  var isStuck: Bool { again.inSuccession > discovery.rounds / 2 }
  var asker: Party { discovery.server == .peer ? .local : .remote }

  var evidence: EvidenceList {
    [
      .server: .of(discovery.server), .rounds: .of(discovery.rounds), .reasons: .of(reasons),
      .request: .of(again.request), .startHandle: .of(again.startHandle),
      .endHandle: .of(again.endHandle), .inSuccession: .of(again.inSuccession),
      .repeatedRequests: .of(again.requests), .repeatedUs: .of(again.requestsUs),
      .connectionUs: .of(connectionUs),
    ] + connection.by(asker)
  }
}
