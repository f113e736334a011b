import Report

extension SlowResponseRule {
  static let summary = "A request was answered much later than the connection interval explains."
  static let explanation = """
    An answer normally takes two connection events. The rule reports answers that took longer than \
    \(least), which a user notices, and by more than \(intervals.word) connection intervals longer \
    than the peripheral may sleep, so a slow link alone does not trigger the rule (see \
    peripheral-latency). It does not report requests with a stall of outgoing data, \
    a step of the clock or a pairing before the answer: other rules report those, and in a pairing \
    a user may have to type. Only the five slowest requests of each connection are listed.
    """

  var message: String {
    let isByUs = worst.asked == .local
    let target = attribute.map { " to \($0.words)" } ?? ""
    let share = intervalUs.map { " (\(worst.latencyUs / $0) connection intervals)" } ?? ""
    let others =
      slow.count > 1
      ? "; \(Wording.count(slow.count - 1, "other")) took over \(Self.least) as well" : ""
    return "\(isByUs ? "The peer's" : "The") \(Wording.pdu(worst.request))\(target) was answered "
      + "\(isByUs ? "by this host " : "")after \(Wording.duration(worst.latencyUs))"
      + "\(share)\(others)."
  }

  var advice: String? {
    "Look at what the server's app or firmware does before it answers: flash, a sensor, another "
      + "thread. It should answer immediately, and send the result later as a notification. If "
      + "many requests are slow at that time, look at the radio."
  }
}
