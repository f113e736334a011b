import Report

/// A server that notifies with a handle that is no characteristic's value.
enum UndeclaredValueRule: Rule {
  static let name = "undeclared-value"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = .values
  static let summary = "Values were sent with a handle that is not the value of any characteristic."
  static let explanation = """
    A notification or indication carries the handle of a characteristic's value (Core Vol 3, Part \
    G, 4.10 and 4.11). A client finds the characteristic by that handle, and drops values of other \
    handles. The rule reports values with the handle of a descriptor or of a declaration, and with \
    a handle at which discovery found nothing. The client must have discovered all characteristics \
    of that range of handles in this connection, or in an earlier one of the capture with the same \
    peer; otherwise the rule reports nothing. It also reports nothing if the server reported that \
    its attributes changed, or if the capture lost records or parts of them.
    """

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
    let before = file.history.before(index).map { file.capture.connections[$0] }
    let servers = (before + [connection]).flatMap(\.servers).filter { $0.server == side }
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
    }.compactMap { finding(connection, server, $0, side) }
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ server: ReportV1.GATT,
    _ stream: ReportV1.NotificationStream, _ side: ReportV1.PairingSide
  ) -> RuleFinding? {
    let name = AttributeName(stream.valueHandle, of: side, in: connection)
    let found: String
    switch name.kind {
    case .value, .none: return nil
    case .descriptor(let uuid, let owner):
      found = " but of descriptor \(uuid) of characteristic \(owner)"
    case .unknown:
      let isDeclaration = server.services.contains { service in
        service.startHandle == stream.valueHandle
          || service.characteristics.contains { $0.declarationHandle == stream.valueHandle }
      }
      found =
        isDeclaration
        ? " but of a declaration"
        : ": the discovery of these handles found no characteristic there"
    }
    let client = side == .peer ? "This host's" : "The peer's"
    return RuleFinding(
      .warning, connection: connection.id, frames: [stream.firstFrame, stream.lastFrame],
      "\(Wording.count(stream.count, stream.kind.rawValue)) \(stream.count == 1 ? "was" : "were") "
        + "sent with \(Wording.handle(stream.valueHandle)), which is not that of a "
        + "characteristic's value\(found). \(client) app may never receive them.",
      evidence: .by(
        side == .peer ? .remote : .local, connection,
        [
          .valueHandle: .int(stream.valueHandle), .count: .int(stream.count),
          .bytes: .int(stream.bytes), .kind: .string(stream.kind.rawValue),
          .attribute: name.uuidEvidence, .characteristic: name.ownerEvidence,
        ]),
      advice: "The server has to send values with the value handle of a characteristic that has "
        + "the property Notify or Indicate."
    ).about(connection, "\(side.rawValue) \(stream.valueHandle)", count: stream.count)
  }
}
