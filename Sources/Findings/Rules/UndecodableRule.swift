import Report

/// Records that could not be decoded.
struct UndecodableRule: Rule, RuleFacts {
  static let name = "undecodable"
  static let severity = ReportV1.Severity.warning
  static let limits = [fewest, leastShare]
  static let fewest = RuleLimit("least_records", 3, .records)
  static let leastShare = RuleLimit("least_share", 1, .percent)

  let capture: ReportV1.Capture
  let count: Int

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let capture = file.capture
    // A record that was cut is undecodable at most once.
    let count = capture.undecodableRecords - capture.truncatedRecords
    guard count > 0, capture.droppedRecords == 0 else { return [] }
    let isMuch =
      count >= fewest.value && count >= (capture.records / 100) * leastShare.value
    let found = Self(capture: capture, count: count)
    return [
      found.finding(
        isMuch ? .warning : .info, found.same(\.connection) ?? nil,
        frames: capture.framesOrLast(Wording.handful(capture.undecodable.map(\.frame))))
    ]
  }

  /// What all of them have in common, where each is known.
  private func same<Value: Equatable>(_ path: (ReportV1.Undecodable) -> Value) -> Value? {
    guard let first = capture.undecodable.first, capture.undecodable.count == count,
      capture.undecodable.allSatisfy({ path($0) == path(first) })
    else { return nil }
    return path(first)
  }

  /// The side that sent all of them.
  var party: Party? {
    guard let direction = same(\.direction) ?? nil,
      capture.undecodable.allSatisfy({ Self.isOfSender($0.layer) })
    else { return nil }
    return direction == .tx ? .local : .remote
  }

  var layer: String? { same(\.layer) }

  /// Whether a host made what is wrong. The lower layers are the controller's, and the logger's.
  private static func isOfSender(_ layer: String) -> Bool {
    ["l2cap", "signalling", "att", "gatt", "smp"].contains(layer)
  }

  var evidence: EvidenceList {
    [
      .undecodableRecords: .of(count), .records: .of(capture.records),
      .layers: .of(Set(capture.undecodable.map(\.layer)).sorted()),
      .party: .of(party),
    ]
  }
}
