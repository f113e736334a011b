import Report

/// The capture ends inside a record, stops making sense, or could not be read to its end.
enum CaptureCutRule: Rule {
  static let name = "capture-cut"
  static let severity = ReportV1.Severity.warning
  static let summary = "The capture is cut or damaged: the report covers what could be read."
  static let explanation = """
    The file ends in the middle of a record, as when it was copied while the logger still wrote, \
    or reading stopped where a record's length makes no sense, or where the device or the \
    connection that the capture came over failed. Of a serial line, what makes no sense is \
    skipped. A live capture that the user ends is not cut. Of the log in a bug report more can be \
    wrong: its base64, its zlib stream, a second log after the first.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let capture = file.capture
    let frames = capture.framesOrLast([])
    if let damage = capture.damage {
      let (message, advice) =
        damage.sourceFailed
        ? failed(damage, capture)
        : damage.skippedOctets > 0 ? skipped(damage) : stopped(damage, capture)
      return [
        RuleFinding(
          .warning, frames: frames, message,
          evidence: [
            "offset": .int(damage.offset), "reason": .string(damage.reason),
            "source_failed": .bool(damage.sourceFailed),
            "skipped_octets": .int(damage.skippedOctets),
          ],
          advice: advice)
      ]
    }
    guard capture.cutShort else { return [] }
    let (message, advice) = cut(capture)
    return [
      RuleFinding(
        .warning, frames: frames, message, evidence: ["records": .int(capture.records)],
        advice: advice)
    ]
  }

  private static func failed(
    _ damage: ReportV1.Damage, _ capture: ReportV1.Capture
  ) -> (message: String, advice: String) {
    let index =
      capture.records > 0 ? "after record \(capture.records)" : "before the first record"
    return (
      "The source failed \(index): \(damage.reason).",
      "What was read is in order, and is reported. Look at what the capture came from, the disk, the "
        + "device or the connection, and read it once more."
    )
  }

  private static func stopped(
    _ damage: ReportV1.Damage, _ capture: ReportV1.Capture
  ) -> (message: String, advice: String) {
    (
      "Reading stopped at octet \(damage.offset): \(damage.reason).",
      capture.format == "btsnooz"
        ? "Fetch the log again, and have no other in the same text; what could be read is reported."
        : "Fetch the file again; what comes before that place is reported."
    )
  }

  private static func skipped(_ damage: ReportV1.Damage) -> (message: String, advice: String) {
    (
      "From octet \(damage.offset) on \(damage.reason); they were skipped, and records are missing.",
      "A serial line lost octets, or something else wrote to it: use a lower speed or flow control, "
        + "keep the console off that line, or read the monitor over RTT."
    )
  }

  /// What comes through a pipe may come from a program that was ended.
  private static func cut(_ capture: ReportV1.Capture) -> (message: String, advice: String) {
    capture.path == "-"
      ? (
        "Standard input ends inside record \(capture.records).",
        "Let the program that writes it come to its end; if it copies a log, stop the logger before. "
          + "All before the cut is reported."
      )
      : (
        "The file ends inside record \(capture.records).",
        "Stop the logger before copying its file; all before the cut is reported."
      )
  }
}
