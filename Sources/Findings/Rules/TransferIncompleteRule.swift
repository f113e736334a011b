import Report

/// A transfer is incomplete.
struct TransferIncompleteRule: Rule, RuleFacts {
  static let name = "transfer-incomplete"
  static let severity = ReportV1.Severity.error
  static let traits: RuleTraits = [.passesAsInfo, .transferEnding]

  let connection: ReportV1.Connection
  let transfer: ReportV1.Transfer
  let captureFormat: String
  let severity: ReportV1.Severity

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.transfers { !$0[$1].complete && $0[$1].chunks > 0 }.finding {
      guard let worst = severity(of: $1.ending) else { return nil }
      let severity = $1.outcome == .unknown ? .info : worst
      let found = Self(
        connection: $0, transfer: $1, captureFormat: file.capture.format, severity: severity)
      return found.finding(
        severity, $0.id, frames: found.frames, lostBytes: severity == .info ? 0 : $1.payloadBytes,
        lostUs: $1.durationUs)
    }
  }

  private static func severity(of ending: ReportV1.TransferEnding) -> ReportV1.Severity? {
    switch ending {
    // That it was refused is a fault of its protocol, and has a rule of its own.
    case .marker, .framing, .refused: nil
    case .replaced, .cancelled, .unsubscribed, .resubscribed: .warning
    case .broken, .linkClosed: .error
    case .captureEnded: .info
    }
  }

  private var frames: [Int] {
    let end: Int? =
      switch transfer.ending {
      case .linkClosed: connection.disconnect?.frame
      case .unsubscribed: nextSubscription { $0 == .off }
      case .resubscribed: nextSubscription { $0 != .off }
      default: nil
      }
    return Array(Set([transfer.firstFrame, transfer.lastFrame, end].compactMap(\.self)))
  }

  private func nextSubscription(_ wanted: (ReportV1.SubscriptionValue) -> Bool) -> Int? {
    connection.servers.lazy.flatMap(\.subscriptions).first {
      $0.frame > transfer.lastFrame && $0.valueHandle == transfer.valueHandle && wanted($0.value)
    }?.frame
  }

  /// The logger cut answers of the server, one of which may have ended it.
  var mayBeComplete: Bool { transfer.outcome == .unknown }

  /// The message that contradicts others.
  var contradiction: ReportV1.FramingFault? {
    let faults = connection.framings.first { $0.name == transfer.framing?.name }?.faults ?? []
    return faults.last { fault in
      switch fault.kind {
      case .malformed, .crcMismatch, .sequenceGap: fault.frame >= transfer.firstFrame
      default: false
      }
    }
  }

  var evidence: EvidenceList {
    [
      .transfer: .of(transfer.id), .ending: .of(transfer.ending),
      .bytes: .of(transfer.payloadBytes), .chunks: .of(transfer.chunks),
    ]
  }
}
