import Report

/// Data waited for the next connection event, and those were far apart.
enum IntervalTooSlowRule: Rule {
  static let name = "interval-too-slow"
  static let severity = ReportV1.Severity.warning
  static let suitsAir = true
  static let summary = "Data waited for connection events that were more than 50 ms apart."
  static let explanation = """
    Packets are sent only at connection events. Phones connect with 30 to 50 ms when nothing else \
    is requested (Android's default is 24 to 40 units of 1.25 ms), so a side requested a longer \
    interval, usually to save power. That is unsuitable while data is sent. The rule reports data \
    of at least 1,000 bytes over at least ten intervals, with at least one chunk per interval, so \
    the sender had more to send at every event; it does not report a sender that was slower than \
    the link. It also reports at least ten requests of this host as central that each took two \
    connection events, and together 3 s or more, if the events were 100 ms or more apart and the \
    peripheral skipped none (see peripheral-latency). In a sniffed capture five requests of 200 ms or more \
    are enough, because it shows at which event each of them was sent.
    """

  /// The longest interval that phones use when no side asks for another.
  private static let usualUs = 50_000

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.bulkData.findings { connection, all in
      all.compactMap { finding(connection, $0) }
    }
      + file.connections {
        areManySlow($0[$1]) && $0[$1].transport == .le
      }.finding { connection, _ in
        connection.att.transactions.sleepWaits.map { requests(connection, $0) }
      }
  }

  private static let leastRequests = 10
  private static let leastRequestsOnAir = 5
  private static let leastRequestsUs = 3_000_000

  static func areManySlow(_ connection: borrowing ReportV1.Connection) -> Bool {
    guard let waits = connection.att.transactions.sleepWaits else { return false }
    let least = connection.air == nil ? leastRequests : leastRequestsOnAir
    return waits.requests.minus(waits.count) >= least && waits.requestsUs >= leastRequestsUs
      && !PeripheralLatencyRule.isReported(waits)
  }

  private static func requests(
    _ connection: ReportV1.Connection, _ waits: ReportV1.SleepWaits
  ) -> RuleFinding {
    let link = waits.parameters
    let base: EvidenceList = [
      .requests: .int(waits.requests), .requestsUs: .int(waits.requestsUs),
      .intervalUs: .int(link.usedIntervalUs), .latency: .int(link.latency),
      .longestUs: .int(waits.longest.latencyUs),
    ]
    return RuleFinding(
      .info, connection: connection.id,
      frames: Wording.handful(
        [
          connection.air == nil ? nil : connection.requestOfPeer(for: link)?.frame, link.frame,
          waits.firstFrame, waits.lastFrame,
        ].compactMap { $0 }),
      "\(Wording.count(waits.requests, "request")) took \(Wording.duration(waits.requestsUs)) in "
        + "total, because connection events were \(Wording.interval(link.usedIntervalUs)) apart: "
        + (connection.air == nil ? "each takes two of them" : "each answer waits for an event")
        + "\(connection.askedByPeerWords(link)).",
      evidence: base.with(connection.actors(nil)),
      advice:
        "The peripheral's firmware or the central's app should request 15 to 30 ms while requests "
        + "are sent one after the other (Connection Parameter Update, or Android's "
        + "requestConnectionPriority), and the long interval again afterwards.",
      lostUs: waits.requestsUs)
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ data: BulkData
  ) -> RuleFinding? {
    guard let parameters = connection.parameters(at: data.firstFrame),
      parameters.dataIntervalUs > usualUs, let duration = data.durationUs,
      !connection.parameters.contains(where: {
        $0.frame > data.firstFrame && $0.frame < data.lastFrame
      })
    else { return nil }
    let events = duration / parameters.dataIntervalUs
    guard events >= 10, data.chunks >= events else { return nil }
    let faster = duration / parameters.dataIntervalUs * 30_000
    let uuid = data.uuid(in: connection)
    return RuleFinding(
      .warning, connection: connection.id,
      frames: [parameters.frame, data.firstFrame, data.lastFrame],
      "\(data.name(uuid)) took \(Wording.duration(duration)): its "
        + "\(Wording.count(data.chunks, "chunk")) waited for \(events) connection events "
        + "\(Wording.interval(parameters.dataIntervalUs)) apart.",
      evidence: [
        .transfer: data.transfer.map { .int($0) } ?? .null,
        .intervalUs: .int(parameters.dataIntervalUs), .limitUs: .int(usualUs),
        .durationUs: .int(duration), .connectionEvents: .int(events),
        .chunks: .int(data.chunks), .durationAt30MsUs: .int(faster),
      ],
      advice: "The peripheral's firmware or the central's app should request 15 to 30 ms while "
        + "data is sent (Connection Parameter Update, or Android's requestConnectionPriority), and "
        + "the long interval again afterwards.",
      lostUs: duration - faster)
  }
}
