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
    warning, and not certain, because a device that goes out of range looks the same. Where the \
    sniffer decrypts and finds wrong MICs in a link that goes on, that is info. If at most one in \
    ten packets fits, the sniffer's key is probably wrong. If a few do not fit and later ones do, \
    the key is right: a sniffer that misses packets no longer knows the number of the next one, \
    which decryption needs (Core Vol 6, Part E, 2.1). Otherwise either is possible: a changed key, \
    or a wrong packet number. If the link ends with reason 0x3D, pairing-failed reports the keys.
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

  /// Why the sniffer could not decrypt packets of a link that went on.
  private enum Cause: String {
    case key = "key-of-sniffer"
    case counter = "packet-counter-of-sniffer"
    case open
  }

  private static func cause(_ air: ReportV1.Air, failed: Int, fitted: Int) -> Cause {
    if failed >= fitted.times(9) { return .key }
    let atEnd = air.central.micFailedAtEnd.plus(air.peripheral.micFailedAtEnd)
    return failed.times(4) <= fitted && atEnd.times(2) <= failed ? .counter : .open
  }

  private static func sniffer(
    _ connection: ReportV1.Connection, _ air: ReportV1.Air
  ) -> RuleFinding? {
    let failed = air.central.micFailed.plus(air.peripheral.micFailed)
    guard failed > 0 else { return nil }
    let fitted = air.central.micFitted.plus(air.peripheral.micFitted)
    let cause = cause(air, failed: failed, fitted: fitted)
    let frames = air.micFailedFrames
    return RuleFinding(
      .info, connection: connection.id,
      frames: frames.isEmpty
        ? [connection.firstFrame, connection.lastFrame] : Wording.handful(frames),
      "In \(failed) of \(Wording.count(failed.plus(fitted), "encrypted packet")) the MIC did not "
        + "fit the sniffer's key, and the link went on: \(words(cause)).",
      evidence: evidence(air, cause == .open ? nil : cause.rawValue), advice: advice(cause))
  }

  private static func words(_ cause: Cause) -> String {
    switch cause {
    case .key: "the sniffer's key is probably wrong"
    case .counter:
      "packets after them fitted it, so the key is right, and the sniffer's packet counter was "
        + "probably wrong after packets that it missed"
    case .open:
      "the devices may have changed the key, or the sniffer's packet counter was wrong after "
        + "packets that it missed"
    }
  }

  private static func advice(_ cause: Cause) -> String {
    switch cause {
    case .key: "Give the sniffer the key of this bond, or let it hear the pairing."
    case .counter:
      "Move the sniffer nearer to both devices, or capture with a second one: what these packets "
        + "held is missing from this report."
    case .open:
      "Let the sniffer hear each pairing, and move it nearer to both devices: what these packets "
        + "held is missing from this report."
    }
  }

  private static func evidence(
    _ air: ReportV1.Air, _ cause: String?
  ) -> EvidenceList {
    [
      .encryptedPackets: .int(air.encryptedPackets),
      .micFailed: .int(air.central.micFailed.plus(air.peripheral.micFailed)),
      .micFitted: .int(air.central.micFitted.plus(air.peripheral.micFitted)),
      .likelyCause: cause.map { .string($0) } ?? .null,
    ]
  }
}
