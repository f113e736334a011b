import Report

/// The end marker came in pieces.
enum MarkerSplitRule: Rule {
  static let name = "marker-split"
  static let severity = ReportV1.Severity.warning
  static let summary = "The end marker was split over several values."
  static let explanation = """
    Apps compare each value with the marker, and wait forever when no single value equals it. The \
    rule looks for values after the last chunk that are shorter than the marker and together form \
    it.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.transfers { $0[$1].markerStyle == .split }.finding { connection, transfer in
      RuleFinding(
        .warning, connection: connection.id, frames: transfer.markerFrames,
        "The marker of \(Wording.transfer(transfer)), \(Wording.quoted(transfer.marker)), was "
          + "split over several values: a receiver that compares each value with the marker never "
          + "detects the end.",
        evidence: [
          .transfer: .int(transfer.id),
          .marker: transfer.marker.map { .string($0) } ?? .null,
        ],
        advice: "The sending app should send the marker in one value of its own; "
          + "\(SendingCalls(transfer.kind).whenRefused), send the whole marker again.")
    }
  }
}

extension ReportV1.Transfer {
  /// The last chunk and the end of the marker.
  var markerFrames: [Int] {
    Array(Set([lastFrame, markerFrame ?? lastFrame])).sorted()
  }
}
