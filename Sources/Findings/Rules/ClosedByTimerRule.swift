import BluetoothProtocol
import Report

/// A side hung up when the timer of its request or indication ran out.
struct ClosedByTimerRule: Rule, RuleFacts {
  static let name = "closed-by-timer"
  static let severity = ReportV1.Severity.error
  static let suitsAir = true
  static let needsTimes = true
  static let traits: RuleTraits = .faultyEnding
  static let limits = [timer, signalling, slack]
  static let timer = RuleLimit("timer_us", ATTLimits.transactionTimeoutUs, .microseconds)
  /// The longest that a side waits for an answer of a signalling channel: Core Vol 3, Part A,
  /// 6.2.1.
  static let signalling = RuleLimit("signalling_timer_us", 60_000_000, .microseconds)
  static let slack = RuleLimit("slack_us", 500_000, .microseconds)

  let connection: ReportV1.Connection
  /// Who asked, and hung up.
  let party: Party
  let waiting: Waiting
  /// From the request to the end, or to the command that asked for it.
  let waitedUs: Int
  let name: AttributeName?

  /// What had no answer.
  enum Waiting {
    case attribute(ReportV1.PendingRequest)
    /// A request of L2CAP's.
    case signal(ReportV1.Breach)

    var frame: Int {
      switch self {
      case .attribute(let pending): pending.frame
      case .signal(let breach): breach.frame
      }
    }

    /// How long it had waited when the connection ended.
    var ageUs: Int {
      switch self {
      case .attribute(let pending): pending.ageUs
      case .signal(let breach): breach.openUs ?? 0
      }
    }

    var pending: ReportV1.PendingRequest? {
      if case .attribute(let pending) = self { return pending }
      return nil
    }
  }

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections(where: mayBe).finding { connection, _ in
      // Nothing more could come then.
      guard !connection.lacksPackets(in: file.capture) else { return nil }
      return Self(connection).map { found in
        found.finding(
          connection.tempered(.error), connection.id,
          frames: Wording.handful([
            found.waiting.frame, connection.disconnectRequest?.frame, connection.disconnect?.frame,
          ]), lostUs: found.waitedUs
        ).about(connection, "\(found.party.rawValue) \(found.word)")
      }
    }
  }

  private static func mayBe(_ connections: [ReportV1.Connection], _ index: Int) -> Bool {
    connections[index].disconnect != nil
      && (!connections[index].att.pending.isEmpty
        || connections[index].breaches.contains { $0.isSignal })
  }

  /// `nil` where the end came earlier or later, or was not that of the side that waited.
  init?(_ connection: ReportV1.Connection) {
    guard connection.disconnect != nil, let party = connection.partyOfEnd,
      !CaptureOneWayRule.isOneWay(connection.att.pdus)
    else { return nil }
    let asked = party == .local ? connection.disconnectRequest?.timeUs : nil
    let closing = max(0, connection.endUs - (asked ?? connection.endUs))
    let open = connection.att.pending.first {
      $0.asked.map(Party.init) == party.other && connection.isOpenAtEnd($0)
        && abs($0.ageUs - closing - Self.timer.value) <= Self.slack.value
    }
    let signal = connection.breaches.first { breach in
      breach.isSignal && breach.party == (party == .local ? .peer : .local)
        && abs((breach.openUs ?? 0) - closing - Self.signalling.value) <= Self.slack.value
    }
    guard let waiting = open.map(Waiting.attribute) ?? signal.map(Waiting.signal) else {
      return nil
    }
    self.connection = connection
    self.party = party
    self.waiting = waiting
    waitedUs = waiting.ageUs - closing
    name = open.flatMap { pending in
      pending.handle.map { AttributeName($0, of: pending.server, in: connection) }
    }
  }

  /// What the findings of a device have in common.
  fileprivate var word: String {
    switch waiting {
    case .attribute(let pending): "\(pending.request.word) \(pending.handle ?? 0)"
    case .signal(let breach): breach.name ?? ""
    }
  }

  /// Until when the other side was heard, where that was shortly before: the link was alive.
  var heardUs: Int? {
    guard party == .local, connection.air == nil, let last = connection.lastRxUs,
      let request = connection.disconnectRequest, request.timeUs - last <= Self.alive,
      last > connection.endUs - waiting.ageUs
    else { return nil }
    return max(0, request.timeUs - last)
  }

  /// A link that carried something so shortly before was alive.
  private static let alive = 5_000_000

  private var requestEvidence: ReportV1.Evidence {
    switch waiting {
    case .attribute(let pending): .of(pending.request)
    case .signal(let breach): .of(breach.name)
    }
  }

  var evidence: EvidenceList {
    [
      .request: requestEvidence, .handle: .of(waiting.pending?.handle),
      .attribute: name?.uuidEvidence ?? .null, .pendingFrame: .of(waiting.frame),
      .waitedUs: .of(waitedUs), .disconnectReason: .of(connection.disconnect?.reason),
    ] + connection.actors(party)
  }
}

extension ReportV1.Breach {
  /// A request of a signalling channel that has no answer.
  var isSignal: Bool {
    obligation == .procedureUnfinished && command == nil
      && awaited != "L2CAP Configuration Request"
  }
}

extension ReportV1.Connection {
  /// Whether this host and its controller did not give each other buffers back, which is the cause
  /// then.
  func lacksPackets(in capture: ReportV1.Capture) -> Bool {
    let obligations: Set<ReportV1.Obligation> = [
      .hostBuffersKept, .completionsMissing, .controllerSilent,
    ]
    return breaches.contains { obligations.contains($0.obligation) }
      || capture.breaches.contains {
        obligations.contains($0.obligation) && $0.frame <= lastFrame && $0.lastFrame >= firstFrame
      }
  }

  /// Whether a request still waited when the connection ended. Others were given up before.
  func isOpenAtEnd(_ pending: ReportV1.PendingRequest) -> Bool {
    ending.map { $0.open.contains(pending.frame) } ?? true
  }
}
