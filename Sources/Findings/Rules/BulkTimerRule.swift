import Report

/// Bulk data was sent by a timer, slower than the link allows.
enum BulkTimerRule: Rule {
  static let name = "bulk-timer"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = [.bulkData, .data]
  static let summary = "Bulk data was sent by a timer, slower than the link allows."
  static let explanation = """
    Values were sent at a regular interval, and for most of the time no packet was outstanding. \
    The rule looks at writes only: notifications at a regular interval are telemetry, not bulk \
    data. \(BulkFinding.reference)
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    BulkFinding.all(.timer, in: file)
  }
}
