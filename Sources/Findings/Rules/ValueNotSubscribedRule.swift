import Report

/// Indications to a client that subscribed to notifications alone, or the reverse.
struct ValueNotSubscribedRule: Rule, RuleFacts {
  static let name = "value-not-subscribed"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = .values

  let connection: ReportV1.Connection
  let stream: ReportV1.NotificationStream
  let attribute: AttributeName
  /// The subscription in force.
  let subscription: ReportV1.Subscription
  /// Whether all its values came under that subscription.
  let areAll: Bool
  let characteristic: ReportV1.Characteristic?

  static func check(_ file: CaseFile) -> [RuleFinding] {
    // The write that subscribes may be among the records that were lost.
    guard file.capture.droppedRecords == 0 else { return [] }
    return file.connections {
      !$0[$1].notifications.isEmpty
        && (!$0[$1].gatt.subscriptions.isEmpty || $0[$1].gattOtherSide != nil)
    }.findings { connection, _ in
      all(in: connection).map { found in
        found.finding(.warning, connection.id, frames: found.frames)
          .about(
            connection, "\(found.server.rawValue) \(found.stream.shortName)",
            count: found.stream.count)
      }
    }
  }

  /// What one connection shows of it.
  static func all(in connection: ReportV1.Connection) -> [Self] {
    guard !CaptureOneWayRule.isOneWay(connection.att.pdus) else { return [] }
    return connection.notifications.compactMap { Self($0, in: connection) }
  }

  private init?(_ stream: ReportV1.NotificationStream, in connection: ReportV1.Connection) {
    let side: ReportV1.PairingSide = stream.direction == .rx ? .peer : .local
    let wanted: ReportV1.SubscriptionValue = stream.kind == .indication ? .indicate : .notify
    let writes =
      connection.servers.first { $0.server == side }?
      .subscriptions.filter { $0.valueHandle == stream.valueHandle } ?? []
    let isOther = writes.allSatisfy { write in
      !write.guessed && !write.both && write.value != wanted
        && !connection.att.pending.contains { $0.frame == write.frame }
    }
    func inForce(at frame: Int) -> ReportV1.Subscription? {
      writes.last { $0.frame < frame }.flatMap { $0.value == .off ? nil : $0 }
    }
    let first = inForce(at: stream.firstFrame)
    guard isOther, let subscription = first ?? inForce(at: stream.lastFrame) else { return nil }
    self.connection = connection
    self.stream = stream
    self.subscription = subscription
    attribute = AttributeName(stream.valueHandle, of: side, in: connection)
    areAll = first != nil && inForce(at: stream.lastFrame) != nil
    characteristic = connection.declaration(stream.valueHandle, of: side)
  }

  private var frames: [Int] {
    Wording.handful([subscription.frame, stream.firstFrame, stream.lastFrame])
  }

  var server: Party { stream.sender }

  /// Whether the characteristic was declared to do what the client asked for; `nil` where the
  /// capture does not show it.
  func isDeclared(_ value: ReportV1.SubscriptionValue) -> Bool? {
    characteristic.map { $0.properties.contains(value.rawValue) }
  }

  /// The client's, where it asked for what the characteristic does not have.
  var party: Party { isDeclared(subscription.value) == false ? server.other : server }

  var evidence: EvidenceList {
    [
      .valueHandle: .of(stream.valueHandle), .uuid: attribute.uuidEvidence,
      .kind: .of(stream.kind), .count: .of(stream.count),
      .subscribed: .of(subscription.value), .cccdHandle: .of(subscription.cccdHandle),
      .properties: .of(characteristic?.properties),
    ] + connection.by(party)
  }
}
