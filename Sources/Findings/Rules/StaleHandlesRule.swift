import Report

/// A client that uses handles of a time before the server's attributes changed.
enum StaleHandlesRule: Rule {
  static let name = "stale-handles"
  static let severity = ReportV1.Severity.warning
  static let summary =
    "The attributes of the server no longer have the handles that the client remembers."
  static let explanation = """
    A client may remember handles from one connection to the next, until the server changes them, \
    for example by a firmware update. Signs of a change are Invalid Handle or Attribute Not Found \
    as the answer to a read or a write of a handle that was known from an earlier connection to \
    the same peer, or in a connection without a discovery; a remembered Client Characteristic \
    Configuration descriptor that cannot be written; and Database Out Of Sync (Core Vol 3, Part G, \
    2.5.2). Service Changed, or a Database Hash that differs from that in the previous connection, \
    is info if the client then discovered again, and a warning if it continued with the handles \
    that it remembered.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections {
      StaleErrors.areIn($0[$1].att.errors) || !$0[$1].gatt.serviceChanges.isEmpty
        || !$0[$1].gatt.databaseHashes.isEmpty || $0[$1].gattOtherSide != nil
    }.finding { connection, index in finding(connection, index, file) }
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ index: Int, _ file: CaseFile
  ) -> RuleFinding? {
    let stale = file.staleErrors[index] ?? []
    // That the system of a central changes its own server is no matter of the app.
    let servers = connection.servers.filter { $0.server != .local || connection.role != .central }
    let changes = servers.flatMap(\.serviceChanges)
    let hash = hashChange(connection.gatt.databaseHashes, index, file)
    guard !stale.isEmpty || !changes.isEmpty || hash != nil else { return nil }
    let errors = connection.att.errors.filter { stale.contains($0.frame) }
    return finding(connection, errors, changes.sorted { $0.frame < $1.frame }, hash)
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ errors: [ReportV1.ATTError],
    _ changes: [ReportV1.ServiceChange], _ hash: HashChange?
  ) -> RuleFinding {
    let asked = errors.first?.asked
    let discovers = StaleErrors.discovers(connection, of: asked)
    let goesOn = !discovers && uses(connection, changes, hash)
    // Of errors it is the client that remembers; of changes the server that announces them.
    let server =
      asked ?? connection.servers.first { !$0.serviceChanges.isEmpty }?.server
      ?? connection.gatt.server ?? .peer
    let party: Party = (server == .peer) == !errors.isEmpty ? .local : .remote
    let evidence: EvidenceList = .by(
      party, connection,
      [
        .errors: .int(errors.count),
        .codes: .list(Set(errors.map(\.code)).sorted().map { .int($0) }),
        .handles: .list(Set(errors.compactMap(\.handle)).sorted().prefix(16).map { .int($0) }),
        .serviceChanges: .int(changes.count),
        .hashBefore: hash.map { .string($0.before.value) } ?? .null,
        .hashAfter: hash.map { .string($0.after.value) } ?? .null,
        .discoveredAgain: .bool(discovers),
      ])
    let frames = errors.map(\.frame) + changes.map(\.frame) + (hash.map { [$0.after.frame] } ?? [])
    return RuleFinding(
      errors.isEmpty && !goesOn ? .info : .warning, connection: connection.id,
      frames: Wording.handful(frames),
      message(errors, changes, hash, goesOn, server, connection.sides),
      evidence: evidence,
      advice: "The client has to discard remembered handles when it receives Service Changed or "
        + "when the Database Hash differs, and to discover again. On a phone, switch Bluetooth off "
        + "and on, or delete the bond, to clear its cache."
    ).about(
      connection, errors.isEmpty ? "changes" : "errors \(server.rawValue)",
      count: max(1, errors.count))
  }

  private static func message(
    _ errors: [ReportV1.ATTError], _ changes: [ReportV1.ServiceChange], _ hash: HashChange?,
    _ goesOn: Bool, _ server: ReportV1.PairingSide, _ sides: Sides
  ) -> String {
    var parts: [String] = []
    if let first = errors.first {
      let handles = Set(errors.compactMap(\.handle)).sorted()
      let target = "to remembered \(Wording.handles(handles))"
      let request = Wording.pdu(first.request)
      let whose = first.asked == .local ? "the peer's \(request)" : "the \(request)"
      let many = "\(errors.count) requests" + (first.asked == .local ? " of the peer" : "")
      let answer = Wording.named(first.name, first.code)
      parts.append(
        errors.count == 1
          ? "\(whose) \(target) was answered with \(answer)"
          : "\(many) \(target) were answered with errors, the first with \(answer)")
    }
    if let change = changes.first {
      let range = "0x" + hex(change.startHandle) + " to 0x" + hex(change.endHandle)
      let whose = server == .local && errors.isEmpty ? sides.name(.local) : "the server"
      parts.append("\(whose) reported that its attributes \(range) changed")
    }
    if hash != nil {
      parts.append(
        "its Database Hash differs from that in the previous "
          + "connection")
    }
    let end = goesOn && errors.isEmpty ? ", and the client continued with remembered handles" : ""
    return Wording.sentence(Wording.list(parts)) + end + "."
  }

  private static func hex(_ handle: Int) -> String { String(Wording.handle(handle).suffix(4)) }

  private typealias HashChange = (before: ReportV1.DatabaseHash, after: ReportV1.DatabaseHash)

  /// The hash read here and the last one read before, from the same peer, where they differ.
  private static func hashChange(
    _ hashes: [ReportV1.DatabaseHash], _ index: Int, _ file: CaseFile
  ) -> HashChange? {
    guard !hashes.isEmpty else { return nil }
    let connections = file.capture.connections
    let earlier = file.history.before(index).last {
      !connections[$0].gatt.databaseHashes.isEmpty
    }
    var before = earlier.flatMap { connections[$0].gatt.databaseHashes.last }
    for hash in hashes {
      if let known = before, known.value != hash.value { return (known, hash) }
      before = hash
    }
    return nil
  }

  /// Whether a handle that may have moved was used after the client could know.
  private static func uses(
    _ connection: ReportV1.Connection, _ changes: [ReportV1.ServiceChange], _ hash: HashChange?
  ) -> Bool {
    let subscriptions = connection.gatt.subscriptions
    if let hash, subscriptions.contains(where: { $0.frame > hash.after.frame }) { return true }
    return changes.contains { change in
      subscriptions.contains {
        $0.frame > change.frame
          && (change.startHandle...max(change.startHandle, change.endHandle))
            .contains($0.cccdHandle)
      }
    }
  }
}
