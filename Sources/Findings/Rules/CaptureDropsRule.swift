import Report

/// The logger could not keep up.
struct CaptureDropsRule: Rule, RuleFacts {
  static let name = "capture-drops"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = .capture
  static let suitsAir = true

  let records: Int
  let dropped: Int
  /// Where, the most first.
  let points: [ReportV1.DropPoint]

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let capture = file.capture
    guard capture.droppedRecords > 0 else { return [] }
    // "Somewhere in the file" is no place.
    let points = capture.dropPoints.filter {
      $0.afterFrame > 0 || $0.beforeFrame < capture.records
    }.sorted { $0.count > $1.count }
    let frames = points.prefix(3).flatMap { [$0.afterFrame, $0.beforeFrame] }.filter { $0 > 0 }
    let found = Self(records: capture.records, dropped: capture.droppedRecords, points: points)
    return [found.finding(.warning, frames: capture.framesOrLast(Wording.handful(frames)))]
  }

  var evidence: EvidenceList {
    [.droppedRecords: .of(dropped), .records: .of(records), .places: .of(points.count)]
  }
}
