import BluetoothProtocol
import Report

/// A procedure began, and its end never came although there was time enough for it.
struct ProcedureUnfinishedRule: Rule, RuleFacts {
  static let name = "procedure-unfinished"
  static let severity = ReportV1.Severity.warning
  static let suitsAir = true
  static let needsTimes = true
  static let traits: RuleTraits = .passesUnlessError
  static let limits = [
    linkLayer, instant, linkManager, several, own, signalling, air, airPackets,
    DiscoveryStopped.patience, longWait,
  ]
  static let linkLayer = RuleLimit(
    "link_layer_us", ProcedurePatience.linkLayerUs, .microseconds)
  static let instant = RuleLimit("instant_us", ProcedurePatience.instantUs, .microseconds)
  static let linkManager = RuleLimit(
    "link_manager_us", ProcedurePatience.linkManagerUs, .microseconds)
  static let several = RuleLimit("search_us", ProcedurePatience.severalUs, .microseconds)
  static let own = RuleLimit("controller_us", ProcedurePatience.ownUs, .microseconds)
  static let signalling = RuleLimit(
    "signalling_us", ProcedurePatience.signallingUs, .microseconds)
  static let air = RuleLimit("air_us", ProcedurePatience.airUs, .microseconds)
  static let airPackets = RuleLimit("air_packets", ProcedurePatience.airPackets, .packets)
  /// Stacks give up an attempt to connect to one device after 5 to 40 s.
  static let longWait = RuleLimit("attempt_us", 60_000_000, .microseconds)

  /// What owes the end.
  enum Kind {
    /// A controller, after a command.
    case command
    /// The other side of a signalling channel.
    case signal
    /// The other side on the air.
    case air
    /// A client that stopped in the middle of a discovery.
    case discovery
    /// An attempt of this host to connect, which it did not give up.
    case attempt(ReportV1.Attempt)
  }

  let connection: ReportV1.Connection?
  let breach: ReportV1.Breach
  let kind: Kind
  /// Others that waited meanwhile.
  let others: [ReportV1.Breach]

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let ofConnections = file.connections { isIn($0[$1].breaches) }.findings { connection, _ in
      let open = all(in: connection, file)
      // A controller does one after the other: the first keeps the rest waiting.
      let commands = open.filter { $0.command != nil }
      return (commands.prefix(1) + open.filter { $0.command == nil }).map { breach in
        finding(breach, connection, others: breach.command == nil ? [] : commands.dropFirst())
      }
    }
    let stopped =
      file.connections { !$0[$1].att.discoveries.isEmpty }.finding { connection, _ in
        DiscoveryStopped(connection).map { finding($0.breach, connection, others: []) }
      } + attempts(file.capture)
    guard !file.capture.breaches.contains(where: { $0.obligation == .controllerSilent }) else {
      return ofConnections + stopped
    }
    return ofConnections + stopped
      + file.capture.breaches.filter { $0.obligation == .procedureUnfinished }.map {
        finding($0, nil, others: [])
      }
  }

  /// Attempts by address that were not given up. By the Filter Accept List a host may wait for as
  /// long as it likes.
  private static func attempts(_ capture: ReportV1.Capture) -> [RuleFinding] {
    guard capture.droppedRecords == 0 else { return [] }
    return capture.attempts.filter {
      $0.transport == .le && $0.via == .address && $0.cancelFrame == nil
        && ($0.ended == .captureEnd || $0.ended == .givenUp) && $0.durationUs >= longWait.value
    }.map { attempt in
      let breach = ReportV1.Breach {
        ($0.obligation, $0.party) = (.procedureUnfinished, .local)
        ($0.name, $0.awaited) = ("LE Create Connection", "LE Connection Complete")
        ($0.frame, $0.frames, $0.lastFrame) = (
          attempt.firstFrame, [attempt.firstFrame], attempt.lastFrame ?? attempt.firstFrame
        )
        $0.openUs = attempt.durationUs
      }
      return Self(connection: nil, breach: breach, kind: .attempt(attempt), others: []).finding(
        attempt.heard == nil ? .info : .warning, nil,
        frames: Wording.handful([attempt.firstFrame, attempt.heard?.frame, attempt.lastFrame]),
        lostUs: attempt.durationUs
      ).about(attempt.target ?? "", "attempt", count: 1)
    }
  }

  private static func isIn(_ breaches: [ReportV1.Breach]) -> Bool {
    breaches.contains { $0.obligation == .procedureUnfinished }
  }

  private static func finding(
    _ breach: ReportV1.Breach, _ connection: ReportV1.Connection?,
    others: some Sequence<ReportV1.Breach>
  ) -> RuleFinding {
    let kind: Kind =
      if breach.command != nil {
        .command
      } else if connection?.air != nil {
        .air
      } else {
        breach.awaited == nil ? .discovery : .signal
      }
    let found = Self(
      connection: connection, breach: breach, kind: kind, others: Array(others))
    let finding = found.finding(
      // The specification lets a client stop.
      breach.awaited == nil ? .info : .warning, connection?.id,
      frames: Wording.handful(
        [breach.frame] + found.others.map(\.frame)
          + (breach.awaited == nil ? [breach.lastFrame] : [])),
      lostUs: breach.openUs ?? 0)
    let what = breach.name ?? "\(breach.command ?? 0)"
    guard let connection else { return finding.about("", what, count: 1) }
    return finding.about(connection, "\(breach.party.rawValue) \(what)")
  }

  // MARK: - Where others speak

  /// Those of a connection that nothing else explains.
  private static func all(
    in connection: ReportV1.Connection, _ file: CaseFile
  ) -> [ReportV1.Breach] {
    guard !connection.lacksPackets(in: file.capture) else { return [] }
    let isOwed = connection.isOwedByHost(in: file.capture)
    let timer = ClosedByTimerRule(connection)?.waiting.frame
    let isTimeout = ProcedureTimeoutRule(connection, in: file) != nil
    return connection.breaches.filter { breach in
      guard breach.obligation == .procedureUnfinished, breach.frame != timer,
        connection.livedOn(breach)
      else { return false }
      guard breach.command != nil else { return true }
      return !isOwed && !isTimeout && !isOfOthers(breach, connection)
    }.sorted { $0.frame < $1.frame }
  }

  /// Rules about pairing, keys and parameters say more.
  private static func isOfOthers(
    _ breach: ReportV1.Breach, _ connection: ReportV1.Connection
  ) -> Bool {
    switch breach.command {
    // LE Enable Encryption, Authentication Requested, Set Connection Encryption.
    case 0x2019, 0x0411, 0x0413:
      !connection.encryptionFailures.isEmpty
        || connection.pairing.contains { $0.result != .completed }
    // LE Connection Update.
    case 0x2013:
      connection.parameterRequests.contains { $0.result == .notApplied || $0.result == .unanswered }
    default: false
    }
  }

  var party: Party? {
    switch breach.party {
    case .local: .local
    case .peer: .remote
    case .controller: nil
    }
  }

  /// What began it.
  var procedure: String {
    breach.opcode?.name ?? breach.name ?? "a procedure"
  }

  var evidence: EvidenceList {
    [
      .procedure: .of(procedure), .awaited: .of(breach.awaited), .pendingFrame: .of(breach.frame),
      .openUs: .of(breach.openUs), .count: .of(others.count + 1), .handle: .of(breach.handle),
    ] + (connection?.by(party) ?? [.party: .of(party)])
  }
}

extension ReportV1.Connection {
  /// Whether it lived on long enough after what began: until this host asked for its end, or the
  /// peer was heard last.
  fileprivate func livedOn(_ breach: ReportV1.Breach) -> Bool {
    guard let open = breach.openUs else { return false }
    guard let limit = breach.limit else { return true }
    var lived = open
    if ending?.by == .link, let silent = ending?.silentUs { lived -= silent }
    if let request = disconnectRequest { lived = min(lived, request.timeUs - breach.timeUs) }
    return lived >= limit
  }
}
