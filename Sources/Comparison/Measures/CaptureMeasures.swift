import Report

/// The numbers of a capture as a whole.
package enum CaptureMeasures {
  package static let all: [Measure<Run>] =
    ReportV1.Severity.allCases.map { severity in
      Measure(
        "findings.\(severity.rawValue)", .count,
        "Findings of severity \(severity.rawValue)", better: .less, words: moreOrFewer
      ) {
        Double($0.findings.count { $0.severity == severity })
      }
    } + records

  /// Findings are compared rule by rule, and connections device by device, and not by their number.
  static let compared = records.filter { $0.name != "connections" }

  private static let records: [Measure<Run>] = [
    Measure(
      "connections", .count, "Connections in the capture", better: .neither, words: moreOrFewer
    ) {
      Double($0.capture.connectionCount)
    },
    // Whether one try is enough is up to the air; a budget can limit it.
    Measure(
      "connection_failures", .count,
      "Connections that were requested, not cancelled by the host, and not completed; one that "
        + "failed right after its completion (0x3E) is not counted",
      better: .neither, weight: .time, words: moreOrFewer
    ) {
      Double(
        ($0.capture.folded?.connectionFailures ?? 0)
          + $0.capture.connectionFailures.count { !$0.isCalledOff })
    },
    // These are about the capture, not about what it shows.
    Measure(
      "dropped_records", .count, "Packets that the capture says it lost", better: .neither,
      words: moreOrFewer
    ) {
      Double($0.capture.droppedRecords)
    },
    Measure(
      "truncated_records", .count, "Packets of which the capture has only the beginning",
      better: .neither, words: moreOrFewer
    ) {
      Double($0.capture.truncatedRecords)
    },
    Measure(
      "undecodable_records", .count, "Packets that could not be decoded completely",
      better: .neither, words: moreOrFewer
    ) {
      Double($0.capture.undecodableRecords)
    },
  ]
}
