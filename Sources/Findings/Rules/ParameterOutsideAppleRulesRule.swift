import Report

/// A peripheral asks for what an iPhone does not grant.
enum ParameterOutsideAppleRulesRule: Rule {
  static let name = "parameter-outside-apple-rules"
  static let severity = ReportV1.Severity.warning
  static let summary = "A peripheral asked for connection parameters that Apple's devices refuse."
  static let explanation = """
    Apple's rules for accessories: the least interval 15 ms or more and a multiple of it, the \
    greatest 15 ms above that or both 15 ms, a latency of 30 or less, a timeout of 2 to 6 s. Other \
    centrals may grant more, so that the trouble shows only with an iPhone. It is info where the \
    request was granted, and a warning where it came to nothing. It is quiet where the request was \
    rejected, as parameter-update-rejected names the rule then, and for keyboards and the like \
    (Human Interface Device service), to which Apple grants 11.25 ms.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { !$0[$1].parameterRequests.isEmpty }.finding { connection, _ in
      let services = connection.servers.flatMap(\.services)
      let isHID = services.contains { $0.uuid == "1812" }
      let outside = connection.requestsOfPeripheral.filter { request in
        request.result != .rejected && !request.brokenAppleRules.isEmpty
          && !(isHID && request.minUs >= 11_250)
      }
      guard let request = outside.last else { return nil }
      let rules = request.brokenAppleRules
      var evidence = request.evidence
      evidence.append("requests", .int(outside.count))
      evidence.append("broken_rules", .list(rules.map { .string($0) }))
      return RuleFinding(
        request.result == .accepted ? .info : .warning, connection: connection.id,
        frames: outside.suffix(5).map(\.frame),
        "\(request.asker) asked for \(request.wishes), which Apple's devices refuse: "
          + "\(rules.joined(separator: ", and ")).",
        evidence: evidence,
        advice: "Ask for a range within the rules, such as 15 to 30 ms, latency 0, timeout 4 s, "
          + "if the product is to work with iPhones.")
    }
  }
}
