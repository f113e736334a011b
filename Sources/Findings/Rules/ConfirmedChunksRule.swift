import Ceiling
import Report

/// Each chunk of a transfer waited for an answer to the one before it.
struct ConfirmedChunksRule: Rule, RuleFacts {
  static let name = "confirmed-chunks"
  static let severity = ReportV1.Severity.info
  static let limits = [mostShare, leastSaving]
  static let mostShare = RuleLimit("most_share", 50, .percent)
  static let leastSaving = RuleLimit("least_saving_us", 1_000_000, .microseconds)

  let transfer: ReportV1.Transfer
  let ceiling: ReportV1.Ceiling
  let other: ReportV1.WhatIf

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.transfers { $0[$1].kind != .notification && $0[$1].ceiling != nil }.finding {
      connection, transfer in
      let kind = ReportV1.WhatIfKind.withoutAnswers(areWrites: transfer.kind == .write)
      guard let ceiling = transfer.ceiling,
        let other = ceiling.whatIf.first(where: { $0.kind == kind }),
        other.durationUs <= ceiling.achievedUs / (100 / mostShare.value),
        ceiling.achievedUs - other.durationUs >= leastSaving.value
      else { return nil }
      return Self(transfer: transfer, ceiling: ceiling, other: other).finding(
        .info, connection.id,
        frames: [transfer.firstFrame, transfer.markerFrame ?? transfer.lastFrame],
        lostUs: ceiling.achievedUs - other.durationUs)
    }
  }

  var evidence: EvidenceList {
    [
      .transfer: .of(transfer.id), .kind: .of(transfer.kind), .durationUs: .of(ceiling.achievedUs),
      .possibleUs: .of(other.durationUs),
    ]
  }
}
