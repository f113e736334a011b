import Report

/// A connection took long to be established.
struct SlowConnectionRule: Rule, RuleFacts {
  static let name = "slow-connection"
  static let severity = ReportV1.Severity.warning
  static let needsTimes = true
  static let traits: RuleTraits = .connecting
  static let limits = [
    least, leastHeard, much, mostRatio, urgentShare, deviations, BusyReceivers.slowAnswer,
    AdvertisingGrid.fewest,
  ]
  static let least = RuleLimit("least_us", 5_000_000, .microseconds)
  static let leastHeard = RuleLimit("least_since_heard_us", 3_000_000, .microseconds)
  static let much = RuleLimit("warning_us", 10_000_000, .microseconds)
  /// An attempt that took longer than so many times what is expected is not explained.
  static let mostRatio = RuleLimit("most_ratio", 3, .times)
  /// From so much of the time on, a request by the list is as urgent as one by an address.
  static let urgentShare = RuleLimit("urgent_percent", 40, .percent)
  /// Standard deviations within which all attempts together are chance.
  static let deviations = RuleLimit("most_deviations", 3, .times)

  let attempts: Int
  let slow: [Attempt]
  /// The longest of them, and what the frames show of the radio then.
  let worst: Attempt
  let radio: AttemptRadio

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let slow = attempts(in: file, atLeastUs: leastHeard.value) { _ in true }
    let suspects = Set(slow.filter(\.isSlow).map(\.peer))
    guard !suspects.isEmpty else { return [] }
    let receivers = BusyReceivers(file.capture)
    return attempts(in: file, atLeastUs: 0) { suspects.contains($0) }.grouped(by: \.peer)
      .compactMap { finding($0.members, receivers) }
  }

  /// The attempts of this host to connect at once, which came to a Connection Complete.
  private static func attempts(
    in file: CaseFile, atLeastUs least: Int, where isWanted: (AdvertisingGrid.Peer) -> Bool
  ) -> [Attempt] {
    let needless = Set(file.capture.needlessRequests.map(\.frame))
    let starts = Dictionary(
      file.capture.attempts.compactMap { attempt in
        attempt.connection.map { ($0, attempt.startUs) }
      }, uniquingKeysWith: { first, _ in first })
    var found: [Attempt] = []
    file.connections {
      $0[$1].connectRequest != nil && $0[$1].transport == .le && $0[$1].role == .central
        && $0[$1].completeFrame != nil
        && $0[$1].startUs - (starts[$0[$1].id] ?? $0[$1].connectRequest?.timeUs ?? 0) >= least
    }.visit { connection, _ in
      guard let request = connection.connectRequest, !needless.contains(request.frame),
        let peer = AdvertisingGrid.Peer(connection), isWanted(peer)
      else { return }
      if !request.isUrgent, !request.wasHeard { return }
      found.append(
        Attempt(
          connection, request, peer, file.advertisingGrids[peer]?.periodUs,
          startUs: starts[connection.id] ?? request.timeUs))
    }
    return found
  }

  struct Attempt {
    let connection: Int
    let completeFrame: Int?
    let actors: EvidenceList
    let hasFailed: Bool
    /// In dBm, shortly before.
    let rssi: Int?
    let request: ReportV1.ConnectRequest
    let peer: AdvertisingGrid.Peer
    let tookUs: Int
    let heardUs: Int?
    /// How often the device advertised, or more often.
    let periodUs: Int?
    /// Whether several attempts show it.
    let isInStep: Bool
    /// The device was heard shortly before.
    var wasHeard: Bool { request.wasHeard }

    fileprivate init(
      _ connection: borrowing ReportV1.Connection, _ request: ReportV1.ConnectRequest,
      _ peer: AdvertisingGrid.Peer, _ grid: Int?, startUs begin: Int
    ) {
      self.connection = connection.id
      completeFrame = connection.completeFrame
      actors = connection.actors(nil)
      hasFailed = connection.disconnect?.reason == .connectionFailedToBeEstablished
      rssi = connection.rssiBefore?.last ?? request.lastHeardRssi
      self.request = request
      self.peer = peer
      tookUs = connection.startUs - begin
      let start = connection.startUs
      heardUs = request.advertisementUs.map { start - $0 }
      periodUs = [request.advertisingPeriodUs, grid].compactMap { $0 }.min()
      isInStep = grid != nil
    }

    var isSlow: Bool { tookUs >= least.value || heardUs ?? 0 >= leastHeard.value }

    /// How long it takes on average until the controller, which listens for a part of the time,
    /// hears the device; `nil` where the capture does not show how often that advertised.
    var expectedUs: Int? {
      guard let periodUs, let window = request.scanWindowUs, let interval = request.scanIntervalUs,
        periodUs > 0, window > 0, interval > 0
      else { return nil }
      return window >= interval
        ? periodUs : Int(Double(periodUs) * Double(interval) / Double(window))
    }
  }

  /// Whether the advertising period and the listening make one of the times, or all together.
  private static func areExplained(_ all: [Attempt]) -> Bool {
    var (took, expected, variance) = (0.0, 0.0, 0.0)
    for attempt in all {
      guard let average = attempt.expectedUs else {
        if attempt.isSlow { return false }
        continue
      }
      if attempt.isSlow, attempt.tookUs > average * mostRatio.value { return false }
      took += Double(attempt.tookUs)
      expected += Double(average)
      // Each advertisement is received or not: a geometric distribution, whose standard deviation
      // is at most its mean.
      variance += Double(average) * Double(average)
    }
    return took <= expected + Double(deviations.value) * variance.squareRoot()
  }

  /// By the list, hosts also wait for devices that are not there yet: only where the other attempts
  /// were quick is a slow one a fault.
  private static func isUnusual(_ worst: Attempt, _ all: [Attempt]) -> Bool {
    let times = all.map(\.tookUs).sorted()
    return times.count >= fewestUsual && times[times.count / 2] <= worst.tookUs / muchSlower
  }

  private static let fewestUsual = 4
  private static let muchSlower = 5

  private static func finding(
    _ all: [Attempt], _ receivers: BusyReceivers
  ) -> RuleFinding? {
    let slow = all.filter(\.isSlow)
    guard let worst = slow.max(by: { $0.tookUs < $1.tookUs }), !areExplained(all),
      worst.request.isDirect || worst.wasHeard || isUnusual(worst, all)
    else { return nil }
    let radio = AttemptRadio(
      attempt: worst, averageUs: all.count < 3 ? nil : all.map(\.tookUs).total / all.count,
      busy: receivers.near(worst.request.timeUs, worst.request.timeUs + worst.tookUs))
    return Self(attempts: all.count, slow: slow, worst: worst, radio: radio).finding(
      worst.tookUs >= much.value && worst.request.isUrgent ? .warning : .info, worst.connection,
      frames: Wording.handful(
        [
          worst.request.frame, worst.request.lastHeardFrame, worst.request.advertisementFrame,
          worst.completeFrame, radio.busy?.frame,
        ]),
      lostUs: slow.map(\.tookUs).total
    ).covering(slow.map(\.connection))
  }

  var evidence: EvidenceList {
    [
      .peer: .of(worst.peer.address), .count: .of(slow.count), .failed: .of(failed),
      .tookUs: .of(worst.tookUs), .sinceHeardUs: .of(worst.heardUs),
      .limitUs: .of(worst.tookUs >= Self.least.value ? Self.least.value : Self.leastHeard.value),
      .connections: .of(slow.prefix(16).map(\.connection)), .attempts: .of(attempts),
    ] + radio.evidence + worst.actors
  }

  /// How many of the slow ones failed right afterwards.
  var failed: Int { slow.count { $0.hasFailed } }
}

extension ReportV1.ConnectRequest {
  /// Whether the device was received shortly before.
  var wasHeard: Bool {
    lastHeardUs.map { timeUs - $0 <= SlowConnectionRule.leastHeard.value } ?? false
  }

  /// Whether an app waits for the connection: the device was asked for by its address, or the
  /// controller was set to listen for much of the time. What waits by the Filter Accept List for a
  /// device to come into range listens little.
  var isUrgent: Bool {
    guard !isDirect, let window = scanWindowUs, let interval = scanIntervalUs else {
      return isDirect
    }
    return window >= interval / 100 * SlowConnectionRule.urgentShare.value
  }
}
