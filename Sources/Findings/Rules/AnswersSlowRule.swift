import Report

/// A dialogue whose answers the connection interval holds up.
struct AnswersSlowRule: Rule, RuleFacts {
  static let name = "answers-slow"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = .timing
  static let needsTimes = true
  static let limits = [
    fewest, factor, leastCost, leastInterval, leastInSeries, leastWait, waitShare, leastShare,
  ]
  /// With each of both intervals.
  static let fewest = RuleLimit("least_answers", 6, .requests)
  static let factor = RuleLimit("slower_by", 2, .times)
  static let leastCost = RuleLimit("least_cost_us", 3_000_000, .microseconds)
  /// For answers that all take two events: more than the 30 ms with which most links are fast
  /// enough.
  static let leastInterval = RuleLimit("least_interval_us", 40_000, .microseconds)
  static let leastInSeries = RuleLimit("least_series_answers", 50, .requests)
  static let leastWait = RuleLimit("least_wait_us", 10_000_000, .microseconds)
  /// Of the time from one request to the next: what waits for a person or a timer is not slower.
  static let waitShare = RuleLimit("wait_share", 50, .percent)
  /// Of the whole dialogue: a few slow answers in an hour cost nothing.
  static let leastShare = RuleLimit("least_share", 10, .percent)

  let connection: ReportV1.Connection
  let dialogue: ReportV1.Dialogue
  let kind: Kind

  enum Kind {
    /// Answers took longer from an update on.
    case update(before: ReportV1.DialogueEra, after: ReportV1.DialogueEra)
    /// Each took two connection events.
    case twoEvents(ReportV1.DialogueEra)
  }

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.slowDialogues.findings { connection, all in all.map { $0.finding(in: connection) } }
  }

  /// What the dialogues of a connection show of it; `nil` where they show nothing.
  static func all(in connection: ReportV1.Connection) -> [Self]? {
    guard connection.transport == .le else { return nil }
    let found = connection.dialogues.compactMap { dialogue in
      kind(of: dialogue).map { Self(connection: connection, dialogue: dialogue, kind: $0) }
    }
    return found.isEmpty ? nil : found
  }

  private static func kind(of dialogue: ReportV1.Dialogue) -> Kind? {
    guard dialogue.waitedUs >= dialogue.durationUs / 100 * leastShare.value else { return nil }
    let eras = dialogue.eras.filter { $0.answered >= fewest.value }
    let slowest = eras.filter { areWaitedFor($0) }.max { waited($0) < waited($1) }
    guard let slowest else { return nil }
    let fastest = eras.filter { $0.frame < slowest.frame }.min { $0.latencyUs < $1.latencyUs }
    if let fastest, isSlower(slowest, than: fastest) {
      return .update(before: fastest, after: slowest)
    }
    let isSeries =
      slowest.intervalUs >= leastInterval.value && slowest.answered >= leastInSeries.value
      && slowest.latencyUs * 2 >= slowest.intervalUs * 3
      && slowest.latencyUs * 2 <= slowest.intervalUs * 5
      && waited(slowest) >= leastWait.value
    return isSeries ? .twoEvents(slowest) : nil
  }

  /// Whether the next request waits for the answer, rather than for a person or a timer.
  private static func areWaitedFor(_ era: ReportV1.DialogueEra) -> Bool {
    era.paceUs.map { era.latencyUs >= $0 / 100 * waitShare.value } ?? false
  }

  private static func waited(_ era: ReportV1.DialogueEra) -> Int {
    sum(of: era.answered, each: era.latencyUs)
  }

  private static func sum(of count: Int, each us: Int) -> Int {
    let (sum, overflows) = us.multipliedReportingOverflow(by: count)
    return overflows ? Int.mostReported : Int(reported: sum)
  }

  /// Whether the interval explains it: an answer takes up to four events of it more.
  private static func isSlower(
    _ after: ReportV1.DialogueEra, than before: ReportV1.DialogueEra
  ) -> Bool {
    let (more, longer) = (
      after.latencyUs - before.latencyUs, after.intervalUs - before.intervalUs
    )
    return after.intervalUs >= before.intervalUs * factor.value
      && after.latencyUs >= before.latencyUs * factor.value
      && more >= longer / 2 && more <= longer * 4 && more >= leastCost.value / after.answered
  }

  private func finding(in connection: ReportV1.Connection) -> RuleFinding {
    var found = finding(
      .warning, connection.id,
      frames: Wording.handful([request?.frame, slow.frame, dialogue.firstFrame, dialogue.lastFrame]
      ),
      lostUs: costUs
    ).about(connection, "dialogue \(dialogue.request.valueHandle)", count: slow.answered)
    found.savingUs = costUs
    return found
  }

  var slow: ReportV1.DialogueEra {
    switch kind {
    case .update(_, let after): after
    case .twoEvents(let era): era
    }
  }

  var fast: ReportV1.DialogueEra? {
    if case .update(let before, _) = kind { before } else { nil }
  }

  /// What asked for the slow interval.
  var request: ReportV1.ParameterRequest? {
    connection.parameters.first { $0.frame == slow.frame }
      .flatMap { connection.requestOfPeer(for: $0) }
  }

  /// Against the interval before; against one of 15 ms, where there was none.
  var costUs: Int {
    let possible =
      fast?.latencyUs ?? Int(Double(slow.latencyUs) * 15_000 / Double(max(slow.intervalUs, 15_000)))
    return Self.sum(of: slow.answered, each: max(0, slow.latencyUs - possible))
  }

  var evidence: EvidenceList {
    [
      .valueHandle: .of(dialogue.request.valueHandle),
      .answerHandle: .of(dialogue.answer.valueHandle), .answered: .of(slow.answered),
      .medianUs: .of(slow.latencyUs), .medianBeforeUs: .of(fast?.latencyUs),
      .intervalUs: .of(slow.intervalUs), .intervalBeforeUs: .of(fast?.intervalUs),
      .askedFrame: .of(request?.frame), .answerUs: .of(dialogue.waitedUs),
      .durationUs: .of(dialogue.durationUs),
    ] + connection.by(request?.party)
  }
}
