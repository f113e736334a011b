import Report

/// A value longer than the MTU allows.
enum ValueOverMTURule: Rule {
  static let name = "value-over-mtu"
  static let severity = ReportV1.Severity.warning
  static let summary = "A notification or indication is longer than the MTU allows."
  static let explanation = """
    Its value may have MTU - 3 bytes (Core Vol 3, Part F, 3.4.7.1), and its sender must cut a \
    longer value. A receiver that enforces the agreed size drops the packet or ends the \
    connection. Without an exchange the MTU is 23. If the capture has no exchange, the exchange \
    may be missing from the capture: then the severity is info, and the report does not say which \
    MTU was in force. The rule reports nothing if the capture lost records, and nothing on \
    connections with EATT, whose bearers have their own MTUs.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    guard file.capture.droppedRecords == 0 else { return [] }
    return file.connections { connections, index in
      let limit = (connections[index].mtu.effective ?? 23) - 3
      return connections[index].notifications.containsInPlace { $0.maxBytes > limit }
    }.findings { connection, _ in
      guard connection.transport == .le, connection.completeFrame != nil,
        !connection.channels.contains(where: { $0.kind == .eatt }),
        !connection.att.pdus.rx.isEmpty, !connection.att.pdus.tx.isEmpty
      else { return [] }
      // The rest is unknown for this one reason.
      let mtu = connection.mtu.effective ?? 23
      return connection.notifications.indexes { $0[$1].maxBytes > mtu - 3 }.map {
        finding(connection, connection.notifications[$0], mtu)
      }
    }
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ stream: ReportV1.NotificationStream, _ mtu: Int
  ) -> RuleFinding {
    let isKnown = connection.mtu.frame != nil
    let why =
      isKnown
      ? "MTU \(mtu) allows \(mtu - 3)."
      : "without an MTU exchange \(mtu - 3) bytes are allowed: the exchange is not in the capture, "
        + "or the sender violates ATT."
    return RuleFinding(
      isKnown ? .warning : .info, connection: connection.id,
      frames: Array(
        Set([connection.mtu.frame, stream.firstFrame, stream.lastFrame].compactMap { $0 })),
      "A \(stream.kind.rawValue) of \(stream.uuid ?? Wording.handle(stream.valueHandle)) is "
        + "\(stream.maxBytes) bytes long: \(why)",
      evidence: .by(
        stream.direction == .rx ? .remote : .local, connection,
        [
          .valueHandle: .int(stream.valueHandle), .bytes: .int(stream.maxBytes),
          .mtu: .int(mtu), .limit: .int(mtu - 3),
          .mtuFrame: connection.mtu.frame.map { .int($0) } ?? .null,
        ]),
      advice: isKnown
        ? "The sending app should cut its values to the MTU - 3 bytes that its stack reports."
        : "Use the complete capture instead of a filtered export; if there was no filter, the "
          + "sending app should send shorter values."
    ).about(connection, stream.uuid ?? "\(stream.valueHandle)")
  }
}
