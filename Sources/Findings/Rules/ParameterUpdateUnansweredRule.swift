import Report

/// A request for connection parameters has no answer.
struct ParameterUpdateUnansweredRule: Rule, RuleFacts {
  static let name = "parameter-update-unanswered"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = .awaitsUpdate
  static let limits = [patience]
  static let patience = RuleLimit("least_us", 2_000_000, .microseconds)

  let connection: ReportV1.Connection
  let request: ReportV1.ParameterRequest
  let watchedUs: Int

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { !$0[$1].parameterRequests.isEmpty }.findings { connection, _ in
      connection.parameterRequests.compactMap { request in
        guard request.result == .unanswered, !connection.isSuperseded(request),
          ProcedureTimeoutRule(connection, in: file)?.procedure.frame != request.frame,
          let watched = connection.watchedUs(after: request.timeUs), watched >= patience.value
        else { return nil }
        return Self(connection: connection, request: request, watchedUs: watched)
          .finding(.warning, connection.id, frames: [request.frame])
      }
    }
  }

  var evidence: EvidenceList {
    request.evidence + [.ageUs: .of(watchedUs)] + connection.actors(request.party)
  }
}
