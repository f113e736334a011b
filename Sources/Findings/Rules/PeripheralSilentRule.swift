import Report

/// The central goes on, and nothing more comes from the peripheral.
enum PeripheralSilentRule: Rule {
  static let name = "peripheral-silent"
  static let severity = ReportV1.Severity.error
  static let suitsAir = true
  static let summary = "At the end only the central was heard: the peripheral did not answer it."
  static let explanation = """
    A peripheral answers each packet of the central that it hears, except in events that its \
    latency allows it to skip (Core Vol 6, Part B, 4.5.1). The rule reports a connection without a \
    PDU that ends it, in which only the central was heard in the last six events or more that \
    latency does not explain: an error if that lasted for the supervision timeout, after which the \
    link is lost, otherwise a warning. It is info if the sniffer had missed or misheard more than \
    one in twenty of the peripheral's packets before: it may have missed these too. The frames do \
    not show whether the peripheral was gone, stopped, or did not hear the central.
    """

  private static let leastEvents = 6

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { $0[$1].air?.silence != nil && $0[$1].disconnect == nil }
      .finding { connection, _ in
        guard let air = connection.air, let silence = air.silence else { return nil }
        let used = connection.parameters.last
        guard silence.events >= leastEvents.plus(used?.latency ?? 0), air.peripheral.packets > 0
        else { return nil }
        return finding(connection, air, silence, used?.supervisionTimeoutUs)
      }
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ air: ReportV1.Air, _ silence: ReportV1.AirSilence,
    _ timeout: Int?
  ) -> RuleFinding {
    let side = air.peripheral
    // Those of the silent events themselves are among what was missed.
    let unheard = max(0, side.missed.plus(side.crcFailed).minus(silence.events))
    let isDeaf = unheard.times(20) > side.packets
    let isLost = timeout.map { silence.durationUs >= $0 } ?? false
    let words = isLost ? ", longer than the supervision timeout: the link was lost" : ""
    return RuleFinding(
      isDeaf ? .info : isLost ? .error : .warning, connection: connection.id,
      frames: [silence.firstFrame, silence.lastFrame],
      "In the last \(silence.events) events that were heard, over "
        + "\(Wording.duration(silence.durationUs)), the peripheral did not answer the "
        + "central\(isDeaf ? ", or the sniffer did not hear it" : words).",
      evidence: [
        .events: .int(silence.events), .durationUs: .int(silence.durationUs),
        .supervisionTimeoutUs: timeout.map { .int($0) } ?? .null,
        .rssiLast: side.rssi?.last.map { .int($0) } ?? .null,
        .snifferMissed: .int(unheard), .party: isDeaf ? .null : .string("peripheral"),
      ],
      advice: "Look at the log of the peripheral: a reset, a stopped radio and a device that is "
        + "carried away all look like this.",
      lostUs: silence.durationUs)
  }
}
