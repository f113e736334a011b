import Text

/// What facts about a link are in a text.
extension ReportV1.Parameters {
  /// `interval 30 ms`, `interval 30 ms, one event of 10 used (300 ms, 2 more after data)`
  package var intervalWords: String {
    let interval = "interval\u{A0}\(Quantity.interval(us: intervalUs))"
    guard subrateFactor > 1 else { return interval }
    let further = continuationNumber > 0 ? ", continuation number \(continuationNumber)" : ""
    return interval + ", subrate factor \(subrateFactor) "
      + "(\(Quantity.interval(us: usedIntervalUs)))\(further)"
  }
}

extension ReportV1.EndCause {
  package var words: String {
    switch self {
    case .disconnection: "disconnected"
    case .controllerReset: "its controller was reset"
    case .controllerOff: "its controller was switched off"
    case .controllerGone: "its controller was unplugged"
    }
  }
}

extension ReportV1.MarkerStyle {
  /// In parentheses after the marker.
  package var words: String {
    switch self {
    case .own: "own\u{A0}value"
    case .split: "split"
    case .glued: "in\u{A0}last\u{A0}chunk"
    }
  }
}

extension ReportV1.EncryptionFailureKind {
  package var words: String {
    switch self {
    case .change: "not switched on"
    case .keyRefresh: "key not refreshed"
    case .keyRefused: "this side had no key"
    }
  }
}
