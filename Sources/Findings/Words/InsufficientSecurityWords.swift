import Report

extension InsufficientSecurityRule {
  static let summary =
    "A request was refused because pairing, encryption or permission was missing."
  static let explanation = """
    The rule reports the errors Insufficient Authentication (0x05), Authorization (0x08), \
    Encryption Key Size (0x0C) and Encryption (0x0F). This is how a server requests pairing, so it \
    is no fault if encryption followed and no request was refused after it: that is info. It is an \
    error if the pairing or the encryption with a bond's key failed, or if encryption was not \
    enough for the server: the value was never sent. It is a warning if neither side started a \
    pairing in this connection, or the pairing was not finished.
    """

  private var paired: ReportV1.Pairing? { connection.pairing.last { $0.result == .completed } }

  var message: String {
    let first = refusals[0]
    let isOneKind = refusals.allSatisfy { $0.request == first.request }
    let kind = Wording.pdu(isOneKind ? first.request : nil)
    let subject =
      refusals.count == 1
      ? "The \(Wording.pdu(first.request)) to \(Wording.handles(handles)) was refused with "
      : "\(Wording.count(refusals.count, kind)) to \(Wording.handles(handles)) were refused, "
        + "the first with "
    return "\(subject)\(Wording.named(first.name, first.code))\(what)."
  }

  /// What followed.
  private var what: String {
    switch sequel {
    case .satisfied:
      return "; then the devices "
        + (paired != nil ? "paired" : "encrypted with a key that they had")
        + ", and nothing was refused after that"
    case .refusedAgain:
      let method = paired?.method.map { " (paired by \(Name.pairingMethod($0)))" } ?? ""
      return " although the link was encrypted\(method)"
    case .pairingFailed(let pairing):
      let reason = pairing.reason.map { ": " + Wording.named(pairing.reasonName, $0) } ?? ""
      return ", and the pairing that followed failed\(reason)"
    case .pairingUnfinished: return ", and the pairing that followed was not finished"
    case .encryptionFailed(let failure):
      return ", and encryption failed: \(EncryptionFailedRule.words(failure))"
    case .nothing: return ", and no pairing followed in this connection"
    }
  }

  var advice: String? {
    switch sequel {
    case .satisfied: nil
    case .refusedAgain:
      refusals.contains { $0.code == 0x08 }
        ? "The server's app decides about authorization: look at what it requires of the user."
        : "Pairing without a passkey or a comparison gives an unauthenticated key: the attribute "
          + "may require more. Look at the permissions that the server's app sets, and at the IO "
          + "capabilities of both sides."
    case .pairingFailed(let pairing): PairingFailedRule.advice(pairing.reason, hasBond: hasBond)
    case .pairingUnfinished:
      "See which side stopped answering: often a dialog waits for the user."
    case .encryptionFailed:
      "The server refuses such requests until encryption works: see the advice of "
        + "encryption-failed."
    case .nothing:
      "The client has to pair and repeat the request: Apple's systems do both automatically; on "
        + "Android the app calls createBond, or waits for the system's dialog; on Linux the "
        + "central's agent must allow it."
    }
  }
}
