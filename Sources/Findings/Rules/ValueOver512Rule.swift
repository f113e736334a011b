import BluetoothProtocol
import Report

/// A value longer than an attribute may be.
struct ValueOver512Rule: Rule, RuleFacts {
  static let name = "value-over-512"
  static let severity = ReportV1.Severity.warning
  static let limits = [longest]
  static let longest = RuleLimit("most_bytes", ATTLimits.longestValue, .bytes)

  let connection: ReportV1.Connection
  let value: Value
  let bytes: Int

  enum Value {
    case stream(ReportV1.NotificationStream)
    case long(ReportV1.LongValue)
    case chunk(ReportV1.Transfer)
  }

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let limit = longest.value
    return file.connections {
      !$0[$1].longValues.isEmpty || $0[$1].notifications.containsInPlace { $0.maxBytes > limit }
        || $0[$1].transfers.containsInPlace { $0.kind == .write }
    }.findings { connection, _ in
      let streams = connection.notifications.indexes { $0[$1].maxBytes > limit }.map {
        let stream = connection.notifications[$0]
        return Self(connection: connection, value: .stream(stream), bytes: stream.maxBytes)
      }
      let long = connection.longValues.filter { $0.bytes > limit }.map {
        Self(connection: connection, value: .long($0), bytes: $0.bytes)
      }
      let chunks = connection.transfers.indexes { $0[$1].kind == .write }.compactMap { index in
        let transfer = connection.transfers[index]
        let bytes = transfer.chunkBytes.entries.compactMap { Int($0.key) }.max() ?? 0
        return bytes > limit
          ? Self(connection: connection, value: .chunk(transfer), bytes: bytes) : nil
      }
      return (streams + long + chunks).map {
        let (handle, _, frames) = $0.identity
        return $0.finding(.warning, connection.id, frames: Array(Set(frames)))
          .about(connection, "\(handle)")
      }
    }
  }

  private var identity: (handle: Int, sender: Party, frames: [Int]) {
    switch value {
    case .stream(let stream):
      (stream.valueHandle, stream.sender, [stream.firstFrame, stream.lastFrame])
    // What is read comes from the server, what is written from its client.
    case .long(let value):
      (
        value.valueHandle, (value.server == .peer) == (value.kind == .read) ? .remote : .local,
        [value.firstFrame, value.lastFrame]
      )
    case .chunk(let transfer):
      (
        transfer.valueHandle, transfer.direction == .rx ? .remote : .local,
        [transfer.firstFrame, transfer.lastFrame]
      )
    }
  }

  var evidence: EvidenceList {
    [
      .valueHandle: .of(identity.handle), .bytes: .of(bytes), .limit: .of(Self.longest.value),
    ] + connection.by(identity.sender)
  }
}
