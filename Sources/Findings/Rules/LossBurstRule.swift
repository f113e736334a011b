import Report

/// For a while most packets had to be retransmitted.
enum LossBurstRule: Rule {
  static let name = "loss-burst"
  static let severity = ReportV1.Severity.warning
  static let suitsAir = true
  static let summary = "For a while at least half of the packets on the air were retransmissions."
  static let explanation = """
    A packet is retransmitted until it is acknowledged; 2 % of retransmissions are usual. The rule \
    reports times with eight retransmissions or more that were at least half of all packets, if \
    together they last 300 ms or more; a user does not notice shorter times. The signal strength \
    is measured at the sniffer, not at the devices. If it fell by 6 dB or more, compared with the \
    whole connection, distance or a body between the devices is the likely cause; if not, another \
    transmitter. Only captures of a sniffer show this.
    """

  private static let leastUs = 300_000
  private static let fall = 6.0

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { !($0[$1].air?.bursts.isEmpty ?? true) }.finding { connection, _ in
      guard let air = connection.air else { return nil }
      let lasted = air.bursts.map(\.durationUs).total
      guard lasted >= leastUs,
        let worst = air.bursts.max(by: { $0.retransmitted < $1.retransmitted })
      else { return nil }
      return finding(connection, air, worst, lasted)
    }
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ air: ReportV1.Air, _ worst: ReportV1.AirBurst,
    _ lasted: Int
  ) -> RuleFinding {
    let count = air.bursts.count
    let fallen = fallen(worst, air)
    let cause: (words: String, word: ReportV1.Evidence) =
      switch fallen {
      case nil: ("", .null)
      case .some(let dB) where dB >= fall:
        (
          " The signal at the sniffer was \(Wording.decibels(dB)) dB lower than in the whole "
            + "connection: distance, or something between the devices, is the likely "
            + "cause.", .string("weak-signal")
        )
      default:
        (
          " The signal at the sniffer was as strong as usual: another transmitter is the likely "
            + "cause.",
          .string("interference")
        )
      }
    return RuleFinding(
      .warning, connection: connection.id, frames: [worst.firstFrame, worst.lastFrame],
      (count == 1 ? "A burst of loss lasted " : "\(count) bursts of loss lasted ")
        + "\(Wording.duration(lasted))\(count == 1 ? "" : " together"): in the worst, "
        + "\(worst.retransmitted) of \(worst.packets) packets were retransmissions.\(cause.words)",
      evidence: [
        .bursts: .int(count), .durationUs: .int(lasted), .packets: .int(worst.packets),
        .retransmitted: .int(worst.retransmitted),
        .centralRssi: worst.centralRssi.map { .double($0) } ?? .null,
        .peripheralRssi: worst.peripheralRssi.map { .double($0) } ?? .null,
        .fallenDb: fallen.map { .double($0) } ?? .null, .likelyCause: cause.word,
      ],
      advice: "See what the devices and people did at that time, and what else was sending.",
      lostUs: lasted)
  }

  /// How much weaker the weaker of both sides was than on the average of the connection.
  private static func fallen(_ burst: ReportV1.AirBurst, _ air: ReportV1.Air) -> Double? {
    let falls = [
      (burst.centralRssi, air.central.rssi?.mean),
      (burst.peripheralRssi, air.peripheral.rssi?.mean),
    ].compactMap { then, usually in
      then.flatMap { then in usually.map { $0 - then } }
    }
    return falls.max()
  }
}
