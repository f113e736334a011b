import Report

/// Subscriptions that did not outlive the connection, and that the client did not make again.
struct SubscriptionLostRule: Rule, RuleFacts {
  static let name = "subscription-lost"
  static let severity = ReportV1.Severity.warning
  static let needsTimes = true
  static let limits = [shortest, pauses]
  static let shortest = RuleLimit("least_us", 5_000_000, .microseconds)
  /// Times the longest pause between values before.
  static let pauses = RuleLimit("least_pauses", 2, .times)

  /// The `id` of the connection in which the values were sent.
  let earlier: Int
  let later: ReportV1.Connection
  /// The client.
  let party: Party
  let lost: [ReportV1.NotificationStream]
  /// That of most values.
  let most: ReportV1.NotificationStream
  let livedUs: Int

  static func check(_ file: CaseFile) -> [RuleFinding] {
    guard file.capture.droppedRecords == 0 else { return [] }
    return file.connections {
      $0[$1].peer.address != nil && $0[$1].completeFrame != nil
        && $0[$1].endUs - $0[$1].startUs >= shortest.value
    }.findings { later, index in findings(later, index, file) }
  }

  /// Of one connection of a capture without lost records.
  static func findings(
    _ later: ReportV1.Connection, _ index: Int, _ file: CaseFile
  ) -> [RuleFinding] {
    let earlier = file.history.latest(before: index) {
      $0[$1].role == later.role && !$0[$1].notifications.isEmpty
    }
    guard let earlier else { return [] }
    // What the peer's server sent, and what ours did: each has a client of its own.
    return [ReportV1.Direction.rx, .tx].compactMap { direction in
      finding(earlier, later, direction)
    }
  }

  private static func finding(
    _ earlier: ReportV1.Connection, _ later: ReportV1.Connection, _ direction: ReportV1.Direction
  ) -> RuleFinding? {
    let server: ReportV1.PairingSide = direction == .rx ? .peer : .local
    guard subscriptions(of: later, server).isEmpty, !isStillLooking(later, server),
      later.att.transactions.count > 0
    else { return nil }
    let lived = lifeAfterDiscovery(later)
    let before = subscriptions(of: earlier, server)
    guard lived >= shortest.value, !before.isEmpty else { return nil }
    let table = table(of: later, server)
    let lost = earlier.notifications.filter {
      $0.direction == direction && isThere($0, table) && isLost($0, server, before, later, lived)
    }
    guard let most = lost.max(by: { $0.count < $1.count }) else { return nil }
    return Self(
      earlier: earlier.id, later: later, party: server == .peer ? .local : .remote, lost: lost,
      most: most, livedUs: lived
    ).finding(
      .warning, later.id,
      frames: Wording.handful([most.lastFrame, later.completeFrame ?? later.firstFrame]),
      lostUs: lived
    ).about(later, most.uuid ?? "\(most.valueHandle)")
  }

  private static func isLost(
    _ stream: ReportV1.NotificationStream, _ server: ReportV1.PairingSide,
    _ before: [(ReportV1.Subscription, uuid: String?)], _ later: ReportV1.Connection,
    _ lived: Int
  ) -> Bool {
    let isBack = later.notifications.containsInPlace {
      $0.direction == stream.direction && isSame($0.valueHandle, $0.uuid, stream)
    }
    guard stream.count > 0, lived / pauses.value >= stream.gapUs.max ?? 0, !isBack else {
      return false
    }
    let last = before.last { known in
      known.0.valueHandle.map { isSame($0, known.uuid, stream) } ?? false
    }
    guard let subscribed = last?.0, subscribed.value != .off else { return false }
    return !later.att.errors.contains {
      $0.handle == subscribed.cccdHandle && $0.asked ?? server == server
    }
  }

  /// The characteristics that discovery found, by UUID and by handle; nil where the client did not
  /// look.
  private static func table(
    of later: ReportV1.Connection, _ server: ReportV1.PairingSide
  ) -> Set<String>? {
    guard later.att.discoveries.contains(where: { $0.server == server }) else { return nil }
    let known = later.servers.filter { $0.server == server }.flatMap(\.services)
      .flatMap(\.characteristics)
    return Set(known.map(\.uuid)).union(known.map { "\($0.valueHandle)" })
  }

  private static func isThere(
    _ stream: ReportV1.NotificationStream, _ table: Set<String>?
  ) -> Bool {
    table?.contains(stream.uuid ?? "\(stream.valueHandle)") ?? true
  }

  /// Whether a question about the server's attributes had no answer at the end.
  private static func isStillLooking(
    _ later: ReportV1.Connection, _ server: ReportV1.PairingSide
  ) -> Bool {
    later.att.pending.contains {
      $0.asked ?? server == server && $0.request.isDiscovery
    }
  }

  /// How long the client could have subscribed: until the end, or until the link was silent.
  private static func lifeAfterDiscovery(_ later: ReportV1.Connection) -> Int {
    let isLost = later.disconnect?.reason == .connectionTimeout
    let end = isLost ? later.lastRxUs ?? later.endUs : later.endUs
    let discovered = later.phases.filter { $0.name == .explore }
      .map { $0.startUs + $0.durationUs }.max()
    return end - max(later.startUs, discovered ?? later.startUs)
  }

  /// With the UUID of what was subscribed, where it is known.
  private static func subscriptions(
    of connection: ReportV1.Connection, _ server: ReportV1.PairingSide
  ) -> [(ReportV1.Subscription, uuid: String?)] {
    connection.servers.filter { $0.server == server }.flatMap { side in
      side.subscriptions.map { subscription in
        let name = AttributeName(subscription.valueHandle, of: server, in: connection)
        return (subscription, name.type.isEmpty ? nil : name.type)
      }
    }
  }

  /// The UUID decides where both are known: handles may have moved in between.
  private static func isSame(
    _ handle: Int, _ uuid: String?, _ stream: ReportV1.NotificationStream
  ) -> Bool {
    if let uuid, let known = stream.uuid { return uuid == known }
    return handle == stream.valueHandle
  }

  var isEncrypted: Bool { later.encryption.contains { $0.enabled } }

  var evidence: EvidenceList {
    [
      .valueHandle: .of(most.valueHandle), .uuid: .of(most.uuid), .connectionBefore: .of(earlier),
      .valuesBefore: .of(lost.map(\.count).total), .durationUs: .of(livedUs),
      .encrypted: .of(isEncrypted), .valueHandles: .of(lost.prefix(16).map(\.valueHandle)),
    ] + later.by(party)
  }
}
