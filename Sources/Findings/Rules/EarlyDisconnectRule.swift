import BluetoothProtocol
import Report
import Text

/// One side ended the connection before it was of any use.
enum EarlyDisconnectRule: Rule {
  static let name = "early-disconnect"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = .ending
  static let suitsAir = true
  static let summary = "One side ended the connection right after it began, or during discovery."
  static let explanation = """
    It is normal that a side ends a connection when its work is done. The rule reports three \
    cases. (1) A side ended the connection during discovery: a request about services or \
    characteristics had no answer yet. (2) A side ended it within 5 s (this host: 2 s), before \
    anything was requested, written or notified. Exchanges of MTU and parameters do not count as \
    work. (3) In a sniffed capture, a side ended it within 1 s after discovery, before a value was \
    written or notified. The first case is a warning, and the second if the same side did it three \
    times or more; all others are info: a scanner that looks for a device ends connections like \
    that. There is one finding for each peer, side and case. The rule does not report connections \
    in which a pairing was in progress or encryption failed, which other rules report, those that \
    this host requested twice (needless-request), and those that were not established (0x3E).
    """

  private static let ownUs = 2_000_000
  private static let peersUs = 5_000_000

  /// In microseconds, after the last answer of a discovery.
  private static let afterDiscoveryUs = 1_000_000

  private enum State: String { case discovery, nothing, discovered }

  private struct Key: Hashable {
    var peer: String?
    var controller: Int
    var party: Party
    var state: State
  }

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let needless = needlessFrames(file)
    var found: [(key: Key, connections: [ReportV1.Connection])] = []
    var indices: [Key: Int] = [:]
    for connection in file.connections(where: mayBeEarly).all {
      guard let (party, state) = ending(connection, needless) else { continue }
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

  /// Those of the connections that this rule reports.
  static func reported(
    among connections: Picked<Int>, in file: CaseFile
  ) -> Set<Int> {
    let needless = needlessFrames(file)
    var reported: Set<Int> = []
    connections.narrowed(where: mayBeEarly).visit { connection, _ in
      if ending(connection, needless) != nil { reported.insert(connection.id) }
    }
    return reported
  }

  /// Frames in which connections were complete that the host asked for while it had one.
  private static func needlessFrames(_ file: CaseFile) -> Set<Int> {
    Set(file.capture.needlessRequests.compactMap(\.resultFrame))
  }

  /// Of most connections something was asked and nothing is pending: they need not be looked at.
  private static func mayBeEarly(_ connections: [ReportV1.Connection], _ index: Int) -> Bool {
    connections[index].completeFrame != nil && connections[index].transport == .le
      && connections[index].disconnect != nil
      && (!connections[index].att.pending.isEmpty || connections[index].att.discoveries.isEmpty
        || connections[index].air != nil)
  }

  /// Who ended a connection before it was of any use; `nil` of all others.
  private static func ending(
    _ connection: ReportV1.Connection, _ needless: Set<Int>
  ) -> (Party, State)? {
    guard connection.completeFrame != nil, connection.transport == .le,
      let end = connection.disconnect,
      end.reason.isByPeer || end.reason == .connectionTerminatedByLocalHost,
      !connection.pairing.contains(where: { $0.result != .completed }),
      connection.encryptionFailures.isEmpty,
      !needless.contains(connection.completeFrame ?? 0),
      let party = connection.partyOfEnd
    else { return nil }
    return state(connection, party).map { (party, $0) }
  }

  private static func state(_ connection: ReportV1.Connection, _ party: Party) -> State? {
    if connection.att.pending.contains(where: \.request.isDiscovery) {
      return .discovery
    }
    if isAfterDiscovery(connection) { return .discovered }
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

  /// On the air alone: a host that captures shows its app's command to disconnect, and what that
  /// app looks for is its own affair.
  private static func isAfterDiscovery(_ connection: ReportV1.Connection) -> Bool {
    guard connection.air != nil, connection.att.pending.isEmpty, connection.channels.isEmpty,
      connection.notifications.isEmpty, connection.writes.isEmpty, connection.pairing.isEmpty,
      connection.phases.last(where: { $0.name != .close })?.name == .explore
    else { return false }
    return connection.sinceDiscoveryUs.map { $0 <= afterDiscoveryUs } ?? false
  }

  private static func finding(
    _ key: Key, _ connections: [ReportV1.Connection]
  ) -> RuleFinding {
    let first = connections[0]
    let age = first.endUs.minus(first.startUs)
    let who = first.sides.opening(key.party)
    let discovered = key.state == .discovered ? first.att.discoveries.last?.lastFrame : nil
    let state =
      switch key.state {
      case .discovery: "during service discovery"
      case .nothing: "before anything was requested, written or notified"
      case .discovered:
        "\(Wording.duration(first.sinceDiscoveryUs ?? 0)) after service discovery"
          + (discovered.map { " (#\($0))" } ?? "") + ", before a value was written or notified"
      }
    let times =
      connections.count > 1
      ? "\(Wording.count(connections.count, "connection")) to \(Wording.peer(key.peer)), the first"
      : "the connection"
    let reason = first.disconnect.map { ": " + Wording.named($0.name, $0.reason) } ?? ""
    let base: EvidenceList = [
      .peer: key.peer.map { .string($0) } ?? .null, .count: .int(connections.count),
      .state: .string(key.state.rawValue), .ageUs: .int(age),
      .reason: first.disconnect.map { .status($0.reason) } ?? .null,
      .pendingFrame: first.att.pending.last.map { .int($0.frame) } ?? .null,
    ]
    return RuleFinding(
      key.state == .discovery || connections.count >= 3 ? .warning : .info, connection: first.id,
      frames: Wording.handful(
        connections.flatMap {
          [
            $0.completeFrame, $0.att.pending.last?.frame,
            key.state == .discovered ? $0.att.discoveries.last?.lastFrame : nil,
            $0.disconnectRequest?.frame,
            $0.disconnect?.frame,
          ].compactMap { $0 }
        }),
      "\(who) ended \(times) \(Wording.duration(age)) after it began, \(state)\(reason).",
      evidence: base.with(first.actors(key.party)), advice: advice(key, first.sides)
    ).covering(connections.map(\.id))
  }

  private static func advice(_ key: Key, _ sides: Sides) -> String {
    let app = "\(sides.name(.local))'s app"
    return switch (key.party, key.state) {
    case (.local, .discovery):
      "Look at the timeout of \(app), and at why it gave up: it had requested services, "
        + "and did not wait for the answer."
    case (.local, .nothing):
      "Look in \(app) for code that connects only to see whether a device is there, or "
        + "that closes this connection in the error handler of another one."
    case (.local, .discovered):
      "See in the log of \(app) whether it missed a service or characteristic that it needs, or "
        + "connects only to see what the device has."
    case (.remote, .discovery):
      "The device did not wait for the end of discovery: look in its firmware for a timer after "
        + "connecting, or for a security requirement that the central did not meet."
    case (.remote, .nothing):
      "The device accepted the connection and then closed it: look in its firmware for a limit of "
        + "connections, an allow list, or a requirement to pair immediately."
    case (.remote, .discovered):
      "Look in the device's firmware for a timer after connecting, or for a requirement to pair "
        + "or to subscribe immediately."
    }
  }
}

extension ReportV1.Connection {
  /// From the last answer of discovery to the end.
  fileprivate var sinceDiscoveryUs: Int? {
    phases.last { $0.name == .explore }.map { endUs.minus($0.startUs.plus($0.spanUs)) }
  }
}
