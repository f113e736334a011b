import Report

/// The end marker is the end of the last chunk.
struct MarkerGluedRule: Rule, RuleFacts {
  static let name = "marker-glued"
  static let severity = ReportV1.Severity.warning

  let transfer: ReportV1.Transfer

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.transfers { $0[$1].markerStyle == .glued }.finding {
      Self(transfer: $1).finding(.warning, $0.id, frames: $1.markerFrames)
    }
  }

  var evidence: EvidenceList { [.transfer: .of(transfer.id), .marker: .of(transfer.marker)] }
}
