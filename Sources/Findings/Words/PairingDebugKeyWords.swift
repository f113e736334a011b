import Report

extension PairingDebugKeyRule {
  static let summary = "A pairing used the public key that the specification has for debugging."
  static let explanation = """
    LE Secure Connections derives the keys of a link from a key pair of each side. The \
    specification has one pair for debugging, and prints its private key (Core Vol 3, Part H, \
    2.3.5.6.1), so that a sniffer can decrypt. One side that uses it is enough: any device that \
    hears the pairing can calculate the key, read all that is sent, and take the place of a bonded \
    device later. It is a warning, because firmware for production must not use that key; info if \
    the pairing failed. The rule compares Pairing Public Key with that key and with no other.
    """

  var message: String {
    let sides = connection.sides
    let who =
      party.map { sides.opening($0) } ?? "\(sides.opening(.local)) and \(sides.name(.remote))"
    return "\(who) paired with the public key that the specification has for debugging "
      + "(\(Wording.list(pairing.debugKeys.map { "#\($0.frame)" }))), whose private key is public"
      + (pairing.result == .failed
        ? "; the pairing failed." : ": any device that heard the pairing can decrypt this link.")
  }

  var advice: String? {
    "Turn debug keys off in the firmware or stack concerned (Zephyr: CONFIG_BT_USE_DEBUG_KEYS), "
      + "and pair again: no key of this pairing is secret."
  }
}
