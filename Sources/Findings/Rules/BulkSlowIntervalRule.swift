import Report

/// Bulk data waited for connection events that were far apart.
enum BulkSlowIntervalRule: Rule {
  static let name = "bulk-slow-interval"
  static let severity = ReportV1.Severity.warning
  static let summary = "Bulk data waited for connection events that were far apart."
  static let explanation = """
    Packets go only at connection events. The estimate is for an interval of 15 ms, which phones \
    grant to those who ask. One finding for all runs of a \
    peer's characteristic; it is named by the cause that cost most, and mentions the others. Told \
    where the data would have taken a fifth less time without the cause, and a second less, by \
    the estimate in the run's ceiling; a warning from half of the time and five seconds on.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    BulkFinding.all(.slowInterval, in: file)
  }
}
