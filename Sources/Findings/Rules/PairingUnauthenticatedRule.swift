import Report

/// MITM protection was requested, and not given.
struct PairingUnauthenticatedRule: Rule, RuleFacts {
  static let name = "pairing-unauthenticated"
  static let severity = ReportV1.Severity.info
  static let suitsAir = true

  let connection: ReportV1.Connection
  /// The first such pairing.
  let pairing: ReportV1.Pairing
  let count: Int

  static func check(_ file: CaseFile) -> [RuleFinding] {
    // Over BR/EDR phones request it of every device, and headsets have no buttons for it.
    file.connections { !$0[$1].pairing.isEmpty && $0[$1].transport != .brEDR }.finding {
      connection, _ in
      let weak = connection.pairing.filter { $0.mitm == true && $0.authenticated == false }
      guard let first = weak.first else { return nil }
      return Self(connection: connection, pairing: first, count: weak.count).finding(
        .info, connection.id,
        frames: Wording.handful(weak.flatMap { [$0.firstFrame, $0.lastFrame] }))
    }
  }

  var evidence: EvidenceList {
    [
      .method: .of(pairing.method), .count: .of(count),
      .ioCapabilityInitiator: .of(pairing.ioCapabilityInitiator),
      .ioCapabilityResponder: .of(pairing.ioCapabilityResponder),
    ] + connection.actors(nil)
  }
}
