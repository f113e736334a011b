import Report

/// A control PDU of the Link Layer came that may not come there.
struct ControlOutOfTurnRule: Rule, RuleFacts {
  static let name = "control-out-of-turn"
  static let severity = ReportV1.Severity.warning
  static let suitsAir = true

  let connection: ReportV1.Connection
  let breach: ReportV1.Breach

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { $0[$1].air != nil && !$0[$1].breaches.isEmpty }.findings { connection, _ in
      connection.breaches.filter { $0.obligation == .controlOutOfTurn }.map { breach in
        Self(connection: connection, breach: breach).finding(
          .warning, connection.id,
          frames: breach.frames.prefix(4) + [breach.causeFrame].compactMap(\.self)
        ).about(connection, "\(breach.party.rawValue) \(breach.name ?? "")", count: breach.count)
      }
    }
  }

  var party: Party { breach.party == .local ? .local : .remote }

  var evidence: EvidenceList {
    [
      .pdu: .of(breach.name), .count: .of(breach.count), .causeFrame: .of(breach.causeFrame),
    ] + connection.by(party)
  }
}
