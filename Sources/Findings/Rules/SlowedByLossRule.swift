import Report

/// The link sets the pace, because it has to send so much again; the app has data waiting.
struct SlowedByLossRule: Rule, RuleFacts {
  static let name = "slowed-by-loss"
  static let severity = ReportV1.Severity.warning
  static let suitsAir = true
  static let limits = [leastPackets, leastShare]
  static let leastPackets = RuleLimit("least_packets", 100, .packets)
  static let leastShare = RuleLimit("least_share", 15, .percent)

  let side: ReportV1.AirSide
  let sender: ReportV1.Actor

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { $0[$1].air != nil }.findings { connection, _ in
      guard let air = connection.air else { return [] }
      return [
        Self(side: air.central, sender: .central), Self(side: air.peripheral, sender: .peripheral),
      ]
      .filter(\.isSlow)
      .map {
        $0.finding(
          .warning, connection.id, frames: [connection.firstFrame, connection.lastFrame])
      }
    }
  }

  private var isSlow: Bool {
    side.dataPackets >= Self.leastPackets.value && side.dataQueued >= side.dataPackets / 2
      && rate >= Double(Self.leastShare.value) / 100
  }

  var packets: Int { side.dataPackets + side.dataRetransmitted }
  private var rate: Double { Double(side.dataRetransmitted) / Double(packets) }

  var evidence: EvidenceList {
    [
      .dataPackets: .of(side.dataPackets), .dataRetransmitted: .of(side.dataRetransmitted),
      .dataQueued: .of(side.dataQueued), .rate: .of(rate), .party: .of(sender),
    ]
  }
}
