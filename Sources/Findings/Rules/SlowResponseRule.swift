import Report

/// Requests whose answer took far longer than the link needs.
enum SlowResponseRule: Rule {
  static let name = "slow-response"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = .timing
  static let summary = "A request was answered much later than the connection interval explains."
  static let explanation = """
    An answer normally takes two connection events. The rule reports answers that took longer than \
    1 s, which a user notices, longer than ten connection intervals, and longer than three times \
    what the peripheral may sleep, so a slow link alone does not trigger the rule (see \
    peripheral-latency). It does not report requests with a stall of outgoing data, a step of the \
    clock or a pairing before the answer: other rules report those, and in a pairing a user may \
    have to type. Only the five slowest requests of each connection are listed.
    """

  private static let limit = 1_000_000
  private static let intervals = 10

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { $0[$1].att.transactions.slowest.contains { $0.latencyUs > limit } }.finding {
      connection, _ in
      let slow = connection.att.transactions.slowest.filter {
        isSlow($0, connection) && !isExplained($0, connection, file.capture)
      }
      guard let worst = slow.max(by: { $0.latencyUs < $1.latencyUs }) else { return nil }
      return finding(connection, slow, worst)
    }
  }

  private static func parameters(
    _ step: ReportV1.SlowStep, _ connection: ReportV1.Connection
  ) -> ReportV1.Parameters? {
    connection.parameters.last { $0.frame <= step.frame } ?? connection.parameters.first
  }

  private static func isSlow(
    _ step: ReportV1.SlowStep, _ connection: ReportV1.Connection
  ) -> Bool {
    guard step.latencyUs > limit else { return false }
    guard let link = parameters(step, connection), link.intervalUs > 0 else { return true }
    return step.latencyUs / intervals > link.usedIntervalUs && step.latencyUs / 3 > link.sleepUs
  }

  private static func isExplained(
    _ step: ReportV1.SlowStep, _ connection: ReportV1.Connection, _ capture: ReportV1.Capture
  ) -> Bool {
    let stalled = connection.flow.stalls.contains {
      $0.kind != .resume && $0.firstFrame <= step.responseFrame && $0.lastFrame >= step.frame
    }
    let stepped = capture.clockSteps.contains {
      !$0.isCorrected && $0.frame > step.frame && $0.frame <= step.responseFrame
    }
    let paired = connection.pairing.contains {
      $0.firstFrame <= step.responseFrame && $0.lastFrame >= step.frame
    }
    return stalled || stepped || paired
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ slow: [ReportV1.SlowStep], _ worst: ReportV1.SlowStep
  ) -> RuleFinding {
    let interval = parameters(worst, connection)?.usedIntervalUs ?? 0
    let name = worst.handle.map { AttributeName($0, of: worst.server, in: connection) }
    let target = name.map { " to \($0.words)" } ?? ""
    let share = interval > 0 ? " (\(worst.latencyUs / interval) connection intervals)" : ""
    let lost = slow.map(\.latencyUs).total
    let others =
      slow.count > 1
      ? "; \(Wording.count(slow.count - 1, "other")) took over \(Wording.duration(limit)) as well"
      : ""
    return RuleFinding(
      .warning, connection: connection.id, frames: [worst.frame, worst.responseFrame],
      "\(worst.asked == .local ? "The peer's" : "The") \(Wording.pdu(worst.request))\(target) was "
        + "answered \(worst.asked == .local ? "by this host " : "")after "
        + "\(Wording.duration(worst.latencyUs))\(share)\(others).",
      evidence: .by(
        worst.asked.map(Party.init), connection,
        [
          .request: .string(worst.request.word), .handle: worst.handle.map { .int($0) } ?? .null,
          .latencyUs: .int(worst.latencyUs), .intervalUs: interval > 0 ? .int(interval) : .null,
          .slowRequests: .int(slow.count), .slowUs: .int(lost),
          .attribute: name?.uuidEvidence ?? .null,
        ]),
      advice: "Look at what the server's app or firmware does before it answers: flash, a sensor, "
        + "another thread. It should answer immediately, and send the result later as a "
        + "notification. If many requests are slow at that time, look at the radio.",
      lostUs: lost
    ).about(connection, "\(worst.asked?.rawValue ?? "") \(worst.request.word)", count: slow.count)
  }
}
