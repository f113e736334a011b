import Report

/// Bulk data was sent with one packet in flight at a time.
enum BulkOneInFlightRule: Rule {
  static let name = "bulk-one-in-flight"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = [.bulkData, .data]
  static let summary = "Bulk data was sent with one packet in flight at a time."
  static let explanation = """
    Number Of Completed Packets shows when the controller has finished a packet. A sender that \
    waits for this event before it sends the next packet sends one packet in each connection \
    event, although most links carry four or more. A shorter interval helps; more packets in \
    flight help more. Transfers count too. \(BulkFinding.reference)
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    BulkFinding.all(.oneInFlight, in: file)
  }
}
