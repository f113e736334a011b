import Report

/// The end marker came in pieces.
struct MarkerSplitRule: Rule, RuleFacts {
  static let name = "marker-split"
  static let severity = ReportV1.Severity.warning

  let transfer: ReportV1.Transfer

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.transfers { $0[$1].markerStyle == .split }.finding {
      Self(transfer: $1).finding(.warning, $0.id, frames: $1.markerFrames)
    }
  }

  var evidence: EvidenceList { [.transfer: .of(transfer.id), .marker: .of(transfer.marker)] }
}

extension ReportV1.Transfer {
  /// The last chunk and the end of the marker.
  var markerFrames: [Int] {
    Array(Set([lastFrame, markerFrame ?? lastFrame])).sorted()
  }
}
