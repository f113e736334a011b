import BluetoothProtocol
import Report

/// The connection ended with a reason that no side chooses.
struct DisconnectByFaultRule: Rule, RuleFacts {
  static let name = "disconnect-by-fault"
  static let severity = ReportV1.Severity.error
  static let traits: RuleTraits = .faultyEnding

  /// Reasons that are normal, and those that other rules report. HCI error codes: Core Vol 1,
  /// Part F, 2.
  private static let elsewhere: Set<HCIStatus> = [0x00, 0x05, 0x06, 0x08, 0x13, 0x16, 0x3D, 0x3E]

  let connection: ReportV1.Connection
  let end: ReportV1.Disconnect

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections {
      isFault($0[$1].disconnect?.reason) && !$0[$1].isUnacknowledgedEnd
    }.finding { connection, _ in
      guard let end = connection.disconnect, !isExplained(connection, file) else { return nil }
      return Self(connection: connection, end: end).finding
    }
  }

  private static func isFault(_ reason: HCIStatus?) -> Bool {
    reason.map { !elsewhere.contains($0) } ?? false
  }

  /// Whether another rule says which side owed what.
  private static func isExplained(_ connection: ReportV1.Connection, _ file: CaseFile) -> Bool {
    [0x22, 0x3B].contains(connection.disconnect?.reason)
      && (connection.isOwedByHost(in: file.capture)
        || ProcedureTimeoutRule(connection, in: file) != nil)
  }

  private var finding: RuleFinding {
    let severity = connection.tempered(
      ReportV1.Connection.reasonsOfControllers.contains(end.reason)
        ? .error : end.reason == 0x15 ? .info : .warning)
    return finding(
      severity, connection.id, frames: [connection.lastRxFrame, end.frame],
      lostBytes: severity == .error ? max(1, incompleteBytes) : incompleteBytes)
  }

  private var incompleteBytes: Int {
    connection.transfers.filter { !$0.complete }.map(\.payloadBytes).total
  }

  var evidence: EvidenceList {
    [
      .reason: .of(end.reason), .reasonName: .of(end.name),
      .incompleteBytes: .of(incompleteBytes),
    ] + connection.actors(connection.partyOfEnd)
  }
}
