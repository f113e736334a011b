import Report

/// Every request waits until the peripheral wakes.
enum PeripheralLatencyRule: Rule {
  static let name = "peripheral-latency"
  static let severity = ReportV1.Severity.warning
  static let summary = "Requests waited as long as the peripheral latency lets the device sleep."
  static let explanation = """
    A peripheral may skip as many connection events as its latency says while it has nothing to \
    send, and hears a request only when it wakes. Told where we are the central, half of the \
    transactions took at least half of (latency + 1) x interval and not more than half above it, \
    that is 0.3 s or more, and there were eight or more of them. A server that needs such a time \
    for another reason looks the same, so it is said as what the parameters explain.
    """

  private static let leastUs = 300_000
  private static let leastCount = 8

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { $0[$1].att.transactions.latencyUs.p50 ?? 0 >= leastUs }.finding {
      connection, _ in finding(connection)
    }
  }

  private static func finding(_ connection: ReportV1.Connection) -> RuleFinding? {
    let latency = connection.att.transactions.latencyUs
    guard connection.role == .central, latency.count >= leastCount, let usual = latency.p50,
      usual >= leastUs,
      let link = connection.parameters.last, wasSoonInForce(link, connection), explains(link, usual)
    else { return nil }
    return RuleFinding(
      .warning, connection: connection.id, frames: [link.frame],
      "Half of the \(latency.count) transactions took \(Wording.duration(usual)) or more: with a "
        + "latency of \(link.latency) the peripheral may sleep for "
        + "\(Wording.duration(link.sleepUs)).",
      evidence: [
        "latency_p50_us": .int(usual), "transactions": .int(latency.count),
        "interval_us": .int(link.usedIntervalUs), "latency": .int(link.latency),
        "sleep_us": .int(link.sleepUs),
      ],
      advice: "Ask for latency 0 while requests are sent one after the other, and for the other "
        + "again afterwards; or send what needs no answer by notifications and write commands.",
      lostUs: usual.minus(link.usedIntervalUs).times(latency.count / 2))
  }

  private static func explains(_ link: ReportV1.Parameters, _ usual: Int) -> Bool {
    // A round trip takes one interval or two also where nobody sleeps.
    link.latency > 0 && usual >= max(link.sleepUs / 2, link.usedIntervalUs.times(3))
      && usual <= link.sleepUs.plus(link.sleepUs / 2)
  }

  /// Whether most transactions came under these parameters: of each it is not known.
  private static func wasSoonInForce(
    _ link: ReportV1.Parameters, _ connection: ReportV1.Connection
  ) -> Bool {
    link.frame.minus(connection.firstFrame)
      <= connection.lastFrame.minus(connection.firstFrame) / 4
  }
}
