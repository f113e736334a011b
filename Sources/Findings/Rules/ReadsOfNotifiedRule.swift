import Report

/// A client that reads what it is notified of.
struct ReadsOfNotifiedRule: Rule, RuleFacts {
  static let name = "reads-of-notified"
  static let severity = ReportV1.Severity.info
  static let needsTimes = true
  static let limits = [fewest]
  static let fewest = RuleLimit("least_requests", 10, .requests)

  let connection: ReportV1.Connection
  let reads: [ReportV1.ReadSeries]
  let values: Int

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { $0[$1].reads.contains { $0.count >= fewest.value } }.finding {
      connection, _ in
      let reads = connection.reads.filter {
        $0.count >= fewest.value && covers($0, in: connection)
      }
      guard let first = reads.first else { return nil }
      let values = reads.compactMap { stream(of: $0, in: connection)?.count }.total
      return Self(connection: connection, reads: reads, values: values)
        .finding(
          .info, connection.id,
          frames: Wording.handful(reads.flatMap { [$0.firstFrame, $0.lastFrame] })
        ).about(
          connection, "\(first.server.rawValue) \(first.handle)",
          count: reads.map(\.count).total)
    }
  }

  /// Whether the same attribute notified while it was read.
  static func covers(
    _ reads: ReportV1.ReadSeries, in connection: borrowing ReportV1.Connection
  ) -> Bool {
    stream(of: reads, in: connection) != nil
  }

  private static func stream(
    of reads: ReportV1.ReadSeries, in connection: borrowing ReportV1.Connection
  ) -> ReportV1.NotificationStream? {
    connection.notifications.first {
      $0.valueHandle == reads.handle && ($0.direction == .rx) == (reads.server == .peer)
        && $0.count >= fewest.value && $0.firstFrame <= reads.lastFrame
        && reads.firstFrame <= $0.lastFrame
    }
  }

  var count: Int { reads.map(\.count).total }

  var evidence: EvidenceList {
    [
      .handles: .of(reads.map(\.handle)), .count: .of(count), .values: .of(values),
      .requestsUs: .of(reads.map(\.durationUs).max()),
    ] + connection.by(reads.first?.server == .local ? .remote : .local)
  }
}
