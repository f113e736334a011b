import Reports

/// The file ends inside a record, or stops making sense.
enum CaptureCutRule: Rule {
  static let name = "capture-cut"
  static let severity = ReportV1.Severity.warning
  static let summary = "The capture file is cut or damaged: the report covers what could be read."
  static let explanation = """
    The file ends in the middle of a record, as when it was copied while the logger still wrote, or \
    reading stopped where a record's length makes no sense, or where the device that holds the file \
    failed. Of the log in a bug report more can be wrong: its base64, its zlib stream, a second log \
    behind the first.
    """

  static func check(_ capture: ReportV1.Capture) -> [RuleFinding] {
    if let damage = capture.damage {
      return [
        RuleFinding(
          .warning, frames: capture.records > 0 ? [capture.records] : [],
          "Reading stopped at octet \(damage.offset): \(damage.reason).",
          evidence: ["offset": .int(damage.offset), "reason": .string(damage.reason)],
          advice: capture.format == "btsnooz"
            ? "Fetch the log again, and have no other in the same text; what could be read is reported."
            : "Fetch the file again; what comes before that place is reported.")
      ]
    }
    guard capture.cutShort else { return [] }
    return [
      RuleFinding(
        .warning, frames: capture.records > 0 ? [capture.records] : [],
        "The file ends inside record \(capture.records).",
        evidence: ["records": .int(capture.records)],
        advice: "Stop the logger before copying its file; all before the cut is reported.")
    ]
  }
}
