import BluetoothProtocol
import Report

/// Encryption with the key of a bond was tried, and did not start.
enum EncryptionFailedRule: Rule {
  static let name = "encryption-failed"
  static let severity = ReportV1.Severity.error
  static let summary = "Encryption could not be started: often one side has lost the bond."
  static let explanation = """
    The rule reports Encryption Change or Encryption Key Refresh Complete with a status other than \
    success, and a reply of this host that it has no key (LE Long Term Key Request Negative \
    Reply). PIN or Key Missing (0x06), Authentication Failure (0x05) and MIC Failure (0x3D) are \
    about keys: only one side still has the bond, or the two keys differ. That is an error, \
    because it happens again at each connection until the bond is deleted; other statuses are a \
    warning. It is info if the connection was encrypted afterwards, or if the devices paired \
    again.
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
    case .encrypted: message += "; later it succeeded"
    case .paired: message += "; later the devices paired again"
    case .nothing:
      if let end = connection.disconnect {
        message += "; the connection ended with \(Wording.named(end.name, end.reason))"
      }
    }
    let base: EvidenceList = [
      .kind: .string(failure.kind.rawValue),
      .status: failure.status.map { .status($0) } ?? .null,
      .count: .int(count), .encryptedLater: .bool(sequel == .encrypted),
      .pairedLater: .bool(sequel == .paired),
      .disconnectReason: connection.disconnect.map { .status($0.reason) } ?? .null,
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
      return "this host had no key for the bond that the peer wanted to use"
    }
    let named = Wording.named(failure.name, status)
    return meaning(status).map { "\(named), \($0)" } ?? named
  }

  /// HCI error codes. Core Vol 1, Part F, 2.
  private static func meaning(_ status: HCIStatus) -> String? {
    switch status {
    case 0x05: "the keys of both devices do not match"
    case 0x06: "the other side no longer has the key of the bond"
    case 0x08: "the link was lost before the end"
    case 0x0C: "the controller did not allow it at that moment"
    case 0x13, 0x14, 0x15, 0x16: "the connection was closed before the end"
    case 0x1A: "the other side does not support encryption"
    case 0x22: "the other side did not answer"
    case 0x25: "the other side refused to encrypt"
    case 0x3D: "both devices encrypt with different keys"
    default: nil
    }
  }

  static func advice(_ failure: ReportV1.EncryptionFailure) -> String {
    if isAboutKeys(failure) {
      return "Delete the bond on both sides and pair again: a bond that only one side has fails at "
        + "each connection (Forget This Device on iOS, Forget or removeBond on Android, "
        + "bluetoothctl remove on Linux). The firmware of a device that loses its keys in a reset "
        + "should allow a new pairing."
    }
    return switch failure.status ?? .success {
    case 0x08, 0x22:
      "Try again; look at the radio, and at what the other side did at that moment."
    case 0x13, 0x14, 0x15, 0x16:
      "See which side closed the connection, and why it did not wait."
    case 0x1A: "Use this link without encryption, or update the other side's firmware."
    default: "Try again, and look for the reason in the logs of both sides."
    }
  }
}
