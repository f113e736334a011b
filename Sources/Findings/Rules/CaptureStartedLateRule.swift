import Report

/// Connections that were there before the capture.
enum CaptureStartedLateRule: Rule {
  static let name = "capture-started-late"
  static let severity = ReportV1.Severity.info
  static let traits: RuleTraits = .capture
  static let summary = "A connection began before the capture: some facts about it are unknown."
  static let explanation = """
    No Connection Complete for its handle is in the capture. Facts that were exchanged at its \
    beginning are unknown unless they are repeated: for LE the interval, the MTU, the peer, and \
    the characteristic of each handle; for BR/EDR the peer, and the protocols of its L2CAP \
    channels. There is one finding for all such connections over LE, and one for those over \
    BR/EDR. The rule does not report data after the disconnection of a connection whose beginning \
    is in the capture, connections whose transport is unknown, and files without any command or \
    event (see capture-acl-only).
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    if file.capture.aclOnly { return [] }
    return [ReportV1.Transport.le, .brEDR].compactMap { transport in
      finding(late(file.capture, transport), transport)
    }
  }

  private static func finding(
    _ late: [ReportV1.Connection], _ transport: ReportV1.Transport
  ) -> RuleFinding? {
    guard let first = late.first else { return nil }
    let unknown = unknowns(late, transport)
    let prefix = transport == .brEDR ? "BR/EDR connection" : "Connection"
    let subject =
      switch late.count {
      case 1: "\(prefix) \(first.id) began"
      case 2...4: "\(prefix)s \(Wording.list(late.map { "\($0.id)" })) began"
      default: "\(late.count) \(transport == .brEDR ? "BR/EDR " : "")connections began"
      }
    let words =
      unknown.isEmpty
      ? "" : ": \(Wording.list(unknown)) \(unknown.count == 1 ? "is" : "are") unknown"
    return RuleFinding(
      .info, connection: late.count == 1 ? first.id : nil,
      frames: Wording.handful(late.map(\.firstFrame)),
      "\(subject) before the capture, or that beginning was left out\(words).",
      evidence: [
        .connections: .list(late.prefix(16).map { .int($0.id) }),
        .unknown: .list(unknown.map { .string($0) }),
        .transport: .string(transport.rawValue),
      ],
      advice:
        "Start the capture before the devices connect; on a phone, switch Bluetooth off and "
        + "on once the log is running."
    ).covering(late.map(\.id))
  }

  private struct Link: Hashable {
    var handle: Int
    var controller: Int
  }

  private static func late(
    _ capture: ReportV1.Capture, _ transport: ReportV1.Transport
  ) -> [ReportV1.Connection] {
    let connections = capture.connections
    var seen: Set<Link> = []
    var late: [ReportV1.Connection] = []
    for index in connections.indices {
      let link = Link(
        handle: connections[index].handle, controller: connections[index].controller)
      if connections[index].completeFrame != nil {
        seen.insert(link)
      } else if connections[index].transport == transport, !seen.contains(link) {
        late.append(connections[index])
      }
    }
    return late
  }

  /// Whether neither an exchange shows it, nor one side's offer, nor a value that shows how large
  /// it is at least.
  private static func isMTUUnknown(_ connection: ReportV1.Connection) -> Bool {
    connection.mtu.effective == nil && connection.mtu.client == nil
      && connection.mtu.server == nil && connection.notifications.allSatisfy { $0.maxBytes <= 20 }
  }

  /// What is missing of all of them.
  private static func unknowns(
    _ late: [ReportV1.Connection], _ transport: ReportV1.Transport
  ) -> [String] {
    var unknown: [String] = []
    if late.allSatisfy({ $0.peer.address == nil }) { unknown.append("the peer") }
    if transport == .brEDR {
      return unknown + ["the protocol of each L2CAP channel opened before it"]
    }
    if late.allSatisfy({ $0.parameters.isEmpty }) { unknown.append("the interval") }
    if late.allSatisfy(isMTUUnknown) { unknown.append("the MTU") }
    let streams = late.flatMap(\.notifications)
    if !streams.isEmpty, streams.allSatisfy({ $0.uuid == nil }) {
      unknown.append("the names of the handles")
    }
    return unknown
  }
}
