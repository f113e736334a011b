import Report
import Text

/// A connection took long to come about.
enum SlowConnectionRule: Rule {
  static let name = "slow-connection"
  static let severity = ReportV1.Severity.warning
  static let summary = "A connection took several seconds to be established."
  static let explanation = """
    A central connects at the first advertisement that it receives. Connectable devices usually \
    advertise every 20 ms to 1.3 s, and a central that listens for a part of the time needs a few \
    advertisements. The rule reports a connection that was established 5 s or more after LE Create \
    Connection, or 3 s or more after the first advertisement reported after that command. It is a \
    warning from 10 s, otherwise info. There is one finding for each device, about its slowest \
    connection. It says for how much of the time the controller listened (scan window and interval \
    of the command), and how often and how strongly the device was received shortly before; from \
    these it names candidate causes. Where no two advertisements in a row were received, the period \
    is that of which the times of four or more attempts are multiples. The rule does not report a \
    time of at most three times the average that the advertising period and the listening explain, \
    a device that was already connected (needless-request), and BR/EDR. Connections that failed \
    right afterwards (0x3E) count, because the wait before is the same; connection-failed reports \
    the failure. A connection by the Filter Accept List (auto connect) may wait for days: it is \
    info, and reported only where the device was received within 3 s before the command.
    """

  private static let limitUs = 5_000_000
  private static let heardLimitUs = 3_000_000
  private static let badUs = 10_000_000

  private struct Slow {
    var connection: ReportV1.Connection
    var request: ReportV1.ConnectRequest
    var tookUs: Int
    var heardUs: Int?
    /// How often the device advertised, or more often.
    var periodUs: Int?

    var hasFailed: Bool {
      connection.disconnect?.reason == .connectionFailedToBeEstablished
    }
  }

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let needless = Set(file.capture.needlessRequests.map(\.frame))
    var keys: [String] = []
    var found: [String: [Slow]] = [:]
    var grids: [String: AdvertisingGrid?] = [:]
    for connection in file.connections(where: {
      $0[$1].connectRequest != nil && $0[$1].transport == .le
        && $0[$1].role == .central && $0[$1].completeFrame != nil
        // No less than since the device was heard.
        && $0[$1].startUs.minus($0[$1].connectRequest?.timeUs ?? 0) >= heardLimitUs
    }).all {
      guard let request = connection.connectRequest, let address = connection.peer.address,
        !needless.contains(request.frame)
      else { continue }
      let grid = grids[address] ?? AdvertisingGrid(attempts(address, connection, file))
      grids[address] = .some(grid)
      guard let slow = slow(connection, request, grid) else { continue }
      if found[address] == nil { keys.append(address) }
      found[address, default: []].append(slow)
    }
    return keys.compactMap { finding($0, found[$0] ?? []) }
  }

  /// The connections to a device that our host asked for, on one controller.
  private static func attempts(
    _ address: String, _ one: ReportV1.Connection, _ file: CaseFile
  ) -> [ReportV1.Connection] {
    file.connections {
      $0[$1].connectRequest != nil && $0[$1].completeFrame != nil && $0[$1].role == .central
        && $0[$1].transport == .le && $0[$1].peer.address == address
        && $0[$1].controller == one.controller
    }.all
  }

  private static func slow(
    _ connection: ReportV1.Connection, _ request: ReportV1.ConnectRequest, _ grid: AdvertisingGrid?
  ) -> Slow? {
    let took = connection.startUs.minus(request.timeUs)
    let heard = request.advertisementUs.map { connection.startUs.minus($0) }
    guard took >= limitUs || heard ?? 0 >= heardLimitUs else { return nil }
    let period = [request.advertisingPeriodUs, grid?.periodUs].compactMap { $0 }.min()
    if let expected = request.expectedUs(period), took <= expected.times(3) { return nil }
    if !request.isDirect {
      guard let last = request.lastHeardUs, request.timeUs.minus(last) <= heardLimitUs else {
        return nil
      }
    }
    return Slow(
      connection: connection, request: request, tookUs: took, heardUs: heard, periodUs: period)
  }

  private static func finding(_ address: String, _ all: [Slow]) -> RuleFinding? {
    guard let worst = all.max(by: { $0.tookUs < $1.tookUs }) else { return nil }
    let request = worst.request
    // HCI reports a connection as complete before the first packet of the peer was received: one
    // that then fails with 0x3E was never established.
    let what =
      worst.hasFailed
      ? "Connection Complete for \(address) came" : "The connection to \(address) was established"
    var message =
      "\(what) \(Wording.duration(worst.tookUs)) after this host requested it (#\(request.frame))"
    if let heard = worst.heardUs, let frame = request.advertisementFrame {
      message +=
        ", \(Wording.duration(heard)) after an advertisement of the device was received "
        + "(#\(frame))"
    }
    if all.count > 1 {
      message +=
        "; \(Wording.count(all.count - 1, "other")) took up to "
        + Wording.duration(all.map(\.tookUs).sorted().dropLast().last ?? worst.tookUs)
    }
    let failed = all.count { $0.hasFailed }
    if failed > 0 {
      message +=
        all.count == 1
        ? "; it failed right after (0x3E)"
        : failed == all.count
          ? "; all failed right after (0x3E)"
          : "; \(failed) of them failed right after (0x3E)"
            + (worst.hasFailed ? ", the slowest among them" : "")
    }
    let radio = AttemptRadio(worst.connection, request, periodUs: worst.periodUs)
    if let words = radio.words { message += "; " + words }
    let base: ReportV1.KeyedList<ReportV1.Evidence> = [
      "peer": .string(address), "count": .int(all.count), "failed": .int(failed),
      "took_us": .int(worst.tookUs),
      "since_heard_us": worst.heardUs.map { .int($0) } ?? .null,
      "limit_us": .int(worst.tookUs >= limitUs ? limitUs : heardLimitUs),
      "connections": .list(all.prefix(16).map { .int($0.connection.id) }),
    ]
    return RuleFinding(
      worst.tookUs >= badUs && request.isDirect ? .warning : .info, connection: worst.connection.id,
      frames: Wording.handful(
        [
          request.frame, request.lastHeardFrame, request.advertisementFrame,
          worst.connection.completeFrame,
        ]
        .compactMap { $0 }),
      message + ".", evidence: base.with(radio.evidence).with(worst.connection.actors(nil)),
      advice: radio.advice,
      lostUs: all.map(\.tookUs).total)
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
    case weakSignal = "weak-signal"
    case listening = "low-duty"
    case advertising = "long-advertising-interval"
    case acceptList = "accept-list"
  }

  let request: ReportV1.ConnectRequest
  let periodUs: Int?
  let rssi: Int?
  let causes: [Cause]

  private static let leastDuty = 50
  private static let longPeriodUs = 1_000_000

  init(
    _ connection: ReportV1.Connection, _ request: ReportV1.ConnectRequest, periodUs: Int?
  ) {
    self.request = request
    self.periodUs = periodUs
    rssi = connection.rssiBefore?.last ?? request.lastHeardRssi
    var causes: [Cause] = []
    if let rssi, rssi < WeakSignalRule.limit { causes.append(.weakSignal) }
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

  /// `this host's controller listened for 5 % of the time, the device had advertised every 2 s or
  /// more often, which makes 40 s on average, its signal was -60 dBm`
  var words: String? {
    var facts: [String] = []
    if let duty = Self.duty(request) {
      facts.append(
        duty >= 100
          ? "this host's controller listened all the time"
          : "this host's controller listened for \(duty) % of the time")
    }
    if let period = periodUs {
      let frame = request.lastHeardFrame.map { " (last in #\($0))" } ?? ""
      let average =
        request.expectedUs(periodUs).map { ", which makes \(Wording.duration($0)) on average" }
        ?? ""
      facts.append(
        "the device had advertised every \(Wording.duration(period)) or more often\(frame)\(average)"
      )
    }
    if let rssi { facts.append("its signal was \(rssi) dBm") }
    if !request.isDirect {
      facts.append("the request was for any device of the Filter Accept List")
    }
    guard !facts.isEmpty else { return nil }
    return facts.joined(separator: ", ")
  }

  var evidence: ReportV1.KeyedList<ReportV1.Evidence> {
    [
      "scan_window_us": request.scanWindowUs.map { .int($0) } ?? .null,
      "scan_interval_us": request.scanIntervalUs.map { .int($0) } ?? .null,
      "advertising_period_us": periodUs.map { .int($0) } ?? .null,
      "expected_us": request.expectedUs(periodUs).map { .int($0) } ?? .null,
      "rssi_before": rssi.map { .int($0) } ?? .null,
      "possible_causes": .list(causes.map { .string($0.rawValue) }),
    ]
  }

  var advice: String {
    guard !causes.isEmpty else {
      return request.expectedUs(periodUs) == nil
        ? "A connection begins with an advertisement that this host's controller receives. The "
          + "capture does not show how often the device advertised: see whether it did so all the "
          + "time, and was near enough."
        : "Neither the advertising nor the listening explains it: see whether the device stopped "
          + "advertising or was connected to another central, and what else this host's radio did."
    }
    let beginning = causes.count > 1 ? "Any of these may be the cause. " : ""
    return beginning + causes.map(Self.advice).joined(separator: " ")
  }

  private static func advice(_ cause: Cause) -> String {
    switch cause {
    case .weakSignal: "The signal was weak: try with the devices closer together."
    case .listening:
      "The controller listened for a small part of the time: the app should connect without auto "
        + "connect, or this host's stack should use a larger scan window."
    case .advertising:
      "The device advertised seldom: its firmware should advertise more often for "
        + "a while."
    case .acceptList:
      "A connection by the Filter Accept List is not meant to be fast: connect directly to a "
        + "device that is known to be near."
    }
  }
}
