import Report

extension PairingUnauthenticatedRule {
  static let summary = "A pairing requested MITM protection, and did not get it."
  static let explanation = """
    The MITM flag in Pairing Request or Response requests a key that a user confirms or that is \
    exchanged out of band. The IO capabilities of both devices may allow only Just Works (Core Vol \
    3, Part H, 2.3.5.1): the key of Just Works is unauthenticated whatever was requested, and a \
    server that requires an authenticated key continues to refuse. Pairings over BR/EDR are not \
    reported: phones request it of every device.
    """

  var message: String {
    let capabilities =
      if let one = pairing.ioCapabilityInitiator, let other = pairing.ioCapabilityResponder {
        " (\(Name.ioCapability(one)) with \(Name.ioCapability(other)))"
      } else {
        ""
      }
    return "The pairing requested MITM protection, and used "
      + "\(Name.pairingMethod(pairing.method ?? "just-works")), which gives none\(capabilities)."
  }

  var advice: String? {
    "If the data needs this protection, give one device a display and the other a keyboard or two "
      + "buttons, or exchange keys out of band. Otherwise the side that requested it should not "
      + "set the flag."
  }
}
