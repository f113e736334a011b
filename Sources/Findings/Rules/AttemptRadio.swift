import Report

/// What the frames show of the radio while a connection was tried.
struct AttemptRadio {
  enum Cause: String {
    case receiver = "host-receiver"
    case weakSignal = "weak-signal"
    case missed = "missed-advertisements"
    case listening = "low-duty"
    case advertising = "long-advertising-interval"
    case acceptList = "accept-list"
  }

  let attempt: SlowConnectionRule.Attempt
  /// How long the attempts took on average, where there are several.
  let averageUs: Int?
  /// Whether this host's controller hardly listened.
  let busy: BusyReceiver?

  private static let leastDuty = 50
  private static let longPeriodUs = 1_000_000

  var causes: [Cause] {
    var causes: [Cause] = busy == nil ? [] : [.receiver]
    if let rssi = attempt.rssi, rssi < WeakSignalRule.weak.value { causes.append(.weakSignal) }
    if attempt.isInStep, attempt.expectedUs != nil { causes.append(.missed) }
    if let duty, duty < Self.leastDuty { causes.append(.listening) }
    if let period = attempt.periodUs, period >= Self.longPeriodUs { causes.append(.advertising) }
    if !attempt.request.isUrgent { causes.append(.acceptList) }
    return causes
  }

  /// For how much of the time the controller was set to listen, in percent.
  var duty: Int? {
    ReportV1.Scan {
      $0.windowUs = attempt.request.scanWindowUs
      $0.intervalUs = attempt.request.scanIntervalUs
    }.sharePercent
  }

  var evidence: EvidenceList {
    [
      .scanWindowUs: .of(attempt.request.scanWindowUs),
      .scanIntervalUs: .of(attempt.request.scanIntervalUs),
      .advertisingPeriodUs: .of(attempt.periodUs), .expectedUs: .of(attempt.expectedUs),
      .rssiBefore: .of(attempt.rssi), .possibleCauses: .of(causes.map(\.rawValue)),
      .averageUs: .of(averageUs),
    ]
  }
}
