import Report

/// A client sent Exchange MTU Request more than once in a connection.
struct MTUExchangedAgainRule: Rule, RuleFacts {
  static let name = "mtu-exchanged-again"
  static let severity = ReportV1.Severity.warning

  let connection: ReportV1.Connection
  let breach: ReportV1.Breach

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.ofLinks(.mtuExchangedAgain) { breach, connection in
      Self(connection: connection, breach: breach).finding(
        breach.value != breach.limit || breach.request != nil ? .warning : .info, connection.id,
        frames: Wording.handful([breach.causeFrame] + breach.frames)
      ).about(connection, breach.party.rawValue, count: breach.count)
    }
  }

  var evidence: EvidenceList {
    [
      .count: .of(breach.count + 1), .mtu: .of(breach.value), .mtuBefore: .of(breach.limit),
      .causeFrame: .of(breach.causeFrame), .request: .of(breach.request),
    ] + connection.by(breach.side)
  }
}
