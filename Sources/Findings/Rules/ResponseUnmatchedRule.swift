import Report

/// A server sent an ATT response without a request.
struct ResponseUnmatchedRule: Rule, RuleFacts {
  static let name = "response-unmatched"
  static let severity = ReportV1.Severity.warning
  static let limits = [soon]
  /// A client that closes the bearer does so at once.
  static let soon = RuleLimit("hung_up_within_us", 100_000, .microseconds)

  let connection: ReportV1.Connection
  let breach: ReportV1.Breach

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.ofLinks(.responseUnmatched) { breach, connection in
      let found = Self(connection: connection, breach: breach)
      return found.finding(
        .warning, connection.id,
        frames: Wording.handful(
          [breach.causeFrame] + breach.frames + [breach.openFrame, found.endedFrame])
      ).about(
        connection, "\(breach.pdu?.word ?? "") \(breach.request?.word ?? "")",
        count: breach.count)
    }
  }

  var isError: Bool { breach.pdu == .errorResponse }

  /// The end of the connection, where the client hung up at once.
  var endedFrame: Int? { breach.hungUpFrame(in: connection) }

  var evidence: EvidenceList {
    [
      .pdu: .of(breach.pdu?.word), .request: .of(breach.request), .count: .of(breach.count),
      .handle: .of(breach.handle), .causeFrame: .of(breach.causeFrame),
      .requestFrame: .of(breach.openFrame), .endedFrame: .of(endedFrame),
    ] + connection.by(breach.side)
  }
}
