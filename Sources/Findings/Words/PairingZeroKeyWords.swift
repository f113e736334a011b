import Report

extension PairingZeroKeyRule {
  static let summary = "Anyone who heard the pairing can decrypt the link: the temporary key was 0."
  static let explanation = """
    In LE legacy pairing the key of the link follows from two random numbers, which are sent in \
    clear, and from a temporary key (Core Vol 3, Part H, 2.3.5.5). With Just Works it is 0, with \
    Passkey Entry it is the passkey: 000000 is 0 as well. Any device that hears such a pairing can \
    calculate the key, read all that is sent, and also gets the keys of the bond, which are sent \
    under it. The rule reports a pairing only if the analysis decrypted packets of the link with a \
    temporary key of 0; other passkeys can be found by trying all of them, and are not reported. \
    It reports nothing if a part of the pairing is missing, and nothing of later connections, \
    which the keys of its bond encrypt.
    """

  var message: String {
    let how =
      switch pairing.method {
      case "just-works": "by Just Works, whose temporary key is always 0"
      case "passkey-entry": "with the passkey 000000"
      default: "with a temporary key of 0"
      }
    return "The central and the peripheral paired \(how) (legacy pairing, #\(pairing.firstFrame)): "
      + "any device that heard it can decrypt this link, as this report did with "
      + "\(Wording.count(encryption.decrypted, "packet"))"
      + (hasKeysOfBond ? ", and has the keys that were sent for the bond." : ".")
  }

  var advice: String? {
    "Use LE Secure Connections on both devices: its keys do not follow from what is sent. In "
      + "legacy pairing each passkey can be found by trying a million of them."
      + (pairing.bonding == false
        ? "" : " Delete the bond, and pair again: no key of this pairing is secret.")
  }
}
