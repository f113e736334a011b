import Report

/// A stream of the peer's values that ends in each connection after as many values, or about the
/// same time, long before the connection does: the device may wait for a sign of life of the app.
///
/// In one connection it may be chance, and what an app stops is none: so at least three connections
/// have to agree, and in no more than one of five the stream goes on. Where the link was lost the
/// silence is the link's.
struct StreamEndedEarlyRule: Rule, RuleFacts {
  static let name = "stream-ended-early"
  static let severity = ReportV1.Severity.info
  static let traits: RuleTraits = .timing
  static let limits = [fewest, leastValues, leastSilence, spread]
  static let fewest = RuleLimit("least_connections", 3, .connections)
  static let leastValues = RuleLimit("least_values", 10, .values)
  static let leastSilence = RuleLimit("least_silence_us", 10_000_000, .microseconds)
  static let spread = RuleLimit("most_spread_percent", 30, .percent)

  /// What is the same at all ends: how many values there were, or the time since something.
  enum Since {
    case values(Int)
    case connection, lastWrite
  }

  let name: AttributeName
  let since: Since
  /// Those in which it ended so, and all that lasted long enough.
  let ends: [StreamEnd]
  let all: Int

  static func check(_ file: CaseFile) -> [RuleFinding] {
    var ends: [(device: String, stream: String, end: StreamEnd)] = []
    let candidates = file.capture.connections.indexes {
      $0[$1].notifications.containsInPlace {
        $0.direction == .rx && $0.count >= leastValues.value
      }
    }
    guard candidates.count >= fewest.value else { return [] }
    for index in candidates {
      let connection = file.capture.connections[index]
      let device = connection.peer.address ?? "controller \(connection.controller)"
      for stream in connection.notifications where stream.direction == .rx {
        guard let end = StreamEnd(stream, connection) else { continue }
        ends.append((device, "\(stream.uuid ?? "") \(stream.valueHandle)", end))
      }
    }
    // Where several streams end together, the one that ends last stands for all.
    return ends.grouped(by: \.device).compactMap { _, all in
      all.grouped(by: \.stream).compactMap { finding(of: $0.members.map(\.end)) }
        .max { $0.ends[0].isBefore($1.ends[0]) }?.inReport
    }
  }

  private static func finding(of all: [StreamEnd]) -> Self? {
    let ends = all.filter { $0.silenceUs >= leastSilence.value }
    guard ends.count >= fewest.value, ends.count * 5 >= all.count * 4, let first = ends.first
    else { return nil }
    let since: Since
    if ends.allSatisfy({ $0.count == first.count }) {
      since = .values(first.count)
    } else if StreamEnd.agree(ends.map(\.sinceWriteUs), within: spread.value) {
      since = .lastWrite
    } else if StreamEnd.agree(ends.map(\.ageUs), within: spread.value) {
      since = .connection
    } else {
      return nil
    }
    return Self(
      name: AttributeName(first.valueHandle, of: .peer, in: first.connection), since: since,
      ends: ends, all: all.count)
  }

  private var inReport: RuleFinding {
    finding(.info, ends[0].connection.id, frames: ends.prefix(5).map(\.lastFrame))
      .covering(ends.map(\.connection.id))
      .about(ends[0].connection, "\(name.handle ?? 0)", count: ends.count)
  }

  private var times: [Int] {
    ends.map { end in
      if case .lastWrite = since { end.sinceWriteUs ?? end.ageUs } else { end.ageUs }
    }
  }
  /// How many there were each time; `nil` where the numbers differ.
  var values: Int? { if case .values(let count) = since { count } else { nil } }
  var shortestUs: Int { times.min() ?? 0 }
  var longestUs: Int { times.max() ?? 0 }
  var shortestSilenceUs: Int { ends.map(\.silenceUs).min() ?? 0 }
  var longestSilenceUs: Int { ends.map(\.silenceUs).max() ?? 0 }

  var evidence: EvidenceList {
    [
      .handle: .of(name.handle), .uuid: name.uuidEvidence, .count: .of(ends.count),
      .values: .of(values),
      .durationUs: .of(shortestUs), .longestUs: .of(longestUs),
      .leastSilenceUs: .of(shortestSilenceUs), .longestSilenceUs: .of(longestSilenceUs),
      .connections: .of(ends.map(\.connection.id)),
    ]
  }
}

/// The end of a stream in one connection.
struct StreamEnd {
  let connection: ReportV1.Connection
  let valueHandle: Int
  let lastFrame: Int
  let count: Int
  /// How long after the connection began, and after the last value that this host wrote.
  let ageUs: Int
  let sinceWriteUs: Int?
  /// How long the connection went on.
  let silenceUs: Int

  /// `nil` where the stream is too short, or the link was lost.
  init?(_ stream: ReportV1.NotificationStream, _ connection: ReportV1.Connection) {
    guard stream.count >= StreamEndedEarlyRule.leastValues.value, let last = stream.lastUs,
      connection.completeFrame != nil, connection.disconnect?.reason != .connectionTimeout
    else { return nil }
    self.connection = connection
    valueHandle = stream.valueHandle
    lastFrame = stream.lastFrame
    count = stream.count
    ageUs = max(0, last - connection.startUs)
    silenceUs = max(0, connection.endUs - last)
    let written = connection.writes.filter { $0.direction == .tx }.compactMap(\.lastUs).max()
    sinceWriteUs = written.flatMap { $0 < last ? last - $0 : nil }
  }

  func isBefore(_ other: Self) -> Bool {
    (connection.id, lastFrame) < (other.connection.id, other.lastFrame)
  }

  /// Whether times are about as long as their median.
  static func agree(_ times: [Int?], within percent: Int) -> Bool {
    let known = times.compactMap(\.self).sorted()
    guard known.count == times.count, let least = known.first, let most = known.last else {
      return false
    }
    let median = known[known.count / 2]
    // A second is nothing that a device waits for.
    guard median >= 1_000_000 else { return false }
    return (most - least) / percent <= median / 100
  }
}
