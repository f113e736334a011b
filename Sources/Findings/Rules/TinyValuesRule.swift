import Report

/// A flood of values of a few octets each, many of which would fit in one.
struct TinyValuesRule: Rule, RuleFacts {
  static let name = "tiny-values"
  static let severity = ReportV1.Severity.info
  static let limits = [fewest, mostBytes]
  static let fewest = RuleLimit("least_values", 200, .values)
  static let mostBytes = RuleLimit("less_than_bytes", 4, .bytes)

  let connection: ReportV1.Connection
  let stream: ReportV1.NotificationStream

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections {
      !$0[$1].parameters.isEmpty
        && $0[$1].notifications.containsInPlace { $0.count >= fewest.value }
    }.findings { connection, _ in
      connection.notifications.indexes { isTiny($0[$1], in: connection) }.map {
        let stream = connection.notifications[$0]
        return Self(connection: connection, stream: stream)
          .finding(.info, connection.id, frames: [stream.firstFrame, stream.lastFrame])
          .about(connection, stream.uuid ?? "\(stream.valueHandle)", weight: stream.count)
      }
    }
  }

  private static func isTiny(
    _ stream: borrowing ReportV1.NotificationStream, in connection: borrowing ReportV1.Connection
  ) -> Bool {
    guard stream.count >= fewest.value, stream.bytes > 0,
      stream.bytes / stream.count < mostBytes.value,
      let median = stream.gapUs.p50
    else { return false }
    let first = stream.firstFrame
    let link = connection.parameters.last { $0.frame <= first } ?? connection.parameters.first
    // Where the data are bulk, a rule about that says it.
    let isBulk = connection.runs.containsInPlace {
      $0.valueHandle == stream.valueHandle && $0.direction == stream.direction
    }
    return median < link?.intervalUs ?? 0 && !isBulk
  }

  /// Bytes that a value may have.
  var room: Int { max(20, (connection.mtu.effective ?? 23) - 3) }

  var evidence: EvidenceList {
    [
      .valueHandle: .of(stream.valueHandle), .uuid: .of(stream.uuid), .values: .of(stream.count),
      .bytes: .of(stream.bytes), .valueLimit: .of(room), .medianGapUs: .of(stream.gapUs.p50 ?? 0),
    ] + connection.by(stream.sender)
  }
}
