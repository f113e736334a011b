import Report

extension ParameterChurnRule {
  static let summary =
    "The connection interval changed \(least.word) times or more within \(longestSpan.word)."
  static let explanation = """
    Each update waits for an instant at least six connection events ahead (Core Vol 6, Part B, \
    5.1.1), and data is sent at the old interval until then. A host that shortens the interval for \
    discovery and an app that requests a priority change it two or three times. \
    \(Wording.sentence(least.word)) changes in \(longestSpan) mean that both sides, or several \
    parts of one host, request different intervals. Only the first such series of a connection is \
    reported.
    """

  var message: String {
    let by = party.map { ", by \(connection.sides.name($0)) as the central" } ?? ""
    let intervals = changes.prefix(6).map { Wording.interval($0.usedIntervalUs) }
    return "The connection interval changed \(Wording.times(changes.count)) in "
      + "\(Wording.duration(spanUs))\(by): to \(Wording.list(intervals))"
      + (changes.count > 6 ? " and so on." : ".")
  }

  var advice: String? {
    "One part of the app should choose the interval and request it once. Look for calls of "
      + "requestConnectionPriority around discovery, during which the stack changes the interval "
      + "itself."
  }
}
