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
    case some
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
  }

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let some = file.connections { $0[$1].dialogues.contains { $0.missed > 0 } }.findings {
      connection, _ in
      connection.dialogues.filter { $0.missed > 0 }.map {
        Self(connection: connection, dialogue: $0, kind: .some).ofSome
      }
    }
    return some + silent(file.capture)
  }

  private var ofSome: RuleFinding {
    let isGrave =
      dialogue.unanswered >= Self.graveCount.value
      || dialogue.unanswered * (100 / Self.graveShare.value) >= dialogue.requests
    return finding(
      isGrave ? .warning : .info, connection.id, frames: Wording.handful(dialogue.missedFrames)
    ).about(connection, "some \(dialogue.request.valueHandle)", count: dialogue.missed)
  }

  private struct Key: Hashable {
    var peer: String
    var handle: Int
    var client: ReportV1.PairingSide
  }

  /// Connections in which the same characteristic was written, and nothing came.
  private static func silent(_ capture: ReportV1.Capture) -> [RuleFinding] {
    var order: [Key] = []
    var known: [Key: (connection: Int, dialogue: ReportV1.Dialogue)] = [:]
    for index in capture.connections.indices where !capture.connections[index].dialogues.isEmpty {
      guard let peer = capture.connections[index].peer.address else { continue }
      for dialogue in capture.connections[index].dialogues {
        let key = Key(peer: peer, handle: dialogue.request.valueHandle, client: dialogue.client)
        if known[key] == nil {
          order.append(key)
          known[key] = (index, dialogue)
        }
      }
    }
    guard !order.isEmpty else { return [] }
    let others = Dictionary(
      grouping: capture.connections.indices.filter { capture.connections[$0].dialogues.isEmpty }
    ) { capture.connections[$0].peer.address }
    return order.compactMap { key in
      guard let (index, dialogue) = known[key] else { return nil }
      let silent = (others[key.peer] ?? []).compactMap {
        self.silent(capture.connections[$0], key, dialogue)
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
      isSubscribed: isSubscribed)
  }

  var evidence: EvidenceList {
    let silent: [Silent] = if case .all(let silent) = kind { silent } else { [] }
    let requests = silent.isEmpty ? dialogue.requests : silent.map(\.requests).total
    return [
      .valueHandle: .of(dialogue.request.valueHandle), .requests: .of(requests),
      .answered: .of(silent.isEmpty ? dialogue.answered : 0),
      .count: .of(silent.isEmpty ? dialogue.missed : requests),
      .latencyUs: .of(dialogue.latencyUs.p50),
      .neverSubscribed: .of(
        silent.isEmpty ? nil : silent.allSatisfy { !$0.isSubscribed }),
    ] + connection.by(dialogue.client == .local ? .local : .remote)
  }
}
