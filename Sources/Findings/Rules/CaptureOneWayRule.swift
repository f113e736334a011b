import BluetoothProtocol
import Report

/// The capture holds what one side sent, and not what it answered.
struct CaptureOneWayRule: Rule, RuleFacts {
  static let name = "capture-one-way"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = .capture
  static let limits = [fewest]
  static let fewest = RuleLimit("least_pdus", 10, .pdus)

  /// Their `id`s.
  let connections: [Int]
  let isReceived: Bool

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let halves = file.connections { isOneWay($0[$1].att.pdus) }.all
    guard let first = halves.first else { return [] }
    let ids = halves.map(\.id)
    return [
      Self(connections: ids, isReceived: first.att.pdus.tx.isEmpty).finding(
        .warning, ids.count == 1 ? first.id : nil,
        frames: Wording.handful(halves.map(\.firstFrame))
      ).covering(ids).about("", "", count: ids.count)
    ]
  }

  /// Whether the ATT of a connection was captured in one direction only.
  static func isOneWay(_ pdus: ReportV1.PDUCounts) -> Bool {
    guard pdus.rx.isEmpty != pdus.tx.isEmpty else { return false }
    let seen = (pdus.rx.isEmpty ? pdus.tx : pdus.rx).entries
    return seen.contains { ATTOpcode(key: $0.key).role == .response }
      && seen.reduce(0, { $0 &+ $1.value }) >= fewest.value
  }

  var evidence: EvidenceList {
    [
      .connections: .of(Array(connections.prefix(16))),
      .direction: .of(isReceived ? "rx" : "tx"),
    ]
  }
}
