import Report
import Text

/// MITM protection was requested, and not given.
enum PairingUnauthenticatedRule: Rule {
  static let name = "pairing-unauthenticated"
  static let severity = ReportV1.Severity.info
  static let suitsAir = true
  static let summary = "A pairing requested MITM protection, and did not get it."
  static let explanation = """
    The MITM flag in Pairing Request or Response requests a key that a user confirms or that is \
    exchanged out of band. The IO capabilities of both devices may allow only Just Works (Core Vol \
    3, Part H, 2.3.5.1): the key of Just Works is unauthenticated whatever was requested, and a \
    server that requires an authenticated key continues to refuse.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { !$0[$1].pairing.isEmpty }.finding { connection, _ in
      let weak = connection.pairing.filter { $0.mitm == true && $0.authenticated == false }
      guard let pairing = weak.first else { return nil }
      let capabilities = [pairing.ioCapabilityInitiator, pairing.ioCapabilityResponder]
        .compactMap { $0 }
      let have =
        capabilities.count == 2
        ? " (\(Name.ioCapability(capabilities[0])) with \(Name.ioCapability(capabilities[1])))" : ""
      let base: EvidenceList = [
        .method: pairing.method.map { .string($0) } ?? .null, .count: .int(weak.count),
        .ioCapabilityInitiator: pairing.ioCapabilityInitiator.map { .string($0) } ?? .null,
        .ioCapabilityResponder: pairing.ioCapabilityResponder.map { .string($0) } ?? .null,
      ]
      return RuleFinding(
        .info, connection: connection.id,
        frames: Wording.handful(weak.flatMap { [$0.firstFrame, $0.lastFrame] }),
        "The pairing requested MITM protection, and used "
          + "\(Name.pairingMethod(pairing.method ?? "just-works")), which gives none\(have).",
        evidence: base.with(connection.actors(nil)),
        advice: "If the data needs this protection, give one device a display and the other a "
          + "keyboard or two buttons, or exchange keys out of band. Otherwise the side that "
          + "requested it should not set the flag.")
    }
  }
}
