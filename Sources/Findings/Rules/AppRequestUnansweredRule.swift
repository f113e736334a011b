import Report

/// Requests of the app's own protocol that had no answer, although others of their kind had one.
struct AppRequestUnansweredRule: Rule, RuleFacts {
  static let name = "app-request-unanswered"
  static let severity = ReportV1.Severity.warning
  static let suitsAir = false
  static let limits = [fewestSilent, graveCount, graveShare]
  /// Of a connection in which none was answered.
  static let fewestSilent = RuleLimit("least_requests", 3, .requests)
  static let graveCount = RuleLimit("warning_requests", 3, .requests)
  static let graveShare = RuleLimit("warning_share", 5, .percent)

  let connection: ReportV1.Connection
  let dialogue: ReportV1.Dialogue
  let kind: Kind

  enum Kind {
    /// Some of a dialogue.
    case some(StrayPrefix?)
    /// All in other connections to the same device.
    case all([Silent])
  }

  /// What was written in a connection in which nothing answered.
  struct Silent {
    let id: Int
    let requests: Int
    let firstFrame: Int
    /// Whether the client subscribed to the values that answer elsewhere.
    let isSubscribed: Bool
    /// What the requests have in front of what those with an answer begin with.
    let prefix: StrayPrefix?
  }

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let isWhole = !file.mayLackPackets
    // Where octets are missing, each answer may be among them.
    if !isWhole, file.capture.droppedRecords == 0 { return [] }
    let some = file.connections { $0[$1].dialogues.contains { isPossible($0) } }.findings {
      connection, _ in
      connection.dialogues.compactMap { dialogue in
        let prefix = StrayPrefix(
          unanswered: dialogue.unansweredOctets, answered: dialogue.answeredOctets)
        let found = Self(connection: connection, dialogue: dialogue, kind: .some(prefix))
        if dialogue.missed > 0 || prefix != nil { return found.ofSome }
        return isWhole && found.subscribedLater != nil ? found.ofFirst : nil
      }
    }
    return some + silent(file)
  }

  private static func isPossible(_ dialogue: borrowing ReportV1.Dialogue) -> Bool {
    dialogue.missed > 0 || dialogue.unansweredOctets != nil
      || dialogue.unansweredFrames.first == dialogue.firstFrame
  }

  /// The client's subscription to the answers, where the first request came before it.
  var subscribedLater: ReportV1.Subscription? {
    // Where others have no answer either, the subscription may have nothing to do with it.
    guard dialogue.unanswered == 1, dialogue.unansweredFrames.first == dialogue.firstFrame,
      connection.completeFrame != nil
    else { return nil }
    let side: ReportV1.PairingSide = dialogue.client == .local ? .peer : .local
    let made = connection.servers.first { $0.server == side }?.subscriptions.first {
      $0.valueHandle == dialogue.answer.valueHandle && $0.value != .off
    }
    return made.flatMap { $0.frame > dialogue.firstFrame ? $0 : nil }
  }

  private var ofFirst: RuleFinding {
    finding(
      .info, connection.id, frames: [dialogue.firstFrame, subscribedLater?.frame]
    ).about(connection, "first \(dialogue.request.valueHandle)", count: 1)
  }

  private var ofSome: RuleFinding {
    let isGrave =
      dialogue.unanswered >= Self.graveCount.value
      || dialogue.unanswered * (100 / Self.graveShare.value) >= dialogue.requests
    return finding(
      isGrave ? .warning : .info, connection.id,
      frames: Wording.handful(
        dialogue.missed > 0 ? dialogue.missedFrames : dialogue.unansweredFrames)
    ).about(
      connection, "some \(dialogue.request.valueHandle)",
      count: max(dialogue.missed, prefix == nil ? 0 : dialogue.unanswered))
  }

  private struct Key: Hashable {
    var peer: String
    var handle: Int
    var client: ReportV1.PairingSide
  }

  /// Connections in which the same characteristic was written, and nothing came.
  private static func silent(_ file: CaseFile) -> [RuleFinding] {
    let capture = file.capture
    var dialogues: [(key: Key, connection: Int, dialogue: ReportV1.Dialogue)] = []
    for index in capture.connections.indices where !capture.connections[index].dialogues.isEmpty {
      guard let peer = capture.connections[index].peer.address else { continue }
      dialogues += capture.connections[index].dialogues.map {
        (Key(peer: peer, handle: $0.request.valueHandle, client: $0.client), index, $0)
      }
    }
    let known = dialogues.grouped(by: \.key)
    guard !known.isEmpty else { return [] }
    let others = Dictionary(
      grouping: capture.connections.indices.filter { capture.connections[$0].dialogues.isEmpty }
    ) { capture.connections[$0].peer.address }
    return known.compactMap { key, all in
      let (_, index, dialogue) = all[0]
      let silent = (others[key.peer] ?? []).compactMap {
        file.silentRequests[$0] == nil
          ? self.silent(capture.connections[$0], key, dialogue) : nil
      }
      guard let first = silent.first else { return nil }
      return Self(
        connection: capture.connections[index], dialogue: dialogue, kind: .all(silent)
      ).finding(.warning, first.id, frames: Wording.handful(silent.map(\.firstFrame)))
        .covering(silent.map(\.id))
        .about(
          capture.connections[index], "all \(key.handle)",
          count: silent.map(\.requests).total)
    }
  }

  /// - Parameter connection: one with the device of `key`, without dialogues.
  private static func silent(
    _ connection: borrowing ReportV1.Connection, _ key: Key, _ dialogue: ReportV1.Dialogue
  ) -> Silent? {
    let direction: ReportV1.Direction = key.client == .local ? .tx : .rx
    let written = connection.writes.first {
      $0.valueHandle == key.handle && $0.direction == direction && $0.count >= fewestSilent.value
    }
    let answers = connection.notifications.contains {
      $0.valueHandle == dialogue.answer.valueHandle && $0.direction != direction && $0.count > 0
    }
    guard let written, !answers else { return nil }
    let server: ReportV1.PairingSide = key.client == .local ? .peer : .local
    let isSubscribed = connection.servers.contains {
      $0.server ?? server == server
        && $0.subscriptions.contains {
          $0.valueHandle == dialogue.answer.valueHandle && $0.value != .off
        }
    }
    return Silent(
      id: connection.id, requests: written.count,
      firstFrame: written.firstFrame,
      isSubscribed: isSubscribed,
      prefix: StrayPrefix(unanswered: written.commonOctets, answered: dialogue.answeredOctets))
  }

  /// What all of the unanswered requests have in front.
  var prefix: StrayPrefix? {
    switch kind {
    case .some(let prefix): prefix
    case .all(let silent):
      silent.allSatisfy { $0.prefix?.octets == silent[0].prefix?.octets } ? silent[0].prefix : nil
    }
  }

  var evidence: EvidenceList {
    let silent: [Silent] = if case .all(let silent) = kind { silent } else { [] }
    let requests = silent.isEmpty ? dialogue.requests : silent.map(\.requests).total
    return [
      .valueHandle: .of(dialogue.request.valueHandle), .requests: .of(requests),
      .answered: .of(silent.isEmpty ? dialogue.answered : 0),
      .count: .of(silent.isEmpty ? dialogue.missed : requests),
      .latencyUs: .of(dialogue.latencyUs.p50), .prefix: .of(prefix?.octets),
      .beginsWith: .of(prefix?.expected),
      .neverSubscribed: .of(
        silent.isEmpty ? nil : silent.allSatisfy { !$0.isSubscribed }),
    ] + connection.by(dialogue.client == .local ? .local : .remote)
  }
}
