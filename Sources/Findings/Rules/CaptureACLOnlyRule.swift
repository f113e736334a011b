import Report

/// The capture holds ACL data, and neither commands nor events.
enum CaptureACLOnlyRule: Rule {
  static let name = "capture-acl-only"
  static let severity = ReportV1.Severity.info
  static let traits: RuleTraits = .capture
  static let summary = "The capture has only ACL data, without HCI commands and events."
  static let explanation = """
    A host cannot work without commands and events, so they were removed when the file was made: \
    most often by a filtered export, such as one of only ATT packets. Events show when a \
    connection began and ended, its peer, the reason for its end, and its interval. Without them \
    all of this is unknown for each connection, even for one that began in the middle of the file. \
    In this case capture-started-late reports nothing.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let capture = file.capture
    guard capture.aclOnly, let first = capture.connections.first else { return [] }
    let count = capture.connections.count
    return [
      RuleFinding(
        .info, connection: count == 1 ? first.id : nil,
        frames: Wording.handful(capture.connections.map(\.firstFrame)),
        "The file has only ACL data, without commands and events, probably because of a filtered "
          + "export. The beginning, the peer, the interval and the end of "
          + "\(count == 1 ? "connection \(first.id)" : "each of \(count) connections") are "
          + "unknown.",
        evidence: [
          .records: .int(capture.records),
          .connections: .list(capture.connections.prefix(16).map { .int($0.id) }),
        ],
        advice: "Export or capture the traffic again without a filter."
      ).covering(capture.connections.map(\.id))
    ]
  }
}
