import Report

/// For a while most packets had to be retransmitted.
struct LossBurstRule: Rule, RuleFacts {
  static let name = "loss-burst"
  static let severity = ReportV1.Severity.warning
  static let suitsAir = true
  static let limits = [least, leastFall]
  static let least = RuleLimit("least_us", 300_000, .microseconds)
  static let leastFall = RuleLimit("least_fall", 6, .dB)

  let air: ReportV1.Air
  let worst: ReportV1.AirBurst

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { !($0[$1].air?.bursts.isEmpty ?? true) }.finding { connection, _ in
      guard let air = connection.air,
        let worst = air.bursts.max(by: { $0.retransmitted < $1.retransmitted })
      else { return nil }
      let found = Self(air: air, worst: worst)
      guard found.durationUs >= least.value else { return nil }
      return found.finding(
        .warning, connection.id, frames: [worst.firstFrame, worst.lastFrame],
        lostUs: found.durationUs)
    }
  }

  var durationUs: Int { air.bursts.map(\.durationUs).total }

  enum Cause: String {
    case weakSignal = "weak-signal"
    case peerSilent = "peer-silent"
    case interference
  }

  /// No other transmitter is on all channels: one after another, without one answer, they are not
  /// all disturbed.
  var likelyCause: Cause? {
    if let fallenDb, fallenDb >= Double(Self.leastFall.value) { return .weakSignal }
    if worst.unanswered >= ReportV1.AirSilence.leastEvents { return .peerSilent }
    return fallenDb.map { _ in .interference }
  }

  /// How much weaker the weaker of both sides was than on the average of the connection.
  var fallenDb: Double? {
    let falls = [
      (worst.centralRssi, air.central.rssi?.mean),
      (worst.peripheralRssi, air.peripheral.rssi?.mean),
    ].compactMap { then, usually in
      then.flatMap { then in usually.map { $0 - then } }
    }
    return falls.max()
  }

  var evidence: EvidenceList {
    [
      .bursts: .of(air.bursts.count), .durationUs: .of(durationUs), .packets: .of(worst.packets),
      .retransmitted: .of(worst.retransmitted), .centralRssi: .of(worst.centralRssi),
      .peripheralRssi: .of(worst.peripheralRssi), .fallenDb: .of(fallenDb),
      .events: .of(worst.unanswered), .likelyCause: .of(likelyCause?.rawValue),
    ]
  }
}
