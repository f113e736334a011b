import Report

/// Requests to a device whose answers the client did not subscribe to.
struct NeverSubscribedRule: Rule, RuleFacts {
  static let name = "never-subscribed"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = .values
  static let needsTimes = true
  static let limits = [fewest, shortest, fewestEqual]
  static let fewest = RuleLimit("least_requests", 3, .requests)
  /// From the first of them to the end of the connection.
  static let shortest = RuleLimit("least_us", 1_000_000, .microseconds)
  /// Where no other connection shows what answers.
  static let fewestEqual = RuleLimit("least_equal_requests", 10, .requests)

  let connection: ReportV1.Connection
  let silent: [SilentRequests]
  let party: Party

  static func check(_ file: CaseFile) -> [RuleFinding] {
    var found: [(connection: ReportV1.Connection, silent: SilentRequests)] = []
    file.silentRequests.visit { connection, all in found += all.map { (connection, $0) } }
    return found.grouped(by: \.silent.key).map { _, members in
      let (connection, silent) = (members[0].connection, members.map(\.silent))
      return Self(connection: connection, silent: silent, party: silent[0].client).finding(
        silent[0].elsewhere == nil ? .info : .warning, connection.id,
        frames: Wording.handful(silent.map(\.firstFrame))
      ).covering(silent.map(\.id))
        .about(
          connection, "\(silent[0].key.client.rawValue) \(silent[0].handles)",
          count: silent.map(\.count).total)
    }
  }

  var count: Int { silent.map(\.count).total }
  var first: SilentRequests { silent[0] }

  var evidence: EvidenceList {
    [
      .handles: .of(first.handles), .requests: .of(count),
      .valueHandles: .of(Array(first.answers.prefix(16))),
      .subscribedIn: .of(first.elsewhere?.id), .values: .of(first.elsewhere?.values),
    ] + connection.by(party)
  }
}
