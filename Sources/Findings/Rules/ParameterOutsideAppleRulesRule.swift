import Report
import Text

/// A peripheral asks for what an iPhone does not grant.
enum ParameterOutsideAppleRulesRule: Rule {
  static let name = "parameter-outside-apple-rules"
  static let severity = ReportV1.Severity.warning
  static let summary = "A peripheral asked for connection parameters that Apple's devices refuse."
  static let explanation = """
    Apple's rules for accessories: the least interval 15 ms or more and a multiple of it, the \
    greatest 15 ms above that or both 15 ms, a latency of 30 or less, a timeout of 2 to 6 s. Other \
    centrals may grant more, so that the trouble shows only with an iPhone. By itself the rule \
    looks only at connections of which one side is Apple's, as its controller, its services, its \
    manufacturer data or the format of the capture show; --rule parameter-outside-apple-rules looks \
    at all. One finding for each device and each different request. It is info where the \
    request was granted, and a warning where it came to nothing. It is quiet where the request was \
    rejected, as parameter-update-rejected names the rule then. To keyboards and the like (Human \
    Interface Device service) Apple grants 11.25 ms.
    """

  private struct Key: Hashable {
    var peer: String?
    var wishes: ReportV1.ParameterRequest.Wishes
  }

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let isAsked = file.asked.contains(name)
    let capture = file.capture
    var found: [(key: Key, requests: [ReportV1.ParameterRequest], connection: Int)] = []
    var indices: [Key: Int] = [:]
    for index in capture.connections.indexes({ !$0[$1].parameterRequests.isEmpty }) {
      guard isAsked || file.apple.areIn(capture.connections[index]) else { continue }
      let isHID = isInput(index, capture)
      for request in capture.connections[index].requestsOfPeripheral
      where request.result != .rejected && !request.brokenAppleRules(isHID).isEmpty {
        let key = Key(peer: capture.connections[index].peer.address, wishes: request.wished)
        if let place = indices[key] {
          found[place].requests.append(request)
        } else {
          indices[key] = found.count
          found.append((key, [request], index))
        }
      }
    }
    return found.map { entry in
      finding(
        entry.requests, capture.connections[entry.connection],
        isInput(entry.connection, capture))
    }
  }

  private static func isInput(_ index: Int, _ capture: ReportV1.Capture) -> Bool {
    if capture.connections[index].servers.flatMap(\.services).contains(where: { $0.uuid == "1812" })
    {
      return true
    }
    guard let address = capture.connections[index].peer.address else { return false }
    return capture.advertisers.containsInPlace {
      $0.address == address && $0.serviceUuids.contains("1812")
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
    evidence.append("requests", .int(requests.count))
    evidence.append("broken_rules", .list(rules.map { .string($0) }))
    return RuleFinding(
      isGranted ? .info : .warning, connection: connection.id,
      frames: Array(requests.prefix(5).map(\.frame)),
      "\(request.asker) asked\(times) for \(request.wishes), which Apple's devices refuse: "
        + "\(rules.joined(separator: ", and ")).",
      evidence: evidence.with(connection.actors(request.party)),
      advice: "Ask for a range within the rules, such as 15 to 30 ms, latency 0, timeout 4 s, "
        + "if the product is to work with iPhones.")
  }
}
