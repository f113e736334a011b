import Report

/// The capture holds ACL data, and neither commands nor events.
struct CaptureACLOnlyRule: Rule, RuleFacts {
  static let name = "capture-acl-only"
  static let severity = ReportV1.Severity.info
  static let traits: RuleTraits = .capture

  let records: Int
  let connections: [Int]

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let capture = file.capture
    guard capture.aclOnly, !capture.connections.isEmpty else { return [] }
    let ids = capture.connections.map(\.id)
    return [
      Self(records: capture.records, connections: ids).finding(
        .info, ids.count == 1 ? ids[0] : nil,
        frames: Wording.handful(capture.connections.map(\.firstFrame))
      )
      .covering(ids).about("", "", count: ids.count)
    ]
  }

  var evidence: EvidenceList {
    [.records: .of(records), .connections: .of(Array(connections.prefix(16)))]
  }
}
