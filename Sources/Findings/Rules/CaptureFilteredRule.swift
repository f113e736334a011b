import Report

/// A filter took packets out before the capture of a sniffer was written.
struct CaptureFilteredRule: Rule, RuleFacts {
  static let name = "capture-filtered"
  static let severity = ReportV1.Severity.info
  static let suitsAir = true
  static let traits: RuleTraits = .capture

  let records: Int
  let connections: [Int]
  let places: Int
  let leftOut: Int

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let filtered = file.connections { $0[$1].air?.filtered != nil }.all
    guard let first = filtered.first else { return [] }
    let filters = filtered.compactMap { $0.air?.filtered }
    let ids = filtered.map(\.id)
    return [
      Self(
        records: file.capture.records, connections: ids, places: filters.map(\.jumps).total,
        leftOut: filters.map(\.leftOut).total
      ).finding(
        .info, ids.count == 1 ? first.id : nil,
        frames: Wording.handful(filtered.map(\.firstFrame))
      ).covering(ids).about("", "", count: ids.count)
    ]
  }

  var evidence: EvidenceList {
    [
      .records: .of(records), .places: .of(places), .leftOut: .of(leftOut),
      .connections: .of(Array(connections.prefix(16))),
    ]
  }
}
