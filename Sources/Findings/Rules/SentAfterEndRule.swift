import Report

/// A host sent commands for a connection that had ended.
struct SentAfterEndRule: Rule, RuleFacts {
  static let name = "sent-after-end"
  static let severity = ReportV1.Severity.info

  let breach: ReportV1.Breach
  let connection: ReportV1.Connection?

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.ofControllers(.sentAfterEnd) { breach in
      let index = file.capture.connections.lastIndex {
        $0.handle == breach.handle && $0.disconnect?.frame == breach.causeFrame
      }
      let connection = index.map { file.capture.connections[$0] }
      let found = Self(breach: breach, connection: connection).finding(
        .info, connection?.id, frames: Wording.handful([breach.causeFrame] + breach.frames))
      return connection.map { found.about($0, count: breach.count) } ?? found
    }
  }

  var evidence: EvidenceList {
    [
      .command: .of(breach.opcode?.name), .count: .of(breach.count), .handle: .of(breach.handle),
      .afterEndUs: .of(breach.openUs), .causeFrame: .of(breach.causeFrame),
    ] + (connection?.by(.local) ?? [.party: .of(Party.local)])
  }
}
