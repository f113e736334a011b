import Report

/// Bulk data waited for connection events that were far apart.
enum BulkSlowIntervalRule: Rule {
  static let name = "bulk-slow-interval"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = [.bulkData, .data]
  static let summary = "Bulk data waited for connection events that were far apart."
  static let explanation = """
    Packets are sent only at connection events. The estimate is for an interval of 15 ms, which \
    phones grant on request. An interval of up to 50 ms, which phones use without a request, is \
    only mentioned together with other causes. \(BulkFinding.reference)
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    BulkFinding.all(.slowInterval, in: file)
  }
}
