import Report
import Text

/// Requests wait until the peripheral wakes.
enum PeripheralLatencyRule: Rule {
  static let name = "peripheral-latency"
  static let severity = ReportV1.Severity.warning
  static let summary = "Requests waited as long as the peripheral latency lets the device sleep."
  static let explanation = """
    A peripheral may skip as many connection events as its latency says while it has nothing to \
    send, and hears a request only when it wakes. Counted where we are the central are requests \
    that took 200 ms or more, at least half of (latency + 1) x interval and at most three times \
    that (a packet that is lost costs one more sleep), under the parameters that were in force \
    then. A request after 2 s in which neither an answer nor a value came holds up nothing and is \
    not counted. Reported from three of them on, if they took 1 s or more beyond two connection events \
    each: a warning from 3 s on, or where half of all requests were slow like that. A server that \
    needs such a time for another reason looks the same, so the finding says only that the \
    parameters explain it.
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

  /// An answer comes within one sleep and the connection event after it.
  private static func severalSleeps(_ waits: ReportV1.SleepWaits) -> String {
    let (link, sleep) = (waits.parameters, max(waits.parameters.sleepUs, 1))
    let beyond = waits.longest.latencyUs.minus(link.usedIntervalUs)
    guard beyond > sleep else { return "" }
    let count = beyond.minus(1) / sleep + 1
    return " at a time, and the longest wait spans up to "
      + "\(["no", "one", "two", "three", "four"][min(count, 4)]) sleeps"
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ waits: ReportV1.SleepWaits
  ) -> RuleFinding {
    let link = waits.parameters
    let all = connection.att.transactions.count
    let isMuch = waits.totalUs >= muchUs || waits.count.times(2) >= all
    let others = waits.requests.minus(waits.count)
    var message =
      "\(Wording.count(waits.count, "request")) of \(all) waited for the sleeping peripheral, up to "
      + "\(Wording.duration(waits.longest.latencyUs)): with a latency of \(link.latency) and an "
      + "interval of \(Wording.duration(link.usedIntervalUs)) it may sleep for "
      + "\(Wording.duration(link.sleepUs))\(severalSleeps(waits)). That cost "
      + Wording.duration(waits.totalUs)
    if others > 0 {
      message +=
        "; \(others) more took about two connection events, "
        + "\(Wording.duration(link.usedIntervalUs.times(2)))"
        + (others == 1 ? "" : " each")
    }
    let base: ReportV1.KeyedList<ReportV1.Evidence> = [
      "waits": .int(waits.count), "waits_us": .int(waits.totalUs),
      "longest_us": .int(waits.longest.latencyUs), "transactions": .int(all),
      "slow_requests": .int(waits.requests), "slow_requests_us": .int(waits.requestsUs),
      "interval_us": .int(link.usedIntervalUs), "latency": .int(link.latency),
      "sleep_us": .int(link.sleepUs),
    ]
    return RuleFinding(
      isMuch ? .warning : .info, connection: connection.id,
      frames: Wording.handful([link.frame, waits.longest.frame, waits.longest.responseFrame]),
      message + ".", evidence: base.with(connection.actors(.remote)),
      advice: "Ask for latency 0 while requests are sent one after the other, and for the other "
        + "again afterwards; or send what needs no answer by notifications and write commands.",
      lostUs: waits.totalUs
    ).about(connection)
  }
}
