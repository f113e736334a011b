import Report

/// Bulk data went in values much smaller than possible.
enum BulkSmallValuesRule: Rule {
  static let name = "bulk-small-values"
  static let severity = ReportV1.Severity.warning
  static let summary = "Bulk data went in values much smaller than possible."
  static let explanation = """
    Each value costs a header and, with most senders, a place in a connection event: data in \
    20-byte values take many times as long as in values of MTU - 3. One finding for all runs of a \
    peer's characteristic; it is named by the cause that cost most, and mentions the others. Told \
    where the data would have taken a fifth less time without the cause, and a second less, by \
    the estimate in the run's ceiling; a warning from half of the time and five seconds on.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    BulkFinding.all(.smallValues, in: file)
  }
}
