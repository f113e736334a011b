import Report

/// Bulk data was sent in values that each waited for an answer.
enum BulkAnsweredRule: Rule {
  static let name = "bulk-answered"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = [.bulkData, .data]
  static let summary = "Bulk data was sent in values that each waited for an answer."
  static let explanation = """
    A Write Request waits for its response and an indication for its confirmation: one or two \
    connection events for each value. For transfers with a marker, confirmed-chunks reports this. \
    \(BulkFinding.reference)
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    BulkFinding.all(.answered, in: file)
  }
}
