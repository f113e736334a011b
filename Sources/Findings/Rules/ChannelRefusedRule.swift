import Report

/// An L2CAP channel was requested, and the other side refused it.
struct ChannelRefusedRule: Rule, RuleFacts {
  static let name = "channel-refused"
  static let severity = ReportV1.Severity.warning

  private struct Kind: Hashable {
    var psm: Int
    var result: Int
    var initiator: ReportV1.PairingSide
  }

  let connection: ReportV1.Connection
  /// All of one kind.
  let refusals: [ReportV1.ChannelRefusal]
  let opened: ReportV1.Channel?

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { !$0[$1].channelRefusals.isEmpty }.findings { connection, _ in
      Dictionary(grouping: connection.channelRefusals) {
        Kind(psm: $0.psm, result: $0.result, initiator: $0.initiator)
      }.values.sorted { $0[0].frame < $1[0].frame }.map { refusals in
        let first = refusals[0]
        let last = refusals.map(\.frame).max() ?? first.frame
        let opened = connection.channels.first { $0.psm == first.psm && $0.frame ?? 0 > last }
        return Self(connection: connection, refusals: refusals, opened: opened).finding(
          opened == nil && first.kind != .eatt ? .warning : .info, connection.id,
          frames: Wording.handful(refusals.map(\.frame)))
      }
    }
  }

  var first: ReportV1.ChannelRefusal { refusals[0] }

  var evidence: EvidenceList {
    [
      .psm: .of(first.psm), .result: .of(first.result), .initiator: .of(first.initiator),
      .refusals: .of(refusals.count), .openedLater: .of(opened != nil),
    ] + connection.by(Party(first.initiator))
  }
}
