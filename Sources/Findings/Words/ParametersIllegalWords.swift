import Report

extension ParametersIllegalRule {
  static let summary = "A connection has parameters that the specification does not allow."
  static let explanation = """
    The rule holds CONNECT_IND, AUX_CONNECT_REQ, LL_CONNECTION_UPDATE_IND, LL_CONNECTION_PARAM_REQ \
    and LL_CHANNEL_MAP_IND against the Core: an interval from 7.5 ms to 4 s, a latency of 499 at \
    most, a supervision timeout from 100 ms to 32 s and above (1 + latency) x interval x 2 (Core \
    Vol 6, Part B, 4.5.1 and 4.5.2), a hop from 5 to 16, and at least two channels in the map \
    (2.3.3.1 and 4.5.8). Shorter intervals, which Core 6.2 has, are set by other PDUs. A \
    controller may refuse such parameters, ignore them, or fail. It is info if both sides sent \
    \(used) packets or more in a connection that began so, and nothing if only hop or channels \
    break the limits then: the devices agreed on it.
    """

  var message: String {
    let parts = breaches.compactMap { breach in breach.parameter.map { words(breach, $0) } }
    let sides = connection.sides
    return "\(first.name ?? "A PDU") (#\(first.frame)) of \(sides.name(first.side)) has "
      + "\(parts.count == 1 ? "a parameter" : "parameters") that the specification does not "
      + "allow: \(Wording.list(parts))."
      + (isUsed ? " The two devices went on with the connection all the same." : "")
  }

  private func words(_ breach: ReportV1.Breach, _ parameter: ReportV1.IllegalParameter) -> String {
    let (value, limit) = (breach.value ?? 0, breach.limit ?? 0)
    let bound = value < limit ? "at least" : "at most"
    func time(_ us: Int) -> String { Wording.duration(us) }
    return switch parameter {
    case .interval: "an interval of \(time(value)) (\(bound) \(time(limit)))"
    case .intervalRange: "a least interval of \(time(value)) above the greatest of \(time(limit))"
    case .latency: "a latency of \(value) (\(bound) \(limit))"
    case .timeout: "a supervision timeout of \(time(value)) (\(bound) \(time(limit)))"
    case .timeoutForLatency:
      "a supervision timeout of \(time(value)), which interval and latency demand to be above "
        + time(limit)
    case .hop: "a hop of \(value) (\(bound) \(limit))"
    case .channels: "a map of \(Wording.count(value, "channel")) (\(bound) \(limit))"
    }
  }

  var advice: String? {
    isUsed
      ? "Other devices may refuse such parameters: use them with this device alone."
      : "Look at what sets the parameters on the side that sent them."
  }
}
