import Report

/// A value longer than the MTU allows.
struct ValueOverMTURule: Rule, RuleFacts {
  static let name = "value-over-mtu"
  static let severity = ReportV1.Severity.warning

  let connection: ReportV1.Connection
  let stream: ReportV1.NotificationStream

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
      let mtu = connection.mtu.effective ?? 23
      return connection.notifications.indexes { $0[$1].maxBytes > mtu - 3 }.map {
        let stream = connection.notifications[$0]
        let frames = [connection.mtu.frame, stream.firstFrame, stream.lastFrame]
        let found = Self(connection: connection, stream: stream)
        return found.finding(
          found.isKnown ? .warning : .info, connection.id,
          frames: Array(Set(frames.compactMap(\.self)))
        ).about(connection, stream.uuid ?? "\(stream.valueHandle)")
      }
    }
  }

  /// Without the exchange all of it is unknown for this one reason.
  var isKnown: Bool { connection.mtu.frame != nil }
  var mtu: Int { connection.mtu.effective ?? 23 }

  var evidence: EvidenceList {
    [
      .valueHandle: .of(stream.valueHandle), .bytes: .of(stream.maxBytes), .mtu: .of(mtu),
      .limit: .of(mtu - 3), .mtuFrame: .of(connection.mtu.frame),
    ] + connection.by(stream.sender)
  }
}
