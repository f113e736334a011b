import Report

/// A client that uses handles of a time before the server's attributes changed.
enum StaleHandlesRule: Rule {
  static let name = "stale-handles"
  static let severity = ReportV1.Severity.warning
  static let summary = "The server's attributes are not where the client remembers them."
  static let explanation = """
    A client may remember handles from one connection to the next, until the server changes them, \
    as a firmware update does. Signs of it are Invalid Handle or Attribute Not Found as the answer \
    to a read or a write of a handle that was known of the same peer before, or in a connection \
    that discovered nothing; a remembered Client Characteristic Configuration descriptor that \
    cannot be written; and Database Out Of Sync (Core Vol 3, Part G, 2.5.2). Service Changed, or a database hash that differs from the \
    one of the connection before, is information where the client then discovered anew, and a \
    warning where it went on with what it remembered.
    """

  static func check(_ capture: ReportV1.Capture) -> [RuleFinding] {
    let history = PeerHistory(capture)
    return capture.connections.indices.compactMap { finding(place: $0, capture, history) }
  }

  /// The frames of those errors of a connection that remembered handles explain.
  static func errors(
    of place: Int, in capture: ReportV1.Capture, _ history: PeerHistory
  ) -> Set<Int> {
    guard !capture.connections[place].att.errors.isEmpty else { return [] }
    let connection = capture.connections[place]
    let now = Handles(connection)
    let before = Handles(earlier: history.before(place), in: capture)
    let isBlind = !discovers(connection)
    let stale = connection.att.errors.filter { error in
      guard let handle = error.handle, handle != 0 else { return error.code == 0x12 }
      let isRemembered = now.remembered.contains(handle)
      let isOld = before.all.contains(handle)
      switch error.code {
      case 0x12: return true
      case 0x01, 0x0A: return !error.answersDiscovery && (isBlind || isRemembered || isOld)
      case 0x02, 0x03, 0x0D:
        return now.rememberedCCCDs.contains(handle)
          || before.cccds.contains(handle) && !now.discovered.contains(handle)
      default: return false
      }
    }
    return Set(stale.map(\.frame))
  }

  /// The handles of values and descriptors that are known of a server.
  private struct Handles {
    var discovered: Set<Int> = []
    var remembered: Set<Int> = []
    var cccds: Set<Int> = []
    var rememberedCCCDs: Set<Int> = []

    var all: Set<Int> { discovered.union(remembered) }

    init(_ connection: ReportV1.Connection) { add(connection) }

    /// What was known of the same peer in the connections before.
    init(earlier places: [Int], in capture: ReportV1.Capture) {
      for place in places { add(capture.connections[place]) }
    }

    private mutating func add(_ connection: ReportV1.Connection) {
      for side in [connection.gatt, connection.gattOtherSide].compactMap({ $0 }) {
        let characteristics = side.services.flatMap(\.characteristics)
        let descriptors = characteristics.flatMap(\.descriptors)
        let handles = Set(characteristics.map(\.valueHandle) + descriptors.map(\.handle))
        let cccds = Set(descriptors.filter { $0.uuid == "2902" }.map(\.handle))
        self.cccds.formUnion(cccds)
        if side.remembered {
          remembered.formUnion(handles)
          rememberedCCCDs.formUnion(cccds)
        } else {
          discovered.formUnion(handles)
        }
      }
    }
  }

  /// Whether anyone looked for attributes in this connection.
  private static func discovers(_ connection: ReportV1.Connection) -> Bool {
    let requests = [
      "read_by_group_type_request", "find_by_type_value_request", "find_information_request",
      "read_by_group_type_response", "find_by_type_value_response", "find_information_response",
    ]
    let pdus = connection.att.pdus
    return requests.contains { (pdus.tx[$0] ?? 0) > 0 || (pdus.rx[$0] ?? 0) > 0 }
  }

  private static func finding(
    place: Int, _ capture: ReportV1.Capture, _ history: PeerHistory
  ) -> RuleFinding? {
    let connection = capture.connections[place]
    let stale = errors(of: place, in: capture, history)
    let errors = connection.att.errors.filter { stale.contains($0.frame) }
    let sides = [connection.gatt, connection.gattOtherSide].compactMap { $0 }
    let changes = sides.flatMap(\.serviceChanges).sorted { $0.frame < $1.frame }
    let hash = hashChange(place: place, capture, history)
    guard !errors.isEmpty || !changes.isEmpty || hash != nil else { return nil }
    let goesOn = !discovers(connection) && uses(connection, changes, hash)
    let evidence: ReportV1.KeyedList<ReportV1.Evidence> = [
      "errors": .int(errors.count),
      "codes": .list(Set(errors.map(\.code)).sorted().map { .int($0) }),
      "handles": .list(Set(errors.compactMap(\.handle)).sorted().prefix(16).map { .int($0) }),
      "service_changes": .int(changes.count),
      "hash_before": hash.map { .string($0.before.value) } ?? .null,
      "hash_after": hash.map { .string($0.after.value) } ?? .null,
      "discovered_again": .bool(discovers(connection)),
    ]
    let frames = errors.map(\.frame) + changes.map(\.frame) + (hash.map { [$0.after.frame] } ?? [])
    return RuleFinding(
      errors.isEmpty && !goesOn ? .info : .warning, connection: connection.id,
      frames: Wording.handful(frames), message(errors, changes, hash, goesOn), evidence: evidence,
      advice: "Forget remembered handles when Service Changed comes or the database hash differs, "
        + "and discover again; on a phone, switch Bluetooth off and on or remove the pairing to "
        + "clear its cache.")
  }

  private static func message(
    _ errors: [ReportV1.ATTError], _ changes: [ReportV1.ServiceChange], _ hash: HashChange?,
    _ goesOn: Bool
  ) -> String {
    var parts: [String] = []
    if let first = errors.first {
      let handles = Set(errors.compactMap(\.handle)).sorted()
      parts.append(
        errors.count == 1
          ? "the \(Wording.request(first.request)) to remembered \(Wording.handles(handles)) was "
            + "answered with \(Wording.named(first.name, first.code))"
          : "\(errors.count) requests to remembered \(Wording.handles(handles)) were answered "
            + "with errors, the first with \(Wording.named(first.name, first.code))")
    }
    if let change = changes.first {
      let range = "0x" + hex(change.startHandle) + " to 0x" + hex(change.endHandle)
      parts.append("the server said that its attributes \(range) changed")
    }
    if hash != nil { parts.append("its database hash is not that of the connection before") }
    let end = goesOn && errors.isEmpty ? ", and the client went on with remembered handles" : ""
    return Wording.sentence(Wording.list(parts)) + end + "."
  }

  private static func hex(_ handle: Int) -> String { String(Wording.handle(handle).suffix(4)) }

  private typealias HashChange = (before: ReportV1.DatabaseHash, after: ReportV1.DatabaseHash)

  /// The hash read here and the last one read before, from the same peer, where they differ.
  private static func hashChange(
    place: Int, _ capture: ReportV1.Capture, _ history: PeerHistory
  ) -> HashChange? {
    let hashes = capture.connections[place].gatt.databaseHashes
    guard !hashes.isEmpty else { return nil }
    let earlier = history.before(place).last {
      !capture.connections[$0].gatt.databaseHashes.isEmpty
    }
    var before = earlier.flatMap { capture.connections[$0].gatt.databaseHashes.last }
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
