import Report

/// No bulk data was sent for much of the time.
enum BulkPausesRule: Rule {
  static let name = "bulk-pauses"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = [.timing, .bulkData, .data]
  static let summary = "No bulk data was sent for much of the time."
  static let explanation = """
    A pause is a gap of the characteristic: a silence longer than 100 ms, four times the median \
    interval and four connection intervals. Stalls of this host's controller are not counted. For \
    received data, silences in which this host sent something are not counted either, because the \
    sender may have waited for it, and the capture does not show whether the sender paused or the \
    link was silent. Received data with pauses at a regular interval is a series of messages, and \
    is not reported. \(BulkFinding.reference)
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    BulkFinding.all(.pauses, in: file)
  }
}
