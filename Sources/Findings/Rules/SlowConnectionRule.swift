import Report
import Text

/// A connection took long to be established.
enum SlowConnectionRule: Rule {
  static let name = "slow-connection"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = .connecting
  static let summary = "A connection took several seconds to be established."
  static let explanation = """
    A central connects at the first advertisement that it receives. Connectable devices usually \
    advertise every 20 ms to 1.3 s, and a central that listens for a part of the time needs a few \
    advertisements. The finding says for how much of the time the controller was set to listen \
    (scan window and interval of the command), and how often and how strongly the device was \
    received shortly before; from these it names possible causes. It names this host's controller \
    first if, in a scan within the minute before, the controller reported all devices only in \
    bursts, or took 0.5 s or more to end the scan. If no two consecutive advertisements were \
    received, the period is estimated from four attempts or more, each of which took a multiple of it.

    The rule reports a connection that was established 5 s or more after LE Create Connection, or \
    3 s or more after the first advertisement reported after that command. It is a warning from 10 \
    s, otherwise info. There is one finding for each device: how many of its attempts were slow. A \
    connection through the Filter Accept List (autoConnect on Android) may wait for days: it is \
    info, and reported only if the device was received within 3 s before the command. Connections \
    that failed right afterwards (0x3E) count, because the wait before is the same; \
    connection-failed reports the failure.

    The rule reports nothing if the advertising period and the scan window explain the time: no \
    attempt took more than three times the expected average, and the attempts together took no \
    longer than chance allows (three standard deviations). It does not report a device that was \
    already connected (needless-request), or BR/EDR.
    """

  private static let limitUs = 5_000_000
  private static let heardLimitUs = 3_000_000
  private static let badUs = 10_000_000

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let slow = attempts(in: file, atLeastUs: heardLimitUs) { _ in true }
    let suspects = Set(slow.filter(\.isSlow).map(\.peer))
    guard !suspects.isEmpty else { return [] }
    var order: [AdvertisingGrid.Peer] = []
    var found: [AdvertisingGrid.Peer: [Attempt]] = [:]
    for attempt in attempts(in: file, atLeastUs: 0, where: { suspects.contains($0) }) {
      if found[attempt.peer] == nil { order.append(attempt.peer) }
      found[attempt.peer, default: []].append(attempt)
    }
    let receivers = BusyReceivers(file.capture)
    return order.compactMap { finding(found[$0] ?? [], receivers) }
  }

  /// The attempts of this host to connect at once, which came to a Connection Complete.
  private static func attempts(
    in file: CaseFile, atLeastUs least: Int, where isWanted: (AdvertisingGrid.Peer) -> Bool
  ) -> [Attempt] {
    let needless = Set(file.capture.needlessRequests.map(\.frame))
    var found: [Attempt] = []
    file.connections {
      $0[$1].connectRequest != nil && $0[$1].transport == .le && $0[$1].role == .central
        && $0[$1].completeFrame != nil
        && $0[$1].startUs.minus($0[$1].connectRequest?.timeUs ?? 0) >= least
    }.visit { connection, _ in
      guard let request = connection.connectRequest, !needless.contains(request.frame),
        let peer = AdvertisingGrid.Peer(connection), isWanted(peer)
      else { return }
      if !request.isDirect {
        guard let last = request.lastHeardUs, request.timeUs.minus(last) <= heardLimitUs else {
          return
        }
      }
      found.append(Attempt(connection, request, peer, file.advertisingGrids[peer]?.periodUs))
    }
    return found
  }

  private struct Attempt {
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

    init(
      _ connection: borrowing ReportV1.Connection, _ request: ReportV1.ConnectRequest,
      _ peer: AdvertisingGrid.Peer, _ grid: Int?
    ) {
      self.connection = connection.id
      completeFrame = connection.completeFrame
      actors = connection.actors(nil)
      hasFailed = connection.disconnect?.reason == .connectionFailedToBeEstablished
      rssi = connection.rssiBefore?.last ?? request.lastHeardRssi
      self.request = request
      self.peer = peer
      tookUs = connection.startUs.minus(request.timeUs)
      let start = connection.startUs
      heardUs = request.advertisementUs.map { start.minus($0) }
      periodUs = [request.advertisingPeriodUs, grid].compactMap { $0 }.min()
      isInStep = grid != nil
    }

    var isSlow: Bool { tookUs >= limitUs || heardUs ?? 0 >= heardLimitUs }
    var expectedUs: Int? { request.expectedUs(periodUs) }
  }

  /// Whether the advertising period and the listening make one of the times, or all together.
  private static func areExplained(_ all: [Attempt]) -> Bool {
    var (took, expected, variance) = (0.0, 0.0, 0.0)
    for attempt in all {
      guard let average = attempt.expectedUs else {
        if attempt.isSlow { return false }
        continue
      }
      if attempt.isSlow, attempt.tookUs > average.times(3) { return false }
      took += Double(attempt.tookUs)
      expected += Double(average)
      // Each advertisement is received or not: a geometric distribution, whose standard deviation
      // is at most its mean.
      variance += Double(average) * Double(average)
    }
    return took <= expected + 3 * variance.squareRoot()
  }

  private static func finding(
    _ all: [Attempt], _ receivers: BusyReceivers
  ) -> RuleFinding? {
    let slow = all.filter(\.isSlow)
    guard let worst = slow.max(by: { $0.tookUs < $1.tookUs }), !areExplained(all) else {
      return nil
    }
    let radio = AttemptRadio(
      worst.request, rssi: worst.rssi, periodUs: worst.periodUs, isInStep: worst.isInStep,
      averageUs: all.count < 3 ? nil : all.map(\.tookUs).total / all.count,
      busy: receivers.near(
        worst.request.timeUs, worst.request.timeUs.plus(worst.tookUs)))
    let base: EvidenceList = [
      .peer: .string(worst.peer.address), .count: .int(slow.count),
      .failed: .int(slow.count { $0.hasFailed }),
      .tookUs: .int(worst.tookUs),
      .sinceHeardUs: worst.heardUs.map { .int($0) } ?? .null,
      .limitUs: .int(worst.tookUs >= limitUs ? limitUs : heardLimitUs),
      .connections: .list(slow.prefix(16).map { .int($0.connection) }),
      .attempts: .int(all.count),
    ]
    let message =
      (all.count == 1 ? single(worst) : several(slow, of: all.count, worst))
      + (radio.words.map { ". " + Wording.sentence($0) } ?? "") + "."
    return RuleFinding(
      worst.tookUs >= badUs && worst.request.isDirect ? .warning : .info,
      connection: worst.connection,
      frames: Wording.handful(
        [
          worst.request.frame, worst.request.lastHeardFrame, worst.request.advertisementFrame,
          worst.completeFrame, radio.busy?.frame,
        ]
        .compactMap { $0 }),
      message, evidence: base.with(radio.evidence).with(worst.actors), advice: radio.advice,
      lostUs: slow.map(\.tookUs).total
    ).covering(slow.map(\.connection))
  }

  private static func single(_ attempt: Attempt) -> String {
    let address = attempt.peer.address
    // HCI reports a connection as complete before the first packet of the peer was received: one
    // that then fails with 0x3E was never established.
    let what =
      attempt.hasFailed
      ? "Connection Complete for \(address) was "
        + "received" : "The connection to \(address) was established"
    return "\(what) \(Wording.duration(attempt.tookUs)) after this host requested it "
      + "(#\(attempt.request.frame))" + heard(attempt)
      + (attempt.hasFailed ? "; it failed right afterwards (0x3E)" : "")
  }

  /// `7 of 8 attempts to connect to ... took 8.06 s to 12.1 s until Connection Complete`
  private static func several(_ slow: [Attempt], of count: Int, _ worst: Attempt) -> String {
    let times = slow.map(\.tookUs)
    let (least, most) = (times.min() ?? 0, times.max() ?? 0)
    let range =
      slow.count == 1
      ? Wording.duration(most) : "\(Wording.duration(least)) to \(Wording.duration(most))"
    let failed = slow.count { $0.hasFailed }
    return "\(slow.count) of \(Wording.count(count, "attempt")) to connect to "
      + "\(worst.peer.address) took \(range) from this host's request to Connection Complete, "
      + (slow.count == 1 ? "from #" : "the longest from #") + "\(worst.request.frame)"
      + heard(worst)
      + (failed == 0
        ? ""
        : failed == slow.count
          ? "; \(slow.count == 1 ? "it" : "all of these") failed right afterwards (0x3E)"
          : "; \(failed) of these failed right afterwards (0x3E)")
  }

  private static func heard(_ attempt: Attempt) -> String {
    guard let heard = attempt.heardUs, let frame = attempt.request.advertisementFrame else {
      return ""
    }
    return ", \(Wording.duration(heard)) after an advertisement of the device was received "
      + "(#\(frame))"
  }
}

extension ReportV1.ConnectRequest {
  /// How long it takes on average until the controller, which listens for a part of the time, hears
  /// the device; `nil` where the capture does not show how often that advertised.
  ///
  /// - Parameter period: how often.
  func expectedUs(_ period: Int?) -> Int? {
    guard let period, let window = scanWindowUs,
      let interval = scanIntervalUs,
      period > 0, window > 0, interval > 0
    else { return nil }
    return window >= interval ? period : Int(Double(period) * Double(interval) / Double(window))
  }
}

/// What the frames show of the radio while a connection was tried.
private struct AttemptRadio {
  enum Cause: String {
    case receiver = "host-receiver"
    case weakSignal = "weak-signal"
    case missed = "missed-advertisements"
    case listening = "low-duty"
    case advertising = "long-advertising-interval"
    case acceptList = "accept-list"
  }

  let request: ReportV1.ConnectRequest
  let rssi: Int?
  let periodUs: Int?
  /// How long the attempts took on average, where there are several.
  let averageUs: Int?
  /// Whether this host's controller hardly listened.
  let busy: BusyReceiver?
  let causes: [Cause]

  private static let leastDuty = 50
  private static let longPeriodUs = 1_000_000

  /// - Parameter isInStep: whether several attempts show that the device kept its period.
  init(
    _ request: ReportV1.ConnectRequest, rssi: Int?, periodUs: Int?, isInStep: Bool,
    averageUs: Int?, busy: BusyReceiver?
  ) {
    self.busy = busy
    self.request = request
    self.periodUs = periodUs
    self.rssi = rssi
    self.averageUs = averageUs
    var causes: [Cause] = busy == nil ? [] : [.receiver]
    if let rssi, rssi < WeakSignalRule.limit { causes.append(.weakSignal) }
    if isInStep, request.expectedUs(periodUs) != nil { causes.append(.missed) }
    if let duty = Self.duty(request), duty < Self.leastDuty { causes.append(.listening) }
    if let period = periodUs, period >= Self.longPeriodUs {
      causes.append(.advertising)
    }
    if !request.isDirect { causes.append(.acceptList) }
    self.causes = causes
  }

  private static func duty(_ request: ReportV1.ConnectRequest) -> Int? {
    ReportV1.Scan {
      $0.windowUs = request.scanWindowUs
      $0.intervalUs = request.scanIntervalUs
    }.sharePercent
  }

  /// `this host's controller was set to listen for 5 % of the time, the device had advertised at
  /// least every 2 s, so that 40 s are expected on average; ...`
  var words: String? {
    var facts: [String] = []
    if let duty = Self.duty(request) {
      facts.append(
        "this host's controller was set to listen "
          + (duty >= 100 ? "all the time" : "for \(duty) % of the time"))
    }
    if let period = periodUs {
      let frame = request.lastHeardFrame.map { " (last in #\($0))" } ?? ""
      var average = ""
      if let expected = request.expectedUs(period) {
        average = ", so that \(Wording.duration(expected)) are expected on average"
        if let averageUs { average += ", not \(Wording.duration(averageUs))" }
      }
      facts.append(
        "the device had advertised at least every \(Wording.duration(period))\(frame)\(average)"
      )
    }
    if let busy { facts.append(busy.words) }
    if let rssi { facts.append("the last RSSI was \(rssi) dBm") }
    if !request.isDirect {
      facts.append("the request was for any device of the Filter Accept List")
    }
    guard !facts.isEmpty else { return nil }
    return facts.joined(separator: "; ")
  }

  var evidence: EvidenceList {
    [
      .scanWindowUs: request.scanWindowUs.map { .int($0) } ?? .null,
      .scanIntervalUs: request.scanIntervalUs.map { .int($0) } ?? .null,
      .advertisingPeriodUs: periodUs.map { .int($0) } ?? .null,
      .expectedUs: request.expectedUs(periodUs).map { .int($0) } ?? .null,
      .rssiBefore: rssi.map { .int($0) } ?? .null,
      .possibleCauses: .list(causes.map { .string($0.rawValue) }),
      .averageUs: averageUs.map { .int($0) } ?? .null,
    ]
  }

  var advice: String {
    guard !causes.isEmpty else {
      return request.expectedUs(periodUs) == nil
        ? "A connection begins with an advertisement that this host's controller receives. The "
          + "capture does not show how often the device advertised: see whether it did so all the "
          + "time and was near enough, and look at what else used the radio of this host, such as "
          + "Wi-Fi."
        : Self.unexplained
    }
    // Only times that these two do not explain are reported.
    let isUnexplained = request.expectedUs(periodUs) != nil && !causes.contains(.missed)
    let beginning = causes.count > 1 ? "There are several possible causes. " : ""
    return (isUnexplained ? Self.unexplained + " " : "") + beginning
      + causes.map(Self.advice).joined(separator: " ")
      + (causes == [.receiver] && request.expectedUs(periodUs) == nil
        ? " Otherwise see whether the device advertised all the time." : "")
  }

  private static let unexplained =
    "Neither the advertising nor the scan window explains it: check whether the device stopped "
    + "advertising or was connected to another central, and look at what else used the radio of "
    + "this host."

  private static func advice(_ cause: Cause) -> String {
    switch cause {
    case .receiver:
      "Check this host's controller first: its receiver was busy elsewhere, or it delayed the "
        + "reports. Look at what else used its radio, such as Wi-Fi or BR/EDR."
    case .weakSignal: "The signal was weak: try with the devices closer together."
    case .missed:
      "The device kept its advertising period, and this host's controller received fewer of its "
        + "advertisements than the scan window makes likely: look at other work of its radio "
        + "(Wi-Fi, scans, other connections) and at interference, and use a longer scan window."
    case .listening:
      "The controller listened for a small part of the time: the app should connect with "
        + "autoConnect = false (Android), or this host's stack should use a larger scan window."
    case .advertising:
      "The device advertises at long intervals, and each missed advertisement costs one more "
        + "interval: its firmware should advertise more often while it expects a connection."
    case .acceptList:
      "A connection through the Filter Accept List (autoConnect on Android) is not meant to be "
        + "fast: connect directly to a device that is known to be near."
    }
  }
}
