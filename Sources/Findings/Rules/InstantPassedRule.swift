import BluetoothProtocol
import Report

/// A procedure reached the peripheral after the event at which it was to take effect, or may have.
struct InstantPassedRule: Rule, RuleFacts {
  static let name = "instant-passed"
  static let severity = ReportV1.Severity.error
  static let suitsAir = true

  private static let reason: HCIStatus = 0x28

  let connection: ReportV1.Connection
  let late: ReportV1.AirInstant?
  let hasEnded: Bool

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections {
      $0[$1].air.map { !$0.lateInstants.isEmpty } ?? false
        || $0[$1].air != nil && $0[$1].disconnect?.reason == reason
    }.finding { connection, _ in
      let late = connection.air?.lateInstants.last
      let hasEnded = connection.disconnect?.reason == reason
      guard late != nil || hasEnded else { return nil }
      return Self(connection: connection, late: late, hasEnded: hasEnded).finding(
        hasEnded ? .error : .warning, connection.id,
        frames: Wording.handful([late?.firstFrame, late?.lastFrame, connection.disconnect?.frame]))
    }
  }

  var evidence: EvidenceList {
    [
      .pdu: .of(late?.name), .instant: .of(late?.instant), .event: .of(late?.event),
      .ended: .of(hasEnded), .party: .of(ReportV1.Actor.central),
    ]
  }
}
