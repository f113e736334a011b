import Report
import Text

/// The sender of an L2CAP channel had to wait, as the receiver gave no credits.
enum ChannelCreditStallRule: Rule {
  static let name = "channel-credit-stall"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = .timing
  static let summary = "The sender of an L2CAP channel waited for credits from the receiver."
  static let explanation = """
    Each frame on a credit-based channel uses a credit, and the receiver gives new credits when it \
    has read the data. The rule reports waits of at least 0.5 s and four connection intervals. A \
    wait counts only if the sender continued as soon as it had credits, or waited in the middle of \
    an SDU: a capture does not show whether the sender had more data. Channels that are older than \
    the capture are not reported.
    """

  private static let leastUs = 500_000

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { !$0[$1].channels.isEmpty }.findings { connection, _ in
      connection.channels.flatMap { channel in
        [(channel.txCreditWaits, true), (channel.rxCreditWaits, false)].compactMap {
          finding(connection, channel, $0.0, isOurs: $0.1)
        }
      }
    }
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ channel: ReportV1.Channel,
    _ waits: ReportV1.CreditWaits?, isOurs: Bool
  ) -> RuleFinding? {
    guard let waits, waits.longestUs >= leastUs else { return nil }
    let interval = connection.parameters(at: waits.firstFrame)?.usedIntervalUs ?? 0
    guard waits.longestUs / 4 >= interval else { return nil }
    let name = channel.kind == .eatt ? "EATT channel" : "L2CAP channel"
    let psm = channel.psm.map { " with PSM \(Quantity.handle($0))" } ?? ""
    let longest = Wording.duration(waits.longestUs)
    let length =
      waits.count == 1
      ? "for \(longest)"
      : "\(Wording.times(waits.count)), \(Wording.duration(waits.totalUs)) in total, the longest "
        + "\(longest)"
    return RuleFinding(
      .warning, connection: connection.id, frames: [waits.firstFrame, waits.lastFrame],
      "\(isOurs ? "This host" : "The peer") had no credits to send on the \(name)\(psm) \(length).",
      evidence: [
        .psm: channel.psm.map { .int($0) } ?? .null,
        .sender: .string(isOurs ? "local" : "peer"), .waits: .int(waits.count),
        .totalUs: .int(waits.totalUs), .longestUs: .int(waits.longestUs),
      ],
      advice: isOurs
        ? "The peer gives credits when its app has read the data: look in that app for a reader "
          + "that is slow, or that stopped reading its stream or socket."
        : "This host gives credits when its app has read the data: the app should read the "
          + "channel's stream or socket immediately, on its own thread, and process the data "
          + "elsewhere.",
      lostUs: waits.totalUs)
  }
}
