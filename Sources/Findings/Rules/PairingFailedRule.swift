import BluetoothProtocol
import Report

/// A pairing that failed, or a bond that one side no longer has.
enum PairingFailedRule: Rule {
  static let name = "pairing-failed"
  static let severity = ReportV1.Severity.error
  static let suitsAir = true
  static let summary = "Pairing failed, or the devices no longer have the same keys."
  static let explanation = """
    The rule reports Pairing Failed with its reason (Core Vol 3, Part H, 3.5.5), and a pairing \
    that was not finished when the connection ended. A Security Request that the central refused \
    with Pairing Failed is a pairing, too. It is a warning; info if a later pairing with \
    the same peer succeeded; an error if the connection ended because of it, with Authentication \
    Failure (0x05), PIN or Key Missing (0x06) or MIC Failure (0x3D): these reasons also occur \
    without a pairing, when one side has lost its keys. If encryption failed, encryption-failed \
    reports the keys, even if that ended a pairing. If a refused request led to the pairing, \
    insufficient-security reports both. A pairing that was still in progress when the capture \
    ended is not counted, and a pairing in a connection whose records the logger cut is not \
    counted either.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections {
      !$0[$1].pairing.isEmpty || $0[$1].disconnect.map { keyReasons[$0.reason] != nil } ?? false
    }.finding { connection, index in
      let failure = connection.encryptionFailures.last
      let lostKeys =
        failure == nil
        ? connection.disconnect.flatMap { keyReasons[$0.reason] == nil ? nil : $0 } : nil
      let pairing = connection.pairing.last {
        $0.result == .failed
          || $0.result == .unfinished && connection.disconnect != nil
            && file.capture.recordsCutByLogger <= 0
            && $0.firstFrame > failure?.frame ?? 0
      }
      if let pairing, isReported(pairing, of: connection), lostKeys == nil { return nil }
      if let lostKeys {
        return finding(connection, pairing, lostKeys)
      }
      return pairing.map {
        finding(connection, $0, file.isPaired(after: $0.lastFrame, connection: index))
      }
    }
  }

  /// HCI disconnection reasons that speak of keys. Core Vol 1, Part F, 2.
  private static let keyReasons: [HCIStatus: String] = [
    0x05: "the devices could not agree on a key", 0x06: "one side has lost the bond",
    0x3D: "both devices encrypt with different keys",
  ]

  private static func isReported(
    _ pairing: ReportV1.Pairing, of connection: ReportV1.Connection
  ) -> Bool {
    switch InsufficientSecurityRule.outcome(of: connection)?.sequel {
    case .pairingFailed(let found), .pairingUnfinished(let found): found == pairing
    default: false
    }
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ pairing: ReportV1.Pairing, _ isMadeGood: Bool
  ) -> RuleFinding {
    let method = pairing.method.map { " by \(Name.pairingMethod($0))" } ?? ""
    let by = pairing.failedBy.map { ", sent by \(connection.sides.name(Party($0)))" }
    let message =
      pairing.result == .failed
      ? "Pairing\(method) failed with "
        + (pairing.reason.map {
          "\(Wording.named(pairing.reasonName, $0))\(by ?? ""): \(words($0, pairing.method))"
        } ?? "no reason that could be read")
      : "Pairing\(method) was not finished when \(end(of: connection))"
    return RuleFinding(
      isMadeGood ? .info : .warning, connection: connection.id,
      frames: Wording.handful([pairing.firstFrame, pairing.lastFrame]),
      message + (isMadeGood ? "; a later attempt succeeded." : "."),
      evidence: evidence(connection, pairing), advice: advice(pairing.reason))
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ pairing: ReportV1.Pairing?,
    _ disconnect: ReportV1.Disconnect
  ) -> RuleFinding {
    let words = keyReasons[disconnect.reason] ?? ""
    let failed = pairing?.reason.map { Wording.named(pairing?.reasonName, $0) }
    return RuleFinding(
      connection.tempered(.error), connection: connection.id,
      frames: Wording.handful(
        [pairing?.firstFrame, pairing?.lastFrame, disconnect.frame].compactMap { $0 }),
      "The \(connection.noun) ended with \(Wording.named(disconnect.name, disconnect.reason)): "
        + "\(words)"
        + (failed.map { "; pairing had failed with \($0)" } ?? "") + ".",
      evidence: evidence(connection, pairing),
      advice: "Delete the bond on both sides and pair again. The firmware of a peripheral should "
        + "keep its keys in an update, or allow a new pairing.")
  }

  /// `the peer ended the connection with Remote User Terminated Connection (0x13)`
  private static func end(of connection: ReportV1.Connection) -> String {
    guard let end = connection.disconnect else { return "the \(connection.noun) ended" }
    let named = Wording.named(end.name, end.reason)
    guard let party = connection.partyOfEnd else {
      return "the \(connection.noun) ended with \(named)"
    }
    return "\(connection.sides.name(party)) ended the \(connection.noun) (\(named))"
  }

  private static func evidence(
    _ connection: ReportV1.Connection, _ pairing: ReportV1.Pairing?
  ) -> EvidenceList {
    let party =
      pairing?.result == .failed
      ? pairing?.failedBy.map(Party.init) : connection.partyOfEnd
    let base: EvidenceList = [
      .result: pairing.map { .string($0.result.rawValue) } ?? .null,
      .reason: pairing?.reason.map { .int($0) } ?? .null,
      .reasonName: pairing?.reasonName.map { .string($0) } ?? .null,
      .method: pairing?.method.map { .string($0) } ?? .null,
      .initiator: pairing?.initiator.map { .string($0.rawValue) } ?? .null,
      .disconnectReason: connection.disconnect.map { .status($0.reason) } ?? .null,
    ]
    return base.with(connection.actors(party))
  }

  /// What the Security Manager's reason means. Core Vol 3, Part H, 3.5.5, table 3.7.
  private static func words(_ reason: Int, _ method: String?) -> String {
    switch reason {
    case 0x01: "the passkey was not entered"
    case 0x02: "the out-of-band data is missing"
    case 0x03: "one side requires more than the other's buttons and display allow"
    case 0x04:
      method == "passkey-entry"
        ? "the two sides did not use the same passkey"
        : "the confirm values of the two sides differ"
    case 0x05: "its sender does not pair now, or not as requested"
    case 0x06: "one side requires a longer key"
    case 0x07: "a command was not understood"
    case 0x09: "too many attempts in too short a time"
    case 0x0A: "a parameter was wrong"
    case 0x0B: "the key exchange did not match"
    case 0x0C: "the user did not confirm the numbers"
    case 0x0D: "a pairing over BR/EDR is in progress"
    case 0x0E: "the key may not be used on the other transport"
    case 0x0F: "the device did not accept the key"
    case 0x10: "the device is busy"
    default: "no specific reason was given"
    }
  }

  static func advice(_ reason: Int?) -> String {
    switch reason {
    case 0x01, 0x04, 0x0C:
      "Pair again; if it fails each time, compare the passkey that one side shows with the one "
        + "entered on the other."
    case 0x03, 0x06:
      "Compare what both sides require: man-in-the-middle protection, IO capabilities, key size, "
        + "secure connections only."
    case 0x05:
      "Put the device that refused into its pairing mode, let it accept bonding, or delete an old "
        + "bond that it has with this peer."
    case 0x09: "Wait before the next attempt: each failure makes the waiting time longer."
    default:
      "Delete the bond on both sides and pair again; look for the reason in both logs."
    }
  }
}
