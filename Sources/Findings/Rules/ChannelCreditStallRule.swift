import Report

/// The sender of an L2CAP channel had to wait, as the receiver gave no credits.
struct ChannelCreditStallRule: Rule, RuleFacts {
  static let name = "channel-credit-stall"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = .timing
  static let limits = [least, leastIntervals]
  static let least = RuleLimit("least_wait_us", 500_000, .microseconds)
  static let leastIntervals = RuleLimit("least_wait_intervals", 4, .times)

  let channel: ReportV1.Channel
  let waits: ReportV1.CreditWaits
  let sender: ReportV1.PairingSide

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { !$0[$1].channels.isEmpty }.findings { connection, _ in
      connection.channels.flatMap { channel in
        [(channel.txCreditWaits, ReportV1.PairingSide.local), (channel.rxCreditWaits, .peer)]
          .compactMap { waits, sender in
            guard let waits, waits.longestUs >= least.value else { return nil }
            let interval = connection.parameters(at: waits.firstFrame)?.usedIntervalUs ?? 0
            guard waits.longestUs / leastIntervals.value >= interval,
              CreditsKeptRule(connection, channel, sender)?.frame != waits.firstFrame
            else { return nil }
            return Self(channel: channel, waits: waits, sender: sender).finding(
              .warning, connection.id, frames: [waits.firstFrame, waits.lastFrame],
              lostUs: waits.totalUs)
          }
      }
    }
  }

  var evidence: EvidenceList {
    [
      .psm: .of(channel.psm), .sender: .of(sender), .waits: .of(waits.count),
      .totalUs: .of(waits.totalUs), .longestUs: .of(waits.longestUs),
    ]
  }
}
