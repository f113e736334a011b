import BluetoothProtocol
import Report

extension DisconnectByFaultRule {
  static let summary = "The connection ended with a reason other than a normal close."
  static let explanation = """
    The rule looks at the reason in Disconnection Complete, other than the two with which users \
    and apps close a connection (0x13, 0x16). It is an error if the protocol failed: LL Response \
    Timeout (0x22), Instant Passed (0x28) and similar. It is a warning if a side ended it with low \
    resources (0x14), 0x1F, 0x29, 0x3A or 0x3B, and info if a device was switched off (0x15). \
    Connection Timeout (0x08), connections that were not established (0x3E), and reasons about \
    keys (0x05, 0x06, 0x3D) have their own rules. LL Response Timeout after a Disconnect of this \
    host has its own rule too: it means that the controller stopped waiting for the peer's \
    acknowledgement.
    """

  private struct Fault {
    var meaning: String
    var advice: String
  }

  private static let faults: [HCIStatus: Fault] = [
    0x03: Fault(
      meaning: "a controller's hardware failed",
      advice: "Look at the controller's power and firmware."),
    0x07: Fault(
      meaning: "a controller ran out of memory",
      advice: "Use fewer connections, advertising sets or filters at a time."),
    0x14: Fault(
      meaning: "the other side is short of memory or of some other resource",
      advice: "Look at how many connections and buffers the other side has; connect again later."),
    0x15: Fault(
      meaning: "the other side was switched off",
      advice: "Nothing is wrong with the link; look at its battery if no one switched it off."),
    0x1A: Fault(
      meaning: "one side requested a feature that the other does not have",
      advice: "Look at the last procedure before the end: a PHY, a data length, parameters."),
    0x1E: protocolError, 0x19: protocolError, 0x20: protocolError, 0x24: protocolError,
    0x1F: Fault(
      meaning: "a controller or a host gave no specific reason",
      advice: "Look at the logs of both sides; firmware uses this code if no other code applies."),
    0x22: Fault(
      meaning: "a Link Layer procedure was not answered in time (40 s on LE)",
      advice: "Look at the procedure before the end: an update of parameters, PHY or data length, "
        + "or the start of encryption. A host that does not answer its controller, or old firmware "
        + "that does not know the procedure, is the usual cause."),
    0x23: collision, 0x2A: collision,
    0x28: Fault(
      meaning: "an update was received after the instant at which it should take effect",
      advice: "Packets were lost while parameters, PHY or channels were updated: look at the "
        + "radio; the app or firmware should request fewer updates, and a lower latency while they "
        + "are in progress."),
    0x29: Fault(
      meaning: "the other side refuses the kind of key",
      advice: "Hosts also use this code for other reasons: look at the log of the side that "
        + "closed."),
    0x2F: Fault(
      meaning: "one side requires more security than the link has",
      advice: "Pair with MITM protection, or with a longer key."),
    0x3A: Fault(
      meaning: "a controller was too busy to keep the connection",
      advice: "Look at what else that controller does: other connections, scanning, audio."),
    0x3B: Fault(
      meaning: "one side does not accept the connection parameters of the other",
      advice: "Compare interval, latency and timeout with those requested before the end; a "
        + "peripheral that requires its own parameters should accept those of the central for a "
        + "short time."),
    0x3F: Fault(
      meaning: "the controller's lower layer failed",
      advice: "Look at the controller's firmware."),
  ]

  private static let protocolError = Fault(
    meaning: "one controller did not understand the other",
    advice: "Look at the firmware of both controllers, and at the last procedure before the end.")

  private static let collision = Fault(
    meaning: "both sides began a Link Layer procedure at the same time",
    advice: "Only one side should request parameters, PHY and data length, one after the other.")

  private static let meaningOverBREDR: [HCIStatus: String] = [
    0x22: "a procedure of the link manager was not answered in time",
    0x28: "a change was received after the instant at which it should take effect",
  ]

  /// Procedures that both have, and of which the advice for LE would name those of LE.
  private static let procedures: Set<HCIStatus> = [0x1A, 0x22, 0x23, 0x24, 0x28, 0x2A, 0x3B]

  private var isBREDR: Bool { connection.transport == .brEDR }
  private var fault: Fault {
    Self.faults[end.reason]
      ?? Fault(meaning: "an unusual reason", advice: "Look at the logs of both sides.")
  }

  var message: String {
    let beginning =
      connection.partyOfEnd == .remote
      ? "The peer ended the \(connection.noun)" : "The \(connection.noun) ended"
    let meaning = isBREDR ? Self.meaningOverBREDR[end.reason] : nil
    return "\(beginning) with \(Wording.named(end.name, end.reason)): \(meaning ?? fault.meaning)."
  }

  var advice: String? {
    guard isBREDR, Self.procedures.contains(end.reason) else { return fault.advice }
    return
      "Look at the last procedure of the link managers before the end: a role switch, a change "
      + "of mode or packet types, the start of encryption."
  }
}
