import Report

/// Requests whose answer took far longer than the link needs.
struct SlowResponseRule: Rule, RuleFacts {
  static let name = "slow-response"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = .timing
  static let limits = [least, intervals, sleeps]
  static let least = RuleLimit("longer_than_us", 1_000_000, .microseconds)
  static let intervals = RuleLimit("longer_than_intervals", 10, .times)
  /// What the peripheral may sleep, as often as latency explains.
  static let sleeps = RuleLimit("longer_than_sleeps", 1, .times)

  let connection: ReportV1.Connection
  let worst: ReportV1.SlowStep
  let slow: [ReportV1.SlowStep]

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections {
      $0[$1].att.transactions.slowest.contains { $0.latencyUs > least.value }
    }.finding { connection, index in
      let slow = connection.att.transactions.slowest.filter {
        isSlow($0, connection) && !isExplained($0, connection, file.capture)
          && !isOfDialogue($0, file.slowDialogues[index] ?? [])
      }
      guard let worst = slow.max(by: { $0.latencyUs < $1.latencyUs }) else { return nil }
      let found = Self(connection: connection, worst: worst, slow: slow)
      return found.finding(
        .warning, connection.id, frames: [worst.frame, worst.responseFrame], lostUs: found.slowUs
      ).about(
        connection, "\(worst.asked?.rawValue ?? "") \(worst.request.word)", count: slow.count)
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
    guard step.latencyUs > least.value else { return false }
    guard let link = parameters(step, connection), link.intervalUs > 0 else { return true }
    return (step.latencyUs - link.sleepUs * sleeps.value) / intervals.value > link.usedIntervalUs
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

  /// Whether answers-slow reports the dialogue that it is part of.
  private static func isOfDialogue(
    _ step: ReportV1.SlowStep, _ slow: [AnswersSlowRule]
  ) -> Bool {
    slow.contains {
      $0.dialogue.request.valueHandle == step.handle && $0.dialogue.firstFrame <= step.frame
        && step.frame <= $0.dialogue.lastFrame
    }
  }

  var attribute: AttributeName? {
    worst.handle.map { AttributeName($0, of: worst.server, in: connection) }
  }
  var slowUs: Int { slow.map(\.latencyUs).total }
  var intervalUs: Int? {
    Self.parameters(worst, connection).flatMap { $0.usedIntervalUs > 0 ? $0.usedIntervalUs : nil }
  }

  var evidence: EvidenceList {
    [
      .request: .of(worst.request), .handle: .of(worst.handle), .latencyUs: .of(worst.latencyUs),
      .intervalUs: .of(intervalUs), .slowRequests: .of(slow.count), .slowUs: .of(slowUs),
      .attribute: attribute?.uuidEvidence ?? .null,
    ] + connection.by(worst.asked.map(Party.init))
  }
}
