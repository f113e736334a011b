import Report
import Text

/// A pairing took long.
enum PairingSlowRule: Rule {
  static let name = "pairing-slow"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = .timing
  static let summary = "A pairing took five seconds or more."
  static let explanation = """
    A pairing that needs no user takes about ten round trips, and a small device needs up to a \
    second to calculate each key. With Passkey Entry or Numeric Comparison a user reads, types and \
    confirms: that may take any time, is no fault, and is info. With the other methods 5 s or more \
    is a warning: a side was slow, or waited for a dialog of its system. The longest time between \
    two commands shows which side it was.
    """

  private static let limitUs = 5_000_000

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections {
      $0[$1].pairing.contains { $0.result == .completed && $0.durationUs ?? 0 >= limitUs }
    }.finding { connection, _ in
      connection.pairing.filter { $0.result == .completed }
        .max { $0.durationUs ?? 0 < $1.durationUs ?? 0 }.map { finding(connection, $0) }
    }
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ pairing: ReportV1.Pairing
  ) -> RuleFinding {
    let duration = pairing.durationUs ?? 0
    let isByPerson = ["passkey-entry", "numeric-comparison"].contains(pairing.method)
    var message = "The pairing\(pairing.method.map { " by \(Name.pairingMethod($0))" } ?? "") took "
    message += Wording.duration(duration)
    if let wait = pairing.longestWaitUs, let frame = pairing.waitFrame, let side = pairing.waitSide
    {
      message +=
        "; \(Wording.duration(wait)) of it passed before "
        + "\(connection.sides.name(Party(side))) sent #\(frame)"
    }
    if isByPerson { message += ": a user had to read, type or confirm" }
    let base: EvidenceList = [
      .durationUs: .int(duration),
      .longestWaitUs: pairing.longestWaitUs.map { .int($0) } ?? .null,
      .method: pairing.method.map { .string($0) } ?? .null, .byPerson: .bool(isByPerson),
    ]
    let party = pairing.waitSide.map(Party.init)
    return RuleFinding(
      isByPerson ? .info : .warning, connection: connection.id,
      frames: Wording.handful(
        [pairing.firstFrame, pairing.waitFrame, pairing.lastFrame].compactMap { $0 }),
      message + ".", evidence: base.with(connection.actors(party)),
      advice: isByPerson
        ? nil
        : "Look at what the slow side waited for: a dialog, the calculation of a key, or another "
          + "task.",
      lostUs: isByPerson ? 0 : duration)
  }
}
