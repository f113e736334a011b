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

  /// `. The peer requested these parameters (#411) while it sent 4,951 bytes of 0AF2`; empty if it
  /// did not.
  func askedByPeerWords(_ parameters: ReportV1.Parameters) -> String {
    guard let request = requestOfPeer(for: parameters) else { return "" }
    let run = runs.first {
      $0.firstFrame < request.frame && $0.lastFrame > parameters.frame
    }
    let during = run.map {
      " while \($0.direction == .rx ? "it" : sides.name(.local)) sent \(Wording.count($0.bytes, "byte")) "
        + "of \($0.uuid ?? Wording.handle($0.valueHandle))"
    }
    return ". \(sides.opening(.remote)) requested these parameters (#\(request.frame))"
      + (during ?? "")
  }

  /// Whether the same side asked again later: then only that counts.
  func isSuperseded(_ request: ReportV1.ParameterRequest) -> Bool {
    parameterRequests.contains {
      $0.frame > request.frame && $0.direction == request.direction
    }
  }
}

extension ReportV1.ParameterRequest {
  /// `This host` or `The peer`.
  func asker(_ sides: Sides) -> String { sides.opening(party) }
  /// Who asked.
  var party: Party { direction == .tx ? .local : .remote }
  /// Who had to answer.
  func answerer(_ sides: Sides) -> String { sides.name(direction == .tx ? .remote : .local) }

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

  /// `15 ms to 30 ms`: of the interval.
  var range: String {
    minUs == maxUs
      ? Wording.interval(minUs) : "\(Wording.interval(minUs)) to \(Wording.interval(maxUs))"
  }

  /// `interval 15 ms to 30 ms, latency 0, timeout 4 s`
  var wishes: String {
    "interval \(range), latency \(latency), timeout \(Wording.duration(supervisionTimeoutUs))"
  }

  /// Which of Apple's rules for accessories it breaks, in words. They are quoted in espressif's
  /// esp-idf issue 2529 from the Accessory Design Guidelines.
  ///
  /// - Parameter isHID: of input devices, which may ask for 11.25 ms.
  func brokenAppleRules(_ isHID: Bool = false) -> [String] {
    var broken: [String] = []
    let isForInput = isHID && minUs >= 11_250
    if !isForInput, minUs < 15_000 {
      broken.append("the interval must be 15 ms or more")
    } else if !isForInput, minUs % 15_000 != 0 {
      broken.append("the minimum interval must be a multiple of 15 ms")
    }
    if !isForInput, minUs >= 15_000, maxUs < minUs + 15_000, !(minUs == 15_000 && maxUs == 15_000) {
      broken.append(
        "the maximum interval must be at least 15 ms above the minimum, or both must "
          + "be 15 ms")
    }
    if latency > 30 { broken.append("the latency must be 30 or less") }
    if !(2_000_000...6_000_000).contains(supervisionTimeoutUs) {
      broken.append("the timeout must be 2 to 6 s")
    }
    return broken
  }

  var evidence: EvidenceList {
    [
      .direction: .string(direction.rawValue), .via: .string(via.rawValue),
      .minUs: .int(minUs), .maxUs: .int(maxUs), .latency: .int(latency),
      .supervisionTimeoutUs: .int(supervisionTimeoutUs),
    ]
  }
}
