import Report

/// A link that stops as soon as it is encrypted, or packets that the sniffer could not check.
enum MICFailureRule: Rule {
  static let name = "mic-failure"
  static let severity = ReportV1.Severity.warning
  static let suitsAir = true
  static let summary = "A link stopped as soon as it was encrypted, or MICs do not fit the key."
  static let explanation = """
    A device that receives an encrypted packet with a wrong Message Integrity Check leaves the \
    connection at once and sends nothing more (Core Vol 6, Part B, 5.1.3.1): on the air the link \
    just stops. The rule reports a connection without a PDU that ends it, in which at most twelve \
    encrypted packets were heard, while the capture goes on for the supervision timeout: a \
    warning, and a candidate only, as a device that leaves looks the same. Where the sniffer \
    decrypts and finds wrong MICs in a link that goes on, its own key is the likely cause: info. \
    Where the link ends with reason 0x3D, pairing-failed reports the keys.
    """

  private static let mostPackets = 12

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let end = file.capture.durationUs ?? 0
    return file.connections { $0[$1].air?.encrypted ?? false }.finding { connection, _ in
      guard let air = connection.air else { return nil }
      if stopped(connection, air, capture: end) { return finding(connection, air) }
      return sniffer(connection, air)
    }
  }

  private static func stopped(
    _ connection: ReportV1.Connection, _ air: ReportV1.Air, capture end: Int
  ) -> Bool {
    // With one key what both sides sent was decrypted: they have the same.
    if air.central.decrypted > 0, air.peripheral.decrypted > 0 { return false }
    guard connection.disconnect == nil, connection.encryption.contains(where: \.enabled),
      air.encryptedPackets <= mostPackets, let timeout = connection.parameters.last
    else { return false }
    return end.minus(connection.endUs) >= timeout.supervisionTimeoutUs
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ air: ReportV1.Air
  ) -> RuleFinding {
    RuleFinding(
      .warning, connection: connection.id,
      frames: Wording.handful(
        [connection.encryption.last?.frame, connection.lastFrame].compactMap { $0 }),
      "The link stopped after \(Wording.count(air.encryptedPackets, "encrypted packet")), and "
        + "nothing on the air ended it: different keys on both sides are a likely cause.",
      evidence: evidence(air, "keys-differ"),
      advice: "Remove the bond on both devices and pair again; look at their logs for MIC Failure "
        + "(0x3D).")
  }

  private static func sniffer(
    _ connection: ReportV1.Connection, _ air: ReportV1.Air
  ) -> RuleFinding? {
    let failed = air.central.micFailed.plus(air.peripheral.micFailed)
    guard failed > 0 else { return nil }
    return RuleFinding(
      .info, connection: connection.id, frames: [connection.firstFrame, connection.lastFrame],
      "\(Wording.count(failed, "packet")) did not fit the key with which the sniffer decrypts, "
        + "and the link went on: the key of the sniffer is likely to be wrong.",
      evidence: evidence(air, "key-of-sniffer"),
      advice: "Give the sniffer the key of this bond, or let it hear the pairing.")
  }

  private static func evidence(
    _ air: ReportV1.Air, _ cause: String
  ) -> ReportV1.KeyedList<ReportV1.Evidence> {
    [
      "encrypted_packets": .int(air.encryptedPackets),
      "mic_failed": .int(air.central.micFailed.plus(air.peripheral.micFailed)),
      "likely_cause": .string(cause),
    ]
  }
}
