import Report

/// The capture ends inside a record, stops making sense, or could not be read to its end.
enum CaptureCutRule: Rule {
  static let name = "capture-cut"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = .capture
  static let suitsAir = true
  static let summary = "The capture is cut or damaged: the report covers what could be read."
  static let explanation = """
    The file ends in the middle of a record, for example because it was copied while the logger \
    was still writing. Or reading stopped because the length of a record is impossible, or because \
    the device or the connection from which the capture was read failed. On a serial line, bytes \
    that form no record are skipped. A live capture that the user ends is not cut. The log in a \
    bug report can also have wrong base64, a damaged zlib stream, or a second log after the first. \
    PacketLogger notes in the file that it lost its connection to the iPhone or iPad.
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
            .offset: .int(damage.offset), .reason: .string(damage.reason),
            .sourceFailed: .bool(damage.sourceFailed),
            .skippedOctets: .int(damage.skippedOctets),
          ],
          advice: advice)
      ]
    }
    if !capture.cutShort, let frame = capture.deviceLostFrame { return [deviceLost(frame)] }
    guard capture.cutShort else { return [] }
    let (message, advice) = cut(capture)
    return [
      RuleFinding(
        .warning, frames: frames, message, evidence: [.records: .int(capture.records)],
        advice: advice)
    ]
  }

  private static func deviceLost(_ frame: Int) -> RuleFinding {
    RuleFinding(
      .warning, frames: [frame],
      "The logger lost its connection to the device at record \(frame): it notes \"iOS Device "
        + "connection has been lost\". What happened after that is not in the capture.",
      evidence: [.frame: .int(frame), .sourceFailed: .bool(true)],
      advice: "Keep the device connected to the Mac until the capture is saved. The report covers "
        + "what came before that record.")
  }

  private static func failed(
    _ damage: ReportV1.Damage, _ capture: ReportV1.Capture
  ) -> (message: String, advice: String) {
    let when =
      capture.records > 0 ? "after record \(capture.records)" : "before the first record"
    return (
      "The source failed \(when): \(damage.reason).",
      "The report covers what was read until then. Look at the source of the capture (disk, device "
        + "or connection), and read it again."
    )
  }

  private static func stopped(
    _ damage: ReportV1.Damage, _ capture: ReportV1.Capture
  ) -> (message: String, advice: String) {
    (
      "Reading stopped at byte \(damage.offset): \(damage.reason).",
      capture.format == "btsnooz"
        ? "Fetch the log again, with no other log in the same text. The report covers what could "
          + "be read."
        : "Fetch the file again. The report covers everything before that byte."
    )
  }

  private static func skipped(_ damage: ReportV1.Damage) -> (message: String, advice: String) {
    (
      "At byte \(damage.offset), \(damage.reason); they were skipped, and records are missing.",
      "The serial line lost bytes, or another program wrote to it: use a lower speed or flow "
        + "control, keep the console off that line, or read the monitor over RTT."
    )
  }

  /// What comes through a pipe may come from a program that was ended.
  private static func cut(_ capture: ReportV1.Capture) -> (message: String, advice: String) {
    capture.path == "-"
      ? (
        "Standard input ends inside record \(capture.records).",
        "Wait until the program that writes the input has finished. If it copies a log, stop the "
          + "logger first. The report covers everything before the cut."
      )
      : (
        "The file ends inside record \(capture.records).",
        "Stop the logger before you copy its file. The report covers everything before the cut."
      )
  }
}
