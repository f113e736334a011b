import Report

/// The link ended because the device restarted into the update that it had been sent.
struct DeviceRestartedRule: Rule, RuleFacts {
  static let name = "device-restarted"
  static let severity = ReportV1.Severity.info
  static let needsTimes = true
  static let traits: RuleTraits = .ending
  static let limits = DeviceRestart.limits

  let connection: ReportV1.Connection
  let restart: DeviceRestart

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.restarts.finding { connection, restart in
      Self(connection: connection, restart: restart).finding(
        .info, connection.id,
        frames: [restart.update.lastFrame, restart.end.frame, restart.back.frame].sorted()
      ).about(connection, restart.update.framing?.name ?? "")
    }
  }

  /// The device said nothing, and this host waited for the supervision timeout.
  var isSilent: Bool { restart.end.reason == .connectionTimeout }

  var evidence: EvidenceList {
    [
      .reason: .of(restart.end.reason), .transfer: .of(restart.update.id),
      .protocol: .of(restart.update.framing?.name), .bytes: .of(restart.update.payloadBytes),
      .silenceUs: .of(restart.silenceUs), .backFrame: .of(restart.back.frame),
      .backAfterUs: .of(restart.awayUs),
    ] + connection.actors(.remote)
  }
}
