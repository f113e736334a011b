import Report

/// An L2CAP channel was asked for, and the other side said no.
enum ChannelRefusedRule: Rule {
  static let name = "channel-refused"
  static let severity = ReportV1.Severity.warning
  static let summary = "A credit-based L2CAP channel was refused."
  static let explanation = """
    LE Credit Based Connection Response or Credit Based Connection Response with a result other \
    than success. Refused because security is missing, it is how a server asks for pairing: \
    information where a channel to the same PSM was opened later. Information as well for EATT, \
    which hosts try unasked; ATT goes on over its own channel then. A response that says pending \
    is no refusal.
    """

  private struct Kind: Hashable {
    var psm: Int
    var result: Int
    var initiator: ReportV1.PairingSide
  }

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { !$0[$1].channelRefusals.isEmpty }.findings { connection, _ in
      Dictionary(grouping: connection.channelRefusals) {
        Kind(psm: $0.psm, result: $0.result, initiator: $0.initiator)
      }.values.sorted { $0[0].frame < $1[0].frame }.map { finding(connection, $0) }
    }
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ refusals: [ReportV1.ChannelRefusal]
  ) -> RuleFinding {
    let first = refusals[0]
    let last = refusals.map(\.frame).max() ?? first.frame
    let opened = connection.channels.first { $0.psm == first.psm && $0.frame ?? 0 > last }
    let psm = Wording.handle(first.psm).dropFirst("handle ".count)
    let times = refusals.count > 1 ? " \(Wording.times(refusals.count))" : ""
    let kind = first.kind == .eatt ? "EATT channel" : "L2CAP channel"
    let sides =
      first.initiator == .local ? "we asked the peer for" : "the peer asked us for"
    let later = opened?.frame.map { "; it was opened in #\($0)" } ?? ""
    return RuleFinding(
      opened == nil && first.kind != .eatt ? .warning : .info, connection: connection.id,
      frames: Wording.handful(refusals.map(\.frame)),
      "The \(kind) with PSM \(psm) that \(sides) was refused\(times): "
        + "\(Wording.named(first.name, first.result))\(later).",
      evidence: [
        "psm": .int(first.psm), "result": .int(first.result),
        "initiator": .string(first.initiator.rawValue), "refusals": .int(refusals.count),
        "opened_later": .bool(opened != nil),
      ],
      advice: opened == nil ? advice(first.result) : nil)
  }

  /// Core Vol 3, Part A, 4.23 and 4.26.
  private static func advice(_ result: Int) -> String {
    switch result {
    case 0x2:
      "Nothing listens on that PSM: the server has to publish the channel first, and dynamic PSMs "
        + "change; read the present one from its characteristic."
    case 0x4: "Close a channel that is not needed, or try again later."
    case 0x5, 0x7, 0x8:
      "Pair, or switch encryption on, and ask again: the server published the channel as one that "
        + "needs it."
    case 0x6: "The server's app decides who may: look at what it asks of the user."
    default: "The request itself is at fault: look at its MTU, MPS, credits and channel numbers."
    }
  }
}
