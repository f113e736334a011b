import Report

/// Connections began, and the sniffer followed none of them.
struct NotFollowedRule: Rule, RuleFacts {
  static let name = "not-followed"
  static let severity = ReportV1.Severity.info
  static let suitsAir = true
  static let traits: RuleTraits = .capture
  static let limits = [least, leastEvents]
  static let least = RuleLimit("least_heard_after_us", 1_000_000, .microseconds)
  static let leastEvents = RuleLimit(
    "least_events", ReportV1.AirSilence.leastEvents, .connectionEvents)

  /// Their `id`s.
  let connections: [Int]
  /// From the first of them to the end of the capture.
  let durationUs: Int

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let sniffed = file.connections { $0[$1].air != nil }.all
    guard let end = file.capture.durationUs, sniffed.allSatisfy({ $0.air?.isHeard == false })
    else { return [] }
    let lost = sniffed.filter { hasPassed($0, until: end) }
    guard let first = lost.first else { return [] }
    let ids = lost.map(\.id)
    return [
      Self(connections: ids, durationUs: end - first.startUs).finding(
        .info, ids.count == 1 ? first.id : nil, frames: Wording.handful(lost.map(\.firstFrame))
      ).covering(ids).about("", "", count: ids.count)
    ]
  }

  /// Whether the sniffer went on for so long that it would have heard something of it.
  private static func hasPassed(_ connection: ReportV1.Connection, until end: Int) -> Bool {
    guard let terms = connection.parameters.first, terms.usedIntervalUs > 0 else { return false }
    let passed = end - connection.startUs
    return passed >= least.value && passed / leastEvents.value >= terms.usedIntervalUs
  }

  var evidence: EvidenceList {
    [.connections: .of(Array(connections.prefix(16))), .durationUs: .of(durationUs)]
  }
}

extension ReportV1.Air {
  /// Whether a packet came after the one that opened the connection.
  fileprivate var isHeard: Bool {
    [central, peripheral].contains { $0.packets + $0.crcFailed > 0 }
  }
}
