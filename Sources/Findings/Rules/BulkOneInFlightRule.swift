import Report

/// Bulk data were sent with one packet in flight at a time.
enum BulkOneInFlightRule: Rule {
  static let name = "bulk-one-in-flight"
  static let severity = ReportV1.Severity.warning
  static let summary = "Bulk data were sent with one packet in flight at a time."
  static let explanation = """
    Number Of Completed Packets shows when the controller was done with a packet. A sender that \
    waits for it before it sends the next packet gets one packet into each connection event, where \
    most links carry four or more. A shorter interval helps; more packets in flight help more. \
    Data of transfers count too. \(BulkFinding.explanation)
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    BulkFinding.all(.oneInFlight, in: file)
  }
}
