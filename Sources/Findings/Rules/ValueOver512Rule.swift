import BluetoothProtocol
import Report

/// A value longer than an attribute may be.
enum ValueOver512Rule: Rule {
  static let name = "value-over-512"
  static let severity = ReportV1.Severity.warning
  static let summary = "A value is longer than the 512 bytes that an attribute may have."
  static let explanation = """
    Core Vol 3, Part F, 3.2.9 limits an attribute's value to 512 bytes, whatever the MTU. With an \
    MTU of 517 a notification has room for 514 bytes. Stacks handle such a value differently: they \
    cut it, refuse it, or drop the connection.
    """

  private static let limit = ATTLimits.longestValue

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections {
      !$0[$1].longValues.isEmpty || $0[$1].notifications.containsInPlace { $0.maxBytes > limit }
        || $0[$1].transfers.containsInPlace { $0.kind == .write }
    }.findings { connection, _ in
      connection.notifications.indexes { $0[$1].maxBytes > limit }.compactMap { index in
        let stream = connection.notifications[index]
        return finding(
          connection,
          "A \(stream.kind.rawValue) of "
            + "\(stream.uuid ?? Wording.handle(stream.valueHandle))", stream.maxBytes,
          stream.valueHandle,
          stream.direction == .rx ? .remote : .local, [stream.firstFrame, stream.lastFrame])
      }
        + connection.longValues.compactMap { value in
          let name = value.uuid ?? Wording.handle(value.valueHandle)
          return finding(
            connection, "The long \(value.kind.rawValue) of \(name)", value.bytes,
            value.valueHandle, sender(value), [value.firstFrame, value.lastFrame])
        }
        + connection.transfers.indexes { $0[$1].kind == .write }.compactMap { index in
          let transfer = connection.transfers[index]
          return finding(
            connection, "A chunk of \(Wording.transfer(transfer))",
            transfer.chunkBytes.entries.compactMap { Int($0.key) }.max() ?? 0,
            transfer.valueHandle, transfer.direction == .rx ? .remote : .local,
            [transfer.firstFrame, transfer.lastFrame])
        }
    }
  }

  /// What is read comes from the server, what is written from its client.
  private static func sender(_ value: ReportV1.LongValue) -> Party {
    (value.server == .peer) == (value.kind == .read) ? .remote : .local
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ subject: @autoclosure () -> String, _ bytes: Int,
    _ handle: Int, _ party: Party?, _ frames: [Int]
  ) -> RuleFinding? {
    guard bytes > limit else { return nil }
    let subject = subject()
    return RuleFinding(
      .warning, connection: connection.id, frames: Array(Set(frames)).sorted(),
      "\(subject) is \(bytes) bytes long; an attribute's value may have at most 512.",
      evidence: .by(
        party, connection,
        [.valueHandle: .int(handle), .bytes: .int(bytes), .limit: .int(limit)]),
      advice: "The sending app should send at most 512 bytes in a value, even if the MTU has room "
        + "for more."
    ).about(connection, "\(handle)")
  }
}
