import Report
import Text

/// Values went over the air before the link was encrypted, on a connection that then was.
enum DataBeforeEncryptionRule: Rule {
  static let name = "data-before-encryption"
  static let severity = ReportV1.Severity.warning
  static let summary = "Values were sent unencrypted before the link was encrypted."
  static let explanation = """
    A sniffer can read them. It is a warning if the server also refused the same attribute because \
    of missing encryption or pairing on that connection: then its values were meant to be secret. \
    It is info if the connection was encrypted, or paired, only after the first of the values: \
    often the app did not wait, and the value may not be secret. For values that were sent only \
    before the encryption the finding gives their number; for values that were also sent \
    afterwards it gives the first frame. Reads are not examined.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { $0[$1].encryption.contains { $0.enabled } && $0[$1].transport == .le }
      .finding { connection, _ in
        guard let encrypted = connection.encryption.first(where: { $0.enabled })?.frame,
          connection.completeFrame != nil
        else { return nil }
        let early = (connection.writes + connection.notifications).filter {
          $0.firstFrame < encrypted
        }
        return early.isEmpty ? nil : finding(connection, early, encrypted)
      }
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ early: [ReportV1.NotificationStream], _ encrypted: Int
  ) -> RuleFinding {
    let refused = Set(connection.att.errors.filter(\.asksForSecurity).compactMap(\.handle))
    let secret = early.filter { refused.contains($0.valueHandle) }
    let shown = secret.isEmpty ? early : secret
    let names = shown.prefix(3).map { stream in
      let name = stream.shortName
      let kind = stream.kind.rawValue
      return stream.lastFrame < encrypted
        ? "\(Wording.count(stream.count, kind)) of \(name)"
        : "\(kind)s of \(name) starting at #\(stream.firstFrame)"
    }
    let more = shown.count > 3 ? ", and of \(shown.count - 3) more characteristics" : ""
    let sides = Set(shown.map(\.direction))
    let party = sides.count == 1 ? (sides.first == .tx ? Party.local : .remote) : nil
    let base: EvidenceList = [
      .encryptedFrame: .int(encrypted), .characteristics: .int(shown.count),
      .refusedElsewhere: .bool(!secret.isEmpty),
      .handles: .list(shown.prefix(16).map { .int($0.valueHandle) }),
    ]
    return RuleFinding(
      secret.isEmpty ? .info : .warning, connection: connection.id,
      frames: Wording.handful(shown.map(\.firstFrame).sorted().prefix(4) + [encrypted]),
      "Values were sent unencrypted before the link was encrypted (#\(encrypted)): "
        + "\(Wording.list(Array(names)))\(more)"
        + (secret.isEmpty ? "." : ", which the server refused because security was missing."),
      evidence: base.with(connection.actors(party)),
      advice: "The app should send no private data before the link is encrypted: wait for the end "
        + "of the pairing. The server should require encryption for each attribute that needs it."
    ).about(connection, names.joined())
  }
}
