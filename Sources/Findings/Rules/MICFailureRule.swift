import Report

/// A link that stops as soon as it is encrypted, or packets that the sniffer could not check.
struct MICFailureRule: Rule, RuleFacts {
  static let name = "mic-failure"
  static let severity = ReportV1.Severity.warning
  static let suitsAir = true
  static let limits = [mostPackets, fittingOneIn]
  static let mostPackets = RuleLimit("most_packets", 12, .packets)
  /// If so few packets fit the key, it is wrong.
  static let fittingOneIn = RuleLimit("fitting_one_in", 10, .packets)

  let air: ReportV1.Air
  let hasStopped: Bool
  /// The sniffer heard only one of the two PDUs that the session key is made from.
  let missing: Missing?

  enum Missing: String {
    case request = "LL_ENC_REQ"
    case response = "LL_ENC_RSP"
  }

  enum Cause: String {
    case keysDiffer = "keys-differ"
    /// Why the sniffer could not decrypt packets of a link that went on.
    case key = "key-of-sniffer"
    case start = "start-not-heard"
    case counter = "packet-counter-of-sniffer"
  }

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let end = file.capture.durationUs ?? 0
    return file.connections { $0[$1].air?.encrypted ?? false }.finding { connection, _ in
      guard let air = connection.air else { return nil }
      let found = Self(
        air: air, hasStopped: hasStopped(connection, air, capture: end),
        missing: missing(connection, air))
      guard found.hasStopped || found.failed > 0 && !isOfSilence(air) else { return nil }
      let frames =
        found.hasStopped
        ? [connection.encryption.last?.frame, connection.lastFrame].compactMap(\.self)
        : air.micFailedFrames
      return found.finding(
        found.hasStopped ? .warning : .info, connection.id,
        frames: frames.isEmpty
          ? [connection.firstFrame, connection.lastFrame] : Wording.handful(frames))
    }
  }

  /// Whether all of them came when the peripheral answered no more: the sniffer's key is not what
  /// ended the link.
  private static func isOfSilence(_ air: ReportV1.Air) -> Bool {
    guard let silence = air.silence, let first = air.micFailedFrames.first else { return false }
    return first >= silence.firstFrame
  }

  private static func missing(
    _ connection: ReportV1.Connection, _ air: ReportV1.Air
  ) -> Missing? {
    guard let time = air.encryptions.first(where: { $0.outcome == .startMissed }) else {
      return nil
    }
    // It begins with LL_ENC_REQ, where that was heard.
    let isAsked = connection.encryption.contains { $0.enabled && $0.frame > time.firstFrame }
    return isAsked ? .response : .request
  }

  private static func hasStopped(
    _ connection: ReportV1.Connection, _ air: ReportV1.Air, capture end: Int
  ) -> Bool {
    // What both sides sent fits one key: they have the same.
    if [air.central, air.peripheral].allSatisfy({ $0.decrypted > 0 || $0.micFitted > 0 }) {
      return false
    }
    guard connection.disconnect == nil, connection.encryption.contains(where: \.enabled),
      air.encryptedPackets <= mostPackets.value, let timeout = connection.parameters.last
    else { return false }
    return end - connection.endUs >= timeout.supervisionTimeoutUs
  }

  var failed: Int { air.central.micFailed + air.peripheral.micFailed }
  var fitted: Int { air.central.micFitted + air.peripheral.micFitted }
  /// Packets that the sniffer heard with a wrong CRC.
  var misheard: Int { air.central.crcFailed + air.peripheral.crcFailed }

  /// `nil` where it is open.
  var cause: Cause? {
    if hasStopped { return .keysDiffer }
    if missing != nil, fitted == 0 { return .start }
    if failed >= fitted * (Self.fittingOneIn.value - 1) { return .key }
    return keyIsRight && failed <= afterMiss ? .counter : nil
  }

  /// Others fitted it, and after most of them.
  var keyIsRight: Bool {
    let atEnd = air.central.micFailedAtEnd + air.peripheral.micFailedAtEnd
    return failed * 4 <= fitted && atEnd * 2 <= failed
  }

  /// Those before which the sniffer missed something.
  var afterMiss: Int { air.central.micFailedAfterMiss + air.peripheral.micFailedAfterMiss }

  var evidence: EvidenceList {
    [
      .encryptedPackets: .of(hasStopped ? air.encryptedPackets : failed + fitted),
      .micFailed: .of(failed),
      .micFitted: .of(fitted), .likelyCause: .of(cause?.rawValue),
    ]
  }
}
