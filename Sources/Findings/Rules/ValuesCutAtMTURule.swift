import Report

/// A server cut what was read at the smallest MTU although a larger one was agreed.
struct ValuesCutAtMTURule: Rule, RuleFacts {
  static let name = "values-cut-at-mtu"
  static let severity = ReportV1.Severity.warning

  let connection: ReportV1.Connection
  let breach: ReportV1.Breach
  let attribute: AttributeName?

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.ofLinks(.valuesCutAtMTU) { breach, connection in
      let server: ReportV1.PairingSide = breach.isOurs ? .local : .peer
      let name = breach.handle.map { AttributeName($0, of: server, in: connection) }
      return Self(connection: connection, breach: breach, attribute: name).finding(
        .warning, connection.id,
        frames: Wording.handful([breach.causeFrame, connection.mtu.frame] + breach.frames)
      ).about(connection, breach.party.rawValue, count: breach.count)
    }
  }

  var evidence: EvidenceList {
    [
      .count: .of(breach.count), .bytes: .of(breach.value), .limit: .of(breach.limit),
      .handle: .of(breach.handle), .attribute: attribute?.uuidEvidence ?? .null,
      .causeFrame: .of(breach.causeFrame),
    ] + connection.by(breach.side)
  }
}
