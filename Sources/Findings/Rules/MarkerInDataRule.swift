import Report

/// The data contain the marker's bytes.
enum MarkerInDataRule: Rule {
  static let name = "marker-in-data"
  static let severity = ReportV1.Severity.warning
  static let summary = "The payload contains the bytes of the end marker."
  static let explanation = """
    This transfer is complete, because the marker was a value of its own. But a receiver that \
    searches the joined data for the marker ends the transfer too early, and so does one that \
    compares each value, if one chunk holds exactly these bytes.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.transfers { $0[$1].markerInData > 0 && $0[$1].complete }.finding { connection, transfer in
      let times = transfer.markerInData == 1 ? "once" : "\(transfer.markerInData) times"
      return RuleFinding(
        .warning, connection: connection.id,
        frames: Array(Set([transfer.firstFrame] + transfer.markerFrames)).sorted(),
        "The data of \(Wording.transfer(transfer)) contains the marker "
          + "\(Wording.quoted(transfer.marker)) \(times).",
        evidence: [
          .transfer: .int(transfer.id),
          .marker: transfer.marker.map { .string($0) } ?? .null,
          .occurrences: .int(transfer.markerInData),
        ],
        advice: "The sending app should begin each transfer with its length, instead of ending it "
          + "with a text that the data may contain.")
    }
  }
}
