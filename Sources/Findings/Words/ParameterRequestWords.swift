import Report

extension ReportV1.Connection {
  /// `. The peer requested these parameters (#411) while it sent 4,951 bytes of 0AF2`; empty if it
  /// did not.
  func askedByPeerWords(_ parameters: ReportV1.Parameters) -> String {
    guard let request = requestOfPeer(for: parameters) else { return "" }
    let run = runs.first {
      $0.firstFrame < request.frame && $0.lastFrame > parameters.frame
    }
    let during = run.map {
      " while \($0.direction == .rx ? "it" : sides.name(.local)) sent "
        + "\(Wording.count($0.bytes, "byte")) of \($0.uuid ?? Wording.handle($0.valueHandle))"
    }
    return ". \(sides.opening(.remote)) requested these parameters (#\(request.frame))"
      + (during ?? "")
  }
}

extension ReportV1.ParameterRequest {
  /// `This host requested interval 15 ms to 30 ms, latency 0, timeout 4 s`
  func words(_ sides: Sides) -> String { "\(sides.opening(party)) requested \(wishes)" }

  var wishes: String {
    "interval \(Wording.interval(minUs, maxUs)), latency \(latency), "
      + "timeout \(Wording.duration(supervisionTimeoutUs))"
  }
}

extension Wording {
  /// `15 ms to 30 ms`
  static func interval(_ least: Int, _ most: Int) -> String {
    least == most ? interval(most) : "\(interval(least)) to \(interval(most))"
  }
}

extension AppleRule {
  var words: String {
    switch self {
    case .shortInterval: "the interval must be \(Self.interval) or more"
    case .intervalStep: "the minimum interval must be a multiple of \(Self.interval)"
    case .narrowRange:
      "the maximum interval must be at least \(Self.interval) above the minimum, or both must be "
        + "\(Self.interval)"
    case .latency: "the latency must be \(Self.mostLatency) or less"
    case .timeout: "the timeout must be \(Self.timeouts)"
    }
  }
}
