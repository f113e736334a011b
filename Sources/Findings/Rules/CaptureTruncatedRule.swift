import Report

/// The logger kept only the beginning of packets, or a text does not state all octets.
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
    let severity: ReportV1.Severity = found.isFromText ? .info : .warning
    return [found.finding(severity, frames: capture.framesOrLast([capture.firstTruncatedFrame]))]
  }

  /// Whether packets were put together from what btmon prints of them.
  var isFromText: Bool { format == "btmon" }

  var evidence: EvidenceList { [.truncatedRecords: .of(count), .records: .of(records)] }
}
