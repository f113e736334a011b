import BluetoothProtocol
import Report

/// A side hung up when the timer of its request or indication ran out.
struct ClosedByTimerRule: Rule, RuleFacts {
  static let name = "closed-by-timer"
  static let severity = ReportV1.Severity.error
  static let suitsAir = true
  static let needsTimes = true
  static let traits: RuleTraits = .faultyEnding
  static let limits = [timer, slack]
  static let timer = RuleLimit("timer_us", ATTLimits.transactionTimeoutUs, .microseconds)
  static let slack = RuleLimit("slack_us", 500_000, .microseconds)

  let connection: ReportV1.Connection
  /// Who asked, and hung up.
  let party: Party
  let pending: ReportV1.PendingRequest
  /// From the request to the end, or to the command that asked for it.
  let waitedUs: Int
  let name: AttributeName?

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections(where: mayBe).finding { connection, _ in
      // Nothing more could come then.
      guard !connection.lacksPackets(in: file.capture) else { return nil }
      return Self(connection).map { found in
        found.finding(
          connection.tempered(.error), connection.id,
          frames: Wording.handful([
            found.pending.frame, connection.disconnectRequest?.frame, connection.disconnect?.frame,
          ]), lostUs: found.waitedUs
        ).about(
          connection, "\(found.party.rawValue) \(found.pending.request.word) \(found.pending.handle ?? 0)")
      }
    }
  }

  private static func mayBe(_ connections: [ReportV1.Connection], _ index: Int) -> Bool {
    !connections[index].att.pending.isEmpty && connections[index].disconnect != nil
  }

  /// `nil` where the end came earlier or later, or was not that of the side that waited.
  init?(_ connection: ReportV1.Connection) {
    guard !connection.att.pending.isEmpty, connection.disconnect != nil,
      let party = connection.partyOfEnd, !CaptureOneWayRule.isOneWay(connection.att.pdus)
    else { return nil }
    let asked = party == .local ? connection.disconnectRequest?.timeUs : nil
    let closing = max(0, connection.endUs - (asked ?? connection.endUs))
    let open = connection.att.pending.first {
      $0.asked.map(Party.init) == party.other && connection.isOpenAtEnd($0)
        && abs($0.ageUs - closing - Self.timer.value) <= Self.slack.value
    }
    guard let open else { return nil }
    self.connection = connection
    self.party = party
    pending = open
    waitedUs = open.ageUs - closing
    name = open.handle.map { AttributeName($0, of: open.server, in: connection) }
  }

  /// Until when the other side was heard, where that was shortly before: the link was alive.
  var heardUs: Int? {
    guard party == .local, connection.air == nil, let last = connection.lastRxUs,
      let request = connection.disconnectRequest, request.timeUs - last <= Self.alive,
      last > connection.endUs - pending.ageUs
    else { return nil }
    return max(0, request.timeUs - last)
  }

  /// A link that carried something so shortly before was alive.
  private static let alive = 5_000_000

  var evidence: EvidenceList {
    [
      .request: .of(pending.request), .handle: .of(pending.handle),
      .attribute: name?.uuidEvidence ?? .null, .pendingFrame: .of(pending.frame),
      .waitedUs: .of(waitedUs), .disconnectReason: .of(connection.disconnect?.reason),
    ] + connection.actors(party)
  }
}

extension ReportV1.Connection {
  /// Whether this host and its controller did not give each other buffers back, which is the cause
  /// then.
  fileprivate func lacksPackets(in capture: ReportV1.Capture) -> Bool {
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
