import Report

/// The peripheral had its link slowed down while data or a discovery were under way.
struct LinkSlowedRule: Rule, RuleFacts {
  static let name = "link-slowed"
  static let severity = ReportV1.Severity.info
  static let suitsAir = true
  static let limits = [leastInterval, fewestRequests, longPause]
  static let leastInterval = RuleLimit("least_interval_us", 30_000, .microseconds)
  static let fewestRequests = RuleLimit("least_requests", 10, .requests)
  /// As the phases of a connection have it.
  static let longPause = RuleLimit("long_pause_us", 2_000_000, .microseconds)

  struct Slowing {
    var request: ReportV1.ParameterRequest
    var before: ReportV1.Parameters
    var after: ReportV1.Parameters
    /// When other parameters came into force, or the connection ended.
    var endUs: Int
    var endFrame: Int?
  }

  struct Work {
    enum Kind {
      case run(bytes: Int, name: String)
      case discovery(requests: Int)
      case requests(Int)
    }

    var kind: Kind
    var firstFrame: Int
    var lastFrame: Int

    /// What is under way, and what makes two findings alike.
    var key: String {
      switch kind {
      case .run(_, let name): name
      case .discovery: "discovery"
      case .requests: "requests"
      }
    }
  }

  /// A connection that was slow from its beginning, as the host had remembered the parameters.
  struct Begun {
    var id: Int
    var intervalUs: Int
    var requests: Int
    var requestsUs: Int
  }

  let connection: ReportV1.Connection
  let slowing: Slowing
  let work: Work
  let others: [Begun]

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let begun = begunSlowly(file)
    return file.connections {
      $0[$1].transport != .brEDR && $0[$1].parameterRequests.contains { $0.result == .accepted }
        && $0[$1].parameters.count > 1 && !isReported($0[$1])
    }.finding { connection, index in
      let reported = file.slowDialogues[index]?.compactMap { $0.fast == nil ? nil : $0.slow.frame }
      for slowing in slowings(connection) where reported?.contains(slowing.after.frame) != true {
        if let work = work(in: connection, at: slowing) {
          let others = begun[FindingSubject(connection, "", count: 1)] ?? []
          return Self(
            connection: connection, slowing: slowing, work: work,
            others: others.filter { slowing.request.allows($0.intervalUs) }
          ).finding(
            .info, connection.id,
            frames: [
              slowing.request.frame, work.firstFrame, slowing.after.frame, work.lastFrame,
            ]
          ).about(connection, work.key)
        }
      }
      return nil
    }
  }

  private static func begunSlowly(_ file: CaseFile) -> [FindingSubject: [Begun]] {
    var begun: [FindingSubject: [Begun]] = [:]
    file.connections {
      $0[$1].transport != .brEDR && $0[$1].completeFrame != nil && $0[$1].peer.address != nil
        && $0[$1].parameters.first?.usedIntervalUs ?? 0 >= leastInterval.value
    }.visit { connection, _ in
      guard let first = connection.parameters.first else { return }
      let change = connection.parameters.first { $0.usedIntervalUs != first.usedIntervalUs }
      guard
        let discovery = connection.att.discoveries.first(where: {
          $0.firstRoundRequests >= fewestRequests.value
            && $0.firstRoundLastFrame < change?.frame ?? .max
        })
      else { return }
      begun[FindingSubject(connection, "", count: 1), default: []].append(
        Begun(
          id: connection.id, intervalUs: first.intervalUs, requests: discovery.firstRoundRequests,
          requestsUs: discovery.firstRoundUs))
    }
    return begun
  }

  /// Whether another rule reports what such parameters cost.
  private static func isReported(_ connection: borrowing ReportV1.Connection) -> Bool {
    connection.att.transactions.sleepWaits.map { PeripheralLatencyRule.isReported($0) } ?? false
      || IntervalTooSlowRule.areManySlow(connection)
  }

  private static func slowings(_ connection: ReportV1.Connection) -> [Slowing] {
    connection.requestsOfPeripheral.filter { $0.result == .accepted }.compactMap { request in
      guard
        let index = connection.parameters.firstIndex(where: {
          $0.frame > request.frame && request.allows($0.intervalUs)
            && $0.latency == request.latency
        }), index > 0
      else { return nil }
      let (before, after) = (connection.parameters[index - 1], connection.parameters[index])
      guard before.usedIntervalUs > 0, after.usedIntervalUs >= leastInterval.value,
        after.usedIntervalUs >= before.usedIntervalUs * 2
      else { return nil }
      let next = connection.parameters.dropFirst(index + 1).first {
        $0.usedIntervalUs != after.usedIntervalUs
      }
      return Slowing(
        request: request, before: before, after: after,
        endUs: next?.timeUs ?? connection.endUs, endFrame: next?.frame)
    }
  }

  private static func work(in connection: ReportV1.Connection, at slowing: Slowing) -> Work? {
    let frame = slowing.after.frame
    let run = connection.runs.first {
      $0.firstFrame < frame && $0.lastFrame > frame
        && !connection.isPaused($0, from: slowing.request.frame, through: frame)
    }
    if let run {
      let name = run.uuid ?? Wording.handle(run.valueHandle)
      return Work(
        kind: .run(bytes: run.bytes, name: name), firstFrame: run.firstFrame,
        lastFrame: run.lastFrame)
    }
    return connection.att.discoveries.first {
      $0.firstRoundRequests >= fewestRequests.value && $0.firstFrame < frame
        && $0.firstRoundLastFrame > frame
    }.map {
      Work(
        kind: .discovery(requests: $0.firstRoundRequests), firstFrame: $0.firstFrame,
        lastFrame: $0.firstRoundLastFrame)
    } ?? requests(in: connection, at: slowing)
  }

  /// Requests one after the other, before and after the new interval came into force.
  private static func requests(
    in connection: ReportV1.Connection, at slowing: Slowing
  ) -> Work? {
    var stretch: [ReportV1.Phase] = []
    for phase in connection.phases {
      switch phase.name {
      case .mtu, .explore, .subscribe, .pair, .interact:
        stretch.append(phase)
        continue
      case .scan, .discover, .connect, .idle, .close: break
      }
      if phase.firstFrame >= slowing.after.frame { break }
      stretch = []
    }
    let asking = stretch.filter { $0.roundTrips > 0 }
    let behind = asking.filter {
      $0.firstFrame > slowing.after.frame && $0.lastFrame < slowing.endFrame ?? .max
    }
    guard let first = asking.first, first.firstFrame < slowing.after.frame, let last = asking.last,
      behind.map(\.roundTrips).total >= fewestRequests.value
    else { return nil }
    return Work(
      kind: .requests(asking.map(\.roundTrips).total), firstFrame: first.firstFrame,
      lastFrame: last.lastFrame)
  }

  /// Where the peer's server asks for a shorter interval than the peer's request.
  var preferred: ReportV1.PreferredParameters? {
    connection.preferredParameters.flatMap {
      $0.maxUs ?? .max < slowing.request.minUs ? $0 : nil
    }
  }

  /// From the beginning of the connection to the request.
  var ageUs: Int? {
    connection.completeFrame == nil
      ? nil : slowing.request.timeUs.map { max(0, $0 - connection.startUs) }
  }
  var lastedUs: Int? { slowing.after.timeUs.map { max(0, slowing.endUs - $0) } }
  /// The command that ended the interval.
  var restoredFrame: Int? {
    slowing.endFrame.flatMap { end in
      connection.parameters.first { $0.frame == end }?.commandFrame
    }
  }

  var evidence: EvidenceList {
    [
      .askedFrame: .of(slowing.request.frame),
      .intervalBeforeUs: .of(slowing.before.usedIntervalUs),
      .intervalUs: .of(slowing.after.usedIntervalUs), .latency: .of(slowing.after.latency),
      .afterConnectingUs: .of(ageUs), .lastedUs: .of(lastedUs), .underWay: .of(work.key),
      .preferredFrame: .of(preferred?.frame), .restoredFrame: .of(restoredFrame),
    ] + connection.actors(slowing.request.party)
  }
}

extension ReportV1.Connection {
  /// Whether a run paused from one frame through another.
  fileprivate func isPaused(_ run: ReportV1.Run, from first: Int, through last: Int) -> Bool {
    gaps(of: run).contains {
      $0.afterFrame < first && $0.frame > last && $0.gapUs >= LinkSlowedRule.longPause.value
    }
  }
}
