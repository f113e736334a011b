import Report

/// A peripheral asks for what an iPhone does not grant.
struct ParameterOutsideAppleRulesRule: Rule, RuleFacts {
  static let name = "parameter-outside-apple-rules"
  static let severity = ReportV1.Severity.warning
  static let limits = AppleRule.limits

  let connection: ReportV1.Connection
  let request: ReportV1.ParameterRequest
  let count: Int
  let broken: [AppleRule]

  private struct Key: Hashable {
    var peer: String?
    var wishes: ReportV1.ParameterRequest.Wishes
  }

  /// Human Interface Device.
  private static let hid = "1812"

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let isAsked = file.asked.contains(name)
    let capture = file.capture
    var found: [(key: Key, request: ReportV1.ParameterRequest, connection: Int)] = []
    for index in capture.connections.indexes({ !$0[$1].parameterRequests.isEmpty }) {
      guard isAsked || file.apple.areIn(capture.connections[index]) else { continue }
      let isHID = isInput(index, capture)
      for request in capture.connections[index].requestsOfPeripheral
      where request.result != .rejected && !request.brokenAppleRules(isHID).isEmpty {
        let key = Key(peer: capture.connections[index].peer.address, wishes: request.wished)
        found.append((key, request, index))
      }
    }
    return found.grouped(by: \.key).map { key, all in
      let (requests, indexes) = (all.map(\.request), all.map(\.connection))
      let connection = capture.connections[indexes[0]]
      return Self(
        connection: connection, request: requests[0], count: requests.count,
        broken: requests[0].brokenAppleRules(isInput(indexes[0], capture))
      ).finding(
        requests.contains { $0.result == .accepted } ? .info : .warning, connection.id,
        frames: requests.prefix(5).map(\.frame)
      ).covering(indexes.map { capture.connections[$0].id })
        .about(
          key.peer ?? "#\(connection.id)",
          "\(requests[0].direction.rawValue) \(requests[0].subject)",
          count: requests.count
        )
    }
  }

  private static func isInput(_ index: Int, _ capture: ReportV1.Capture) -> Bool {
    if capture.connections[index].servers.flatMap(\.services).contains(where: { $0.uuid == hid }) {
      return true
    }
    guard let address = capture.connections[index].peer.address else { return false }
    return capture.advertisers.containsInPlace {
      $0.address == address && $0.serviceUuids.contains(hid)
    }
  }

  var evidence: EvidenceList {
    request.evidence + [.requests: .of(count), .brokenRules: .of(broken.map(\.words))]
      + connection.actors(request.party)
  }
}
