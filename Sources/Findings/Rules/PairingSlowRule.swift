import Report

/// A pairing took long.
struct PairingSlowRule: Rule, RuleFacts {
  static let name = "pairing-slow"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = .timing
  static let limits = [least]
  static let least = RuleLimit("least_us", 5_000_000, .microseconds)

  let connection: ReportV1.Connection
  let pairing: ReportV1.Pairing

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections {
      $0[$1].pairing.contains { $0.result == .completed && $0.durationUs ?? 0 >= least.value }
    }.finding { connection, _ in
      let completed = connection.pairing.filter { $0.result == .completed }
      guard let longest = completed.max(by: { $0.durationUs ?? 0 < $1.durationUs ?? 0 }) else {
        return nil
      }
      let found = Self(connection: connection, pairing: longest)
      return found.finding(
        found.isByPerson ? .info : .warning, connection.id,
        frames: Wording.handful(
          [longest.firstFrame, longest.waitFrame, longest.lastFrame]),
        lostUs: found.isByPerson ? 0 : found.durationUs)
    }
  }

  var durationUs: Int { pairing.durationUs ?? 0 }
  var isByPerson: Bool { ["passkey-entry", "numeric-comparison"].contains(pairing.method) }

  var evidence: EvidenceList {
    [
      .durationUs: .of(durationUs), .longestWaitUs: .of(pairing.longestWaitUs),
      .method: .of(pairing.method), .byPerson: .of(isByPerson),
    ] + connection.actors(pairing.waitSide.map(Party.init))
  }
}
