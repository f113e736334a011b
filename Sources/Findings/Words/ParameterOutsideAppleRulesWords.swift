import Report

extension ParameterOutsideAppleRulesRule {
  static let summary = "A peripheral requested connection parameters that Apple's devices refuse."
  static let explanation = """
    Apple's rules for accessories: the minimum interval is at least \(AppleRule.interval) and a \
    multiple of \(AppleRule.interval); the maximum is at least \(AppleRule.interval) above the \
    minimum, or both are \(AppleRule.interval); the latency is at most \(AppleRule.mostLatency); \
    the timeout is \(AppleRule.timeouts). Other centrals may accept more; then the problem occurs \
    only with an iPhone. By default the rule looks only at connections in which one side is \
    Apple's: its controller, its services, its manufacturer data or the format of the capture \
    shows that. With --rule parameter-outside-apple-rules it looks at all connections. There is \
    one finding for each device and each different request. It is info if the request was \
    accepted, and a warning if it had no effect. The rule does not report a rejected request: for \
    that, parameter-update-rejected names Apple's rule. For keyboards and similar devices (Human \
    Interface Device service) Apple accepts \(Wording.interval(AppleRule.intervalOfInput.value)).
    """

  var message: String {
    "\(request.words(connection.sides))\(count > 1 ? " \(Wording.times(count))" : ""), which "
      + "Apple's devices refuse: \(broken.map(\.words).joined(separator: ", and "))."
  }

  var advice: String? {
    "The peripheral's firmware should request a range within the rules, such as 15 to 30 ms, "
      + "latency 0, timeout 4 s, if the product has to work with iPhones."
  }
}
