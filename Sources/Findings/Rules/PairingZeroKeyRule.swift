import Report

/// The link is encrypted with a key that follows from what was sent in clear.
enum PairingZeroKeyRule: Rule {
  static let name = "pairing-zero-key"
  static let severity = ReportV1.Severity.warning
  static let suitsAir = true
  static let summary = "Anyone who heard the pairing can decrypt the link: the temporary key was 0."
  static let explanation = """
    In LE legacy pairing the key of the link follows from two random numbers, which are sent in \
    clear, and from a temporary key (Core Vol 3, Part H, 2.3.5.5). With Just Works it is 0, with \
    Passkey Entry it is the passkey: 000000 is 0 as well. Any device that hears such a pairing can \
    calculate the key, read all that is sent, and also gets the keys of the bond, which are sent \
    under it. The rule reports a pairing only if the analysis decrypted packets of the link with \
    a temporary key of 0; other passkeys can be found by trying all of them, and are not reported. \
    It reports nothing if a part of the pairing is missing, and nothing of later connections, which \
    the keys of its bond encrypt.
    """

  private struct Opened {
    var pairing: ReportV1.Pairing
    var encryption: ReportV1.AirEncryption
  }

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { !$0[$1].pairing.isEmpty && $0[$1].air != nil }
      .finding { connection, _ in
        let opened = (connection.air?.encryptions ?? []).compactMap { encryption in
          pairing(of: encryption, in: connection).map {
            Opened(pairing: $0, encryption: encryption)
          }
        }
        return opened.last.map { finding(connection, $0, count: opened.count) }
      }
  }

  /// The pairing whose key opened packets: encryption begins before its keys are handed out.
  private static func pairing(
    of encryption: ReportV1.AirEncryption, in connection: ReportV1.Connection
  ) -> ReportV1.Pairing? {
    guard encryption.key == .temporaryKeyZero, encryption.decrypted > 0 else { return nil }
    return connection.pairing.last {
      $0.secureConnections != true && $0.firstFrame <= encryption.firstFrame
    }
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ opened: Opened, count: Int
  ) -> RuleFinding {
    let (pairing, encryption) = (opened.pairing, opened.encryption)
    let how: String =
      switch pairing.method {
      case "just-works": "by Just Works, whose temporary key is always 0"
      case "passkey-entry": "with the passkey 000000"
      default: "with a temporary key of 0"
      }
    // What the Security Manager sends once the link is encrypted are keys.
    let isBond =
      pairing.bonding == true
      && connection.encryption.contains {
        $0.enabled && encryption.firstFrame <= $0.frame && $0.frame < pairing.lastFrame
      }
    let base: EvidenceList = [
      .encryptions: .int(count), .method: pairing.method.map { .string($0) } ?? .null,
      .bonding: pairing.bonding.map { .bool($0) } ?? .null,
      .decrypted: .int(encryption.decrypted),
    ]
    return RuleFinding(
      .warning, connection: connection.id,
      frames: Wording.handful([pairing.firstFrame, encryption.firstFrame, encryption.lastFrame]),
      "The central and the peripheral paired \(how) (legacy pairing, #\(pairing.firstFrame)): any "
        + "device that heard it can decrypt this link, as this report did with "
        + "\(Wording.count(encryption.decrypted, "packet"))"
        + (isBond ? ", and has the keys that were sent for the bond." : "."),
      evidence: base.with(connection.actors(nil)),
      advice: "Use LE Secure Connections on both devices: its keys do not follow from what is "
        + "sent. In legacy pairing each passkey can be found by trying a million of them."
        + (pairing.bonding == false
          ? "" : " Delete the bond, and pair again: no key of this pairing is secret.")
    ).about(connection, "temporary key")
  }
}
