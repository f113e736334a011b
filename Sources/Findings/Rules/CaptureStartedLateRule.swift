import Report

/// Connections over one transport that were there before the capture.
struct CaptureStartedLateRule: Rule, RuleFacts {
  static let name = "capture-started-late"
  static let severity = ReportV1.Severity.info
  static let traits: RuleTraits = .capture

  /// Their `id`s.
  let connections: [Int]
  let transport: ReportV1.Transport
  /// What is missing of all of them, in words.
  let unknown: [String]

  static func check(_ file: CaseFile) -> [RuleFinding] {
    if file.capture.aclOnly { return [] }
    return [ReportV1.Transport.le, .brEDR].compactMap { transport in
      let late = late(file.capture, transport)
      guard !late.isEmpty else { return nil }
      let ids = late.map(\.id)
      let found = Self(connections: ids, transport: transport, unknown: unknowns(late, transport))
      return found.finding(
        .info, ids.count == 1 ? ids[0] : nil, frames: Wording.handful(late.map(\.firstFrame))
      ).covering(ids).about("", transport.rawValue, count: ids.count)
    }
  }

  private static func late(
    _ capture: ReportV1.Capture, _ transport: ReportV1.Transport
  ) -> [ReportV1.Connection] {
    let connections = capture.connections
    var seen = capture.judged.links
    var late: [ReportV1.Connection] = []
    for index in connections.indices {
      let link = JudgedParts.Link(connections, index)
      if connections[index].completeFrame != nil {
        seen.insert(link)
      } else if connections[index].transport == transport, !seen.contains(link) {
        late.append(connections[index])
      }
    }
    return late
  }

  var evidence: EvidenceList {
    [
      .connections: .of(Array(connections.prefix(16))), .unknown: .of(unknown),
      .transport: .of(transport),
    ]
  }
}
