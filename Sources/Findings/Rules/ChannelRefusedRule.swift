import Report
import Text

/// An L2CAP channel was requested, and the other side refused it.
enum ChannelRefusedRule: Rule {
  static let name = "channel-refused"
  static let severity = ReportV1.Severity.warning
  static let summary = "A credit-based L2CAP channel was refused."
  static let explanation = """
    The rule reports LE Credit Based Connection Response or Credit Based Connection Response with \
    a result other than success. A refusal because security is missing is how a server requests \
    pairing: info if a channel to the same SPSM was opened later. It is also info for EATT, which \
    hosts try without the app's request; ATT then continues over its fixed channel. A response \
    with the result pending is not a refusal.
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
    let psm = Quantity.handle(first.psm)
    let times = refusals.count > 1 ? " \(Wording.times(refusals.count))" : ""
    let kind = first.kind == .eatt ? "EATT channel" : "L2CAP channel"
    let sides =
      first.initiator == .local ? "this host requested" : "the peer requested"
    let later = opened?.frame.map { "; it was opened in #\($0)" } ?? ""
    return RuleFinding(
      opened == nil && first.kind != .eatt ? .warning : .info, connection: connection.id,
      frames: Wording.handful(refusals.map(\.frame)),
      "The \(kind) with SPSM \(psm) that \(sides) was refused\(times): "
        + "\(Wording.named(first.name, first.result))\(later).",
      evidence: .by(
        Party(first.initiator), connection,
        [
          .psm: .int(first.psm), .result: .int(first.result),
          .initiator: .string(first.initiator.rawValue), .refusals: .int(refusals.count),
          .openedLater: .bool(opened != nil),
        ]),
      advice: opened == nil ? advice(first.result) : nil)
  }

  /// Core Vol 3, Part A, 4.23 and 4.26.
  private static func advice(_ result: Int) -> String {
    switch result {
    case 0x2:
      "No app listens on that SPSM: the server has to publish the channel first. Dynamic SPSMs "
        + "change: the client should read the current one from its characteristic."
    case 0x4:
      "Close a channel that is not needed, or try again later: the server has no resources for "
        + "another channel."
    case 0x5, 0x7, 0x8:
      "The client has to pair, or start encryption, and request the channel again: the server "
        + "requires this for the channel."
    case 0x6: "The server's app decides who may connect: look at what it requires of the user."
    default: "The request itself is wrong: look at its MTU, MPS, credits and channel numbers."
    }
  }
}
