import Report

/// A client that uses handles of a time before the server's attributes changed.
struct StaleHandlesRule: Rule, RuleFacts {
  static let name = "stale-handles"
  static let severity = ReportV1.Severity.warning

  let connection: ReportV1.Connection
  let errors: [ReportV1.ATTError]
  let changes: [ReportV1.ServiceChange]
  let hash: HashChange?

  typealias HashChange = (before: ReportV1.DatabaseHash, after: ReportV1.DatabaseHash)

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections {
      StaleErrors.areIn($0[$1].att.errors) || !$0[$1].gatt.serviceChanges.isEmpty
        || !$0[$1].gatt.databaseHashes.isEmpty || $0[$1].gattOtherSide != nil
    }.finding { connection, index in
      let stale = file.staleErrors[index] ?? []
      // That the system of a central changes its own server is no matter of the app.
      let servers = connection.servers.filter { $0.server != .local || connection.role != .central }
      let changes = servers.flatMap(\.serviceChanges).sorted { $0.frame < $1.frame }
      let hash = hashChange(connection.gatt.databaseHashes, index, file)
      guard !stale.isEmpty || !changes.isEmpty || hash != nil else { return nil }
      let errors = connection.att.errors.filter { stale.contains($0.frame) }
      let found = Self(connection: connection, errors: errors, changes: changes, hash: hash)
      guard !errors.isEmpty || found.goesOn else { return nil }
      let frames =
        errors.map(\.frame) + changes.map(\.frame) + (hash.map { [$0.after.frame] } ?? [])
      return found.finding(
        .warning, connection.id, frames: Wording.handful(frames)
      ).about(
        connection, errors.isEmpty ? "changes" : "errors \(found.server.rawValue)",
        count: max(1, errors.count))
    }
  }

  /// The hash read here and the last one read before, from the same peer, where they differ.
  private static func hashChange(
    _ hashes: [ReportV1.DatabaseHash], _ index: Int, _ file: CaseFile
  ) -> HashChange? {
    guard !hashes.isEmpty else { return nil }
    var before = file.history.latest(before: index) { !$0[$1].gatt.databaseHashes.isEmpty }?
      .gatt.databaseHashes.last
    for hash in hashes {
      if let known = before, known.value != hash.value { return (known, hash) }
      before = hash
    }
    return nil
  }

  private var asked: ReportV1.PairingSide? { errors.first?.asked }

  /// Whose attributes they are. A client remembers them, and the server announces changes.
  var server: ReportV1.PairingSide {
    asked ?? connection.servers.first { !$0.serviceChanges.isEmpty }?.server
      ?? connection.gatt.server ?? .peer
  }
  private var party: Party { (server == .peer) == !errors.isEmpty ? .local : .remote }

  private var discoversAgain: Bool { StaleErrors.discovers(connection, of: asked) }
  /// Whether the client continued with what it remembered.
  var goesOn: Bool { !discoversAgain && usesMoved }

  /// Whether a handle that may have moved was used after the client could know.
  private var usesMoved: Bool {
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

  /// Those that the errors name, ascending.
  var handles: [Int] { Set(errors.compactMap(\.handle)).sorted() }

  var evidence: EvidenceList {
    [
      .errors: .of(errors.count), .codes: .of(Set(errors.map(\.code)).sorted()),
      .handles: .of(Array(handles.prefix(16))), .serviceChanges: .of(changes.count),
      .hashBefore: .of(hash?.before.value), .hashAfter: .of(hash?.after.value),
      .discoveredAgain: .of(discoversAgain),
    ] + connection.by(party)
  }
}
