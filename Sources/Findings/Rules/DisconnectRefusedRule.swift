import BluetoothProtocol
import Report

/// The host ended a connection that was over.
struct DisconnectRefusedRule: Rule, RuleFacts {
  static let name = "disconnect-refused"
  static let severity = ReportV1.Severity.info
  static let limits = [clearing]
  /// Event and command may cross, and a host that clears up after an end does that at once.
  static let clearing = RuleLimit("least_after_end_us", 100_000, .microseconds)

  let connection: ReportV1.Connection
  let end: ReportV1.Disconnect
  let refusal: ReportV1.RefusedDisconnect

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let connections = file.capture.connections
    return file.capture.refusedDisconnects.compactMap { refusal in
      guard let id = refusal.connection, let index = file.capture.connection(numbered: id),
        let end = connections[index].disconnect, end.frame < refusal.frame
      else { return nil }
      let found = Self(connection: connections[index], end: end, refusal: refusal)
      guard found.afterUs >= clearing.value else { return nil }
      return found.finding(
        .info, id, frames: [end.frame, refusal.frame, refusal.resultFrame]
      ).about(found.connection)
    }
  }

  var afterUs: Int { refusal.timeUs - connection.endUs }

  var evidence: EvidenceList {
    [
      .status: .of(refusal.status), .handle: .of(refusal.handle), .afterEndUs: .of(afterUs),
      .reason: .of(end.reason),
    ] + connection.actors(.local)
  }
}
