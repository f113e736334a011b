import Report

/// The data contain the marker's bytes.
struct MarkerInDataRule: Rule, RuleFacts {
  static let name = "marker-in-data"
  static let severity = ReportV1.Severity.warning

  let transfer: ReportV1.Transfer

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.transfers { $0[$1].markerInData > 0 && $0[$1].complete }.finding {
      Self(transfer: $1)
        .finding(.warning, $0.id, frames: Array(Set([$1.firstFrame] + $1.markerFrames)))
    }
  }

  var evidence: EvidenceList {
    [
      .transfer: .of(transfer.id), .marker: .of(transfer.marker),
      .occurrences: .of(transfer.markerInData),
    ]
  }
}
