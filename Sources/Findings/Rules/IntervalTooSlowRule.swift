import Report

/// Data waited for the next connection event, and those were far apart.
struct IntervalTooSlowRule: Rule, RuleFacts {
  static let name = "interval-too-slow"
  static let severity = ReportV1.Severity.warning
  static let suitsAir = true
  static let limits = [
    usual, BulkData.least, leastEvents, leastRequests, leastRequestsOnAir, leastRequestsTime,
  ]

  /// The longest interval that phones use when no side asks for another.
  static let usual = RuleLimit("usual_interval_us", 50_000, .microseconds)
  static let leastEvents = RuleLimit("least_intervals", 10, .connectionEvents)
  static let leastRequests = RuleLimit("least_requests", 10, .requests)
  static let leastRequestsOnAir = RuleLimit("least_requests_sniffed", 5, .requests)
  static let leastRequestsTime = RuleLimit("least_requests_us", 3_000_000, .microseconds)

  let data: BulkData
  let uuid: String?
  let durationUs: Int
  let intervalUs: Int

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.bulkData.findings { connection, all in
      all.compactMap { finding(connection, $0) }
    }
      + file.connections {
        areManySlow($0[$1]) && $0[$1].transport == .le
      }.finding { connection, _ in
        connection.att.transactions.sleepWaits.map {
          Requests(connection: connection, waits: $0).finding
        }
      }
  }

  static func areManySlow(_ connection: borrowing ReportV1.Connection) -> Bool {
    guard let waits = connection.att.transactions.sleepWaits else { return false }
    let least = connection.air == nil ? leastRequests : leastRequestsOnAir
    return waits.requests - waits.count >= least.value
      && waits.requestsUs >= leastRequestsTime.value && !PeripheralLatencyRule.isReported(waits)
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ data: BulkData
  ) -> RuleFinding? {
    guard let parameters = connection.parameters(at: data.firstFrame),
      parameters.dataIntervalUs > usual.value, let duration = data.durationUs,
      !connection.parameters.contains(where: {
        $0.frame > data.firstFrame && $0.frame < data.lastFrame
      })
    else { return nil }
    let found = Self(
      data: data, uuid: data.uuid(in: connection), durationUs: duration,
      intervalUs: parameters.dataIntervalUs)
    guard found.events >= leastEvents.value, data.chunks >= found.events else { return nil }
    return found.finding(
      .warning, connection.id, frames: [parameters.frame, data.firstFrame, data.lastFrame],
      lostUs: duration - found.possibleUs)
  }

  var events: Int { durationUs / intervalUs }
  /// At an interval of 30 ms.
  private var possibleUs: Int { events * 30_000 }

  var evidence: EvidenceList {
    [
      .transfer: .of(data.transfer), .intervalUs: .of(intervalUs), .limitUs: .of(Self.usual.value),
      .durationUs: .of(durationUs), .connectionEvents: .of(events), .chunks: .of(data.chunks),
      .durationAt30MsUs: .of(possibleUs),
    ]
  }

  /// Requests that each took two connection events.
  struct Requests: RuleFacts {
    let connection: ReportV1.Connection
    let waits: ReportV1.SleepWaits

    var link: ReportV1.Parameters { waits.parameters }

    fileprivate var finding: RuleFinding {
      let asked = connection.air == nil ? nil : connection.requestOfPeer(for: link)?.frame
      return finding(
        .info, connection.id,
        frames: Wording.handful([asked, link.frame, waits.firstFrame, waits.lastFrame]),
        lostUs: waits.requestsUs)
    }

    var evidence: EvidenceList {
      [
        .requests: .of(waits.requests), .requestsUs: .of(waits.requestsUs),
        .intervalUs: .of(link.usedIntervalUs), .latency: .of(link.latency),
        .longestUs: .of(waits.longest.latencyUs),
      ] + connection.actors(nil)
    }
  }
}
