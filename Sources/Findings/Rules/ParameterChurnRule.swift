import Report
import Text

/// The connection interval changed again and again.
enum ParameterChurnRule: Rule {
  static let name = "parameter-churn"
  static let severity = ReportV1.Severity.info
  static let summary = "The connection interval changed five times or more within two seconds."
  static let explanation = """
    Each update waits for an instant at least six connection events ahead (Core Vol 6, Part B, \
    5.1.1), and data is sent at the old interval until then. A host that shortens the interval for \
    discovery and an app that requests a priority change it two or three times. Five changes in 2 \
    s mean that both sides, or several parts of one host, request different intervals. Only the \
    first such series of a connection is reported.
    """

  private static let least = 5
  private static let spanUs = 2_000_000

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { $0[$1].parameters.count > least }.finding { connection, _ in
      series(connection.parameters).map { finding(connection, $0) }
    }
  }

  /// Updates that changed the interval, from the first of them on as far as they are that close.
  private static func series(_ parameters: [ReportV1.Parameters]) -> [ReportV1.Parameters]? {
    var changes: [ReportV1.Parameters] = []
    for (before, now) in zip(parameters, parameters.dropFirst())
    where before.usedIntervalUs != now.usedIntervalUs && now.timeUs != nil {
      changes.append(now)
    }
    func span(_ first: Int, _ last: Int) -> Int {
      (changes[last].timeUs ?? 0).minus(changes[first].timeUs ?? 0)
    }
    var first = 0
    while first + least <= changes.count {
      var last = first + least - 1
      if (0...spanUs).contains(span(first, last)) {
        while last + 1 < changes.count, span(last, last + 1) <= spanUs / 2 { last += 1 }
        return Array(changes[first...last])
      }
      first += 1
    }
    return nil
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ changes: [ReportV1.Parameters]
  ) -> RuleFinding {
    let span = (changes.last?.timeUs ?? 0).minus(changes.first?.timeUs ?? 0)
    let intervals = changes.prefix(6).map { Wording.interval($0.usedIntervalUs) }
    let base: EvidenceList = [
      .changes: .int(changes.count), .spanUs: .int(span),
      .intervalsUs: .list(changes.prefix(16).map { .int($0.usedIntervalUs) }),
    ]
    let who = connection.role.map {
      ", by \(connection.sides.name($0 == .central ? .local : .remote)) as the central"
    }
    return RuleFinding(
      .info, connection: connection.id, frames: Wording.handful(changes.map(\.frame)),
      "The connection interval changed \(Wording.times(changes.count)) in "
        + "\(Wording.duration(span))\(who ?? ""): to "
        + "\(Wording.list(Array(intervals)))\(changes.count > 6 ? " and so on" : "").",
      evidence: base.with(
        connection.actors(
          connection.role.map { $0 == .central ? .local : .remote })),
      advice: "One part of the app should choose the interval and request it once. Look for calls "
        + "of requestConnectionPriority around discovery, during which the stack changes the "
        + "interval itself."
    ).about(connection)
  }
}
