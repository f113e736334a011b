import Report

/// Values went over the air before the link was encrypted, on a connection that then was.
struct DataBeforeEncryptionRule: Rule, RuleFacts {
  static let name = "data-before-encryption"
  static let severity = ReportV1.Severity.warning

  private static let serviceChanged = "2A05"

  let connection: ReportV1.Connection
  /// The frame.
  let encrypted: Int
  /// Streams of which values went earlier; only those that were refused, where some were.
  let streams: [ReportV1.NotificationStream]
  let areRefused: Bool

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { $0[$1].encryption.contains { $0.enabled } && $0[$1].transport == .le }
      .finding { connection, _ in
        guard let encrypted = connection.encryption.first(where: { $0.enabled })?.frame,
          connection.completeFrame != nil
        else { return nil }
        let early = (connection.writes + connection.notifications).filter {
          $0.firstFrame < encrypted && !isServiceChanged($0)
        }
        guard !early.isEmpty else { return nil }
        let refused = Set(connection.att.errors.filter(\.asksForSecurity).compactMap(\.handle))
        let secret = early.filter { refused.contains($0.valueHandle) }
        let found = Self(
          connection: connection, encrypted: encrypted, streams: secret.isEmpty ? early : secret,
          areRefused: !secret.isEmpty)
        return found.finding(
          secret.isEmpty ? .info : .warning, connection.id,
          frames: Wording.handful(
            found.streams.map(\.firstFrame).sorted().prefix(4) + [encrypted])
        ).about(connection, found.names.joined())
      }
  }

  /// A range of handles is not private, and the stack sends it by itself: before discovery, too,
  /// when only its form shows what it is.
  private static func isServiceChanged(_ stream: ReportV1.NotificationStream) -> Bool {
    guard let uuid = stream.uuid else {
      return stream.kind == .indication && stream.maxBytes == 4 && stream.bytes / 4 == stream.count
    }
    return uuid == serviceChanged
  }

  private var party: Party? {
    let sides = Set(streams.map(\.direction))
    return sides.count == 1 ? (sides.first == .tx ? .local : .remote) : nil
  }

  var evidence: EvidenceList {
    [
      .encryptedFrame: .of(encrypted), .characteristics: .of(streams.count),
      .refusedElsewhere: .of(areRefused), .handles: .of(streams.prefix(16).map(\.valueHandle)),
    ] + connection.actors(party)
  }
}
