import Report

/// A subscription that did not outlive the connection, and that nobody made again.
enum SubscriptionLostRule: Rule {
  static let name = "subscription-lost"
  static let severity = ReportV1.Severity.warning
  static let summary = "After a reconnect nobody subscribed again, and no values came."
  static let explanation = """
    Without a bond a server forgets subscriptions when the connection ends (Core Vol 3, Part G, \
    3.3.3.3). Found where values of a characteristic came in one connection and it was not \
    unsubscribed, and in the next connection with the same peer there is neither a subscription \
    to it nor a value. That next connection must have lasted 5 s, and twice the longest pause \
    between values before: in less than that nothing is missed yet. Quiet where subscribing was \
    tried and refused, as other rules tell of that, and where the capture has lost records.
    """

  private static let shortest = 5_000_000

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let capture = file.capture
    guard capture.droppedRecords == 0 else { return [] }
    return file.connections {
      $0[$1].peer.address != nil && $0[$1].completeFrame != nil
        && $0[$1].endUs.minus($0[$1].startUs) >= shortest
    }.findings { later, index in
      let known = file.history.before(index).last {
        capture.connections[$0].role == later.role
          && !capture.connections[$0].notifications.isEmpty
      }
      guard let known else { return [] }
      let earlier = capture.connections[known]
      return earlier.notifications.compactMap { finding(earlier, later, $0) }
    }
  }

  private static func finding(
    _ earlier: ReportV1.Connection, _ later: ReportV1.Connection,
    _ stream: ReportV1.NotificationStream
  ) -> RuleFinding? {
    let lasted = later.endUs.minus(later.startUs)
    let pause = stream.gapUs.max ?? 0
    let isBack = later.notifications.containsInPlace {
      $0.direction == stream.direction && isSame($0.valueHandle, $0.uuid, stream)
    }
    guard stream.count > 0, lasted / 2 >= pause, !isBack else { return nil }
    let subscriptions = subscriptions(of: earlier, stream)
    guard let subscribed = subscriptions.last, subscribed.value != .off else { return nil }
    let isRefused = later.att.errors.contains { $0.handle == subscribed.cccdHandle }
    guard !isRefused, Self.subscriptions(of: later, stream).isEmpty else { return nil }
    let encrypted = later.encryption.contains { $0.enabled }
    return RuleFinding(
      .warning, connection: later.id,
      frames: Wording.handful([stream.lastFrame, later.completeFrame ?? later.firstFrame]),
      "\(Wording.count(stream.count, stream.kind.rawValue)) of "
        + "\(stream.uuid ?? Wording.handle(stream.valueHandle)) came in connection "
        + "\(earlier.id); in connection \(later.id) nobody subscribed, and none came in "
        + "\(Wording.duration(lasted)).",
      evidence: [
        "value_handle": .int(stream.valueHandle), "uuid": stream.uuid.map { .string($0) } ?? .null,
        "connection_before": .int(earlier.id), "values_before": .int(stream.count),
        "duration_us": .int(lasted), "encrypted": .bool(encrypted),
      ],
      advice: encrypted
        ? "The link is encrypted: if the two are bonded the server should have kept the "
          + "subscription; subscribing anew in each connection is safe."
        : "Subscribe anew in each connection, when it is complete and discovery is done.",
      lostUs: lasted)
  }

  private static func subscriptions(
    of connection: ReportV1.Connection, _ stream: ReportV1.NotificationStream
  ) -> [ReportV1.Subscription] {
    let server: ReportV1.PairingSide = stream.direction == .rx ? .peer : .local
    return connection.servers.filter { $0.server == server }.flatMap { side in
      side.subscriptions.filter { subscription in
        guard let handle = subscription.valueHandle else { return false }
        let uuid = side.services.flatMap(\.characteristics).first { $0.valueHandle == handle }?.uuid
        return isSame(handle, uuid, stream)
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
}
