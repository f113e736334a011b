import Report

/// A client that subscribes, unsubscribes and subscribes again, or subscribes twice.
enum SubscriptionToggledRule: Rule {
  static let name = "subscription-toggled"
  static let severity = ReportV1.Severity.info
  static let summary = "A client subscribed to a characteristic repeatedly in one connection."
  static let explanation = """
    A subscription is in effect until the client ends it or the connection ends (Core Vol 3, Part \
    G, 3.3.3.3): one is enough in a connection. Each further write to the Client Characteristic \
    Configuration descriptor takes a round trip, and values that the server has while the \
    subscription is off are lost. The rule reports a client that wrote the value that the \
    descriptor already had, or switched a subscription on again, at least 3 times on one device. A \
    change from notifications to indications is no repetition, and an encryption that began in \
    between is a reason to write again.
    """

  private static let fewest = 3

  /// What was done again to the subscription of a characteristic.
  private struct Repetition {
    var name: AttributeName
    var party: Party?
    /// Turned on again after it was off, and written as it was.
    var toggles = 0
    var doubles = 0
    var frames: [Int] = []
    var handles: Set<Int> = []
    var count: Int { toggles + doubles }
  }

  static func check(_ file: CaseFile) -> [RuleFinding] {
    // The same device's connections count together: each of them may show one.
    var counts: [FindingSubject: Int] = [:]
    var found: [(FindingSubject, RuleFinding)] = []
    var doubled: Set<FindingSubject> = []
    let all = file.connections {
      $0[$1].gatt.subscriptions.count > 1 || $0[$1].gattOtherSide != nil
    }
    for finding in all.findings({ connection, _ in
      connection.servers.compactMap { repetition(in: connection, $0) }
        .map {
          let finding = finding(connection, $0)
          if $0.doubles > 0, let subject = finding.subject { doubled.insert(subject) }
          return finding
        }
    }) {
      guard let subject = finding.subject else { continue }
      counts[subject, default: 0] += subject.count
      found.append((subject, finding))
    }
    return found.filter { counts[$0.0] ?? 0 >= fewest || doubled.contains($0.0) }.map(\.1)
  }

  private static func repetition(
    in connection: ReportV1.Connection, _ server: ReportV1.GATT
  ) -> Repetition? {
    var values: [Int: ReportV1.Subscription] = [:]
    var wasOn: [Int: Bool] = [:]
    var repetition: Repetition?
    for write in server.subscriptions where !write.guessed {
      defer { values[write.cccdHandle] = write }
      guard let before = values[write.cccdHandle] else {
        wasOn[write.cccdHandle] = write.value != .off
        continue
      }
      let isToggle = write.value != .off && before.value == .off && wasOn[write.cccdHandle] == true
      let isDouble = write.value == before.value
      if write.value != .off { wasOn[write.cccdHandle] = true }
      guard isToggle || isDouble,
        !connection.encryption.contains(where: {
          $0.frame > before.frame && $0.frame < write.frame
        })
      else { continue }
      if repetition == nil {
        repetition = Repetition(
          name: AttributeName(write.cccdHandle, of: server.server, in: connection),
          party: server.server.map { $0 == .peer ? .local : .remote }, frames: [before.frame])
      }
      repetition?.toggles += isToggle ? 1 : 0
      repetition?.doubles += isDouble ? 1 : 0
      repetition?.frames.append(write.frame)
      repetition?.handles.insert(write.cccdHandle)
    }
    return repetition
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ repetition: Repetition
  ) -> RuleFinding {
    let who = repetition.party == .remote ? "The peer" : "This host"
    let what = repetition.name.owner ?? repetition.name.words
    let isOne = repetition.handles.count == 1
    var parts: [String] = []
    if repetition.toggles > 0 {
      parts.append(
        "switched the subscription\(isOne ? "" : "s") off and on again "
          + "\(Wording.times(repetition.toggles))")
    }
    if repetition.doubles > 0 {
      let again = "wrote the value that the descriptor\(isOne ? "" : "s") already had"
      parts.append(
        repetition.doubles == 1 ? "once \(again)" : "\(again) \(Wording.times(repetition.doubles))")
    }
    let subscriptions =
      isOne
      ? "the subscription to \(what)"
      : "the subscriptions to \(repetition.handles.count) characteristics, first to \(what),"
    return RuleFinding(
      .info, connection: connection.id, frames: Wording.handful(repetition.frames),
      "\(who) set \(subscriptions) more than once: it \(Wording.list(parts)).",
      evidence: .by(
        repetition.party, connection,
        [
          "count": .int(repetition.count), "turned_on_again": .int(repetition.toggles),
          "written_again": .int(repetition.doubles),
          "cccd_handle": repetition.name.handle.map { .int($0) } ?? .null,
          "subscription_to": repetition.name.ownerEvidence,
        ]),
      advice: "The client's app should subscribe once in each connection, before its first "
        + "command, and stay subscribed; two apps, or an app and its library, may each do so."
    ).about(
      connection, repetition.party?.rawValue ?? "", count: repetition.count)
  }
}
