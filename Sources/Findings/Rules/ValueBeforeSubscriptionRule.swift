import Report

/// A server that sends values to a client that did not subscribe to them.
struct ValueBeforeSubscriptionRule: Rule, RuleFacts {
  static let name = "value-before-subscription"
  static let severity = ReportV1.Severity.info

  let connection: ReportV1.Connection
  let server: Party
  /// Those that the client never subscribed to; otherwise the first that came too early.
  let shown: [Early]
  let isNever: Bool
  /// Values, where the client never subscribed to them; otherwise streams.
  let count: Int
  let kept: EarlierSubscriptions?

  struct Early {
    var stream: ReportV1.NotificationStream
    var name: AttributeName
    /// The first subscription to it.
    var subscribedFrame: Int?
  }

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
    var early: [Early] = []
    for stream in connection.notifications where stream.direction == direction {
      let subscribed = firsts[stream.valueHandle]
      guard subscribed ?? .max > stream.firstFrame else { continue }
      let name = AttributeName(stream.valueHandle, of: side, in: connection)
      // If the capture does not show an attribute, its descriptor is not known either.
      guard case .value = name.kind else { continue }
      early.append(Early(stream: stream, name: name, subscribedFrame: subscribed))
    }
    guard let first = early.first else { return nil }
    let never = early.filter { $0.subscribedFrame == nil }
    let kept =
      never.isEmpty
      ? nil : EarlierSubscriptions(to: never.map(\.stream.valueHandle), side, file, index)
    let found = Self(
      connection: connection, server: Party(side), shown: never.isEmpty ? [first] : never,
      isNever: !never.isEmpty,
      count: never.isEmpty ? early.count : never.map(\.stream.count).total, kept: kept)
    return found.finding(.info, connection.id, frames: found.frames)
      .about(
        connection, "\(side.rawValue) \(never.isEmpty) \(kept == nil)", count: found.count)
  }

  private var frames: [Int] {
    guard isNever else {
      return shown.flatMap { [$0.stream.firstFrame, $0.subscribedFrame ?? 0] }
    }
    let subscribed = kept?.frames.first.map { [$0] } ?? []
    return Wording.handful(
      subscribed + shown.flatMap { [$0.stream.firstFrame, $0.stream.lastFrame] })
  }

  private static func isRefused(
    _ connection: ReportV1.Connection, _ side: ReportV1.PairingSide
  ) -> Bool {
    connection.att.errors.contains { error in
      error.asked == side && error.request == .writeRequest
        && AttributeName(error.handle, of: side, in: connection).isCCCD
    }
  }

  var evidence: EvidenceList {
    [
      .valueHandle: .of(shown[0].stream.valueHandle), .uuid: shown[0].name.uuidEvidence,
      .kind: .of(shown[0].stream.kind), .count: .of(count),
      .valueHandles: .of(shown.prefix(16).map(\.stream.valueHandle)),
      .neverSubscribed: .of(isNever), .subscribedEarlierIn: .of(kept?.connection),
    ] + connection.by(server)
  }
}
