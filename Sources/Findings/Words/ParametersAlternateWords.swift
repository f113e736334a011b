import Report

extension ParametersAlternateRule {
  static let summary = "A peripheral asked for two sets of connection parameters in turn."
  static let explanation = """
    The rule reports at least \(least.word) changes of the parameters that go back and forth between \
    the same two sets of interval, latency and supervision timeout, each asked for by the \
    peripheral. Each change costs at least six connection events, and the shorter of the two \
    timeouts can lose a link that the longer one would keep. Two parts of one firmware that each \
    ask for their own parameters look like this. It reports nothing where the changes were \
    \(leisurely.word) or more apart on average, as a device with a fast and a slow mode makes them, \
    nor what a central sets by itself, as stacks do around their discovery: parameter-churn has \
    that. It takes the place of parameter-churn.
    """

  var message: String {
    let sets = changes.prefix(2).map { link in
      "\(Wording.interval(link.usedIntervalUs))/\(link.latency)/"
        + Wording.duration(link.supervisionTimeoutUs)
    }
    return "The connection parameters went back and forth between \(Wording.list(sets)) (interval, "
      + "latency, timeout): \(Wording.count(changes.count, "change")) in "
      + "\(Wording.duration(spanUs)), each asked for by \(connection.sides.name(asker))."
  }

  var advice: String? {
    "Look in the peripheral's firmware for two parts that each ask for their own parameters, or "
      + "for one that asks again when it gets what it asked for. It should ask once for each mode."
  }
}
