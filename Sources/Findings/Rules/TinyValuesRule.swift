import Report

/// A flood of values of a few octets each, many of which would fit in one.
enum TinyValuesRule: Rule {
  static let name = "tiny-values"
  static let severity = ReportV1.Severity.info
  static let summary =
    "Values of a few bytes were sent more often than connection events: each needed a packet."
  static let explanation = """
    A value of one byte needs one packet, like a value of 20 bytes: 7 bytes of headers, and its \
    share of a connection event. The rule reports at least 200 values of a characteristic, of less \
    than 4 bytes on average, if most of them were sent within a connection interval of the \
    previous one: several could have been sent in one packet without arriving later. It does not \
    report a sensor that sends a few bytes only sometimes, and reports nothing if the interval is \
    not known.
    """

  private static let fewest = 200
  private static let mostBytes = 4

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections {
      !$0[$1].parameters.isEmpty && $0[$1].notifications.containsInPlace { $0.count >= fewest }
    }.findings { connection, _ in
      connection.notifications.indexes { isTiny($0[$1], in: connection) }.map {
        finding(connection, connection.notifications[$0])
      }
    }
  }

  private static func isTiny(
    _ stream: borrowing ReportV1.NotificationStream, in connection: borrowing ReportV1.Connection
  ) -> Bool {
    guard stream.count >= fewest, stream.bytes > 0, stream.bytes / stream.count < mostBytes,
      let median = stream.gapUs.p50
    else { return false }
    let first = stream.firstFrame
    let link = connection.parameters.last { $0.frame <= first } ?? connection.parameters.first
    // Where the data are bulk, a rule about that says it.
    let isBulk = connection.runs.containsInPlace {
      $0.valueHandle == stream.valueHandle && $0.direction == stream.direction
        && !connection.isDialogue($0)
    }
    return median < link?.intervalUs ?? 0 && !isBulk
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ stream: ReportV1.NotificationStream
  ) -> RuleFinding {
    let room = max(20, (connection.mtu.effective ?? 23) - 3)
    let mean = Wording.decibels(Double(stream.bytes) / Double(stream.count))
    return RuleFinding(
      .info, connection: connection.id, frames: [stream.firstFrame, stream.lastFrame],
      "\(Wording.sentence(Wording.stream(stream))) had \(mean) byte\(mean == "1" ? "" : "s") on "
        + "average, and most were sent within a connection interval of the previous one: "
        + "\(Wording.count(stream.count, "packet")) carried "
        + "\(Wording.count(stream.bytes, "byte")), and the MTU allows \(room) in each.",
      evidence: .by(
        stream.direction == .rx ? .remote : .local, connection,
        [
          .valueHandle: .int(stream.valueHandle),
          .uuid: stream.uuid.map { .string($0) } ?? .null, .values: .int(stream.count),
          .bytes: .int(stream.bytes), .valueLimit: .int(room),
          .medianGapUs: .int(stream.gapUs.p50 ?? 0),
        ]),
      advice: "The sending app should collect bytes until a packet is full, or until the next "
        + "connection event: an app that uses GATT as a serial port needs a buffer."
    ).about(connection, stream.uuid ?? "\(stream.valueHandle)", weight: stream.count)
  }
}
