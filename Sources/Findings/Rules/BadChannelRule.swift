import Report

/// One channel loses far more than the others, and stays in use.
enum BadChannelRule: Rule {
  static let name = "bad-channel"
  static let severity = ReportV1.Severity.warning
  static let suitsAir = true
  static let summary = "One channel needs far more retransmissions than others, and stays in use."
  static let explanation = """
    A connection changes the channel with each event, and the central may remove channels with \
    interference from its channel map (Core Vol 6, Part B, 4.5.8). The rule reports a channel if \
    at least 40 packets were heard on it, at least 30 % of them were retransmitted, which is at least \
    five times the share on the other channels, and the channel is still in the last channel map. \
    It reports nothing if the sniffer missed the beginning and heard no map later, or if at least \
    half of the channels are like that: then the whole link is bad. A sniffer does not see what \
    causes the interference; a Wi-Fi network covers about ten adjacent channels. Only captures of \
    a sniffer show this.
    """

  private static let leastPackets = 40
  private static let share = 0.3
  private static let ratio = 5.0

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { !($0[$1].air?.channels.isEmpty ?? true) }.finding { connection, _ in
      guard let air = connection.air, let map = air.channelMap.flatMap({ UInt64($0, radix: 16) })
      else { return nil }
      let bad = bad(air.channels).filter { map >> UInt64($0.channel & 63) & 1 == 1 }
      guard !bad.isEmpty else { return nil }
      return finding(connection, bad, all: air.channels)
    }
  }

  private static func bad(_ channels: [ReportV1.AirChannel]) -> [ReportV1.AirChannel] {
    let high = channels.filter { $0.packets >= leastPackets && $0.rate >= share }
    guard !high.isEmpty, high.count * 2 < channels.count else { return [] }
    let usual = counts(of: channels.filter { !high.contains($0) })
    return high.filter {
      Double($0.sentAgain) * Double(usual.packets)
        >= ratio * Double($0.packets) * Double(usual.again)
    }
  }

  private static func counts(
    of channels: [ReportV1.AirChannel]
  ) -> (packets: Int, again: Int) {
    (channels.map(\.packets).total, channels.map(\.sentAgain).total)
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ bad: [ReportV1.AirChannel],
    all channels: [ReportV1.AirChannel]
  ) -> RuleFinding {
    let usual = counts(of: channels.filter { !bad.contains($0) })
    let (packets, again) = counts(of: bad)
    let names = bad.prefix(8).map { "\($0.channel)" }.joined(separator: ", ")
    let isOne = bad.count == 1
    let more = bad.count > 8 ? " and \(bad.count - 8) more" : ""
    return RuleFinding(
      .warning, connection: connection.id, frames: Wording.handful(bad.map(\.lastFrame)),
      "\(again) of \(packets) packets on channel\(isOne ? "" : "s") \(names)\(more) were "
        + "retransmitted, and \(Wording.share(usual.again, of: usual.packets)) of those on the other "
        + "channels; the channel map still contains \(isOne ? "it" : "them").",
      evidence: [
        .channels: .string(bad.map { "\($0.channel)" }.joined(separator: " ")),
        .packets: .int(packets), .sentAgain: .int(again),
        .packetsElsewhere: .int(usual.packets),
        .sentAgainElsewhere: .int(usual.again), .party: .string("central"),
      ],
      advice: "Look for a transmitter at 2.4 GHz nearby, such as Wi-Fi. The central's host can "
        + "exclude channels (LE Set Host Channel Classification); its controller may do so by "
        + "itself.")
  }
}

extension ReportV1.AirChannel {
  fileprivate var rate: Double { packets > 0 ? Double(sentAgain) / Double(packets) : 0 }
}
