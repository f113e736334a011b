import Report
import Text

/// Requests wait until the peripheral wakes.
enum PeripheralLatencyRule: Rule {
  static let name = "peripheral-latency"
  static let severity = ReportV1.Severity.warning
  static let suitsAir = true
  static let traits: RuleTraits = .timing
  static let summary = "Requests took as long as the peripheral latency allows."
  static let explanation = """
    A peripheral that has nothing to send may skip as many connection events as its latency says, \
    and receives a request only when it wakes. If this host is the central, or a sniffer heard \
    both sides, the rule counts requests that took at least 200 ms and between half and three \
    times (latency + 1) x interval (a lost packet costs one more sleep), but not less than three \
    intervals, with the parameters in force at that time. A request that follows 2 s without an answer or a value is not counted, \
    because it delays no sequence of requests. The rule reports three such requests or more, if \
    together they took at least 1 s more than two connection events each: a warning from 3 s on, \
    or if at least half of all requests were that slow; otherwise info. A server that needs this \
    time for another reason looks the same, so the finding says only that the parameters explain \
    it.
    """

  private static let leastCount = 3
  private static let leastUs = 1_000_000
  private static let muchUs = 3_000_000

  static func isReported(_ waits: ReportV1.SleepWaits) -> Bool {
    waits.count >= leastCount && waits.totalUs >= leastUs
  }

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections {
      $0[$1].att.transactions.sleepWaits.map(isReported) ?? false && $0[$1].transport == .le
    }.finding { connection, _ in
      connection.att.transactions.sleepWaits.map { finding(connection, $0) }
    }
  }

  /// A sleep: the events that the peripheral may skip, and the one that it listens in. An answer
  /// comes within one sleep and the connection event after it.
  private static func sleeps(_ waits: ReportV1.SleepWaits) -> String {
    let (link, sleep) = (waits.parameters, max(waits.parameters.sleepUs, 1))
    let beyond = waits.longest.latencyUs.minus(link.usedIntervalUs)
    guard beyond > sleep else { return "about" }
    let count = beyond.minus(1) / sleep + 1
    return "up to \(min(count, 4)) times"
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ waits: ReportV1.SleepWaits
  ) -> RuleFinding {
    let link = waits.parameters
    let all = connection.att.transactions.count
    let isMuch = waits.totalUs >= muchUs || waits.count.times(2) >= all
    let others = waits.requests.minus(waits.count)
    var message =
      "Of \(Wording.count(waits.asked, "request")) of \(connection.sides.name(.local)), peripheral "
      + "latency \(link.latency) explains \(waits.count) slow ones: the longest took "
      + "\(Wording.duration(waits.longest.latencyUs)), "
      + "\(sleeps(waits)) the \(Wording.duration(link.sleepUs)) for which the peripheral may skip "
      + "events (interval \(Wording.interval(link.usedIntervalUs))). "
      + "They cost \(Wording.duration(waits.totalUs)) beyond two connection events each"
    if others > 0 {
      // A few connection events.
      message +=
        ". \(others == 1 ? "1 other" : "\(others) others") took 200 ms or more for other reasons"
    }
    if waits.afterSilence > 0 {
      message +=
        "\(others > 0 ? "; " : ". ")\(waits.afterSilence) after a silence "
        + (waits.afterSilence == 1 ? "is not counted" : "are not counted")
    }
    message += connection.askedByPeerWords(link)
    let asked = connection.requestOfPeer(for: link)
    let base: EvidenceList = [
      .waits: .int(waits.count), .waitsUs: .int(waits.totalUs),
      .longestUs: .int(waits.longest.latencyUs), .transactions: .int(all),
      .requests: .int(waits.asked), .afterSilence: .int(waits.afterSilence),
      .askedFrame: asked.map { .int($0.frame) } ?? .null,
      .slowRequests: .int(waits.requests), .slowRequestsUs: .int(waits.requestsUs),
      .intervalUs: .int(link.usedIntervalUs), .latency: .int(link.latency),
      .sleepUs: .int(link.sleepUs),
    ]
    return RuleFinding(
      isMuch ? .warning : .info, connection: connection.id,
      frames: Wording.handful(
        (asked.map { [$0.frame] } ?? []) + [
          link.frame, waits.longest.frame, waits.longest.responseFrame,
        ]),
      message + ".", evidence: base.with(connection.actors(.remote)),
      advice: "The peripheral's firmware should request latency 0 while requests are sent one "
        + "after the other, and the old latency again afterwards; or the apps should use "
        + "notifications and Write Commands if no answer is needed.",
      lostUs: waits.totalUs
    ).about(connection)
  }
}
