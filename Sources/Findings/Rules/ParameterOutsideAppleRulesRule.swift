import Report
import Text

/// A peripheral asks for what an iPhone does not grant.
enum ParameterOutsideAppleRulesRule: Rule {
  static let name = "parameter-outside-apple-rules"
  static let severity = ReportV1.Severity.warning
  static let summary = "A peripheral requested connection parameters that Apple's devices refuse."
  static let explanation = """
    Apple's rules for accessories: the minimum interval is at least 15 ms and a multiple of 15 ms; \
    the maximum is at least 15 ms above the minimum, or both are 15 ms; the latency is at most 30; \
    the timeout is 2 to 6 s. Other centrals may accept more; then the problem occurs only with an \
    iPhone. By default the rule looks only at connections in which one side is Apple's: its \
    controller, its services, its manufacturer data or the format of the capture shows that. With \
    --rule parameter-outside-apple-rules it looks at all connections. There is one finding for \
    each device and each different request. It is info if the request was accepted, and a warning \
    if it had no effect. The rule does not report a rejected request: for that, \
    parameter-update-rejected names Apple's rule. For keyboards and similar devices (Human \
    Interface Device service) Apple accepts 11.25 ms.
    """

  private struct Key: Hashable {
    var peer: String?
    var wishes: ReportV1.ParameterRequest.Wishes
  }

  /// Human Interface Device.
  private static let hid = "1812"

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let isAsked = file.asked.contains(name)
    let capture = file.capture
    var found: [(key: Key, requests: [ReportV1.ParameterRequest], connections: [Int])] = []
    var indices: [Key: Int] = [:]
    for index in capture.connections.indexes({ !$0[$1].parameterRequests.isEmpty }) {
      guard isAsked || file.apple.areIn(capture.connections[index]) else { continue }
      let isHID = isInput(index, capture)
      for request in capture.connections[index].requestsOfPeripheral
      where request.result != .rejected && !request.brokenAppleRules(isHID).isEmpty {
        let key = Key(peer: capture.connections[index].peer.address, wishes: request.wished)
        if let position = indices[key] {
          found[position].requests.append(request)
          found[position].connections.append(index)
        } else {
          indices[key] = found.count
          found.append((key, [request], [index]))
        }
      }
    }
    return found.map { entry in
      finding(
        entry.requests, capture.connections[entry.connections[0]],
        isInput(entry.connections[0], capture)
      ).covering(entry.connections.map { capture.connections[$0].id })
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

  private static func finding(
    _ requests: [ReportV1.ParameterRequest], _ connection: ReportV1.Connection, _ isHID: Bool
  ) -> RuleFinding {
    let request = requests[0]
    let isGranted = requests.contains { $0.result == .accepted }
    let rules = request.brokenAppleRules(isHID)
    let times = requests.count > 1 ? " \(Wording.times(requests.count))" : ""
    var evidence = request.evidence
    evidence.append(.requests, .int(requests.count))
    evidence.append(.brokenRules, .list(rules.map { .string($0) }))
    return RuleFinding(
      isGranted ? .info : .warning, connection: connection.id,
      frames: Array(requests.prefix(5).map(\.frame)),
      request.asker(connection.sides)
        + " requested \(request.wishes)\(times), which Apple's devices refuse: "
        + "\(rules.joined(separator: ", and ")).",
      evidence: evidence.with(connection.actors(request.party)),
      advice: "The peripheral's firmware should request a range within the rules, such as 15 to "
        + "30 ms, latency 0, timeout 4 s, if the product has to work with iPhones.")
  }
}
