import Report

/// Data waited for the next connection event, and those were far apart.
struct IntervalTooSlowRule: Rule, RuleFacts {
  static let name = "interval-too-slow"
  static let severity = ReportV1.Severity.warning
  static let needsTimes = true
  static let suitsAir = true
  static let limits = [
    usual, BulkData.least, leastEvents, leastRequests, leastRequestsOnAir, leastRequestsTime,
    leastOfSeries, leastInSeries, leastSeriesTime,
  ]

  /// The longest interval that phones use when no side asks for another.
  static let usual = RuleLimit("usual_interval_us", 50_000, .microseconds)
  static let leastEvents = RuleLimit("least_intervals", 10, .connectionEvents)
  static let leastRequests = RuleLimit("least_requests", 10, .requests)
  static let leastRequestsOnAir = RuleLimit("least_requests_sniffed", 5, .requests)
  static let leastRequestsTime = RuleLimit("least_requests_us", 3_000_000, .microseconds)

  /// For requests in series: more than the 30 ms with which most links are fast enough.
  static let leastOfSeries = RuleLimit("least_series_interval_us", 40_000, .microseconds)
  static let leastInSeries = RuleLimit("least_series_requests", 100, .requests)
  static let leastSeriesTime = RuleLimit("least_series_us", 10_000_000, .microseconds)

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
      }.finding { connection, index in
        // answers-slow has them.
        guard file.slowDialogues[index] == nil else { return nil }
        return connection.att.transactions.sleepWaits.map {
          Requests(connection: connection, waits: $0).finding
        }
      }
      + file.connections {
        $0[$1].att.transactions.latencyRemoteUs.count >= leastInSeries.value
          && $0[$1].transport == .le && !areManySlow($0[$1])
      }.finding { connection, index in
        file.slowDialogues[index] == nil ? Series(connection)?.finding : nil
      }
  }

  static func areManySlow(_ connection: borrowing ReportV1.Connection) -> Bool {
    guard let waits = connection.att.transactions.sleepWaits else { return false }
    let least = connection.air == nil ? leastRequests : leastRequestsOnAir
    return waits.requests - waits.count >= least.value
      && waits.requestsUs >= leastRequestsTime.value && !PeripheralLatencyRule.isReported(waits)
      // A peripheral's own latency may delay what it asks.
      && (connection.role != .peripheral
        || waits.requestsUs / waits.requests <= 3 * waits.parameters.usedIntervalUs)
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
  /// Requests one after the other for most of a connection, at two connection events each.
  struct Series: RuleFacts {
    let connection: ReportV1.Connection
    let link: ReportV1.Parameters
    let requests: Int
    let requestsUs: Int
    let medianUs: Int

    fileprivate init?(_ connection: ReportV1.Connection) {
      let answers = connection.att.transactions.latencyRemoteUs
      guard let link = connection.longestParameters, let median = answers.p50,
        let mean = answers.mean, link.usedIntervalUs >= leastOfSeries.value,
        median * 2 >= link.usedIntervalUs * 3, median * 2 <= link.usedIntervalUs * 5
      else { return nil }
      self.connection = connection
      self.link = link
      requests = answers.count
      medianUs = median
      requestsUs = Int(reported: mean * Double(answers.count))
      let busy = connection.phases.filter { $0.name != .idle && $0.startUs >= connection.startUs }
        .map(\.spanUs).total
      guard requestsUs >= leastSeriesTime.value, requestsUs >= busy / 2 else { return nil }
    }

    fileprivate var finding: RuleFinding {
      let asked = connection.air == nil ? connection.requestOfPeer(for: link)?.frame : nil
      let explored = connection.phases.first { $0.roundTrips > 0 }?.firstFrame
      return finding(
        .info, connection.id, frames: Wording.handful([asked, link.frame, explored]),
        lostUs: requestsUs - possibleUs)
    }

    /// At an interval of 15 ms.
    var possibleUs: Int {
      Int(reported: Double(requestsUs) * 15_000 / Double(max(link.usedIntervalUs, 15_000)))
    }

    var evidence: EvidenceList {
      [
        .requests: .of(requests), .requestsUs: .of(requestsUs),
        .intervalUs: .of(link.usedIntervalUs), .latency: .of(link.latency),
        .latencyUs: .of(medianUs),
      ] + connection.actors(nil)
    }
  }
}

extension ReportV1.Connection {
  /// The parameters that were in force for the longest time.
  fileprivate var longestParameters: ReportV1.Parameters? {
    parameters.indices.max { lasted($0) < lasted($1) }.map { parameters[$0] }
  }

  private func lasted(_ index: Int) -> Int {
    let next = index + 1 < parameters.count ? parameters[index + 1].timeUs : nil
    return (next ?? endUs) - (parameters[index].timeUs ?? startUs)
  }
}
