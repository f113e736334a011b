import Report

extension LinkSlowedRule {
  static let summary = "The peripheral requested a longer interval while the link was in use."
  static let explanation = """
    A peripheral that wants to save power requests a long interval. If it does so right after \
    connecting, the new interval takes effect in the middle of the discovery, and each request \
    then takes several times as long. A peripheral should wait 5 s after connecting before it \
    requests an update, and until nothing is in progress (Core Vol 3, Part C, 9.3.12). The rule \
    reports an accepted request that at least doubled the interval, to \(leastInterval) or more, \
    in the middle of a discovery of at least \(fewestRequests) requests or of bulk data without a \
    pause of \(longPause) or more around it, or if at least \(fewestRequests) requests followed without a pause. Only the first one of a connection \
    is reported. The finding also names connections to the peer that began with that interval and \
    discovered attributes with it; the command of this host that ended that interval; and a \
    contradiction to the peer's Peripheral Preferred Connection Parameters, if these were read. It \
    does not report the request that peripheral-latency or interval-too-slow mentions.
    """

  var message: String {
    let (request, after) = (slowing.request, slowing.after)
    let asker = connection.sides.name(request.party)
    let beginning =
      ageUs.map {
        "\(Wording.duration($0)) after the connection began (#\(request.frame)), \(asker) "
          + "requested \(request.wishes), "
      } ?? "\(Wording.sentence(asker)) requested \(request.wishes) (#\(request.frame)), "
    var message =
      beginning + "which was accepted: in the middle of \(work.words) (#\(work.firstFrame) to "
      + "#\(work.lastFrame)) the interval went from "
      + "\(Wording.interval(slowing.before.usedIntervalUs)) to "
      + "\(Wording.interval(after.usedIntervalUs)) (#\(after.frame))."
    if let lastedUs {
      let command = restoredFrame.map { ", by command #\($0)" } ?? ""
      message +=
        " This interval lasted \(Wording.duration(lastedUs)), until "
        + (slowing.endFrame.map { "#\($0)\(command)" } ?? "the connection ended") + "."
    }
    for other in others.prefix(2) {
      message +=
        " Connection \(other.id) began with \(Wording.interval(other.intervalUs)): the "
        + "\(other.requests) requests of its discovery took \(Wording.duration(other.requestsUs))."
    }
    return message
  }

  var advice: String? {
    "The peripheral's firmware should request the long interval when nothing is in progress, and "
      + "not in the first 5 s of a connection."
      + (preferred.map(Self.contradiction) ?? "")
  }

  private static func contradiction(_ preferred: ReportV1.PreferredParameters) -> String {
    let most = preferred.maxUs ?? 0
    let range =
      preferred.minUs == nil || preferred.minUs == most
      ? Wording.interval(most)
      : "\(Wording.interval(preferred.minUs ?? most)) to \(Wording.interval(most))"
    return " Its Peripheral Preferred Connection Parameters (2A04, #\(preferred.frame)) say "
      + "\(range), which contradicts this request."
  }
}

extension LinkSlowedRule.Work {
  fileprivate var words: String {
    switch kind {
    case .run(let bytes, let name): "\(Wording.count(bytes, "byte")) of \(name)"
    case .discovery(let requests): "a discovery of \(Wording.count(requests, "request"))"
    case .requests(let count): Wording.count(count, "request")
    }
  }
}
