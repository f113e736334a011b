import BluetoothProtocol
import Report

/// The host ended a connection that was over.
enum DisconnectRefusedRule: Rule {
  static let name = "disconnect-refused"
  static let severity = ReportV1.Severity.info
  static let summary = "This host sent Disconnect for a connection that had already ended."
  static let explanation = """
    The controller refuses a Disconnect command for a handle without a connection, with Unknown \
    Connection Identifier (0x02) or Invalid HCI Command Parameters (0x12). Nothing is lost, but \
    the host's list of connections was out of date: its stack or app acts on a connection that its \
    controller had reported as ended. There is one finding for each device. The rule reports \
    nothing if the end was reported less than 20 ms before the command, because event and command \
    may cross, or if the capture does not show a connection with that handle.
    """

  private static let crossingUs = 20_000

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let connections = file.capture.connections
    return file.capture.refusedDisconnects.compactMap { refusal in
      guard let id = refusal.connection, let index = file.capture.connection(numbered: id) else {
        return nil
      }
      return finding(connections[index], refusal)
    }
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ refusal: ReportV1.RefusedDisconnect
  ) -> RuleFinding? {
    let after = refusal.timeUs.minus(connection.endUs)
    guard let end = connection.disconnect, end.frame < refusal.frame, after >= crossingUs else {
      return nil
    }
    let base: EvidenceList = [
      .status: .status(refusal.status), .handle: .int(refusal.handle),
      .afterEndUs: .int(after), .reason: .status(end.reason),
    ]
    return RuleFinding(
      .info, connection: connection.id, frames: [end.frame, refusal.frame, refusal.resultFrame],
      "This host sent Disconnect (#\(refusal.frame)) for \(Wording.handle(refusal.handle)) "
        + "\(Wording.duration(after)) after the end of that connection (#\(end.frame), "
        + "\(Wording.named(end.name, end.reason))), and the controller refused it with "
        + "\(Wording.named(refusal.name, refusal.status)).",
      evidence: base.with(connection.actors(.local)),
      advice: "Such a command is needless. The host's stack or app should take Disconnection "
        + "Complete as the end of the connection."
    ).about(connection)
  }
}
