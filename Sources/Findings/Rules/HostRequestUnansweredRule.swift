import Report

/// A host did not answer what its controller asked.
struct HostRequestUnansweredRule: Rule, RuleFacts {
  static let name = "host-request-unanswered"
  static let severity = ReportV1.Severity.error
  static let needsTimes = true
  static let traits: RuleTraits = .passesUnlessError
  static let limits = [mayCome]
  /// While the capture goes on the answer may still come; a timer of the link ends it then.
  static let mayCome = RuleLimit("may_come_within_us", 30_000_000, .microseconds)

  let breach: ReportV1.Breach
  let connection: ReportV1.Connection?

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.ofLinks(.hostRequestUnanswered, finding)
      + file.ofControllers(.hostRequestUnanswered) { finding($0, nil) }
  }

  private static func finding(
    _ breach: ReportV1.Breach, _ connection: ReportV1.Connection?
  ) -> RuleFinding {
    let found = Self(breach: breach, connection: connection)
    let finding = found.finding(
      found.isOver || breach.openUs ?? 0 >= mayCome.value ? .error : .warning, connection?.id,
      frames: Wording.handful([breach.frame, found.end?.frame]), lostUs: breach.openUs ?? 0)
    guard let connection else { return finding.about("", breach.name ?? "", count: 1) }
    return finding.about(connection, breach.name ?? "")
  }

  /// The procedure or the connection ended without an answer.
  var isOver: Bool { breach.lastFrame > breach.frame }

  var end: ReportV1.Disconnect? { connection?.disconnect }

  /// Packets that the controller kept meanwhile.
  var kept: Int {
    guard let flow = connection?.flow.tx, flow.completed == 0 else { return 0 }
    return flow.packets
  }

  var evidence: EvidenceList {
    [
      .asked: .of(breach.name), .openUs: .of(breach.openUs), .handle: .of(breach.handle),
      .disconnectReason: .of(end?.reason), .endedFrame: .of(end?.frame),
    ] + (connection?.by(.local) ?? [.party: .of(Party.local)])
  }
}
