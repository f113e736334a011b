import Report

/// The logger kept only the beginning of packets.
struct CaptureTruncatedRule: Rule, RuleFacts {
  static let name = "capture-truncated"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = .capture
  static let suitsAir = true

  let count: Int
  let records: Int
  let format: String

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let capture = file.capture
    let count = capture.recordsCutByLogger
    guard count > 0 else { return [] }
    let found = Self(count: count, records: capture.records, format: capture.format)
    return [found.finding(.warning, frames: capture.framesOrLast([capture.firstTruncatedFrame]))]
  }

  var evidence: EvidenceList { [.truncatedRecords: .of(count), .records: .of(records)] }
}
