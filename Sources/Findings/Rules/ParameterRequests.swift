import Report

/// What the rules about connection parameters share.
extension ReportV1.Connection {
  /// Requests made by the peripheral: over L2CAP no one else may ask.
  var requestsOfPeripheral: [ReportV1.ParameterRequest] {
    parameterRequests.filter { request in
      switch request.via {
      case .l2cap: true
      case .ll:
        role == .central && request.direction == .rx
          || role == .peripheral && request.direction == .tx
      }
    }
  }

  /// Whether the same side asked again later: then only that counts.
  func isSuperseded(_ request: ReportV1.ParameterRequest) -> Bool {
    parameterRequests.contains {
      $0.frame > request.frame && $0.direction == request.direction
    }
  }

  /// How long the connection was watched after the request, at least.
  func watchedUs(after request: ReportV1.ParameterRequest) -> Int? {
    request.timeUs.map { max(0, endUs.minus($0)) }
  }
}

extension ReportV1.ParameterRequest {
  /// `We` or `The peer`.
  var asker: String { direction == .tx ? "We" : "The peer" }

  /// `15 to 30 ms, latency 0, timeout 4 s`
  var wishes: String {
    let interval =
      minUs == maxUs
      ? Wording.duration(minUs) : "\(Wording.duration(minUs)) to \(Wording.duration(maxUs))"
    return "\(interval), latency \(latency), timeout \(Wording.duration(supervisionTimeoutUs))"
  }

  /// Which of Apple's rules for accessories it breaks, in words. They are quoted in espressif's
  /// esp-idf issue 2529 from the Accessory Design Guidelines.
  var brokenAppleRules: [String] {
    var broken: [String] = []
    if minUs < 15_000 {
      broken.append("the interval must be 15 ms or more")
    } else if minUs % 15_000 != 0 {
      broken.append("the least interval must be a multiple of 15 ms")
    }
    if minUs >= 15_000, maxUs < minUs + 15_000, !(minUs == 15_000 && maxUs == 15_000) {
      broken.append("the greatest interval must be 15 ms above the least, or both 15 ms")
    }
    if latency > 30 { broken.append("the latency must be 30 or less") }
    if !(2_000_000...6_000_000).contains(supervisionTimeoutUs) {
      broken.append("the timeout must be 2 to 6 s")
    }
    return broken
  }

  var evidence: ReportV1.KeyedList<ReportV1.Evidence> {
    [
      "direction": .string(direction.rawValue), "via": .string(via.rawValue),
      "min_us": .int(minUs), "max_us": .int(maxUs), "latency": .int(latency),
      "supervision_timeout_us": .int(supervisionTimeoutUs),
    ]
  }
}
