import Report

/// A request for connection parameters hangs in the air.
enum ParameterUpdateUnansweredRule: Rule {
  static let name = "parameter-update-unanswered"
  static let severity = ReportV1.Severity.warning
  static let summary = "A request for other connection parameters was never answered."
  static let explanation = """
    The central must answer a Connection Parameter Update Request (Core Vol 3, Part A, 4.20). \
    Reported when the connection was watched for 2 s or more after it, and the same side did not \
    ask again: an answer takes a few connection events, and a capture may just end too early.
    """

  private static let patienceUs = 2_000_000

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { !$0[$1].parameterRequests.isEmpty }.findings { connection, _ in
      connection.parameterRequests.compactMap { request -> RuleFinding? in
        guard request.result == .unanswered, !connection.isSuperseded(request),
          let watched = connection.watchedUs(after: request), watched >= patienceUs
        else { return nil }
        var evidence = request.evidence
        evidence.append("age_us", .int(watched))
        return RuleFinding(
          .warning, connection: connection.id, frames: [request.frame],
          "\(request.asker) asked for \(request.wishes), and got no answer in "
            + "\(Wording.duration(watched)).",
          evidence: evidence.with(connection.actors(request.party)),
          advice: "The central's stack or its power saving swallowed it: ask again after some "
            + "seconds, and do not count on getting the parameters.")
      }
    }
  }
}
