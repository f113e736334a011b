import Report
import Text

/// Protection against a man in the middle was asked for, and not given.
enum PairingUnauthenticatedRule: Rule {
  static let name = "pairing-unauthenticated"
  static let severity = ReportV1.Severity.info
  static let summary = "A pairing was to protect against a man-in-the-middle, and does not."
  static let explanation = """
    The MITM flag in Pairing Request or Response asks for a key that is proven by a person or out of \
    band. With the IO capabilities of the two, "just works" may be all that is left \
    (Core Vol 3, Part H, 2.3.5.1): its key is unauthenticated whatever was asked for, and a server \
    that wants an authenticated one goes on refusing.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { !$0[$1].pairing.isEmpty }.finding { connection, _ in
      let weak = connection.pairing.filter { $0.mitm == true && $0.authenticated == false }
      guard let pairing = weak.first else { return nil }
      let capabilities = [pairing.ioCapabilityInitiator, pairing.ioCapabilityResponder]
        .compactMap { $0 }
      let have =
        capabilities.count == 2
        ? " (\(capabilities[0]) with \(capabilities[1]))" : ""
      let base: ReportV1.KeyedList<ReportV1.Evidence> = [
        "method": pairing.method.map { .string($0) } ?? .null, "count": .int(weak.count),
        "io_capability_initiator": pairing.ioCapabilityInitiator.map { .string($0) } ?? .null,
        "io_capability_responder": pairing.ioCapabilityResponder.map { .string($0) } ?? .null,
      ]
      return RuleFinding(
        .info, connection: connection.id,
        frames: Wording.handful(weak.flatMap { [$0.firstFrame, $0.lastFrame] }),
        "The pairing asked for protection against a man in the middle, and was done by "
          + "\(pairing.method ?? "just-works"), which gives none\(have).",
        evidence: base.with(connection.actors(nil)),
        advice: "Where the data need it, give one side a display and the other a keyboard or two "
          + "buttons, or exchange keys out of band; else do not set the flag.")
    }
  }
}
