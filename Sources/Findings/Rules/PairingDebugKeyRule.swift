import Report

/// The link is encrypted, and everybody can have the key.
enum PairingDebugKeyRule: Rule {
  static let name = "pairing-debug-key"
  static let severity = ReportV1.Severity.warning
  static let suitsAir = true
  static let summary = "A pairing used the public key that the specification has for debugging."
  static let explanation = """
    LE Secure Connections derives the keys of a link from a key pair of each side. The \
    specification has one pair for debugging, and prints its private key (Core Vol 3, Part H, \
    2.3.5.6.1), so that a sniffer can decrypt. One side that uses it is enough: any device that \
    hears the pairing can calculate the key, read all that is sent, and take the place of a bonded \
    device later. It is a warning, because firmware for production must not use that key; info if \
    the pairing failed. The rule compares Pairing Public Key with that key and with no other.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { $0[$1].pairing.contains { !$0.debugKeys.isEmpty } }
      .finding { connection, _ in
        let found = connection.pairing.filter { !$0.debugKeys.isEmpty }
        let pairing = found.last { $0.result != .failed } ?? found.last
        return pairing.map { finding(connection, $0, count: found.count) }
      }
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ pairing: ReportV1.Pairing, count: Int
  ) -> RuleFinding {
    let sides = Set(pairing.debugKeys.map { Party($0.side) })
    let party = sides.count == 1 ? sides.first : nil
    let who =
      party.map { connection.sides.opening($0) }
      ?? "\(connection.sides.opening(.local)) and \(connection.sides.name(.remote))"
    let frames = pairing.debugKeys.map { "#\($0.frame)" }
    let isFailed = pairing.result == .failed
    let base: EvidenceList = [
      .pairings: .int(count), .result: .string(pairing.result.rawValue),
      .bonding: pairing.bonding.map { .bool($0) } ?? .null,
      .debugKeysOf: .list(
        [Party.local, .remote].filter(sides.contains).map { connection.sides.evidence($0) }),
    ]
    return RuleFinding(
      isFailed ? .info : .warning, connection: connection.id,
      frames: Wording.handful(pairing.debugKeys.map(\.frame)),
      "\(who) paired with the public key that the specification has for debugging "
        + "(\(Wording.list(frames))), whose private key is public"
        + (isFailed
          ? "; the pairing failed."
          : ": any device that heard the pairing can decrypt this link."),
      evidence: base.with(connection.actors(party)),
      advice: "Turn debug keys off in the firmware or stack concerned (Zephyr: "
        + "CONFIG_BT_USE_DEBUG_KEYS), and pair again: no key of this pairing is secret."
    ).about(connection, "debug key")
  }
}
