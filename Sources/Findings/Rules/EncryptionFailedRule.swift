import BluetoothProtocol
import Report

/// Encryption with the key of a bond was tried, and did not come about.
enum EncryptionFailedRule: Rule {
  static let name = "encryption-failed"
  static let severity = ReportV1.Severity.error
  static let summary = "Encryption could not be switched on: often one side has lost the bond."
  static let explanation = """
    Encryption Change or Encryption Key Refresh Complete with a status other than success, or our \
    own host saying that it has no key (LE Long Term Key Request Negative Reply). PIN or Key Missing \
    (0x06), Authentication Failure (0x05) and MIC Failure (0x3D) speak of keys: a bond that \
    only one side still has, or two keys that differ. That is an error, as it happens again at each \
    connection until the bond is deleted; other statuses are a warning. Information where the \
    connection was encrypted afterwards, or the two paired again.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { !$0[$1].encryptionFailures.isEmpty }.finding { connection, index in
      guard let failure = connection.encryptionFailures.last else { return nil }
      let sequel: Sequel =
        if connection.encryption.contains(where: { $0.enabled && $0.frame > failure.frame }) {
          .encrypted
        } else if file.isPaired(after: failure.frame, connection: index) {
          .paired
        } else {
          .nothing
        }
      return finding(connection, failure, sequel)
    }
  }

  private enum Sequel { case encrypted, paired, nothing }

  private static func finding(
    _ connection: ReportV1.Connection, _ failure: ReportV1.EncryptionFailure, _ sequel: Sequel
  ) -> RuleFinding {
    let count = connection.encryptionFailures.count
    let transport = connection.transport == .brEDR ? " over BR/EDR" : ""
    var message =
      "Encryption failed\(transport)" + (count > 1 ? " \(Wording.times(count))" : "") + ": "
    message += words(failure)
    switch sequel {
    case .encrypted: message += "; later it was switched on"
    case .paired: message += "; later the two paired again"
    case .nothing:
      if let end = connection.disconnect {
        message += "; the connection ended with \(Wording.named(end.name, end.reason))"
      }
    }
    let base: ReportV1.KeyedList<ReportV1.Evidence> = [
      "kind": .string(failure.kind.rawValue),
      "status": failure.status.map { .status($0) } ?? .null,
      "count": .int(count), "encrypted_later": .bool(sequel == .encrypted),
      "paired_later": .bool(sequel == .paired),
      "disconnect_reason": connection.disconnect.map { .status($0.reason) } ?? .null,
    ]
    // Without a status it was our own host that had no key; PIN or Key Missing is the peer's word.
    let party: Party? =
      failure.status == nil ? .local : failure.status == .pinOrKeyMissing ? .remote : nil
    return RuleFinding(
      sequel != .nothing
        ? .info : isAboutKeys(failure) ? connection.tempered(.error) : .warning,
      connection: connection.id,
      frames: Wording.handful(connection.encryptionFailures.suffix(5).map(\.frame)),
      message + ".",
      evidence: base.with(connection.actors(party)),
      advice: sequel == .nothing ? advice(failure) : nil)
  }

  private static func isAboutKeys(_ failure: ReportV1.EncryptionFailure) -> Bool {
    guard let status = failure.status else { return true }
    return status.isAboutKeys
  }

  /// `PIN or Key Missing (0x06), the other side no longer has the key of the bond`
  static func words(_ failure: ReportV1.EncryptionFailure) -> String {
    guard let status = failure.status else {
      return "this side had no key for the bond that the peer wanted to use"
    }
    let named = Wording.named(failure.name, status)
    return meaning(status).map { "\(named), \($0)" } ?? named
  }

  /// HCI error codes. Core Vol 1, Part F, 2.
  private static func meaning(_ status: HCIStatus) -> String? {
    switch status {
    case 0x05: "the keys of the two do not belong together"
    case 0x06: "the other side no longer has the key of the bond"
    case 0x08: "the link was lost meanwhile"
    case 0x0C: "the controller did not allow it at that moment"
    case 0x13, 0x14, 0x15, 0x16: "the connection was closed meanwhile"
    case 0x1A: "the other side does not support encryption"
    case 0x22: "the other side did not answer"
    case 0x25: "the other side refused to encrypt"
    case 0x3D: "the two encrypt with different keys"
    default: nil
    }
  }

  static func advice(_ failure: ReportV1.EncryptionFailure) -> String {
    if isAboutKeys(failure) {
      return "Delete the bond on both sides and pair again: one that only one side has fails at "
        + "each connection (Forget This Device on iOS, Forget or removeBond on Android, "
        + "bluetoothctl remove on Linux). A device that loses its keys in a reset should let "
        + "itself be paired again."
    }
    return switch failure.status ?? .success {
    case 0x08, 0x22: "Look at the radio, and at what the other side did at that moment; try again."
    case 0x13, 0x14, 0x15, 0x16:
      "Look at which side closed the connection, and why it did not wait."
    case 0x1A: "Do without encryption on this link, or update the other side."
    default: "Try again, and look at the logs of both sides for why."
    }
  }
}
