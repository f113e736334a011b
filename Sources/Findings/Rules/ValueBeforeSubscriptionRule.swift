import Report

/// A server that sends values to a client that did not subscribe to them.
enum ValueBeforeSubscriptionRule: Rule {
  static let name = "value-before-subscription"
  static let severity = ReportV1.Severity.info
  static let summary = "Values were sent to which the client had not subscribed in that connection."
  static let explanation = """
    A server may notify and indicate only what the client has configured, and without a bond, the \
    subscription has to be repeated in each connection (Core Vol 3, Part G, 3.3.3.3). The rule \
    reports a characteristic whose first value was sent before the client wrote to its descriptor, \
    or whose descriptor it never wrote. Such values reach the app only if the client's stack \
    accepts them; Core Bluetooth and others drop them. The rule reports nothing if the link was \
    encrypted, because a bond keeps subscriptions; if the connection began before the capture, or \
    the capture lost records; or if a subscription was refused. If the client had subscribed in an \
    earlier connection with the same device and not in this one, the finding says so: the server \
    kept the subscription without a bond, or does not check subscriptions.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    guard file.capture.droppedRecords == 0 else { return [] }
    return file.connections {
      $0[$1].completeFrame != nil && !$0[$1].notifications.isEmpty && $0[$1].transport == .le
        && $0[$1].encryption.isEmpty
        && ($0[$1].gattOtherSide != nil
          || isAnyEarly($0[$1].notifications, $0[$1].gatt.subscriptions))
    }.findings { connection, index in
      guard !CaptureOneWayRule.isOneWay(connection.att.pdus) else { return [] }
      return [ReportV1.PairingSide.peer, .local].compactMap { finding(connection, $0, file, index) }
    }
  }

  /// Whether a stream began before its subscription, if there is one; of many subscriptions that
  /// takes longer to find out.
  private static func isAnyEarly(
    _ streams: [ReportV1.NotificationStream], _ subscriptions: [ReportV1.Subscription]
  ) -> Bool {
    if subscriptions.count > 32 { return true }
    return streams.containsIndex { streams, index in
      let handle = streams[index].valueHandle
      let first = subscriptions.first { $0.valueHandle == handle }
      return first?.frame ?? .max > streams[index].firstFrame
    }
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ side: ReportV1.PairingSide, _ file: CaseFile, _ index: Int
  ) -> RuleFinding? {
    guard
      let subscriptions = connection.servers.first(where: { $0.server == side })?.subscriptions,
      !subscriptions.contains(where: { $0.guessed || $0.valueHandle == nil }),
      !isRefused(connection, side)
    else { return nil }
    var firsts: [Int: Int] = [:]
    for subscription in subscriptions {
      guard let handle = subscription.valueHandle, firsts[handle] == nil else { continue }
      firsts[handle] = subscription.frame
    }
    let direction: ReportV1.Direction = side == .peer ? .rx : .tx
    var early: [(stream: ReportV1.NotificationStream, name: AttributeName)] = []
    for stream in connection.notifications where stream.direction == direction {
      guard firsts[stream.valueHandle] ?? .max > stream.firstFrame else { continue }
      let name = AttributeName(stream.valueHandle, of: side, in: connection)
      // Of an attribute that the capture does not show, its descriptor is not known either.
      guard case .value = name.kind else { continue }
      early.append((stream, name))
    }
    guard let first = early.first else { return nil }
    let never = early.filter { firsts[$0.stream.valueHandle] == nil }
    let shown = never.isEmpty ? [first] : never
    let server = Party(side)
    let client = connection.sides.name(server.other)
    let values = shown.prefix(3).map { entry in
      Wording.count(entry.stream.count, entry.stream.kind.rawValue) + " of \(entry.name.words)"
    }
    let count = never.isEmpty ? early.count : never.map(\.stream.count).total
    let more = shown.count > 3 ? ["others"] : []
    let kept =
      never.isEmpty
      ? nil : EarlierSubscriptions(to: never.map(\.stream.valueHandle), side, file, index)
    let subscribed = kept?.frames.first.map { [$0] } ?? []
    let frames = subscribed + shown.flatMap { [$0.stream.firstFrame, $0.stream.lastFrame] }
    return RuleFinding(
      .info, connection: connection.id,
      frames: never.isEmpty
        ? [first.stream.firstFrame, firsts[first.stream.valueHandle] ?? 0]
        : Wording.handful(frames),
      never.isEmpty
        ? "A \(first.stream.kind.rawValue) of \(first.name.words) was sent "
          + "(#\(first.stream.firstFrame)) before \(client) subscribed to it "
          + "(#\(firsts[first.stream.valueHandle] ?? 0))."
        : "\(Wording.list(values + more)) \(count == 1 ? "was" : "were") sent; "
          + (kept?.words(shown.count)
            ?? "\(client) had not subscribed to \(count == 1 ? "it" : "them")."),
      evidence: .by(
        server, connection,
        [
          .valueHandle: .int(shown[0].stream.valueHandle), .uuid: shown[0].name.uuidEvidence,
          .kind: .string(shown[0].stream.kind.rawValue), .count: .int(count),
          .valueHandles: .list(shown.prefix(16).map { .int($0.stream.valueHandle) }),
          .neverSubscribed: .bool(!never.isEmpty),
          .subscribedEarlierIn: kept.map { .int($0.connection) } ?? .null,
        ]),
      advice: kept?.advice
        ?? "The server has to check the Client Characteristic Configuration descriptor before it "
        + "sends: a client that did not subscribe may not be ready, and may drop the value."
    ).about(connection, "\(side.rawValue) \(never.isEmpty) \(kept == nil)", count: count)
  }

  private static func isRefused(
    _ connection: ReportV1.Connection, _ side: ReportV1.PairingSide
  ) -> Bool {
    connection.att.errors.contains { error in
      error.asked == side && error.request == .writeRequest
        && AttributeName(error.handle, of: side, in: connection).isCCCD
    }
  }
}
