import Report

/// Bulk data were sent at the pace of a timer, slower than the link.
enum BulkTimerRule: Rule {
  static let name = "bulk-timer"
  static let severity = ReportV1.Severity.warning
  static let summary = "Bulk data were sent at the pace of a timer, slower than the link."
  static let explanation = """
    Values came at a steady period, and for most of the time no packet was outstanding. The rule \
    looks at writes only: notifications at a steady period are telemetry, not bulk data. \
    \(BulkFinding.explanation)
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    BulkFinding.all(.timer, in: file)
  }
}
