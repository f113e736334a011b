import Report

/// A client that subscribes, unsubscribes and subscribes again, or subscribes twice.
struct SubscriptionToggledRule: Rule, RuleFacts {
  static let name = "subscription-toggled"
  static let severity = ReportV1.Severity.info
  static let limits = [fewest]
  static let fewest = RuleLimit("least_times", 3, .times)

  let connection: ReportV1.Connection
  let repetition: Repetition

  /// What was done again to the subscription of a characteristic.
  struct Repetition {
    var name: AttributeName
    var party: Party?
    /// Turned on again after it was off, and written as it was.
    var toggles = 0
    var doubles = 0
    var frames: [Int] = []
    var handles: Set<Int> = []
    /// Those that were turned on again.
    var toggled: Set<Int> = []
    var count: Int { toggles + doubles }
    var isBoth: Bool { toggles > 0 && doubles > 0 }
    /// What makes two of them the same, which one sentence counts together.
    var likeness: String {
      isBoth ? "\(toggles) \(doubles)" : toggles > 0 ? "toggled" : "written again"
    }
  }

  static func check(_ file: CaseFile) -> [RuleFinding] {
    // All connections of a device count together: each of them may show one.
    var counts: [FindingSubject: Int] = [:]
    var found: [(device: FindingSubject, finding: RuleFinding)] = []
    file.connections {
      mayRepeat($0[$1].gatt.subscriptions) || $0[$1].gattOtherSide != nil
    }.visit { connection, _ in
      for repetition in connection.servers.compactMap({ repetition(in: connection, $0) }) {
        let finding = Self(connection: connection, repetition: repetition)
          .finding(.info, connection.id, frames: Wording.handful(repetition.frames))
          .about(
            connection,
            "\(repetition.party?.rawValue ?? "") \(repetition.handles.sorted()) "
              + repetition.likeness,
            count: repetition.isBoth ? 1 : repetition.count)
        let device = FindingSubject(
          connection, repetition.party?.rawValue ?? "", count: repetition.count)
        counts[device, default: 0] += repetition.count
        found.append((device, finding))
      }
    }
    return found.filter { counts[$0.device] ?? 0 >= fewest.value }.map(\.finding)
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
      if isToggle { repetition?.toggled.insert(write.cccdHandle) }
    }
    return repetition
  }

  var evidence: EvidenceList {
    [
      .count: .of(repetition.count), .turnedOnAgain: .of(repetition.toggles),
      .writtenAgain: .of(repetition.doubles), .cccdHandle: .of(repetition.name.handle),
      .subscriptionTo: .of(repetition.name.owner),
    ] + connection.by(repetition.party)
  }
}
