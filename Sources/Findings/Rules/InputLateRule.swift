import Report

/// Input reports, or values of a timer, missed connection events.
struct InputLateRule: Rule, RuleFacts {
  static let name = "input-late"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = .timing
  static let limits = StreamRadio.limits

  let connection: ReportV1.Connection
  let late: StreamRadio

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { StreamRadio.isPossible($0[$1].notifications) }.findings { connection, _ in
      connection.notifications.compactMap { StreamRadio($0, in: file.capture) }
        .filter(\.isInput).map { late in
          Self(connection: connection, late: late).finding(
            .warning, connection.id, frames: Wording.handful(late.frames)
          ).about(connection, "\(late.stream.valueHandle)", count: late.use.holes)
        }
    }
  }

  var evidence: EvidenceList { late.evidence + connection.by(.local) }
}

extension StreamRadio {
  /// Whether any stream was received while the radio was shared.
  static func isPossible(_ streams: [ReportV1.NotificationStream]) -> Bool {
    streams.contains { $0.radio != nil }
  }
}
