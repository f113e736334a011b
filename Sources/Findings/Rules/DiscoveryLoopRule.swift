import Report

/// A client that discovers the same attributes again and again.
enum DiscoveryLoopRule: Rule {
  static let name = "discovery-loop"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = .discoveries
  static let suitsAir = true
  static let summary = "The same attributes were discovered repeatedly in one connection."
  static let explanation = """
    A server's attributes stay the same until Service Changed reports a change, so one discovery \
    in a connection is enough (Core Vol 3, Part G, 2.5.2). The rule reports a discovery (Find \
    Information, Find By Type Value, Read By Group Type, Read By Type of declarations) that sent \
    one of its first eight requests, with the same handles, again at least three times without a \
    reason. Service Changed, Database Out Of Sync and the start of encryption are each a reason \
    for one repetition. All repeated requests together must have taken at least 1 s, because \
    several apps of one phone may each look a service up. It is a warning if they took at least a \
    tenth of the connection's time, otherwise info. A discovery of 10 requests or more that was \
    made a second time as a whole is info, whatever time it took.
    """

  /// Rounds beyond the first one and those that there was reason for.
  private static let extraRounds = 3
  private static let least = 1_000_000
  /// Of a discovery that was made again as a whole.
  private static let wholeRequests = 10
  /// Of the connection's time.
  private static let share = 10
  private static let outOfSync = 0x12

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { $0[$1].att.discoveries.contains { $0.repeated != nil } }.findings {
      connection, _ in
      connection.att.discoveries.compactMap { finding(connection, $0) }
    }
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ discovery: ReportV1.Discovery
  ) -> RuleFinding? {
    guard let again = discovery.repeated else { return nil }
    let reasons = reasons(connection, discovery)
    let extra = discovery.rounds.minus(1).minus(reasons)
    let isLoop = extra >= extraRounds && again.requestsUs >= least
    // All of it again, and not only the services.
    let isWhole =
      extra >= 1 && again.requests >= wholeRequests
      && again.requests >= discovery.requests.minus(again.requests)
    guard isLoop || isWhole else { return nil }
    let lasted = max(0, connection.endUs.minus(connection.startUs))
    let isStuck = again.inSuccession > discovery.rounds / 2
    return RuleFinding(
      isLoop && again.requestsUs >= lasted / share ? .warning : .info, connection: connection.id,
      frames: Wording.handful([
        discovery.firstFrame, again.secondFrame, again.latestFrame, discovery.lastFrame,
      ]),
      message(discovery, again, lasted, isStuck, connection.sides),
      evidence: .by(
        discovery.server == .peer ? .local : .remote, connection,
        [
          .server: .string(discovery.server.rawValue), .rounds: .int(discovery.rounds),
          .reasons: .int(reasons), .request: .string(again.request.word),
          .startHandle: again.startHandle.map { .int($0) } ?? .null,
          .endHandle: again.endHandle.map { .int($0) } ?? .null,
          .inSuccession: .int(again.inSuccession), .repeatedRequests: .int(again.requests),
          .repeatedUs: .int(again.requestsUs), .connectionUs: .int(lasted),
        ]),
      advice: isStuck
        ? "The discovery does not advance. The client has to continue after the last handle that "
          + "it received, and to stop at the end of the range or at Attribute Not Found: look at "
          + "how it parses the response, and whether the server's declarations are in order."
        : "The client's app should discover once in a connection, and keep the result. Look for "
          + "discoverServices in code that runs often (a timer, each value, each error), and for a "
          + "retry that restarts the whole discovery when one request failed.",
      lostUs: again.requestsUs
    ).about(connection, discovery.server.rawValue)
  }

  private static func message(
    _ discovery: ReportV1.Discovery, _ again: ReportV1.RepeatedDiscovery, _ lasted: Int,
    _ isStuck: Bool, _ sides: Sides
  ) -> String {
    let isPeers = discovery.server == .peer
    let asker = sides.opening(isPeers ? .local : .remote)
    let answerer = sides.name(isPeers ? .remote : .local)
    let portion = lasted > 0 ? min(100, again.requestsUs.times(100) / lasted) : 100
    let cost =
      "\(Wording.count(again.requests, "request")) took \(Wording.duration(again.requestsUs)), "
      + "\(portion) % of the connection's time."
    guard isStuck else {
      return "\(asker) discovered the attributes of \(answerer) \(discovery.rounds) times. After "
        + "the first discovery, \(cost)"
    }
    let start = again.startHandle.map { " from \(Wording.handle($0))" } ?? ""
    return "\(asker) sent one \(Wording.pdu(again.request))\(start) about \(answerer)'s "
      + "attributes \(discovery.rounds) times, \(again.inSuccession) times as soon as the one "
      + "before was answered. After the first time, \(cost)"
  }

  /// What a client may take for a sign that there is something new.
  private static func reasons(
    _ connection: ReportV1.Connection, _ discovery: ReportV1.Discovery
  ) -> Int {
    let changes = connection.servers.filter { $0.server == discovery.server }.reduce(0) {
      $0 + $1.serviceChanges.count
    }
    return changes + connection.encryption.count { $0.enabled }
      + connection.att.errors.count { $0.code == outOfSync }
  }
}
