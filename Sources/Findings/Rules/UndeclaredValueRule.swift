import Report

/// A server that notifies with a handle that is no characteristic's value.
struct UndeclaredValueRule: Rule, RuleFacts {
  static let name = "undeclared-value"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = .values

  let connection: ReportV1.Connection
  let stream: ReportV1.NotificationStream
  /// What has the handle.
  let attribute: AttributeName
  let isDeclaration: Bool

  static func check(_ file: CaseFile) -> [RuleFinding] {
    guard file.capture.droppedRecords == 0, file.capture.truncatedRecords == 0 else { return [] }
    return file.connections {
      !$0[$1].notifications.isEmpty
        && ($0[$1].gattOtherSide != nil
          || areAnyUndeclared($0[$1].notifications, $0[$1].gatt.services))
    }.findings { connection, index in
      connection.servers.flatMap { server in
        let suspects = suspects(connection, server)
        // What was searched takes many times as long to find out.
        return suspects.isEmpty
          ? []
          : finding(
            connection, server, suspects, searches(connection, index, server.server, file))
      }
    }
  }

  /// Whether any stream has a handle that is no value's. Of most connections none has.
  private static func areAnyUndeclared(
    _ streams: [ReportV1.NotificationStream], _ services: [ReportV1.Service]
  ) -> Bool {
    !services.isEmpty
      && streams.containsIndex { !AttributeName.isValue($0[$1].valueHandle, in: services) }
  }

  /// Where the client looked for characteristics to the end, in this connection and in those
  /// before.
  private static func searches(
    _ connection: ReportV1.Connection, _ index: Int, _ side: ReportV1.PairingSide?,
    _ file: CaseFile
  ) -> [ReportV1.SearchedHandles] {
    let servers = (file.history.all(before: index) + [connection]).flatMap(\.servers).filter {
      $0.server == side
    }
    guard servers.allSatisfy(\.serviceChanges.isEmpty) else { return [] }
    return servers.flatMap(\.searched).filter { $0.kind == .characteristics }
  }

  /// Indexes of the streams with a handle that is not known as that of a value.
  private static func suspects(
    _ connection: ReportV1.Connection, _ server: ReportV1.GATT
  ) -> [Int] {
    guard let side = server.server else { return [] }
    let direction: ReportV1.Direction = side == .peer ? .rx : .tx
    return connection.notifications.indexes {
      guard $0[$1].direction == direction else { return false }
      switch AttributeName($0[$1].valueHandle, of: side, in: connection).kind {
      case .value, .none: return false
      case .descriptor, .unknown: return true
      }
    }
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ server: ReportV1.GATT, _ suspects: [Int],
    _ searches: [ReportV1.SearchedHandles]
  ) -> [RuleFinding] {
    guard let side = server.server else { return [] }
    return suspects.map { connection.notifications[$0] }.filter { stream in
      // The declaration is in front of the value.
      searches.contains {
        $0.startHandle < stream.valueHandle && stream.valueHandle <= $0.endHandle
      }
    }.map { stream in
      let isDeclaration = server.services.contains { service in
        service.startHandle == stream.valueHandle
          || service.characteristics.contains { $0.declarationHandle == stream.valueHandle }
      }
      return Self(
        connection: connection, stream: stream,
        attribute: AttributeName(stream.valueHandle, of: side, in: connection),
        isDeclaration: isDeclaration
      ).finding(.warning, connection.id, frames: [stream.firstFrame, stream.lastFrame])
        .about(connection, "\(side.rawValue) \(stream.valueHandle)", count: stream.count)
    }
  }

  var evidence: EvidenceList {
    [
      .valueHandle: .of(stream.valueHandle), .count: .of(stream.count), .bytes: .of(stream.bytes),
      .kind: .of(stream.kind), .attribute: attribute.uuidEvidence,
      .characteristic: .of(attribute.owner),
    ] + connection.by(stream.sender)
  }
}
