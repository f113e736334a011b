import Report

/// The other side rejected connection parameters.
struct ParameterUpdateRejectedRule: Rule, RuleFacts {
  static let name = "parameter-update-rejected"
  static let severity = ReportV1.Severity.warning
  static let suitsAir = true

  let connection: ReportV1.Connection
  /// The last of those that wish for the same.
  let request: ReportV1.ParameterRequest
  let count: Int
  let grantedAnother: Bool
  let isApple: Bool

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { !$0[$1].parameterRequests.isEmpty }.findings { connection, _ in
      let rejected = connection.parameterRequests.filter { $0.result == .rejected }
      let isApple = !rejected.isEmpty && file.apple.areIn(connection)
      return rejected.grouped(by: \.wished).prefix(most).map { _, equal in
        let last = equal[equal.count - 1]
        let granted = connection.parameterRequests.contains {
          $0.direction == last.direction && ($0.result == .accepted || $0.result == .notApplied)
        }
        return Self(
          connection: connection, request: last, count: equal.count, grantedAnother: granted,
          isApple: isApple
        ).finding(
          granted ? .info : .warning, connection.id, frames: equal.suffix(5).map(\.frame)
        ).about(connection, last.subject, count: equal.count)
      }
    }
  }

  /// A device that asks for something else each time is reported so often.
  private static let most = 8

  var broken: [AppleRule] { request.brokenAppleRules() }

  var evidence: EvidenceList {
    request.evidence + [
      .rejected: .of(count), .grantedAnother: .of(grantedAnother),
      .brokenAppleRules: .of(broken.map(\.words)),
    ] + connection.actors(request.party)
  }
}
