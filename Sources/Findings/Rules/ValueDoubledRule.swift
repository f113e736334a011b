import BluetoothProtocol
import Report

/// A notification that was sent twice.
struct ValueDoubledRule: Rule, RuleFacts {
  static let name = "value-doubled"
  static let severity = ReportV1.Severity.info
  static let limits = [fewest, oneIn, valuesPerRequest]
  static let fewest = RuleLimit("least_values", 50, .values)
  /// Values of which one may equal the previous one.
  static let oneIn = RuleLimit("most_one_in", 50, .values)
  static let valuesPerRequest = RuleLimit("least_values_per_request", 10, .values)

  let connection: ReportV1.Connection
  let stream: ReportV1.NotificationStream
  let doubled: ReportV1.DoubledValues

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { $0[$1].notifications.containsInPlace { $0.doubled != nil } }.findings {
      connection, _ in
      connection.notifications.compactMap { stream in
        guard let doubled = stream.doubled, stream.count >= fewest.value,
          doubled.equal * oneIn.value <= stream.count,
          asked(connection, stream.direction) * valuesPerRequest.value <= stream.count,
          !connection.transfers.containsInPlace({ $0.valueHandle == stream.valueHandle })
        else { return nil }
        return Self(connection: connection, stream: stream, doubled: doubled).finding(
          .info, connection.id,
          frames: Array(Set([doubled.ofFrame, doubled.frame, doubled.lastFrame]))
        ).about(connection, stream.uuid ?? "\(stream.valueHandle)", count: doubled.count)
      }
    }
  }

  /// What the client on the other side asked and wrote.
  private static func asked(
    _ connection: ReportV1.Connection, _ direction: ReportV1.Direction
  ) -> Int {
    let pdus = direction == .rx ? connection.att.pdus.tx : connection.att.pdus.rx
    return [ATTOpcode.writeRequest, .writeCommand, .readRequest].map { pdus[$0] }.total
  }

  var evidence: EvidenceList {
    [
      .valueHandle: .of(stream.valueHandle), .uuid: .of(stream.uuid), .count: .of(doubled.count),
      .equal: .of(doubled.equal), .values: .of(stream.count),
      .certainty: .of(ReportV1.Certainty.likely),
    ] + connection.by(stream.sender)
  }
}
