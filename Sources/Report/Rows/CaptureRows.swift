/// A capture and its findings as flat rows, one JSON object per line, for DuckDB and Spark.
package enum CaptureRows {
  /// - Parameters:
  ///   - capture: its lists are empty afterwards.
  ///   - identity: of its octets; comma-separated values have none.
  package static func write(
    _ capture: inout ReportV1.Capture, _ findings: [ReportV1.Finding],
    _ identity: CaptureIdentity?, to row: inout RowWriter
  ) {
    let hash = identity?.sha256
    row.begin(.captures, of: hash)
    identity?.describe(to: &row)
    capture.describe(to: &row)
    row.end()
    write(&capture.controllers, .controllers, hash, to: &row)
    write(&capture.advertisers, .advertisers, hash, to: &row)
    write(&capture.connectionFailures, .connectionFailures, hash, to: &row)
    write(&capture.attempts, .attempts, hash, to: &row)
    write(&capture.scans, .scans, hash, to: &row)
    for index in capture.connections.indices {
      write(&capture.connections[index], hash, to: &row)
    }
    for finding in findings {
      var finding = FindingRow(finding: finding)
      finding.write(of: hash, to: &row)
    }
  }

  private static func write(
    _ connection: inout ReportV1.Connection, _ hash: String?, to row: inout RowWriter
  ) {
    let id = connection.id
    let shares = OwnedRow.Share.all(of: connection)
    let gaps = (connection.notifications + connection.writes).flatMap { stream in
      stream.gaps.map { OwnedRow.Gap(stream: stream, gap: $0) }
    }
    row.begin(.connections, of: hash)
    connection.describe(to: &row)
    row.end()
    write(&connection.parameters, .parameters, hash, id, to: &row)
    write(&connection.parameterRequests, .parameterRequests, hash, id, to: &row)
    write(&connection.pairing, .pairing, hash, id, to: &row)
    write(&connection.phases, .phases, hash, id, to: &row)
    write(&connection.gatt.services, .services, hash, id, to: &row)
    write(&connection.att.errors, .attErrors, hash, id, to: &row)
    write(&connection.notifications, .notifications, hash, id, to: &row)
    write(&connection.writes, .writes, hash, id, to: &row)
    write(&connection.transfers, .transfers, hash, id, to: &row)
    write(&connection.runs, .runs, hash, id, to: &row)
    write(&connection.dialogues, .dialogues, hash, id, to: &row)
    write(&connection.messages, .messages, hash, id, to: &row)
    for gap in gaps {
      var gap = gap
      row.begin(.gaps, of: hash)
      row.field("connection", id)
      gap.describe(to: &row)
      row.end()
    }
    write(&connection.flow.stalls, .stalls, hash, id, to: &row)
    for share in shares {
      var share = share
      row.begin(.time, of: hash)
      row.field("connection", id)
      share.describe(to: &row)
      row.end()
    }
    write(&connection.phys, .phys, hash, id, to: &row)
    write(&connection.dataLengths, .dataLengths, hash, id, to: &row)
    write(&connection.encryption, .encryption, hash, id, to: &row)
    write(&connection.channels, .channels, hash, id, to: &row)
    var endings = connection.ending.map { [$0] } ?? []
    write(&endings, .endings, hash, id, to: &row)
  }

  private static func write<Object: ReportObject>(
    _ objects: inout [Object], _ table: RowTable, _ hash: String?, _ connection: Int? = nil,
    to row: inout RowWriter
  ) {
    for index in objects.indices {
      row.begin(table, of: hash)
      if let connection { row.field("connection", connection) }
      objects[index].describe(to: &row)
      row.end()
    }
    objects = []
  }
}
