import BluetoothProtocol
import Report

/// The connection ended because a procedure was not finished in time.
struct ProcedureTimeoutRule: Rule, RuleFacts {
  static let name = "procedure-timeout"
  static let severity = ReportV1.Severity.error
  static let needsTimes = true
  static let traits: RuleTraits = .faultyEnding
  static let limits = [timer, signalling, linkManager, slack]
  /// Core Vol 6, Part B, 5.2.
  static let timer = RuleLimit("timer_us", 40_000_000, .microseconds)
  /// Core Vol 3, Part C, appendix A.
  static let signalling = RuleLimit("parameter_timer_us", 30_000_000, .microseconds)
  /// Core Vol 2, Part C, 2.3.
  static let linkManager = RuleLimit("lmp_timer_us", 30_000_000, .microseconds)
  static let slack = RuleLimit("slack_us", 1_000_000, .microseconds)

  enum Procedure {
    /// - Parameter command: the command of this host; `nil` where it sent none.
    case update(frame: Int, command: Int?)
    case encryption(frame: Int)
    /// A request for other parameters that was not granted.
    case request(ReportV1.ParameterRequest)
    /// What this host's controller had begun for it.
    case command(ReportV1.Breach)
    /// Nothing in the capture shows which.
    case unknown

    var frame: Int? {
      switch self {
      case .update(let frame, _), .encryption(let frame): frame
      case .request(let request): request.frame
      case .command(let breach): breach.frame
      case .unknown: nil
      }
    }
  }

  let connection: ReportV1.Connection
  let end: ReportV1.Disconnect
  let procedure: Procedure
  /// How long the procedure had run.
  let ranUs: Int

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { [0x22, 0x3B].contains($0[$1].disconnect?.reason) }.finding { connection, _ in
      Self(connection, in: file).map { found in
        found.finding(
          .error, connection.id,
          frames: Wording.handful([
            found.command, found.procedure.frame, connection.lastRxFrame, found.end.frame,
          ]), lostBytes: 1
        ).about(connection, found.procedureWord, frame: found.end.frame)
      }
    }
  }

  /// `nil` where the frames do not show it, and where the host owed its controller an answer:
  /// that has a rule of its own.
  init?(_ connection: ReportV1.Connection, in file: CaseFile) {
    guard let end = connection.disconnect, end.reason == 0x22 || end.reason == 0x3B,
      !connection.isOwedByHost(in: file.capture)
    else { return nil }
    let known: (procedure: Procedure, ranUs: Int)? =
      switch (end.reason, connection.transport) {
      case (0x22, .le?) where !connection.wasClosedByHost: Self.linkLayer(connection)
      case (0x22, .brEDR?) where !connection.wasClosedByHost:
        Self.command(connection, after: Self.linkManager.value)
      case (0x3B, .le?) where connection.partyOfEnd == .remote: Self.refused(connection)
      default: nil
      }
    guard let known else { return nil }
    self.connection = connection
    self.end = end
    (procedure, ranUs) = known
  }

  /// What the Link Layer was in the middle of. A connection that is younger than the timer has
  /// another one, and its procedure is not looked for.
  private static func linkLayer(
    _ connection: ReportV1.Connection
  ) -> (procedure: Procedure, ranUs: Int)? {
    guard connection.endUs - connection.startUs >= timer.value - slack.value else { return nil }
    if let failure = connection.parameterUpdateFailures.last, failure.status == 0x22 {
      return (.update(frame: failure.frame, command: failure.commandFrame), timer.value)
    }
    if let failure = connection.encryptionFailures.last, failure.status == 0x22 {
      return (.encryption(frame: failure.frame), timer.value)
    }
    if let request = request(in: connection, after: timer.value, { $0.via == .ll }) {
      return (.request(request), timer.value)
    }
    return command(connection, after: timer.value) ?? (.unknown, timer.value)
  }

  /// What the controller had begun and not finished when the connection ended, at least as long
  /// before as the timer runs; the first of them keeps the others waiting.
  private static func command(
    _ connection: ReportV1.Connection, after wait: Int
  ) -> (procedure: Procedure, ranUs: Int)? {
    let open = connection.breaches.filter {
      $0.obligation == .procedureUnfinished && $0.command != nil
        && $0.lastFrame == connection.disconnect?.frame && $0.openUs ?? 0 >= wait - slack.value
    }.min { $0.frame < $1.frame }
    return open.map { (.command($0), $0.openUs ?? wait) }
  }

  /// What the peer did not get, where it hung up because of it.
  private static func refused(
    _ connection: ReportV1.Connection
  ) -> (procedure: Procedure, ranUs: Int)? {
    for wait in [signalling.value, timer.value] {
      let found = request(in: connection, after: wait) {
        $0.direction == .rx && ($0.result != .accepted || $0.setFrame == nil)
      }
      if let found { return (.request(found), wait) }
    }
    return nil
  }

  private static func request(
    in connection: ReportV1.Connection, after wait: Int,
    _ test: (ReportV1.ParameterRequest) -> Bool
  ) -> ReportV1.ParameterRequest? {
    connection.parameterRequests.last { request in
      guard test(request), request.setFrame == nil, let begun = request.timeUs else { return false }
      return abs(connection.endUs - begun - wait) <= slack.value
    }
  }

  var command: Int? {
    switch procedure {
    case .update(_, let command): command
    case .command(let breach): breach.frame
    case .encryption, .request, .unknown: nil
    }
  }

  /// When it began, from the beginning of the connection.
  var begunUs: Int { max(0, connection.endUs - ranUs - connection.startUs) }

  /// Who owed the next step, where the frames show it.
  var party: Party? {
    switch procedure {
    case .update(_, let command): command == nil ? nil : .remote
    case .encryption: connection.role == .central ? .remote : nil
    case .request(let request): request.party.other
    case .command: .remote
    case .unknown: nil
    }
  }

  var procedureWord: String {
    switch procedure {
    case .update, .request: "parameters"
    case .encryption: "encryption"
    case .command(let breach): breach.opcode?.name ?? "command"
    case .unknown: "unknown"
    }
  }

  var evidence: EvidenceList {
    [
      .reason: .of(end.reason), .reasonName: .of(end.name), .procedure: .of(procedureWord),
      .ageUs: .of(ranUs), .frame: .of(procedure.frame), .pendingFrame: .of(command),
    ] + connection.actors(party)
  }
}

extension ReportV1.Connection {
  /// Whether this host owed its controller an answer on this link, which is the cause then.
  func isOwedByHost(in capture: ReportV1.Capture) -> Bool {
    func isOwed(_ breach: ReportV1.Breach) -> Bool { breach.obligation == .hostRequestUnanswered }
    return breaches.contains(where: isOwed)
      || capture.breaches.contains {
        isOwed($0) && $0.frame >= firstFrame && $0.frame <= lastFrame
          && ($0.handle == nil || $0.handle == handle)
      }
  }
}
