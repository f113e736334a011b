import BluetoothProtocol
import Report

extension EncryptionFailedRule {
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

  var message: String {
    let count = connection.encryptionFailures.count
    let after =
      switch sequel {
      case .encrypted: "; later it succeeded"
      case .paired: "; later the devices paired again"
      case .nothing:
        connection.disconnect.map {
          "; the connection ended with \(Wording.named($0.name, $0.reason))"
        } ?? ""
      }
    return "Encryption failed\(connection.transport == .brEDR ? " over BR/EDR" : "")"
      + "\(count > 1 ? " \(Wording.times(count))" : ""): \(Self.words(failure))\(after)."
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

  var advice: String? {
    guard sequel == .nothing else { return nil }
    if failure.isAboutKeys {
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
