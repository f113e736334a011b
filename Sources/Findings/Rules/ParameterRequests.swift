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

  /// The request of the other side, the peripheral, that brought these parameters.
  func requestOfPeer(for parameters: ReportV1.Parameters) -> ReportV1.ParameterRequest? {
    requestsOfPeripheral.last {
      $0.direction == .rx && $0.frame < parameters.frame && $0.result == .accepted
        && $0.allows(parameters.intervalUs) && $0.latency == parameters.latency
    }
  }

  /// Whether the same side asked again later: then only that counts.
  func isSuperseded(_ request: ReportV1.ParameterRequest) -> Bool {
    parameterRequests.contains {
      $0.frame > request.frame && $0.direction == request.direction
    }
  }
}

extension ReportV1.ParameterRequest {
  /// Who asked.
  var party: Party { direction == .tx ? .local : .remote }

  /// What makes two requests equal.
  struct Wishes: Hashable {
    var direction: ReportV1.Direction
    var minUs: Int
    var maxUs: Int
    var latency: Int
    var timeoutUs: Int
  }

  var wished: Wishes {
    Wishes(
      direction: direction, minUs: minUs, maxUs: maxUs, latency: latency,
      timeoutUs: supervisionTimeoutUs)
  }

  /// What a finding about it is about.
  var subject: String { "\(minUs) \(maxUs) \(latency) \(supervisionTimeoutUs)" }

  /// Which of Apple's rules for accessories it breaks. They are quoted in espressif's esp-idf issue
  /// 2529 from the Accessory Design Guidelines.
  ///
  /// - Parameter isHID: of input devices, which may ask for less.
  func brokenAppleRules(_ isHID: Bool = false) -> [AppleRule] {
    let isForInput = isHID && minUs >= AppleRule.intervalOfInput.value
    let step = AppleRule.interval.value
    return AppleRule.allCases.filter { rule in
      switch rule {
      case .shortInterval: !isForInput && minUs < step
      case .intervalStep: !isForInput && minUs >= step && minUs % step != 0
      case .narrowRange:
        !isForInput && minUs >= step && maxUs < minUs + step && !(minUs == step && maxUs == step)
      case .latency: latency > AppleRule.mostLatency.value
      case .timeout:
        !(AppleRule.shortestTimeout.value...AppleRule.longestTimeout.value)
          .contains(supervisionTimeoutUs)
      }
    }
  }

  var evidence: EvidenceList {
    [
      .direction: .of(direction), .via: .of(via), .minUs: .of(minUs), .maxUs: .of(maxUs),
      .latency: .of(latency), .supervisionTimeoutUs: .of(supervisionTimeoutUs),
    ]
  }
}

/// In the order in which a finding names them.
enum AppleRule: CaseIterable {
  case shortInterval, intervalStep, narrowRange, latency, timeout

  static let limits = [interval, mostLatency, shortestTimeout, longestTimeout, intervalOfInput]
  /// The shortest, and the step.
  static let interval = RuleLimit("apple_interval_us", 15_000, .microseconds)
  static let mostLatency = RuleLimit("apple_most_latency", 30, .connectionEvents)
  static let shortestTimeout = RuleLimit("apple_shortest_timeout_us", 2_000_000, .microseconds)
  static let longestTimeout = RuleLimit("apple_longest_timeout_us", 6_000_000, .microseconds)
  static let intervalOfInput = RuleLimit("apple_input_interval_us", 11_250, .microseconds)

  /// `2 to 6 s`
  static var timeouts: String { "\(shortestTimeout.value / 1_000_000) to \(longestTimeout)" }
}
