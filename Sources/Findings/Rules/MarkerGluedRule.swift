import Report

/// The end marker is the tail of the last chunk.
enum MarkerGluedRule: Rule {
  static let name = "marker-glued"
  static let severity = ReportV1.Severity.warning
  static let summary = "The end marker is the tail of the last chunk and no value of its own."
  static let explanation = """
    Apps compare each value with the marker: they take such a chunk for data, wait for ever, and \
    have the marker's bytes in their payload. Recognised by a last value, shorter than the chunks \
    before it, that ends with the marker, when no value that is the marker follows.
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
        advice: "Send the marker in a value of its own; look for code that appends it to the "
          + "data before cutting them into chunks.")
    }
  }
}
