import Report

/// The link is encrypted, and everybody can have the key.
struct PairingDebugKeyRule: Rule, RuleFacts {
  static let name = "pairing-debug-key"
  static let severity = ReportV1.Severity.warning
  static let suitsAir = true

  let connection: ReportV1.Connection
  let pairing: ReportV1.Pairing
  /// Pairings with that key.
  let count: Int

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { $0[$1].pairing.contains { !$0.debugKeys.isEmpty } }
      .finding { connection, _ in
        let all = connection.pairing.filter { !$0.debugKeys.isEmpty }
        guard let pairing = all.last(where: { $0.result != .failed }) ?? all.last else {
          return nil
        }
        return Self(connection: connection, pairing: pairing, count: all.count).finding(
          pairing.result == .failed ? .info : .warning, connection.id,
          frames: Wording.handful(pairing.debugKeys.map(\.frame))
        ).about(connection)
      }
  }

  var parties: [Party] {
    let parties = pairing.debugKeys.map { Party($0.side) }
    return [.local, .remote].filter(parties.contains)
  }
  var party: Party? { parties.count == 1 ? parties.first : nil }

  var evidence: EvidenceList {
    [
      .pairings: .of(count), .result: .of(pairing.result), .bonding: .of(pairing.bonding),
      .debugKeysOf: .of(parties.compactMap(connection.sides.actor)),
    ] + connection.actors(party)
  }
}
