import Report

/// Bulk data went at the pace of a timer, slower than the link.
enum BulkTimerRule: Rule {
  static let name = "bulk-timer"
  static let severity = ReportV1.Severity.warning
  static let summary = "Bulk data went at the pace of a timer, slower than the link."
  static let explanation = """
    Values came at a steady period while nothing was outstanding for most of the time. Only of \
    writes: notifications at a steady period are telemetry, and are no bulk data. \(BulkFinding.explanation)
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    BulkFinding.all(.timer, in: file)
  }
}
