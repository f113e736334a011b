import Report

/// Requests that were refused because of missing security, and what the two did about it.
enum InsufficientSecurityRule: Rule {
  static let name = "insufficient-security"
  static let severity = ReportV1.Severity.error
  static let suitsAir = true
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

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { $0[$1].att.errors.contains { $0.asksForSecurity } }.finding {
      connection, _ in
      outcome(of: connection).map { finding(connection, $0) }
    }
  }

  enum Sequel: Equatable {
    /// Encryption, and no refusal after it.
    case satisfied(encryption: Int)
    /// Refused although encrypted.
    case refusedAgain(encryption: Int)
    case pairingFailed(ReportV1.Pairing)
    case pairingUnfinished(ReportV1.Pairing)
    case encryptionFailed(ReportV1.EncryptionFailure)
    case nothing
  }

  struct Outcome {
    var refusals: [ReportV1.ATTError]
    var sequel: Sequel
  }

  static func outcome(of connection: ReportV1.Connection) -> Outcome? {
    let refusals = connection.att.errors.filter(\.asksForSecurity)
    guard let first = refusals.first, let last = refusals.last else { return nil }
    let encryption = connection.encryption.last { $0.enabled }?.frame
    var sequel = Sequel.nothing
    if let encryption, encryption > last.frame {
      sequel = .satisfied(encryption: encryption)
    } else if let encryption {
      sequel = .refusedAgain(encryption: encryption)
    } else if let pairing = connection.pairing.last(where: { $0.lastFrame > first.frame }) {
      sequel = pairing.result == .failed ? .pairingFailed(pairing) : .pairingUnfinished(pairing)
    } else if let failure = connection.encryptionFailures.last {
      sequel = .encryptionFailed(failure)
    }
    return Outcome(refusals: refusals, sequel: sequel)
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ outcome: Outcome
  ) -> RuleFinding {
    let refusals = outcome.refusals
    let first = refusals[0]
    let handles = Set(refusals.compactMap(\.handle)).sorted()
    let isOneKind = refusals.allSatisfy { $0.request == first.request }
    let kind = Wording.pdu(isOneKind ? first.request : nil)
    let subject =
      refusals.count == 1
      ? "The \(Wording.pdu(first.request)) to \(Wording.handles(handles)) was refused with "
      : "\(Wording.count(refusals.count, kind)) to \(Wording.handles(handles)) were refused, "
        + "the first with "
    let (severity, words, advice) = sequel(outcome, connection)
    var frames = refusals.map(\.frame)
    var pairing: ReportV1.Pairing?
    switch outcome.sequel {
    case .satisfied(let frame), .refusedAgain(let frame): frames.insert(frame, at: 0)
    case .pairingFailed(let failed), .pairingUnfinished(let failed):
      pairing = failed
      frames.insert(failed.lastFrame, at: 0)
    case .encryptionFailed(let failure): frames.insert(failure.frame, at: 0)
    case .nothing: break
    }
    pairing = pairing ?? connection.pairing.last
    return RuleFinding(
      severity, connection: connection.id, frames: Wording.handful(frames.prefix(5)),
      subject + Wording.named(first.name, first.code) + words + ".",
      evidence: [
        .code: .int(first.code), .refusals: .int(refusals.count),
        .handles: .list(handles.prefix(16).map { .int($0) }),
        .pairing: pairing.map { .string($0.result.rawValue) } ?? .null,
        .pairingMethod: pairing?.method.map { .string($0) } ?? .null,
        .pairingReason: pairing?.reason.map { .int($0) } ?? .null,
        .encrypted: .bool(connection.encryption.contains { $0.enabled }),
      ],
      advice: advice)
  }

  private static func sequel(
    _ outcome: Outcome, _ connection: ReportV1.Connection
  ) -> (ReportV1.Severity, String, String?) {
    switch outcome.sequel {
    case .satisfied:
      let paired = connection.pairing.contains { $0.result == .completed }
      return (
        .info,
        (paired
          ? "; then the devices paired" : "; then the devices encrypted with a key that they had")
          + ", and nothing was refused after that", nil
      )
    case .refusedAgain:
      let method = connection.pairing.last { $0.result == .completed }?.method
      let paired = method.map { " (paired by \(Name.pairingMethod($0)))" } ?? ""
      let codes = Set(outcome.refusals.map(\.code))
      let advice =
        codes.contains(0x08)
        ? "The server's app decides about authorization: look at what it requires of the user."
        : "Pairing without a passkey or a comparison gives an unauthenticated key: the attribute "
          + "may require more. Look at the permissions that the server's app sets, and at the IO "
          + "capabilities of both sides."
      return (.error, " although the link was encrypted\(paired)", advice)
    case .pairingFailed(let pairing):
      let reason = pairing.reason.map { ": " + Wording.named(pairing.reasonName, $0) } ?? ""
      return (
        .error, ", and the pairing that followed failed\(reason)",
        PairingFailedRule.advice(pairing.reason)
      )
    case .pairingUnfinished:
      return (
        .warning, ", and the pairing that followed was not finished",
        "See which side stopped answering: often a dialog waits for the user."
      )
    case .encryptionFailed(let failure):
      return (
        .error, ", and encryption failed: \(EncryptionFailedRule.words(failure))",
        "The server refuses such requests until encryption works: see the advice of "
          + "encryption-failed."
      )
    case .nothing:
      return (
        .warning, ", and no pairing followed in this connection",
        "The client has to pair and repeat the request: Apple's systems do both automatically; on "
          + "Android the app calls createBond, or waits for the system's dialog; on Linux the "
          + "central's agent must allow it."
      )
    }
  }
}
