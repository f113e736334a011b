import BluetoothProtocol
import Report

/// Encryption with the key of a bond was tried, and did not start.
struct EncryptionFailedRule: Rule, RuleFacts {
  static let name = "encryption-failed"
  static let severity = ReportV1.Severity.error

  enum Sequel { case encrypted, paired, nothing }

  let connection: ReportV1.Connection
  /// The last of them.
  let failure: ReportV1.EncryptionFailure
  let sequel: Sequel

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { !$0[$1].encryptionFailures.isEmpty }.finding { connection, index in
      guard let failure = connection.encryptionFailures.last,
        !isLoss(failure, of: connection),
        ProcedureTimeoutRule(connection, in: file)?.procedure.frame != failure.frame
      else { return nil }
      let sequel: Sequel =
        if connection.encryption.contains(where: { $0.enabled && $0.frame > failure.frame }) {
          .encrypted
        } else if file.isPaired(after: failure.frame, connection: index) {
          .paired
        } else {
          .nothing
        }
      return Self(connection: connection, failure: failure, sequel: sequel).finding(
        sequel != .nothing
          ? .info : failure.isAboutKeys ? connection.tempered(.error) : .warning,
        connection.id,
        frames: Wording.handful(connection.encryptionFailures.suffix(5).map(\.frame)))
    }
  }

  /// Whether it says no more than that the link was lost, which link-loss reports.
  private static func isLoss(
    _ failure: ReportV1.EncryptionFailure, of connection: ReportV1.Connection
  ) -> Bool {
    failure.status == .connectionTimeout && connection.disconnect?.reason == .connectionTimeout
  }

  /// Without a status it was our own host that had no key; PIN or Key Missing is the peer's word.
  private var party: Party? {
    failure.status == nil ? .local : failure.status == .pinOrKeyMissing ? .remote : nil
  }

  var evidence: EvidenceList {
    [
      .kind: .of(failure.kind), .status: .of(failure.status),
      .count: .of(connection.encryptionFailures.count),
      .encryptedLater: .of(sequel == .encrypted), .pairedLater: .of(sequel == .paired),
      .disconnectReason: .of(connection.disconnect?.reason),
    ] + connection.actors(party)
  }
}

extension ReportV1.EncryptionFailure {
  var isAboutKeys: Bool { status.map(\.isAboutKeys) ?? true }
}
