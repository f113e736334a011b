import Report
import Text

/// The peripheral had its link slowed down while data or a discovery were under way.
enum LinkSlowedRule: Rule {
  static let name = "link-slowed"
  static let severity = ReportV1.Severity.info
  static let suitsAir = true
  static let summary = "The peripheral requested a longer interval while the link was in use."
  static let explanation = """
    A peripheral that wants to save power requests a long interval. If it does so right after \
    connecting, the new interval takes effect in the middle of the discovery, and each request \
    then takes several times as long. A peripheral should wait 5 s after connecting before it \
    requests an update, and until nothing is in progress (Core Vol 3, Part C, 9.3.12). The rule \
    reports an accepted request that at least doubled the interval, to 30 ms or more, in the \
    middle of a discovery of at least 10 requests or of bulk data, or if at least 10 requests \
    followed without a pause. Only the first one of a connection is reported. The finding also \
    names connections to the peer that began with that interval and discovered attributes with it; \
    the command of this host that ended that interval; and a contradiction to the peer's \
    Peripheral Preferred Connection Parameters, if these were read. It does not report the request \
    that peripheral-latency or interval-too-slow mentions.
    """

  private static let leastIntervalUs = 30_000
  private static let fewestRequests = 10

  private struct Slowing {
    var request: ReportV1.ParameterRequest
    var before: ReportV1.Parameters
    var after: ReportV1.Parameters
    /// When other parameters came into force, or the connection ended.
    var endUs: Int
    var endFrame: Int?
  }

  private struct Work {
    var words: String
    var firstFrame: Int
    var lastFrame: Int
    /// What is under way, and what makes two findings alike.
    var key: String
    var likeness: String
  }

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let begun = begunSlowly(file)
    return file.connections {
      $0[$1].transport != .brEDR && $0[$1].parameterRequests.contains { $0.result == .accepted }
        && $0[$1].parameters.count > 1 && !isReported($0[$1])
    }.finding { connection, _ in
      for slowing in slowings(connection) {
        if let work = work(in: connection, at: slowing) {
          let others = begun[FindingSubject(connection, "", count: 1)] ?? []
          return finding(
            connection, slowing, work, others.filter { slowing.request.allows($0.intervalUs) })
        }
      }
      return nil
    }
  }

  /// A connection that was slow from its beginning, as the host had remembered the parameters.
  private struct Begun {
    var id: Int
    var intervalUs: Int
    var requests: Int
    var requestsUs: Int
  }

  private static func begunSlowly(_ file: CaseFile) -> [FindingSubject: [Begun]] {
    var begun: [FindingSubject: [Begun]] = [:]
    file.connections {
      $0[$1].transport != .brEDR && $0[$1].completeFrame != nil && $0[$1].peer.address != nil
        && $0[$1].parameters.first?.usedIntervalUs ?? 0 >= leastIntervalUs
    }.visit { connection, _ in
      guard let first = connection.parameters.first else { return }
      let change = connection.parameters.first { $0.usedIntervalUs != first.usedIntervalUs }
      guard
        let discovery = connection.att.discoveries.first(where: {
          $0.firstRoundRequests >= fewestRequests && $0.firstRoundLastFrame < change?.frame ?? .max
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
      guard before.usedIntervalUs > 0, after.usedIntervalUs >= leastIntervalUs,
        after.usedIntervalUs >= before.usedIntervalUs.times(2)
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
    if let run = connection.runs.first(where: { $0.firstFrame < frame && $0.lastFrame > frame }) {
      let name = run.uuid ?? Wording.handle(run.valueHandle)
      return Work(
        words: "\(Wording.count(run.bytes, "byte")) of \(name)", firstFrame: run.firstFrame,
        lastFrame: run.lastFrame, key: name, likeness: name)
    }
    return connection.att.discoveries.first {
      $0.firstRoundRequests >= fewestRequests && $0.firstFrame < frame
        && $0.firstRoundLastFrame > frame
    }.map {
      Work(
        words: "a discovery of \(Wording.count($0.firstRoundRequests, "request"))",
        firstFrame: $0.firstFrame, lastFrame: $0.firstRoundLastFrame, key: "discovery",
        likeness: "discovery")
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
      behind.map(\.roundTrips).total >= fewestRequests
    else { return nil }
    let count = asking.map(\.roundTrips).total
    return Work(
      words: Wording.count(count, "request"), firstFrame: first.firstFrame,
      lastFrame: last.lastFrame, key: "requests", likeness: "requests")
  }

  /// Where the peer's server asks for a shorter interval than the peer's request.
  private static func preference(
    _ connection: ReportV1.Connection, _ slowing: Slowing
  ) -> (frame: Int, words: String)? {
    guard let preferred = connection.preferredParameters, let most = preferred.maxUs,
      most < slowing.request.minUs
    else { return nil }
    let range =
      preferred.minUs == nil || preferred.minUs == most
      ? Wording.interval(most)
      : "\(Wording.interval(preferred.minUs ?? most)) to \(Wording.interval(most))"
    return (
      preferred.frame,
      " Its Peripheral Preferred Connection Parameters (2A04, #\(preferred.frame)) say \(range), "
        + "which contradicts this request."
    )
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ slowing: Slowing, _ work: Work, _ others: [Begun]
  ) -> RuleFinding {
    let (request, after) = (slowing.request, slowing.after)
    let age =
      connection.completeFrame == nil
      ? nil : request.timeUs.map { max(0, $0.minus(connection.startUs)) }
    let when = age.map { "\(Wording.duration($0)) after the connection began" }
    let asker = connection.sides.name(request.party)
    let beginning =
      when.map { "\($0) (#\(request.frame)), \(asker) requested \(request.wishes), " }
      ?? "\(Wording.sentence(asker)) requested \(request.wishes) (#\(request.frame)), "
    let lasted = after.timeUs.map { max(0, slowing.endUs.minus($0)) }
    let restored = slowing.endFrame.flatMap { end in
      connection.parameters.first { $0.frame == end }?.commandFrame
    }
    let command = restored.map { ", by command #\($0)" } ?? ""
    let until =
      slowing.endFrame.map { ", until #\($0)\(command)" } ?? ", until the connection ended"
    var stayed =
      lasted.map { " This interval lasted \(Wording.duration($0))\(until)." } ?? ""
    for other in others.prefix(2) {
      stayed +=
        " Connection \(other.id) began with \(Wording.interval(other.intervalUs)): the "
        + "\(other.requests) requests of its discovery took \(Wording.duration(other.requestsUs))."
    }
    let preferred = preference(connection, slowing)
    let base: EvidenceList = [
      .askedFrame: .int(request.frame), .intervalBeforeUs: .int(slowing.before.usedIntervalUs),
      .intervalUs: .int(after.usedIntervalUs), .latency: .int(after.latency),
      .afterConnectingUs: age.map { .int($0) } ?? .null,
      .lastedUs: lasted.map { .int($0) } ?? .null, .underWay: .string(work.key),
      .preferredFrame: preferred.map { .int($0.frame) } ?? .null,
      .restoredFrame: restored.map { .int($0) } ?? .null,
    ]
    return RuleFinding(
      .info, connection: connection.id,
      frames: [request.frame, work.firstFrame, after.frame, work.lastFrame],
      beginning + "which was accepted: in the middle of \(work.words) "
        + "(#\(work.firstFrame) to #\(work.lastFrame)) the interval went from \(Wording.interval(slowing.before.usedIntervalUs)) to "
        + "\(Wording.interval(after.usedIntervalUs)) (#\(after.frame)).\(stayed)",
      evidence: base.with(connection.actors(request.party)),
      advice: "The peripheral's firmware should request the long interval when nothing is in "
        + "progress, and not in the first 5 s of a connection."
        + (preferred?.words ?? "")
    ).about(connection, work.likeness)
  }
}
