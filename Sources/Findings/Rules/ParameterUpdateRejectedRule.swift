import Report

/// The other side rejected connection parameters.
enum ParameterUpdateRejectedRule: Rule {
  static let name = "parameter-update-rejected"
  static let severity = ReportV1.Severity.warning
  static let suitsAir = true
  static let summary = "A request for other connection parameters was rejected."
  static let explanation = """
    The connection continues with the old parameters. It is a warning when no request of that side \
    was accepted on the connection, and info when another one was: some devices request short \
    intervals first, and longer ones after a refusal. Only equal requests are counted together.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { !$0[$1].parameterRequests.isEmpty }.findings { connection, _ in
      let rejected = connection.parameterRequests.filter { $0.result == .rejected }
      var wishes: [ReportV1.ParameterRequest.Wishes] = []
      for request in rejected where !wishes.contains(request.wished) && wishes.count < most {
        wishes.append(request.wished)
      }
      let isApple = !wishes.isEmpty && file.apple.areIn(connection)
      return wishes.map { wished in
        finding(connection, rejected.filter { $0.wished == wished }, isApple)
      }
    }
  }

  /// A device that asks for something else each time is reported so often.
  private static let most = 8

  private static func finding(
    _ connection: ReportV1.Connection, _ rejected: [ReportV1.ParameterRequest], _ isApple: Bool
  ) -> RuleFinding {
    let last = rejected[rejected.count - 1]
    let granted = connection.parameterRequests.contains {
      $0.direction == last.direction && ($0.result == .accepted || $0.result == .notApplied)
    }
    let rules = last.brokenAppleRules()
    let sides = connection.sides
    let times = rejected.count == 1 ? "" : " \(Wording.times(rejected.count))"
    var evidence = last.evidence
    evidence.append(.rejected, .int(rejected.count))
    evidence.append(.grantedAnother, .bool(granted))
    evidence.append(.brokenAppleRules, .list(rules.map { .string($0) }))
    return RuleFinding(
      granted ? .info : .warning, connection: connection.id,
      frames: rejected.suffix(5).map(\.frame),
      "\(last.asker(sides)) requested \(last.wishes)\(times); \(last.answerer(sides)) rejected it.",
      evidence: evidence.with(connection.actors(last.party)),
      advice: rules.isEmpty || !isApple
        ? "The firmware or app that requested it should request a wider range, and follow the "
          + "rules of the manufacturer of the central (for Apple: see "
          + "parameter-outside-apple-rules)."
        : "By Apple's rules for accessories \(rules.joined(separator: ", and "))."
    ).about(connection, last.wishes, count: rejected.count)
  }
}
