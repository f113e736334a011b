import Report

/// A server whose attributes contradict each other.
struct DatabaseInconsistentRule: Rule, RuleFacts {
  static let name = "database-inconsistent"
  static let severity = ReportV1.Severity.warning

  let connection: ReportV1.Connection
  let server: Party
  let conflicts: [ReportV1.DatabaseConflict]

  static func check(_ file: CaseFile) -> [RuleFinding] {
    // Where packets are missing, an answer may be taken for that to another request; and in a file
    // without events, one handle may be connections to several devices.
    guard file.capture.droppedRecords == 0, file.showsEvents else { return [] }
    return file.connections {
      $0[$1].gattOtherSide != nil || !$0[$1].gatt.conflicts.isEmpty
    }.findings { connection, _ in
      connection.servers.compactMap { server in
        guard let side = server.server, !server.conflicts.isEmpty, server.declaresAfresh else {
          return nil
        }
        let found = Self(connection: connection, server: Party(side), conflicts: server.conflicts)
        return found.finding(
          .warning, connection.id,
          frames: Wording.handful(found.conflicts.prefix(2).flatMap { [$0.otherFrame, $0.frame] })
        ).about(connection, side.rawValue, count: found.conflicts.count)
      }
    }
  }

  var first: ReportV1.DatabaseConflict { conflicts[0] }

  var evidence: EvidenceList {
    [
      .kind: .of(first.kind), .count: .of(conflicts.count), .handle: .of(first.handle),
      .uuid: .of(first.uuid), .serviceStart: .of(first.startHandle),
      .serviceEnd: .of(first.endHandle),
    ] + connection.by(server)
  }
}
