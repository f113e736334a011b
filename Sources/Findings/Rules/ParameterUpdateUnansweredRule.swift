import Report

/// A request for connection parameters has no answer.
enum ParameterUpdateUnansweredRule: Rule {
  static let name = "parameter-update-unanswered"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = .awaitsUpdate
  static let summary = "A request for other connection parameters was never answered."
  static let explanation = """
    The central must answer a Connection Parameter Update Request (Core Vol 3, Part A, 4.20). The \
    rule reports it when the capture shows 2 s or more of the connection after the request, and \
    the same side did not repeat the request: an answer takes a few connection events, and a \
    capture may end too early.
    """

  private static let patienceUs = 2_000_000

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { !$0[$1].parameterRequests.isEmpty }.findings { connection, _ in
      connection.parameterRequests.compactMap { request -> RuleFinding? in
        guard request.result == .unanswered, !connection.isSuperseded(request),
          let watched = connection.watchedUs(after: request.timeUs), watched >= patienceUs
        else { return nil }
        var evidence = request.evidence
        evidence.append(.ageUs, .int(watched))
        return RuleFinding(
          .warning, connection: connection.id, frames: [request.frame],
          "\(request.asker(connection.sides)) requested \(request.wishes), and got no answer in "
            + "\(Wording.duration(watched)).",
          evidence: evidence.with(connection.actors(request.party)),
          advice: "The central's stack did not answer, perhaps because of power saving. The "
            + "peripheral's firmware should request again after some seconds, and also work "
            + "without the new parameters.")
      }
    }
  }
}
