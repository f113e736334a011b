import Report

/// A peripheral asks for two sets of connection parameters in turn.
struct ParametersAlternateRule: Rule, RuleFacts {
  static let name = "parameters-alternate"
  static let severity = ReportV1.Severity.warning
  static let needsTimes = true
  static let suitsAir = true
  static let limits = [least, leisurely]
  static let least = RuleLimit("least_changes", 6, .times)
  /// A device with a fast and a slow mode changes once a minute, or less often.
  static let leisurely = RuleLimit("mode_from_us", 60_000_000, .microseconds)

  let connection: ReportV1.Connection
  let changes: [ReportV1.Parameters]

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { $0[$1].parameters.count > least.value }.finding { connection, _ in
      Self(connection).map { found in
        found.finding(
          .warning, connection.id, frames: Wording.handful(found.changes.map(\.frame))
        ).about(connection)
      }
    }
  }

  private struct Values: Equatable {
    var intervalUs: Int
    var latency: Int
    var timeoutUs: Int

    init(_ parameters: ReportV1.Parameters) {
      intervalUs = parameters.usedIntervalUs
      latency = parameters.latency
      timeoutUs = parameters.supervisionTimeoutUs
    }
  }

  /// The longest series of changes after which each time the values before the last change hold
  /// again; `nil` where it is short.
  init?(_ connection: ReportV1.Connection) {
    var distinct: [ReportV1.Parameters] = []
    for parameters in connection.parameters
    where distinct.last.map({ Values($0) != Values(parameters) }) ?? true {
      distinct.append(parameters)
    }
    var (first, longest) = (1, 0..<0)
    for index in distinct.indices.dropFirst() {
      let isBack = index > 1 && Values(distinct[index]) == Values(distinct[index - 2])
      if !isBack { first = index }
      if index + 1 - first > longest.count { longest = first..<index + 1 }
    }
    guard longest.count >= Self.least.value else { return nil }
    self.connection = connection
    changes = Array(distinct[longest])
    // A central that sets them by itself does so around its own work, such as discovery.
    guard isAskedFor, !isLeisurely else { return nil }
  }

  var spanUs: Int { max(0, (changes.last?.timeUs ?? 0) - (changes.first?.timeUs ?? 0)) }
  private var isLeisurely: Bool { spanUs / max(1, changes.count - 1) >= Self.leisurely.value }
  /// Those that the other side, the peripheral, had asked for.
  var asked: Int {
    let frames = Set(
      connection.parameterRequests.filter { $0.party == asker }.compactMap(\.setFrame))
    return changes.count { frames.contains($0.frame) }
  }
  /// The side that asks, where another one sets.
  var asker: Party { connection.role == .peripheral ? .local : .remote }
  /// Whether all of them follow from requests of the peripheral.
  private var isAskedFor: Bool { asked >= changes.count - 1 }

  var evidence: EvidenceList {
    [
      .changes: .of(changes.count), .spanUs: .of(spanUs),
      .intervalsUs: .of(changes.prefix(2).map(\.usedIntervalUs)), .requests: .of(asked),
    ] + connection.actors(asker)
  }
}
