import Report

/// The peer hung up in the middle of something, or after the same idle time again.
struct DisconnectByPeerRule: Rule, RuleFacts {
  static let name = "disconnect-by-peer"
  static let severity = ReportV1.Severity.warning
  static let needsTimes = true
  static let traits: RuleTraits = .ending
  static let limits = UnfinishedWork.limits + [IdleEnds.spread]

  let connection: ReportV1.Connection
  let end: ReportV1.Disconnect
  let work: UnfinishedWork

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let ended = file.connections {
      $0[$1].disconnect?.reason == .remoteUserTerminatedConnection && $0[$1].transport != .brEDR
        && !$0[$1].wasClosedByHost && file.restarts[$1] == nil
    }
    let early = EarlyDisconnectRule.reported(among: ended, in: file)
    let inTheMiddle = ended.narrowed(where: UnfinishedWork.mayBe(in:at:)).finding { connection, _ in
      guard !early.contains(connection.id), let work = UnfinishedWork(connection),
        let end = connection.disconnect, ClosedByTimerRule(connection) == nil
      else { return nil }
      return Self(connection: connection, end: end, work: work).finding
    }
    let reported = early.union(inTheMiddle.compactMap(\.connection))
    return inTheMiddle
      + IdleEnds.all(among: ended, except: reported, in: file).map(\.finding)
  }

  private var finding: RuleFinding {
    finding(
      work.written == nil ? .warning : .info, connection.id,
      frames: Wording.handful([
        work.stream?.firstFrame, work.stream?.lastFrame, work.pending?.frame,
        work.written?.lastFrame, end.frame,
      ])
    ).about(connection, work.likeness)
  }

  var silenceUs: Int? { work.silence(in: connection) }

  var evidence: EvidenceList {
    [
      .reason: .of(end.reason), .underWay: .of(work.stream?.shortName),
      .underWayValues: .of(work.stream?.count), .underWayBytes: .of(work.stream?.bytes),
      .pendingFrame: .of(work.pending?.frame), .writtenFrame: .of(work.written?.lastFrame),
      .hostSilenceUs: .of(silenceUs),
    ] + connection.actors(.remote)
  }
}
