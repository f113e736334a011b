import Report

/// Bulk data stalled for much of its time.
enum BulkPausesRule: Rule {
  static let name = "bulk-pauses"
  static let severity = ReportV1.Severity.warning
  static let summary = "Bulk data stalled for much of its time."
  static let explanation = """
    A pause is a gap of the characteristic: a silence longer than 100 ms, four times the median \
    interval and four connection intervals. Not counted are stalls of our own controller, and of \
    received data silences in which our side sent something, which the sender may have waited for. \
    Of received data nothing shows whether the sender paused or the link was silent. Quiet about received data whose \
    pauses come at a steady period: those are records. \(BulkFinding.explanation)
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    BulkFinding.all(.pauses, in: file)
  }
}
