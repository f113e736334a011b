import Report

/// Connections to one peer that it ended after the same silence.
struct IdleEnds: RuleFacts {
  private(set) var connections: [ReportV1.Connection] = []
  private(set) var silences: [Int] = []

  private static let leastUs = 3_000_000
  static let spread = RuleLimit("idle_spread", 3, .percent)
  /// What the log and the interval may add to a timer.
  private static let leastSpreadUs = 50_000

  private struct Key: Hashable {
    var peer: String
    var controller: Int
  }

  /// - Parameters:
  ///   - ended: those that the peer ended.
  ///   - reported: the `id` of those that were reported for another reason.
  static func all(
    among ended: Picked<Int>, except reported: Set<Int>, in file: CaseFile
  ) -> [IdleEnds] {
    var silent: [(connection: ReportV1.Connection, silence: Int, key: Key)] = []
    let never = -Int.mostReported
    ended.narrowed {
      let last = max($0[$1].lastRxUs ?? never, $0[$1].lastTxUs ?? never)
      return $0[$1].endUs - last >= leastUs
    }.visit { connection, _ in
      guard let last = connection.lastDataUs, !connection.phases.isEmpty else { return }
      let silence = connection.endUs - last
      guard silence >= leastUs, let peer = connection.peer.address,
        !reported.contains(connection.id)
      else { return }
      silent.append((connection, silence, Key(peer: peer, controller: connection.controller)))
    }
    let groups = silent.grouped(by: \.key).filter { $0.members.count > 1 }
    guard !groups.isEmpty else { return [] }
    let longest = longestSilences(file, among: Set(groups.map(\.key)))
    return groups.compactMap { key, group in
      guard let most = group.map(\.silence).max(),
        longest[key] ?? 0 <= most + spread(most)
      else { return nil }
      var ends = IdleEnds()
      for (connection, silence, _) in group where silence >= most - spread(most) {
        ends.connections.append(connection)
        ends.silences.append(silence)
      }
      return ends.connections.count > 1 ? ends : nil
    }
  }

  private static func spread(_ silence: Int) -> Int {
    max(silence / (100 / spread.value), leastSpreadUs)
  }

  /// How long a connection to each of the peers was without anything at most.
  private static func longestSilences(_ file: CaseFile, among keys: Set<Key>) -> [Key: Int] {
    var longest: [Key: Int] = [:]
    file.connections { $0[$1].phases.contains { $0.name == .idle } }.visit { connection, _ in
      guard let peer = connection.peer.address else { return }
      let key = Key(peer: peer, controller: connection.controller)
      guard keys.contains(key) else { return }
      let silence = connection.phases.filter { $0.name == .idle }.map(\.durationUs).max() ?? 0
      longest[key] = max(longest[key] ?? 0, silence)
    }
    return longest
  }

  var finding: RuleFinding {
    finding(
      .info, connections[0].id,
      frames: Wording.handful(connections.flatMap { [$0.lastDataFrame, $0.disconnect?.frame] })
    ).covering(connections.map(\.id))
      .about(connections[0], "idle end", count: connections.count)
  }

  var leastSilence: Int { silences.min() ?? 0 }
  var longestSilence: Int { silences.max() ?? 0 }

  var evidence: EvidenceList {
    [
      .peer: .of(connections[0].peer.address), .count: .of(connections.count),
      .leastSilenceUs: .of(leastSilence), .longestSilenceUs: .of(longestSilence),
      .connections: .of(connections.prefix(16).map(\.id)),
    ] + connections[0].actors(.remote)
  }
}
