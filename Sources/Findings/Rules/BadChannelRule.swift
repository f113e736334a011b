import Report

/// One channel loses far more than the others, and stays in use.
struct BadChannelRule: Rule, RuleFacts {
  static let name = "bad-channel"
  static let severity = ReportV1.Severity.warning
  static let suitsAir = true
  static let limits = [leastPackets, leastShare, leastRatio]
  static let leastPackets = RuleLimit("least_packets", 40, .packets)
  static let leastShare = RuleLimit("least_share", 30, .percent)
  static let leastRatio = RuleLimit("least_ratio", 5, .times)

  let bad: [ReportV1.AirChannel]
  let others: [ReportV1.AirChannel]

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { !($0[$1].air?.channels.isEmpty ?? true) }.finding { connection, _ in
      guard let air = connection.air, let map = air.channelMap.flatMap({ UInt64($0, radix: 16) })
      else { return nil }
      let bad = bad(air.channels).filter { map >> UInt64($0.channel & 63) & 1 == 1 }
      guard !bad.isEmpty else { return nil }
      return Self(bad: bad, others: air.channels.filter { !bad.contains($0) })
        .finding(.warning, connection.id, frames: Wording.handful(bad.map(\.lastFrame)))
    }
  }

  private static func bad(_ channels: [ReportV1.AirChannel]) -> [ReportV1.AirChannel] {
    let high = channels.filter {
      $0.packets >= leastPackets.value && $0.rate >= Double(leastShare.value) / 100
    }
    guard !high.isEmpty, high.count * 2 < channels.count else { return [] }
    let usual = channels.filter { !high.contains($0) }
    return high.filter {
      Double($0.sentAgain) * Double(usual.packets)
        >= Double(leastRatio.value) * Double($0.packets) * Double(usual.sentAgain)
    }
  }

  var evidence: EvidenceList {
    [
      .channels: .of(bad.map { "\($0.channel)" }.joined(separator: " ")),
      .packets: .of(bad.packets), .sentAgain: .of(bad.sentAgain),
      .packetsElsewhere: .of(others.packets), .sentAgainElsewhere: .of(others.sentAgain),
      .party: .of(ReportV1.Actor.central),
    ]
  }
}

extension ReportV1.AirChannel {
  fileprivate var rate: Double { packets > 0 ? Double(sentAgain) / Double(packets) : 0 }
}

extension [ReportV1.AirChannel] {
  var packets: Int { map(\.packets).total }
  var sentAgain: Int { map(\.sentAgain).total }
}
