import Report

/// Requests wait until the peripheral wakes.
struct PeripheralLatencyRule: Rule, RuleFacts {
  static let name = "peripheral-latency"
  static let severity = ReportV1.Severity.warning
  static let suitsAir = true
  static let traits: RuleTraits = .timing
  static let limits = [leastCount, least, much]
  static let leastCount = RuleLimit("least_requests", 3, .requests)
  static let least = RuleLimit("least_us", 1_000_000, .microseconds)
  static let much = RuleLimit("warning_us", 3_000_000, .microseconds)

  let connection: ReportV1.Connection
  let waits: ReportV1.SleepWaits

  static func isReported(_ waits: ReportV1.SleepWaits) -> Bool {
    waits.count >= leastCount.value && waits.totalUs >= least.value
  }

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections {
      $0[$1].att.transactions.sleepWaits.map(isReported) ?? false && $0[$1].transport == .le
    }.finding { connection, _ in
      guard let waits = connection.att.transactions.sleepWaits else { return nil }
      let found = Self(connection: connection, waits: waits)
      let isMuch = waits.totalUs >= much.value || waits.count * 2 >= found.transactions
      return found.finding(
        isMuch ? .warning : .info, connection.id,
        frames: Wording.handful(
          [
            found.asked?.frame, found.link.frame, waits.longest.frame, waits.longest.responseFrame,
          ]),
        lostUs: waits.totalUs
      ).about(connection)
    }
  }

  var link: ReportV1.Parameters { waits.parameters }
  var transactions: Int { connection.att.transactions.count }
  private var asked: ReportV1.ParameterRequest? { connection.requestOfPeer(for: link) }

  var evidence: EvidenceList {
    [
      .waits: .of(waits.count), .waitsUs: .of(waits.totalUs),
      .longestUs: .of(waits.longest.latencyUs), .transactions: .of(transactions),
      .requests: .of(waits.asked), .afterSilence: .of(waits.afterSilence),
      .askedFrame: .of(asked?.frame), .slowRequests: .of(waits.requests),
      .slowRequestsUs: .of(waits.requestsUs), .intervalUs: .of(link.usedIntervalUs),
      .latency: .of(link.latency), .sleepUs: .of(link.sleepUs),
    ] + connection.actors(.remote)
  }
}
