import BluetoothProtocol
import Report

/// The connection ended with a reason that no side chooses.
enum DisconnectByFaultRule: Rule {
  static let name = "disconnect-by-fault"
  static let severity = ReportV1.Severity.error
  static let traits: RuleTraits = .faultyEnding
  static let summary = "The connection ended with a reason other than a normal close."
  static let explanation = """
    The rule looks at the reason in Disconnection Complete, other than the two with which users \
    and apps close a connection (0x13, 0x16). It is an error if the protocol failed: LL Response \
    Timeout (0x22), Instant Passed (0x28) and similar. It is a warning if a side \
    ended it with low resources (0x14), 0x1F, 0x29, 0x3A or 0x3B, and info if a device was \
    switched off (0x15). Connection Timeout (0x08), connections that were not established (0x3E), \
    and reasons about keys (0x05, 0x06, 0x3D) have their own rules. LL Response Timeout after a \
    Disconnect of this host has its own rule too: it means that the controller stopped waiting for \
    the peer's acknowledgement.
    """

  private struct Fault {
    var severity: ReportV1.Severity
    var meaning: String
    var advice: String
  }

  /// Reasons that are normal, and those that other rules report.
  private static let elsewhere: Set<HCIStatus> = [0x00, 0x05, 0x06, 0x08, 0x13, 0x16, 0x3D, 0x3E]

  /// HCI error codes. Core Vol 1, Part F, 2.
  private static let faults: [HCIStatus: Fault] = [
    0x03: Fault(
      severity: .error, meaning: "a controller's hardware failed",
      advice: "Look at the controller's power and firmware."),
    0x07: Fault(
      severity: .error, meaning: "a controller ran out of memory",
      advice: "Use fewer connections, advertising sets or filters at a time."),
    0x14: Fault(
      severity: .warning, meaning: "the other side is short of memory or of some other resource",
      advice: "Look at how many connections and buffers the other side has; connect again later."),
    0x15: Fault(
      severity: .info, meaning: "the other side was switched off",
      advice: "Nothing is wrong with the link; look at its battery if no one switched it off."),
    0x1A: Fault(
      severity: .warning, meaning: "one side requested a feature that the other does not have",
      advice: "Look at the last procedure before the end: a PHY, a data length, parameters."),
    0x1E: protocolError, 0x19: protocolError, 0x20: protocolError, 0x24: protocolError,
    0x1F: Fault(
      severity: .warning, meaning: "a controller or a host gave no specific reason",
      advice: "Look at the logs of both sides; firmware uses this code if no other code applies."),
    0x22: Fault(
      severity: .error, meaning: "a Link Layer procedure was not answered in time (40 s on LE)",
      advice: "Look at the procedure before the end: an update of parameters, PHY or data length, "
        + "or the start of encryption. A host that does not answer its controller, or old firmware "
        + "that does not know the procedure, is the usual cause."),
    0x23: collision, 0x2A: collision,
    0x28: Fault(
      severity: .error,
      meaning: "an update was received after the instant at which it should take effect",
      advice: "Packets were lost while parameters, PHY or channels were updated: look at the "
        + "radio; the app or firmware should request fewer updates, and a lower latency while they "
        + "are in progress."),
    0x29: Fault(
      severity: .warning, meaning: "the other side refuses the kind of key",
      advice: "Hosts also use this code for other reasons: look at the log of the side that "
        + "closed."),
    0x2F: Fault(
      severity: .warning, meaning: "one side requires more security than the link has",
      advice: "Pair with MITM protection, or with a longer key."),
    0x3A: Fault(
      severity: .warning, meaning: "a controller was too busy to keep the connection",
      advice: "Look at what else that controller does: other connections, scanning, audio."),
    0x3B: Fault(
      severity: .warning,
      meaning: "one side does not accept the connection parameters of the "
        + "other",
      advice: "Compare interval, latency and timeout with those requested before the end; a "
        + "peripheral that requires its own parameters should accept those of the central for a "
        + "short time."),
    0x3F: Fault(
      severity: .error, meaning: "the controller's lower layer failed",
      advice: "Look at the controller's firmware."),
  ]

  private static var protocolError: Fault {
    Fault(
      severity: .error, meaning: "one controller did not understand the other",
      advice: "Look at the firmware of both controllers, and at the last procedure before the end.")
  }

  private static var collision: Fault {
    Fault(
      severity: .error, meaning: "both sides began a Link Layer procedure at the same time",
      advice: "Only one side should request parameters, PHY and data length, one after the other.")
  }

  private static let unusual = Fault(
    severity: .warning, meaning: "an unusual reason",
    advice: "Look at the logs of both sides.")

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections {
      isFault($0[$1].disconnect?.reason) && !DisconnectUnansweredRule.isUnacknowledged($0[$1])
    }.finding { connection, _ in
      guard let end = connection.disconnect else { return nil }
      return finding(connection, end, faults[end.reason] ?? unusual)
    }
  }

  private static func isFault(_ reason: HCIStatus?) -> Bool {
    reason.map { !elsewhere.contains($0) } ?? false
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ end: ReportV1.Disconnect, _ fault: Fault
  ) -> RuleFinding {
    let lost = connection.transfers.filter { !$0.complete }.map(\.payloadBytes).total
    let severity = connection.tempered(fault.severity)
    let party = connection.partyOfEnd
    let beginning =
      party == .remote
      ? "The peer ended the \(connection.noun)" : "The \(connection.noun) ended"
    let meaning =
      connection.transport == .brEDR ? meaningOverBREDR[end.reason] ?? fault.meaning : fault.meaning
    let base: EvidenceList = [
      .reason: .status(end.reason), .reasonName: end.name.map { .string($0) } ?? .null,
      .incompleteBytes: .int(lost),
    ]
    return RuleFinding(
      severity, connection: connection.id,
      frames: [connection.lastRxFrame, end.frame].compactMap { $0 },
      "\(beginning) with \(Wording.named(end.name, end.reason)): \(meaning).",
      evidence: base.with(connection.actors(party)),
      advice: advice(connection, end, fault), lostBytes: severity == .error ? max(1, lost) : lost)
  }

  /// Procedures that both have, and of which the advice for LE would name those of LE.
  private static let procedures: Set<HCIStatus> = [0x1A, 0x22, 0x23, 0x24, 0x28, 0x2A, 0x3B]

  private static let meaningOverBREDR: [HCIStatus: String] = [
    0x22: "a procedure of the link manager was not answered in time",
    0x28: "a change was received after the instant at which it should take effect",
  ]

  private static func advice(
    _ connection: ReportV1.Connection, _ end: ReportV1.Disconnect, _ fault: Fault
  ) -> String {
    guard connection.transport == .brEDR, procedures.contains(end.reason) else {
      return fault.advice
    }
    return
      "Look at the last procedure of the link managers before the end: a role switch, a change "
      + "of mode or packet types, the start of encryption."
  }
}
