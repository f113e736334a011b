import Report

extension EarlyDisconnectRule {
  static let summary = "One side ended the connection right after it began, or during discovery."
  static let explanation = """
    It is normal that a side ends a connection when its work is done. The rule reports three \
    cases. (1) A side ended the connection during discovery: a request about services or \
    characteristics had no answer yet. (2) A side ended it within \(peers) (this host: \(own)), \
    before anything was requested, written or notified. Exchanges of MTU and parameters do not \
    count as work. (3) In a sniffed capture, a side ended it within \(afterDiscovery) after \
    discovery, before a value was written or notified. The first case is a warning, and the second \
    if the same side did it \(often.word) times or more; all others are info: a scanner that looks \
    for a device ends connections like that. There is one finding for each peer, side and case. \
    The rule does not report connections in which a pairing was in progress or encryption failed, \
    which other rules report, those that this host requested twice (needless-request), and those \
    that were not established (0x3E).
    """

  var message: String {
    let state =
      switch key.state {
      case .discovery: "during service discovery"
      case .nothing: "before anything was requested, written or notified"
      case .discovered:
        "\(Wording.duration(first.sinceDiscoveryUs ?? 0)) after service discovery"
          + (first.att.discoveries.last.map { " (#\($0.lastFrame))" } ?? "")
          + ", before a value was written or notified"
      }
    let times =
      connections.count > 1
      ? "\(Wording.count(connections.count, "connection")) to \(Wording.peer(key.peer)), the first"
      : "the connection"
    let reason = first.disconnect.map { ": " + Wording.named($0.name, $0.reason) } ?? ""
    return "\(first.sides.opening(key.party)) ended \(times) \(Wording.duration(ageUs)) after it "
      + "began, \(state)\(reason)."
  }

  var advice: String? {
    let app = "\(first.sides.name(.local))'s app"
    return switch (key.party, key.state) {
    case (.local, .discovery) where isTooSoonForTimer:
      "\(Wording.sentence(app)) had waited for \(Wording.duration(waitedUs)) only, too short for a "
        + "timeout: look at what it got right before the end, and in its log for an error."
    case (.local, .discovery):
      "Look at the timeout of \(app), and at why it gave up: it had requested services, and did "
        + "not wait for the answer."
    case (.local, .nothing):
      "Look in \(app) for code that connects only to see whether a device is there, or that closes "
        + "this connection in the error handler of another one."
    case (.local, .discovered):
      "See in the log of \(app) whether it missed a service or characteristic that it needs, or "
        + "connects only to see what the device has."
    case (.remote, .discovery):
      "The device did not wait for the end of discovery: look in its firmware for a timer after "
        + "connecting, or for a security requirement that the central did not meet."
    case (.remote, .nothing):
      "The device accepted the connection and then closed it: look in its firmware for a limit of "
        + "connections, an allow list, or a requirement to pair immediately."
    case (.remote, .discovered):
      "Look in the device's firmware for a timer after connecting, or for a requirement to pair or "
        + "to subscribe immediately."
    }
  }
}
