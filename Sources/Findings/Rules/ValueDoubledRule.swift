import BluetoothProtocol
import Report

/// The same notification twice.
enum ValueDoubledRule: Rule {
  static let name = "value-doubled"
  static let severity = ReportV1.Severity.info
  static let summary =
    "A notification had the same value as the previous one, in a stream that otherwise changes."
  static let explanation = """
    The Link Layer delivers each packet once, so a notification that was received twice was sent \
    twice: by an app that sent it again although the stack had accepted it, or by two parts of the \
    app. The rule counts values of at least 8 bytes, with at least 4 different byte values, that \
    equal the previous value and differ from the next. It must be unlikely that the value just did \
    not change: the stream has 50 values or more, and at most one in fifty equals the previous \
    one. So the finding is likely, but not proven. The rule does not report steady telemetry, \
    whose values often stay the same; streams in which the client wrote or read more than once per \
    ten values, because equal requests have equal answers; and transfers, for which resend reports \
    this.
    """

  private static let fewest = 50
  private static let share = 50
  private static let questions = 10

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { $0[$1].notifications.containsInPlace { $0.doubled != nil } }.findings {
      connection, _ in
      connection.notifications.compactMap { stream in
        stream.doubled.flatMap { finding(connection, stream, $0) }
      }
    }
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ stream: ReportV1.NotificationStream,
    _ doubled: ReportV1.DoubledValues
  ) -> RuleFinding? {
    guard stream.count >= fewest, doubled.equal.times(share) <= stream.count,
      asked(connection, stream.direction).times(questions) <= stream.count,
      !connection.transfers.containsInPlace({ $0.valueHandle == stream.valueHandle })
    else { return nil }
    return RuleFinding(
      .info, connection: connection.id,
      frames: Array(Set([doubled.ofFrame, doubled.frame, doubled.lastFrame])).sorted(),
      message(stream, doubled),
      evidence: .by(
        stream.direction == .rx ? .remote : .local, connection,
        [
          .valueHandle: .int(stream.valueHandle),
          .uuid: stream.uuid.map { .string($0) } ?? .null, .count: .int(doubled.count),
          .equal: .int(doubled.equal), .values: .int(stream.count),
          .certainty: .string("likely"),
        ]),
      advice: "The sending app should send a value again only after the stack refused it, and in "
        + "one place of its code. The receiving app should drop a value whose counter shows that "
        + "it is old."
    ).about(connection, stream.uuid ?? "\(stream.valueHandle)", count: doubled.count)
  }

  private static func message(
    _ stream: ReportV1.NotificationStream, _ doubled: ReportV1.DoubledValues
  ) -> String {
    let changed = stream.count.minus(1).minus(doubled.equal)
    let values = Wording.count(doubled.count, "value")
    return "\(values) of \(Wording.stream(stream)) \(doubled.count == 1 ? "was" : "were") probably "
      + "sent twice: \(doubled.count == 1 ? "it equals" : "each equals") the previous one "
      + "(#\(doubled.ofFrame) and #\(doubled.frame)), but \(changed) of \(stream.count) values "
      + "differ from the previous one."
  }

  /// What the client on the other side asked and wrote.
  private static func asked(
    _ connection: ReportV1.Connection, _ direction: ReportV1.Direction
  ) -> Int {
    let pdus = direction == .rx ? connection.att.pdus.tx : connection.att.pdus.rx
    return [ATTOpcode.writeRequest, .writeCommand, .readRequest].map { pdus[$0] }.total
  }
}
