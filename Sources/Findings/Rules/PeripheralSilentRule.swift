import Report

/// The central goes on, and nothing more comes from the peripheral.
struct PeripheralSilentRule: Rule, RuleFacts {
  static let name = "peripheral-silent"
  static let severity = ReportV1.Severity.error
  static let suitsAir = true
  static let limits = [leastEvents]
  static let leastEvents = RuleLimit(
    "least_events", ReportV1.AirSilence.leastEvents, .connectionEvents)

  let side: ReportV1.AirSide
  let silence: ReportV1.AirSilence
  let used: ReportV1.Parameters?

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { $0[$1].air?.silence != nil && $0[$1].disconnect == nil }
      .finding { connection, _ in
        let used = connection.parameters.last
        guard let air = connection.air, let silence = air.silence,
          silence.events >= leastEvents.value + (used?.latency ?? 0)
        else { return nil }
        let found = Self(side: air.peripheral, silence: silence, used: used)
        // A sniffer that hears one side alone hears that this one gets answers.
        guard !found.isStillborn || connection.completeFrame != nil && !silence.acknowledged else {
          return nil
        }
        return found.finding(
          found.isLost ? .error : found.isDeaf ? .info : .warning, connection.id,
          frames: found.frames, lostUs: silence.durationUs)
      }
  }

  /// No packet of the peripheral was heard at all.
  var isStillborn: Bool { side.packets + side.crcFailed == 0 }
  private var frames: [Int] {
    let first = silence.unansweredFrame.map { min($0, silence.firstFrame) }
    return [first ?? silence.firstFrame, silence.lastFrame]
  }

  /// Those of the silent events themselves are among what was missed.
  var unheard: Int { max(0, side.missed + side.crcFailed - silence.events) }
  /// The central went on for longer than it would without an answer, or much was missed before.
  var isDeaf: Bool {
    if isStillborn { return false }
    return silence.acknowledged || silence.goesOn(used) || unheard * 20 > side.packets
  }
  /// The central stopped when the timeout had passed, as far as the rhythm of events shows.
  var isLost: Bool { !isStillborn && silence.isLoss(used) }
  var timeoutUs: Int? { used?.supervisionTimeoutUs }

  var evidence: EvidenceList {
    [
      .events: .of(silence.events), .durationUs: .of(silence.durationUs),
      .supervisionTimeoutUs: .of(timeoutUs), .rssiLast: .of(side.rssi?.last),
      .snifferMissed: .of(unheard), .answerFrame: .of(silence.answerFrame),
      .unansweredFrame: .of(silence.unansweredFrame), .pdu: .of(silence.unansweredPdu),
      .party: .of(isDeaf || isStillborn ? nil : ReportV1.Actor.peripheral),
    ]
  }
}
