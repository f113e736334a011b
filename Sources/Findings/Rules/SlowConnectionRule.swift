import Report
import Text

/// A connection took long to come about.
enum SlowConnectionRule: Rule {
  static let name = "slow-connection"
  static let severity = ReportV1.Severity.warning
  static let summary = "A connection came about only seconds after the command that asked for it."
  static let explanation = """
    A central connects at the first advertisement that it hears. Devices that want to be connected \
    advertise every 20 ms to 1.3 s, and a central that listens for a part of the time needs a few \
    of them. Reported are connections to a certain device that took 5 s or more from LE Create \
    Connection, or 3 s from the first advertisement reported after it; a warning from 10 s on. One \
    finding for each device, with the slowest. It says for how much of the time the controller \
    listened (scan window and interval of the command), and how often and how strong the device \
    was heard shortly before; from that it names what may be the cause. It is quiet where the time \
    is at most three times what period and listening make it on average, for a device that was \
    connected when it was asked for (needless-request), and for BR/EDR. Connections that failed \
    right after (0x3E) count: the wait before is the same; connection-failed reports the failure. A connection by the Filter Accept List (auto connect), \
    which may wait for days, is information, and reported only where the device was heard within 3 \
    s before the command.
    """

  private static let limitUs = 5_000_000
  private static let heardLimitUs = 3_000_000
  private static let badUs = 10_000_000

  private struct Slow {
    var connection: ReportV1.Connection
    var request: ReportV1.ConnectRequest
    var tookUs: Int
    var heardUs: Int?

    var hasFailed: Bool {
      connection.disconnect?.reason == .connectionFailedToBeEstablished
    }
  }

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let needless = Set(file.capture.needlessRequests.map(\.frame))
    var keys: [String] = []
    var found: [String: [Slow]] = [:]
    for connection in file.connections(where: {
      $0[$1].connectRequest != nil && $0[$1].transport == .le
        && $0[$1].role == .central && $0[$1].completeFrame != nil
        // No less than since the device was heard.
        && $0[$1].startUs.minus($0[$1].connectRequest?.timeUs ?? 0) >= heardLimitUs
    }).all {
      guard let request = connection.connectRequest, let address = connection.peer.address,
        !needless.contains(request.frame), let slow = slow(connection, request)
      else { continue }
      if found[address] == nil { keys.append(address) }
      found[address, default: []].append(slow)
    }
    return keys.compactMap { finding($0, found[$0] ?? []) }
  }

  private static func slow(
    _ connection: ReportV1.Connection, _ request: ReportV1.ConnectRequest
  ) -> Slow? {
    let took = connection.startUs.minus(request.timeUs)
    let heard = request.advertisementUs.map { connection.startUs.minus($0) }
    guard took >= limitUs || heard ?? 0 >= heardLimitUs else { return nil }
    if let expected = request.expectedUs, took <= expected.times(3) { return nil }
    if !request.isDirect {
      guard let last = request.lastHeardUs, request.timeUs.minus(last) <= heardLimitUs else {
        return nil
      }
    }
    return Slow(connection: connection, request: request, tookUs: took, heardUs: heard)
  }

  private static func finding(_ address: String, _ all: [Slow]) -> RuleFinding? {
    guard let worst = all.max(by: { $0.tookUs < $1.tookUs }) else { return nil }
    let request = worst.request
    var message =
      "The connection to \(address) came about \(Wording.duration(worst.tookUs)) after our host "
      + "asked for it (#\(request.frame))"
    if let heard = worst.heardUs, let frame = request.advertisementFrame {
      message += ", \(Wording.duration(heard)) after the device was heard (#\(frame))"
    }
    if all.count > 1 {
      message +=
        "; \(Wording.count(all.count - 1, "other")) took as long as "
        + Wording.duration(all.map(\.tookUs).sorted().dropLast().last ?? worst.tookUs)
    }
    let failed = all.count { $0.hasFailed }
    if failed > 0 {
      message +=
        all.count == 1
        ? "; it failed right after (0x3E)"
        : "; \(failed == all.count ? "all" : "\(failed) of them") failed right after (0x3E)"
    }
    let radio = AttemptRadio(worst.connection, request)
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
  var expectedUs: Int? {
    guard let period = advertisingPeriodUs, let window = scanWindowUs,
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
  let rssi: Int?
  let causes: [Cause]

  private static let leastDuty = 50
  private static let longPeriodUs = 1_000_000

  init(_ connection: ReportV1.Connection, _ request: ReportV1.ConnectRequest) {
    self.request = request
    rssi = connection.rssiBefore?.last ?? request.lastHeardRssi
    var causes: [Cause] = []
    if let rssi, rssi < WeakSignalRule.limit { causes.append(.weakSignal) }
    if let duty = Self.duty(request), duty < Self.leastDuty { causes.append(.listening) }
    if let period = request.advertisingPeriodUs, period >= Self.longPeriodUs {
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

  /// `our controller listened for 5 % of the time, the device had advertised every 2 s or more often`
  var words: String? {
    var facts: [String] = []
    if let duty = Self.duty(request) {
      facts.append(
        duty >= 100
          ? "our controller listened all the time"
          : "our controller listened for \(duty) % of the time")
    }
    if let period = request.advertisingPeriodUs {
      let frame = request.lastHeardFrame.map { " (last in #\($0))" } ?? ""
      facts.append(
        "the device had advertised every \(Wording.duration(period)) or more often\(frame)")
    }
    if let rssi { facts.append("its signal was \(rssi) dBm") }
    if !request.isDirect { facts.append("any device of the Filter Accept List was asked for") }
    guard !facts.isEmpty else { return nil }
    let average =
      request.expectedUs.map { ", which makes \(Wording.duration($0)) on average" } ?? ""
    return facts.joined(separator: ", ") + average
  }

  var evidence: ReportV1.KeyedList<ReportV1.Evidence> {
    [
      "scan_window_us": request.scanWindowUs.map { .int($0) } ?? .null,
      "scan_interval_us": request.scanIntervalUs.map { .int($0) } ?? .null,
      "advertising_period_us": request.advertisingPeriodUs.map { .int($0) } ?? .null,
      "expected_us": request.expectedUs.map { .int($0) } ?? .null,
      "rssi_before": rssi.map { .int($0) } ?? .null,
      "possible_causes": .list(causes.map { .string($0.rawValue) }),
    ]
  }

  var advice: String {
    guard !causes.isEmpty else {
      return request.expectedUs == nil
        ? "A connection begins with an advertisement that our controller hears. The capture does not "
          + "show how often the device advertised: see whether it did so all the time, and was near "
          + "enough."
        : "Neither the advertising nor the listening explains it: see whether the device stopped "
          + "advertising or was connected to another central, and what else our radio did."
    }
    let beginning = causes.count > 1 ? "Any of these may be the cause. " : ""
    return beginning + causes.map(Self.advice).joined(separator: " ")
  }

  private static func advice(_ cause: Cause) -> String {
    switch cause {
    case .weakSignal: "The signal was weak: try with the devices closer together."
    case .listening:
      "The controller listened for a small part of the time: ask for a larger scan window, or "
        + "without auto connect."
    case .advertising: "The device advertised seldom: let it advertise more often for a while."
    case .acceptList:
      "A connection by the Filter Accept List has no hurry: name the device where it is there already."
    }
  }
}
