import Report

/// The logger could not keep up.
enum CaptureDropsRule: Rule {
  static let name = "capture-drops"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = .capture
  static let suitsAir = true
  static let summary =
    "The logger lost records: other findings may be caused by the missing "
    + "records."
  static let explanation = """
    The btsnoop format counts the records that were lost, pcapng may do so too, and a live capture \
    gets the count from the kernel. Any loss is reported, because a lost record can be the answer, \
    the chunk or the completion that another finding says is missing.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let capture = file.capture
    guard capture.droppedRecords > 0 else { return [] }
    // "Somewhere in the file" is no place.
    let points = capture.dropPoints.filter {
      $0.afterFrame > 0 || $0.beforeFrame < capture.records
    }.sorted { $0.count > $1.count }
    let all = capture.records.plus(capture.droppedRecords)
    var message =
      "The logger lost \(Wording.count(capture.droppedRecords, "record")), "
      + "\(Wording.share(capture.droppedRecords, of: all)) of all"
    if let worst = points.first {
      message +=
        points.count == 1
        ? ", \(words(worst))"
        : ", at \(points.count) points; the most, \(worst.count), \(words(worst))"
    }
    let frames = points.prefix(3).flatMap { [$0.afterFrame, $0.beforeFrame] }.filter { $0 > 0 }
    return [
      RuleFinding(
        .warning,
        frames: capture.framesOrLast(Wording.handful(frames)),
        message + ".",
        evidence: [
          .droppedRecords: .int(capture.droppedRecords), .records: .int(capture.records),
          .places: .int(points.count),
        ],
        advice: "If a finding near these frames says that something is missing, maybe only the "
          + "logger lost it. Capture again with less load on the computer, a larger buffer, or a "
          + "faster disk.")
    ]
  }

  private static func words(_ point: ReportV1.DropPoint) -> String {
    point.afterFrame > 0
      ? "between frames \(point.afterFrame) and \(point.beforeFrame)"
      : "before frame \(point.beforeFrame)"
  }
}
