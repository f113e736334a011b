import Report

/// The sender paused inside a transfer although everything sent was completed.
struct AppPauseRule: Rule, RuleFacts {
  static let name = "app-pause"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = .timing
  static let limits = GapRule.limits

  let connection: ReportV1.Connection
  let transfer: ReportV1.Transfer
  let pauses: GapAccount
  let longest: ReportV1.Gap

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.transfers { !$0[$1].gaps.isEmpty && $0[$1].framing == nil }.finding {
      let pauses = GapAccount($1) { $0 == .appPause }
      guard let longest = pauses.longest else { return nil }
      return Self(connection: $0, transfer: $1, pauses: pauses, longest: longest).finding(
        .warning, $0.id, frames: [longest.afterFrame, longest.frame], lostUs: pauses.us
      ).about($0, $1.uuid ?? "\($1.valueHandle)")
    }
  }

  var evidence: EvidenceList {
    [
      .transfer: .of(transfer.id), .pauses: .of(pauses.count), .totalUs: .of(pauses.us),
      .longestUs: .of(longest.gapUs),
    ] + connection.by(.local)
  }
}
