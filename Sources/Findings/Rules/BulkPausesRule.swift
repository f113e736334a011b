import Report

/// Bulk data stalled for much of its time.
enum BulkPausesRule: Rule {
  static let name = "bulk-pauses"
  static let severity = ReportV1.Severity.warning
  static let summary = "Bulk data stalled for much of its time."
  static let explanation = """
    A pause is a gap of the characteristic: a silence longer than 100 ms, four times the median \
    interval and four connection intervals. Stalls of this host's controller are not counted. For \
    received data, silences in which this host sent something are not counted either, because the \
    sender may have waited for that, and the capture does not show whether the sender paused or \
    the link was silent. Received data whose pauses come at a steady period are records, and are \
    not reported. \(BulkFinding.explanation)
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    BulkFinding.all(.pauses, in: file)
  }
}
