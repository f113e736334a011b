import Report

/// A control PDU of the Link Layer came that may not come there.
struct ControlOutOfTurnRule: Rule, RuleFacts {
  static let name = "control-out-of-turn"
  static let severity = ReportV1.Severity.warning
  static let suitsAir = true

  let connection: ReportV1.Connection
  let breach: ReportV1.Breach

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.ofLinks(.controlOutOfTurn) { breach, connection in
      Self(connection: connection, breach: breach).finding(
        .warning, connection.id, frames: Wording.handful([breach.causeFrame] + breach.frames)
      ).about(connection, "\(breach.party.rawValue) \(breach.name ?? "")", count: breach.count)
    }
  }

  var evidence: EvidenceList {
    [
      .pdu: .of(breach.name), .count: .of(breach.count), .causeFrame: .of(breach.causeFrame),
    ] + connection.by(breach.side)
  }
}
