import Report

/// The connection interval changed again and again.
struct ParameterChurnRule: Rule, RuleFacts {
  static let name = "parameter-churn"
  static let severity = ReportV1.Severity.info
  static let needsTimes = true
  static let limits = [least, longestSpan]
  static let least = RuleLimit("least_changes", 5, .times)
  static let longestSpan = RuleLimit("longest_span_us", 2_000_000, .microseconds)

  let connection: ReportV1.Connection
  let changes: [ReportV1.Parameters]

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { $0[$1].parameters.count > least.value }.finding { connection, _ in
      guard ParametersAlternateRule(connection) == nil else { return nil }
      return series(connection.parameters).map {
        Self(connection: connection, changes: $0)
          .finding(.info, connection.id, frames: Wording.handful($0.map(\.frame)))
          .about(connection)
      }
    }
  }

  /// Updates that changed the interval, from the first of them on as far as they are that close.
  private static func series(_ parameters: [ReportV1.Parameters]) -> [ReportV1.Parameters]? {
    var changes: [ReportV1.Parameters] = []
    for (before, now) in zip(parameters, parameters.dropFirst())
    where before.usedIntervalUs != now.usedIntervalUs && now.timeUs != nil {
      changes.append(now)
    }
    func span(_ first: Int, _ last: Int) -> Int { spanUs(changes[first...last]) }
    var first = 0
    while first + least.value <= changes.count {
      var last = first + least.value - 1
      if (0...longestSpan.value).contains(span(first, last)) {
        while last + 1 < changes.count, span(last, last + 1) <= longestSpan.value / 2 { last += 1 }
        return Array(changes[first...last])
      }
      first += 1
    }
    return nil
  }

  private static func spanUs(_ changes: ArraySlice<ReportV1.Parameters>) -> Int {
    (changes.last?.timeUs ?? 0) - (changes.first?.timeUs ?? 0)
  }

  var spanUs: Int { Self.spanUs(changes[...]) }
  /// The central, which changes it.
  var party: Party? { connection.role.map { $0 == .central ? .local : .remote } }

  var evidence: EvidenceList {
    [
      .changes: .of(changes.count), .spanUs: .of(spanUs),
      .intervalsUs: .of(changes.prefix(16).map(\.usedIntervalUs)),
    ] + connection.actors(party)
  }
}
