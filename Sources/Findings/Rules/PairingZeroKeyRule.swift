import Report

/// The link is encrypted with a key that follows from what was sent in clear.
struct PairingZeroKeyRule: Rule, RuleFacts {
  static let name = "pairing-zero-key"
  static let severity = ReportV1.Severity.warning
  static let suitsAir = true

  let connection: ReportV1.Connection
  let pairing: ReportV1.Pairing
  let encryption: ReportV1.AirEncryption
  /// Encryptions that such a key opened.
  let count: Int

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { !$0[$1].pairing.isEmpty && $0[$1].air != nil }
      .finding { connection, _ in
        let opened = (connection.air?.encryptions ?? []).compactMap { encryption in
          pairing(of: encryption, in: connection).map { ($0, encryption) }
        }
        guard let (pairing, encryption) = opened.last else { return nil }
        return Self(
          connection: connection, pairing: pairing, encryption: encryption, count: opened.count
        ).finding(
          .warning, connection.id,
          frames: Wording.handful(
            [pairing.firstFrame, encryption.firstFrame, encryption.lastFrame])
        ).about(connection)
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

  /// What the Security Manager sends once the link is encrypted are keys.
  var hasKeysOfBond: Bool {
    pairing.bonding == true
      && connection.encryption.contains {
        $0.enabled && encryption.firstFrame <= $0.frame && $0.frame < pairing.lastFrame
      }
  }

  var evidence: EvidenceList {
    [
      .encryptions: .of(count), .method: .of(pairing.method), .bonding: .of(pairing.bonding),
      .decrypted: .of(encryption.decrypted),
    ] + connection.actors(nil)
  }
}
