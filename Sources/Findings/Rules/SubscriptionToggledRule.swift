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
    subscription is off are lost. The rule reports a client that subscribed with the value that \
    the descriptor already had, and one that switched a subscription on again at least 3 times on \
    one device. Switching counts only as on, off, on. A change from notifications to indications is no \
    repetition, and writing off twice is not one either. An encryption that began in between is a \
    reason to write again.
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
    var found: [(device: FindingSubject, finding: RuleFinding)] = []
    var doubled: Set<FindingSubject> = []
    file.connections {
      mayRepeat($0[$1].gatt.subscriptions) || $0[$1].gattOtherSide != nil
    }.visit { connection, _ in
      for repetition in connection.servers.compactMap({ repetition(in: connection, $0) }) {
        let finding = finding(connection, repetition)
        if repetition.doubles > 0, let subject = finding.subject { doubled.insert(subject) }
        let device = FindingSubject(
          connection, repetition.party?.rawValue ?? "", count: repetition.count)
        counts[device, default: 0] += repetition.count
        found.append((device, finding))
      }
    }
    return found.filter {
      counts[$0.device] ?? 0 >= fewest || ($0.finding.subject.map(doubled.contains) ?? false)
    }.map(\.finding)
  }

  /// Whether a descriptor was written twice. Most clients subscribe to a few, each once; which of
  /// many are the same takes longer to find out.
  private static func mayRepeat(_ writes: [ReportV1.Subscription]) -> Bool {
    guard writes.count <= 8 else { return true }
    for index in writes.indices {
      for other in 0..<index where writes[other].cccdHandle == writes[index].cccdHandle {
        return true
      }
    }
    return false
  }

  private static func repetition(
    in connection: ReportV1.Connection, _ server: ReportV1.GATT
  ) -> Repetition? {
    var last: [Int: ReportV1.Subscription] = [:]
    /// What was on before it was turned off.
    var wasOn: Set<Int> = []
    var repetition: Repetition?
    for write in server.subscriptions where !write.guessed {
      defer { last[write.cccdHandle] = write }
      guard write.value != .off else {
        if let before = last[write.cccdHandle], before.value != .off {
          wasOn.insert(write.cccdHandle)
        }
        continue
      }
      guard let before = last[write.cccdHandle] else { continue }
      let isToggle = before.value == .off && wasOn.contains(write.cccdHandle)
      let isDouble = write.value == before.value
      guard isToggle || isDouble,
        !connection.encryption.contains(where: {
          $0.frame > before.frame && $0.frame < write.frame
        })
      else { continue }
      if repetition == nil {
        repetition = Repetition(
          name: AttributeName(write.cccdHandle, of: server.server, in: connection),
          party: server.server.map { $0 == .peer ? .local : .remote },
          frames: isDouble ? [before.frame] : [])
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
    let subscriptions =
      isOne
      ? "the subscription to \(what)"
      : "the subscriptions to \(repetition.handles.count) characteristics, first to \(what),"
    let pronoun = isOne ? "it" : "them"
    var parts: [String] = []
    if repetition.toggles > 0 {
      parts.append(
        "switched \(subscriptions) off and on again \(Wording.times(repetition.toggles))")
    }
    if repetition.doubles > 0 {
      parts.append(
        "wrote \(parts.isEmpty ? subscriptions : pronoun) \(Wording.times(repetition.doubles)) "
          + "with the value that \(isOne ? "it" : "they") already had")
    }
    return RuleFinding(
      .info, connection: connection.id, frames: Wording.handful(repetition.frames),
      "\(who) \(parts.joined(separator: ", and ")).",
      evidence: .by(
        repetition.party, connection,
        [
          .count: .int(repetition.count), .turnedOnAgain: .int(repetition.toggles),
          .writtenAgain: .int(repetition.doubles),
          .cccdHandle: repetition.name.handle.map { .int($0) } ?? .null,
          .subscriptionTo: repetition.name.ownerEvidence,
        ]),
      advice: "The client's app should subscribe once in each connection, before its first "
        + "command, and stay subscribed; two apps, or an app and its library, may each do so."
    ).about(
      connection, "\(repetition.party?.rawValue ?? "") \(repetition.handles.sorted())",
      count: repetition.count)
  }
}
