import Report

/// Bulk data was sent in values much smaller than possible.
enum BulkSmallValuesRule: Rule {
  static let name = "bulk-small-values"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = [.bulkData, .data]
  static let summary = "Bulk data was sent in values much smaller than possible."
  static let explanation = """
    Each value needs a header and, with most senders, one packet of a connection event: data in \
    20-byte values takes many times as long as in values of MTU - 3 bytes. \
    \(BulkFinding.explanation)
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    BulkFinding.all(.smallValues, in: file)
  }
}
