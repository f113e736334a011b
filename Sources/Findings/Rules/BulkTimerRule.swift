import Report

/// Bulk data went at the pace of a timer, slower than the link.
enum BulkTimerRule: Rule {
  static let name = "bulk-timer"
  static let severity = ReportV1.Severity.warning
  static let summary = "Bulk data went at the pace of a timer, slower than the link."
  static let explanation = """
    Values came at a steady period while nothing was outstanding for most of the time. Only of \
    writes: notifications at a steady period are telemetry, and are no bulk data. One finding for all runs of a \
    peer's characteristic; it is named by the cause that cost most, and mentions the others. Told \
    where the data would have taken a fifth less time without the cause, and a second less, by \
    the estimate in the run's ceiling; a warning from half of the time and five seconds on.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    BulkFinding.all(.timer, in: file)
  }
}
