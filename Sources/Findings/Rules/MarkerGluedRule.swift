import Report

/// The end marker is the end of the last chunk.
enum MarkerGluedRule: Rule {
  static let name = "marker-glued"
  static let severity = ReportV1.Severity.warning
  static let summary = "The end marker is the end of the last chunk, not a value of its own."
  static let explanation = """
    Apps compare each value with the marker: they treat such a chunk as data, wait forever, and \
    have the marker's bytes in their payload. The rule looks for a last value that is shorter than \
    the chunks before it and ends with the marker, where no value follows that is the marker.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.transfers { $0[$1].markerStyle == .glued }.finding { connection, transfer in
      RuleFinding(
        .warning, connection: connection.id, frames: transfer.markerFrames,
        "The marker of \(Wording.transfer(transfer)), \(Wording.quoted(transfer.marker)), is the "
          + "tail of the last chunk: a receiver that compares each value with it never sees the "
          + "end.",
        evidence: [
          "transfer": .int(transfer.id),
          "marker": transfer.marker.map { .string($0) } ?? .null,
        ],
        advice: "The sending app should send the marker in a value of its own: look for code that "
          + "appends it to the data before it cuts them into chunks.")
    }
  }
}
