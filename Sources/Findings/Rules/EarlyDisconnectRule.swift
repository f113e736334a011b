import BluetoothProtocol
import Report
import Text

/// One side ended connections before they were of any use: those to one peer, in one state.
struct EarlyDisconnectRule: Rule, RuleFacts {
  static let name = "early-disconnect"
  static let severity = ReportV1.Severity.warning
  static let needsTimes = true
  static let traits: RuleTraits = .ending
  static let suitsAir = true
  static let limits = [peers, own, afterDiscovery, often]
  static let peers = RuleLimit("peer_within_us", 5_000_000, .microseconds)
  static let own = RuleLimit("host_within_us", 2_000_000, .microseconds)
  /// From the last answer of a discovery.
  static let afterDiscovery = RuleLimit("after_discovery_us", 1_000_000, .microseconds)
  static let often = RuleLimit("warning_connections", 3, .connections)

  enum State: String { case discovery, nothing, discovered }

  struct Key: Hashable {
    var peer: String?
    /// The `id` of a connection to a peer that is not known.
    var alone: Int?
    var controller: Int
    var party: Party
    var state: State
  }

  let key: Key
  let connections: [ReportV1.Connection]

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let needless = needlessFrames(file)
    var found: [(key: Key, connection: ReportV1.Connection)] = []
    for connection in file.connections(where: mayBeEarly).all {
      guard let (party, state) = ending(connection, needless) else { continue }
      let peer = connection.peer.address
      let key = Key(
        peer: peer, alone: peer == nil ? connection.id : nil, controller: connection.controller,
        party: party, state: state)
      found.append((key, connection))
    }
    return found.grouped(by: \.key).map {
      Self(key: $0.key, connections: $0.members.map(\.connection)).finding
    }
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
      let party = connection.partyOfEnd, ClosedByTimerRule(connection) == nil,
      // What made the client give up has a rule of its own.
      !connection.breaches.contains(where: { $0.hungUpFrame(in: connection) != nil }),
      !connection.att.errors.contains(where: { connection.hungUpOnMTUFrame(after: $0) != nil })
    else { return nil }
    return state(connection, party).map { (party, $0) }
  }

  private static func state(_ connection: ReportV1.Connection, _ party: Party) -> State? {
    if isInDiscovery(connection, party) { return .discovery }
    if isAfterDiscovery(connection) { return .discovered }
    let asked = connection.phases.contains {
      [.explore, .subscribe, .interact].contains($0.name)
    }
    guard !asked, connection.channels.isEmpty, connection.att.pending.isEmpty,
      connection.att.discoveries.isEmpty, connection.notifications.isEmpty,
      connection.writes.isEmpty, connection.pairing.isEmpty
    else { return nil }
    let end = party == .local ? connection.disconnectRequest?.timeUs : nil
    let age = (end ?? connection.endUs) - connection.startUs
    return age <= (party == .local ? own : peers).value ? .nothing : nil
  }

  /// Whether a search for services or characteristics was open. A host's own end cuts off its own
  /// search, not what the other side happened to ask.
  private static func isInDiscovery(_ connection: ReportV1.Connection, _ party: Party) -> Bool {
    guard connection.phases.contains(where: { $0.name == .explore }) else { return false }
    let end = party == .local ? connection.disconnectRequest?.frame : connection.disconnect?.frame
    return connection.att.pending.contains {
      $0.request.isDiscovery && (party == .remote || $0.asked == .peer)
        && $0.frame < end ?? .max
    }
  }

  /// On the air alone: a host that captures shows its app's command to disconnect, and what that
  /// app looks for is its own affair.
  private static func isAfterDiscovery(_ connection: ReportV1.Connection) -> Bool {
    guard connection.air != nil, connection.att.pending.isEmpty, connection.channels.isEmpty,
      connection.notifications.isEmpty, connection.writes.isEmpty, connection.pairing.isEmpty,
      connection.phases.last(where: { $0.name != .close })?.name == .explore
    else { return false }
    return connection.sinceDiscoveryUs.map { $0 <= afterDiscovery.value } ?? false
  }

  private var finding: RuleFinding {
    let frames = connections.flatMap {
      [
        $0.completeFrame, $0.att.pending.last?.frame,
        key.state == .discovered ? $0.att.discoveries.last?.lastFrame : nil,
        $0.disconnectRequest?.frame, $0.disconnect?.frame,
      ]
    }
    let isOften = connections.count >= Self.often.value
    return finding(
      key.state == .discovery || isOften ? .warning : .info, first.id,
      frames: Wording.handful(frames)
    ).covering(connections.map(\.id))
      .about(first, "\(key.party.rawValue) \(key.state.rawValue)", count: connections.count)
  }

  var first: ReportV1.Connection { connections[0] }
  /// How long the last request had waited when this host asked for the end.
  var waitedUs: Int {
    guard let pending = first.att.pending.last else { return 0 }
    let asked = first.disconnectRequest?.timeUs ?? first.endUs
    return max(0, pending.ageUs - max(0, first.endUs - asked))
  }
  /// No app gives up so soon because an answer is late.
  var isTooSoonForTimer: Bool { waitedUs < Self.shortestTimerUs }
  private static let shortestTimerUs = 1_000_000
  var ageUs: Int { first.endUs - first.startUs }

  var evidence: EvidenceList {
    [
      .peer: .of(key.peer), .count: .of(connections.count), .state: .of(key.state.rawValue),
      .ageUs: .of(ageUs), .reason: .of(first.disconnect?.reason),
      .pendingFrame: .of(first.att.pending.last?.frame),
    ] + first.actors(key.party)
  }
}

extension ReportV1.Connection {
  /// From the last answer of discovery to the end.
  var sinceDiscoveryUs: Int? {
    phases.last { $0.name == .explore }.map { endUs - $0.startUs - $0.spanUs }
  }
}
