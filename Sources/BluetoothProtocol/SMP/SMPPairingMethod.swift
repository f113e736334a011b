/// How the two sides prove themselves to each other, worked out from their pairing features.
///
/// Core Vol 3, Part H, 2.3.5.1, tables 2.6 to 2.8.
package enum SMPPairingMethod: String, Hashable, Sendable {
  case justWorks = "just-works"
  case passkeyEntry = "passkey-entry"
  case numericComparison = "numeric-comparison"
  case outOfBand = "out-of-band"

  package init(initiator: SMPPairingFeatures, responder: SMPPairingFeatures) {
    let secure =
      initiator.authentication.secureConnections && responder.authentication.secureConnections
    // Secure Connections needs the other side's data on one side, legacy pairing on both.
    let outOfBand =
      secure
      ? initiator.oobDataPresent || responder.oobDataPresent
      : initiator.oobDataPresent && responder.oobDataPresent
    if outOfBand {
      self = .outOfBand
    } else if !initiator.authentication.mitmProtection && !responder.authentication.mitmProtection {
      self = .justWorks
    } else {
      self = Self.byCapability(initiator.ioCapability, responder.ioCapability, secure: secure)
    }
  }

  /// IO capabilities: 0 display only, 1 display and yes/no, 2 keyboard only, 3 none, 4 keyboard and
  /// display.
  private static func byCapability(_ initiator: UInt8, _ responder: UInt8, secure: Bool) -> Self {
    let canCompare: (UInt8) -> Bool = { $0 == 1 || $0 == 4 }
    if secure && canCompare(initiator) && canCompare(responder) { return .numericComparison }
    let hasKeyboard: (UInt8) -> Bool = { $0 == 2 || $0 == 4 }
    let canTakePart: (UInt8) -> Bool = { $0 != 3 && $0 < 5 }
    let keyboard = hasKeyboard(initiator) || hasKeyboard(responder)
    return keyboard && canTakePart(initiator) && canTakePart(responder) ? .passkeyEntry : .justWorks
  }
}
