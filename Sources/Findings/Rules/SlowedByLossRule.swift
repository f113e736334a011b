import Report

/// The link sets the pace, because it has to send so much again; the app has data waiting.
enum SlowedByLossRule: Rule {
  static let name = "slowed-by-loss"
  static let severity = ReportV1.Severity.warning
  static let suitsAir = true
  static let summary = "Data was slow because packets were retransmitted while more data waited."
  static let explanation = """
    A sender with more to send says so in each packet, with the MD bit (Core Vol 6, Part B, \
    4.5.6). If the bit is set in most packets with data, the link sets the pace, not the app. The \
    rule reports a side with 100 new data packets or more if more data followed at least half of \
    them, and at least 15 % of all its data packets were retransmissions. A sender that waits for \
    each answer has nothing queued, and is not reported: each retransmission costs time there, but \
    so does the waiting. Only captures of a sniffer show this.
    """

  private static let leastPackets = 100
  private static let share = 0.15

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { $0[$1].air != nil }.findings { connection, _ in
      guard let air = connection.air else { return [] }
      return [
        finding(connection, air.central, "central"),
        finding(connection, air.peripheral, "peripheral"),
      ].compactMap { $0 }
    }
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ side: ReportV1.AirSide, _ party: String
  ) -> RuleFinding? {
    let all = side.dataPackets.plus(side.dataRetransmitted)
    guard side.dataPackets >= leastPackets, side.dataQueued >= side.dataPackets / 2 else {
      return nil
    }
    let rate = Double(side.dataRetransmitted) / Double(all)
    guard rate >= share else { return nil }
    return RuleFinding(
      .warning, connection: connection.id, frames: [connection.firstFrame, connection.lastFrame],
      "\(side.dataRetransmitted) of \(all) data packets of the \(party) were retransmissions, and "
        + "\(side.dataQueued) of its \(side.dataPackets) new ones were sent while more data "
        + "waited: the link set the pace, not the app.",
      evidence: [
        .dataPackets: .int(side.dataPackets), .dataRetransmitted: .int(side.dataRetransmitted),
        .dataQueued: .int(side.dataQueued), .rate: .double(rate), .party: .string(party),
      ],
      advice: "Look at distance, antenna and other transmitters before the app. LE 2M makes "
        + "packets shorter, and LE Coded increases the range.")
  }
}
