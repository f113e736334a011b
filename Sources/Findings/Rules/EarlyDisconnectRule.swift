import BluetoothProtocol
import Report
import Text

/// One side ended the connection before it was of any use.
enum EarlyDisconnectRule: Rule {
  static let name = "early-disconnect"
  static let severity = ReportV1.Severity.warning
  static let summary = "One side ended the connection right after it began, or during discovery."
  static let explanation = """
    A connection that a side ends on purpose is normal once its work is done. This reports who \
    ended one before that: while a request about services or characteristics had no answer, or \
    within 5 s of its beginning (2 s for our own host) and before anything was asked, written or \
    notified. Exchanges of MTU and parameters are no work. A warning where discovery was under \
    way, and where the same side did it three times or more; else information: a scanner that \
    looks for a device ends connections like that. One finding for each peer, side and state. \
    Quiet where a pairing was under way or encryption failed, as other rules report that, where \
    the host asked for a connection that it had (needless-request), and where the connection did \
    not come about (0x3E).
    """

  private static let ownUs = 2_000_000
  private static let peersUs = 5_000_000

  private enum State: String { case discovery, nothing }

  private struct Key: Hashable {
    var peer: String?
    var controller: Int
    var party: Party
    var state: State
  }

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let needless = Set(file.capture.needlessRequests.compactMap(\.resultFrame))
    var found: [(key: Key, connections: [ReportV1.Connection])] = []
    var indices: [Key: Int] = [:]
    for connection in file.connections(where: {
      $0[$1].completeFrame != nil && $0[$1].transport == .le && $0[$1].disconnect != nil
        // Something was asked and nothing is pending: most are so, and need not be looked at.
        && (!$0[$1].att.pending.isEmpty || $0[$1].att.discoveries.isEmpty)
    }).all {
      guard let end = connection.disconnect,
        end.reason.isByPeer || end.reason == .connectionTerminatedByLocalHost,
        !connection.pairing.contains(where: { $0.result != .completed }),
        connection.encryptionFailures.isEmpty,
        !needless.contains(connection.completeFrame ?? 0),
        let party = connection.partyOfEnd, let state = state(connection, party)
      else { continue }
      let key = Key(
        peer: connection.peer.address, controller: connection.controller, party: party,
        state: state)
      if let index = indices[key], key.peer != nil {
        found[index].connections.append(connection)
      } else {
        indices[key] = found.count
        found.append((key, [connection]))
      }
    }
    return found.map { finding($0.key, $0.connections) }
  }

  private static let discovering: Set<String> = [
    "find_information_request", "find_by_type_value_request", "read_by_type_request",
    "read_by_group_type_request",
  ]

  private static func state(_ connection: ReportV1.Connection, _ party: Party) -> State? {
    if connection.att.pending.contains(where: { discovering.contains($0.request) }) {
      return .discovery
    }
    let asked = connection.phases.contains {
      [.explore, .subscribe, .interact].contains($0.name)
    }
    guard !asked, connection.channels.isEmpty, connection.att.pending.isEmpty,
      connection.att.discoveries.isEmpty, connection.notifications.isEmpty,
      connection.writes.isEmpty, connection.pairing.isEmpty
    else { return nil }
    let end = party == .local ? connection.disconnectRequest?.timeUs : nil
    let age = (end ?? connection.endUs).minus(connection.startUs)
    return age <= (party == .local ? ownUs : peersUs) ? .nothing : nil
  }

  private static func finding(
    _ key: Key, _ connections: [ReportV1.Connection]
  ) -> RuleFinding {
    let first = connections[0]
    let age = first.endUs.minus(first.startUs)
    let who = key.party == .local ? "Our host" : "The peer"
    let state =
      key.state == .discovery
      ? "in the middle of service discovery"
      : "before anything was asked, written or notified"
    let times =
      connections.count > 1
      ? "\(Wording.count(connections.count, "connection")) to \(Wording.peer(key.peer)), the first"
      : "the connection"
    let reason = first.disconnect.map { ": " + Wording.named($0.name, $0.reason) } ?? ""
    let base: ReportV1.KeyedList<ReportV1.Evidence> = [
      "peer": key.peer.map { .string($0) } ?? .null, "count": .int(connections.count),
      "state": .string(key.state.rawValue), "age_us": .int(age),
      "reason": first.disconnect.map { .status($0.reason) } ?? .null,
      "pending_frame": first.att.pending.last.map { .int($0.frame) } ?? .null,
    ]
    return RuleFinding(
      key.state == .discovery || connections.count >= 3 ? .warning : .info, connection: first.id,
      frames: Wording.handful(
        connections.flatMap {
          [
            $0.completeFrame, $0.att.pending.last?.frame, $0.disconnectRequest?.frame,
            $0.disconnect?.frame,
          ].compactMap { $0 }
        }),
      "\(who) ended \(times) \(Wording.duration(age)) after it began, \(state)\(reason).",
      evidence: base.with(first.actors(key.party)), advice: advice(key))
  }

  private static func advice(_ key: Key) -> String {
    switch (key.party, key.state) {
    case (.local, .discovery):
      "Look at the app's own timeout, and at what made it give up: it had asked for services, and "
        + "did not wait for the answer."
    case (.local, .nothing):
      "Look for code that connects to see whether a device is there, or that closes the connection "
        + "in an error handler of another one."
    case (.remote, .discovery):
      "The device did not wait for the end of discovery: look at its firmware for a timer after "
        + "connecting, or for a security requirement that the central did not meet."
    case (.remote, .nothing):
      "The device let the central in and closed: look at its firmware for a limit of connections, "
        + "an allow list, or a demand for pairing at once."
    }
  }
}
