import Report

/// A controller never reported packets as completed although their link lived on.
struct CompletionsMissingRule: Rule, RuleFacts {
  static let name = "completions-missing"
  static let severity = ReportV1.Severity.error
  static let needsTimes = true

  let connection: ReportV1.Connection
  let breach: ReportV1.Breach

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.ofLinks(.completionsMissing) { breach, connection in
      connection.breaches.contains { $0.obligation == .hostRequestUnanswered }
        ? nil
        : Self(connection: connection, breach: breach).finding(
          .error, connection.id, frames: Wording.handful(breach.frames),
          lostUs: breach.openUs ?? 0
        ).about(connection)
    }
  }

  var evidence: EvidenceList {
    [
      .count: .of(breach.count), .packets: .of(breach.limit), .openUs: .of(breach.openUs),
    ] + connection.by(nil)
  }
}
