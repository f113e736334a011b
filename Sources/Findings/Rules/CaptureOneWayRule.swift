import BluetoothProtocol
import Report

/// The capture holds what one side sent, and not what it answered.
enum CaptureOneWayRule: Rule {
  static let name = "capture-one-way"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = .capture
  static let summary = "Only one direction of a connection was captured."
  static let explanation = """
    The rule reports a connection with at least ten ATT PDUs, all in one direction, responses \
    among them. A complete connection never looks like that, but an export filtered to one \
    direction does. In such an export, requests that were answered seem unanswered, so rules about \
    requests report nothing on such a connection. Notifications alone, which need no answer, do \
    not count.
    """

  private static let fewest = 10

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let halves = file.connections { isOneWay($0[$1].att.pdus) }.all
    guard let first = halves.first else { return [] }
    let direction = first.att.pdus.tx.isEmpty ? "received" : "sent"
    let names = halves.map { "\($0.id)" }
    let subject =
      halves.count == 1
      ? "connection \(first.id)"
      : halves.count <= 4 ? "connections " + Wording.list(names) : "\(halves.count) connections"
    return [
      RuleFinding(
        .warning, connection: halves.count == 1 ? first.id : nil,
        frames: Wording.handful(halves.map(\.firstFrame)),
        "The capture has only what was \(direction) in \(subject): "
          + (direction == "received"
            ? "the requests of this host, and which of them were not answered, are unknown."
            : "which requests were answered is unknown."),
        evidence: [
          .connections: .list(halves.prefix(16).map { .int($0.id) }),
          .direction: .string(first.att.pdus.tx.isEmpty ? "rx" : "tx"),
        ],
        advice: "Use the complete capture instead of a filtered export."
      ).covering(halves.map(\.id))
    ]
  }

  /// Whether the ATT of a connection was captured in one direction only.
  static func isOneWay(_ pdus: ReportV1.PDUCounts) -> Bool {
    guard pdus.rx.isEmpty != pdus.tx.isEmpty else { return false }
    let seen = (pdus.rx.isEmpty ? pdus.tx : pdus.rx).entries
    return seen.contains { ATTOpcode(key: $0.key).role == .response }
      && seen.reduce(0, { $0 &+ $1.value }) >= fewest
  }
}
