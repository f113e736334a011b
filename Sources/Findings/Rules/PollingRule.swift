import BluetoothProtocol
import Report

/// A client that asks for the same again and again.
enum PollingRule: Rule {
  static let name = "polling"
  static let severity = ReportV1.Severity.info
  static let summary = "The same attribute was read, or the same value was written, repeatedly."
  static let explanation = """
    A server that notifies sends a packet when something is new; a client that polls takes a round \
    trip each time, wakes both sides, and sees a change late. The rule reports at least 10 Read \
    Requests of one attribute, and at least 10 writes of one value of 8 bytes or more with no \
    other value written to that attribute in between, less than a minute apart on average. Only \
    writes that are at least 0.1 s apart count, because equal chunks of data are sent faster. If a \
    long and a short pause between writes alternate, and their sum is constant, the writes are two \
    series. Such writes may also keep a device awake: only the app knows their purpose.
    """

  private static let fewest = 10
  private static let longestPeriod = 60_000_000
  private static let shortestWritePeriod = 100_000

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections {
      $0[$1].reads.contains { $0.count >= fewest }
        || $0[$1].writes.containsInPlace { $0.repeats?.count ?? 0 >= fewest }
    }.findings { connection, _ in
      connection.reads.compactMap { ofReads($0, connection) }
        + connection.writes.compactMap { ofWrites($0, connection) }
    }
  }

  private static func ofReads(
    _ reads: ReportV1.ReadSeries, _ connection: ReportV1.Connection
  ) -> RuleFinding? {
    let period = reads.durationUs / max(1, reads.count - 1)
    guard reads.count >= fewest, period <= longestPeriod else { return nil }
    let name = AttributeName(reads.handle, of: reads.server, in: connection)
    let canNotify = properties(reads.handle, reads.server, connection).contains {
      ["notify", "indicate"].contains($0)
    }
    let news =
      switch reads.changes {
      case 0: "the value never changed"
      case reads.count - 1: "the value was different each time"
      default: "the value changed \(Wording.times(reads.changes))"
      }
    return RuleFinding(
      .info, connection: connection.id, frames: [reads.firstFrame, reads.lastFrame],
      "\(who(reads.server)) read \(name.bracketed) \(reads.count) times, every "
        + "\(Wording.duration(period)) on average; \(news).",
      evidence: .by(
        reads.server == .peer ? .local : .remote, connection,
        [
          .request: .string(ATTOpcode.readRequest.word), .handle: .int(reads.handle),
          .uuid: name.uuidEvidence, .count: .int(reads.count), .changes: .int(reads.changes),
          .periodUs: .int(period), .canNotify: .bool(canNotify),
        ]),
      advice: canNotify
        ? "The characteristic can notify: the client's app should subscribe to it instead."
        : "The server should give the characteristic the property Notify, and the client should "
          + "subscribe to it instead."
    ).about(connection, "read \(reads.server.rawValue) \(name.words)", count: reads.count)
  }

  private static func ofWrites(
    _ stream: ReportV1.NotificationStream, _ connection: ReportV1.Connection
  ) -> RuleFinding? {
    guard let repeats = stream.repeats, repeats.count >= fewest else { return nil }
    let period = repeats.durationUs / max(1, repeats.count - 1)
    guard (shortestWritePeriod...longestPeriod).contains(period) else { return nil }
    let server: ReportV1.PairingSide = stream.direction == .tx ? .peer : .local
    let name = AttributeName(stream.valueHandle, of: server, in: connection)
    let both = repeats.shortStepUs.flatMap { short in repeats.longStepUs.map { (short, $0) } }
    let rhythm =
      both.map {
        ": two series, each every \(Wording.duration($0.0.plus($0.1))), "
          + "\(Wording.duration($0.0)) apart"
      } ?? ", every \(Wording.duration(period)) on average"
    let twice =
      both == nil
      ? ""
      : "The app probably started the same timer twice: see whether one series is enough. "
    return RuleFinding(
      .info, connection: connection.id, frames: [repeats.firstFrame, repeats.lastFrame],
      "\(who(server)) wrote the same value to \(name.bracketed) \(repeats.count) times, with no "
        + "other value in between\(rhythm).",
      evidence: .by(
        server == .peer ? .local : .remote, connection,
        [
          .request: .string("write"), .handle: .int(stream.valueHandle),
          .uuid: name.uuidEvidence, .count: .int(repeats.count), .changes: .int(0),
          .periodUs: .int(both.map { $0.0.plus($0.1) } ?? period), .canNotify: .null,
          .series: .int(both == nil ? 1 : 2),
        ]),
      advice: twice
        + "If the write requests a state, the server should notify when the state changes; if it "
        + "keeps the device awake, check whether a longer period is enough."
    ).about(
      connection, "write\(both == nil ? "" : " twice") \(server.rawValue) \(name.words)",
      count: repeats.count)
  }

  private static func who(_ server: ReportV1.PairingSide) -> String {
    server == .peer ? "This host" : "The peer"
  }

  private static func properties(
    _ handle: Int, _ server: ReportV1.PairingSide, _ connection: ReportV1.Connection
  ) -> [String] {
    connection.servers.filter { $0.server == server }.flatMap(\.services)
      .flatMap(\.characteristics).first { $0.valueHandle == handle }?.properties ?? []
  }
}
