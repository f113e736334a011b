import Report

/// Requests that were refused because of missing security, and what the two did about it.
struct InsufficientSecurityRule: Rule, RuleFacts {
  static let name = "insufficient-security"
  static let severity = ReportV1.Severity.error
  static let suitsAir = true

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

  let connection: ReportV1.Connection
  let refusals: [ReportV1.ATTError]
  let hasBond: Bool
  let sequel: Sequel

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { $0[$1].att.errors.contains { $0.asksForSecurity } }.finding {
      connection, index in
      guard let found = Self(connection, hasBond: file.hasBond(connection, index)) else {
        return nil
      }
      switch found.sequel {
      case .pairingFailed(let pairing), .pairingUnfinished(let pairing):
        return PairingCancelledRule.reports(pairing, of: connection, in: file)
          ? nil : found.finding
      case .satisfied, .refusedAgain, .encryptionFailed, .nothing: return found.finding
      }
    }
  }

  /// `nil` where nothing was refused for that reason.
  ///
  /// - Parameter hasBond: the devices had keys before this connection.
  init?(_ connection: ReportV1.Connection, hasBond: Bool = false) {
    self.hasBond = hasBond
    refusals = connection.att.errors.filter(\.asksForSecurity)
    guard let first = refusals.first, let last = refusals.last else { return nil }
    self.connection = connection
    if let encryption = connection.encryption.last(where: { $0.enabled })?.frame {
      sequel =
        encryption > last.frame
        ? .satisfied(encryption: encryption) : .refusedAgain(encryption: encryption)
    } else if let pairing = connection.pairing.last(where: { $0.lastFrame > first.frame }) {
      sequel = pairing.result == .failed ? .pairingFailed(pairing) : .pairingUnfinished(pairing)
    } else if let failure = connection.encryptionFailures.last {
      sequel = .encryptionFailed(failure)
    } else {
      sequel = .nothing
    }
  }

  private var finding: RuleFinding {
    let (severity, frame): (ReportV1.Severity, Int?) =
      switch sequel {
      case .satisfied(let frame): (.info, frame)
      case .refusedAgain(let frame): (.error, frame)
      case .pairingFailed(let pairing): (.error, pairing.lastFrame)
      case .pairingUnfinished(let pairing): (.warning, pairing.lastFrame)
      case .encryptionFailed(let failure): (.error, failure.frame)
      case .nothing: (.warning, nil)
      }
    let frames = (frame.map { [$0] } ?? []) + refusals.map(\.frame)
    return finding(severity, connection.id, frames: Wording.handful(frames.prefix(5)))
  }

  var handles: [Int] { Set(refusals.compactMap(\.handle)).sorted() }

  private var pairing: ReportV1.Pairing? {
    switch sequel {
    case .pairingFailed(let pairing), .pairingUnfinished(let pairing): pairing
    default: connection.pairing.last
    }
  }

  var evidence: EvidenceList {
    [
      .code: .of(refusals[0].code), .refusals: .of(refusals.count),
      .handles: .of(Array(handles.prefix(16))), .pairing: .of(pairing?.result),
      .pairingMethod: .of(pairing?.method), .pairingReason: .of(pairing?.reason),
      .encrypted: .of(connection.encryption.contains { $0.enabled }),
    ]
  }
}
