import Report

extension SlowDiscoveryRule {
  static let summary = "Discovering the peer's attributes took seconds."
  static let explanation = """
    A discovery sends one request after the other, and each answer usually takes two connection \
    events: the discovery takes that time for each request. The rule reports at least \(fewest) \
    requests of this host whose answers together took \(least) or more: a warning from \(much), \
    otherwise info. Only the first round counts, because discovery-loop reports repeated requests. \
    Answers that took more than 1 s do not count, because slow-response reports them. The rule \
    reports nothing if peripheral-latency or interval-too-slow reports the same waits, and nothing \
    over BR/EDR. If one interval was in force, the message says how long two connection events for \
    each request take; the rest is the response time of the server, or retransmissions: HCI does \
    not distinguish them.
    """

  var message: String {
    let share =
      connectionUs > 0
      ? ", \(min(100, us * 100 / connectionUs)) % of the connection's time" : ""
    let ofServices = services > 0 ? " for \(Wording.count(services, "service"))" : ""
    var text =
      "The discovery of the peer's attributes took \(Wording.duration(us))\(share): "
      + "\(requests) requests\(ofServices), \(Wording.duration(us / max(requests, 1))) each."
    if let interval, let explainedUs {
      text +=
        " Two connection events for each explain \(Wording.duration(explainedUs)) of it (interval "
        + "\(Wording.interval(interval)), latency \(parameters.last?.latency ?? 0))"
        + (explainedUs * 5 >= us * 4
          ? "." : "; the rest is the response time of the server, or retransmissions.")
    }
    if after.requests >= 3, interval != nil {
      text +=
        " The next \(after.requests) requests took "
        + "\(Wording.duration(after.us / after.requests)) each at that interval."
    }
    if let later = laterParameters {
      text +=
        " The interval was shortened only afterwards, to \(Wording.interval(later.usedIntervalUs)) "
        + "(#\(later.frame))."
    }
    return text
  }

  var advice: String? {
    var parts: [String] = []
    if parameters.contains(where: { $0.usedIntervalUs > Self.shortInterval }) {
      let us = (Self.shortInterval * 2) * requests
      parts.append(
        "request a short interval before the discovery (at \(Wording.interval(Self.shortInterval)) "
          + "two events for each request are \(Wording.duration(us)))")
    }
    let exchanged = connection.mtu.frame ?? .max
    if exchanged > discovery.firstFrame, connection.mtu.effective != nil {
      parts.append(
        "exchange the MTU before the discovery, because a longer response has room for more "
          + "attributes")
    }
    parts.append("discover only the services that the app uses")
    parts.append(
      "keep the result for the next connection, if a bond with Service Changed or the Database "
        + "Hash allows it")
    return Wording.sentence(Wording.list(parts)) + "."
  }
}
