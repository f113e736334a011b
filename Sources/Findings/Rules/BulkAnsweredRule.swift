import Report

/// Bulk data went in values that each waited for an answer.
enum BulkAnsweredRule: Rule {
  static let name = "bulk-answered"
  static let severity = ReportV1.Severity.warning
  static let summary = "Bulk data went in values that each waited for an answer."
  static let explanation = """
    A Write Request waits for its response and an indication for its confirmation: one or two \
    connection events for each value. For transfers with a marker confirmed-chunks says it. One finding for all runs of a \
    peer's characteristic; it is named by the cause that cost most, and mentions the others. Told \
    where the data would have taken a fifth less time without the cause, and a second less, by \
    the estimate in the run's ceiling; a warning from half of the time and five seconds on.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    BulkFinding.all(.answered, in: file)
  }
}
