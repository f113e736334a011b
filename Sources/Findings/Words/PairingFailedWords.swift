import BluetoothProtocol
import Report

extension PairingFailedRule {
  static let summary = "Pairing failed, or the devices no longer have the same keys."
  static let explanation = """
    The rule reports Pairing Failed with its reason (Core Vol 3, Part H, 3.5.5), over BR/EDR a \
    Simple Pairing Complete or Authentication Complete with a status, and a pairing that was not \
    finished when the connection ended. A Security Request that the central refused with Pairing \
    Failed counts, too, and the finding says that no pairing was under way. It is a warning; info \
    if a later pairing with the same \
    peer succeeded; an error if the connection ended because of it, with Authentication Failure \
    (0x05), PIN or Key Missing (0x06) or MIC Failure (0x3D): these reasons also occur without a \
    pairing, when one side has lost its keys. If encryption failed, encryption-failed reports the \
    keys, even if that ended a pairing. If a refused request led to the pairing, \
    insufficient-security reports both. A pairing that was still in progress when the capture \
    ended is not counted, and a pairing in a connection whose records the logger cut is not \
    counted either.
    """

  var message: String {
    if let lostKeys {
      let failed = pairing?.reason.map {
        "; pairing had failed with \(Wording.named(pairing?.reasonName, $0))"
      }
      return "The \(connection.noun) ended with \(Wording.named(lostKeys.name, lostKeys.reason)): "
        + "\(Self.words(lostKeys.reason))\(failed ?? "")."
    }
    if let refused = refusedRequest { return refused }
    let method = pairing?.method.map { " by \(Name.pairingMethod($0))" } ?? ""
    let outcome =
      pairing?.result == .failed ? "failed with \(reason)" : "was not finished when \(end)"
    return "Pairing\(method) \(outcome)\(isMadeGood ? "; a later attempt succeeded." : ".")"
  }

  /// Where nothing but a Security Request was there to refuse.
  private var refusedRequest: String? {
    guard let pairing, pairing.isRefusedRequest, let by = pairing.failedBy else { return nil }
    let (sides, party) = (connection.sides, Party(by))
    let why = pairing.reason.map {
      " with \(Wording.named(pairing.reasonName, $0)): \(Self.words($0, nil))"
    }
    return "\(sides.opening(party)) refused the Security Request (#\(pairing.firstFrame)) of "
      + "\(sides.name(party.other))\(why ?? ""); no pairing was under way"
      + "\(isMadeGood ? ", and a later one succeeded" : "")."
  }

  private var reason: String {
    guard let pairing, let reason = pairing.reason else {
      // Over BR/EDR there is a status alone.
      guard let name = pairing?.reasonName else { return "no reason that could be read" }
      let by = pairing?.failedBy.map { ", as \(connection.sides.name(Party($0))) refused" } ?? ""
      return name + by
    }
    let by = pairing.failedBy.map { ", sent by \(connection.sides.name(Party($0)))" } ?? ""
    return "\(Wording.named(pairing.reasonName, reason))\(by): "
      + Self.words(reason, pairing.method)
  }

  /// `the peer ended the connection (Remote User Terminated Connection, 0x13)`
  private var end: String {
    guard let end = connection.disconnect else { return "the \(connection.noun) ended" }
    let named = Wording.named(end.name, end.reason)
    guard let party = connection.partyOfEnd else {
      return "the \(connection.noun) ended with \(named)"
    }
    return "\(connection.sides.name(party)) ended the \(connection.noun) (\(named))"
  }

  private static func words(_ reason: HCIStatus) -> String {
    switch reason {
    case 0x05: "the devices could not agree on a key"
    case 0x06: "one side has lost the bond"
    case 0x3D: "both devices encrypt with different keys"
    default: ""
    }
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

  /// None where the devices have paired since.
  var advice: String? {
    if isMadeGood { return nil }
    return lostKeys == nil
      ? Self.advice(pairing?.reason, hasBond: hasBond)
      : "Delete the bond on both sides and pair again. The firmware of a peripheral should keep "
        + "its keys in an update, or allow a new pairing."
  }

  static func advice(_ reason: Int?, hasBond: Bool) -> String {
    switch reason {
    case 0x01, 0x04, 0x0C:
      "Pair again; if it fails each time, compare the passkey that one side shows with the one "
        + "entered on the other."
    case 0x03, 0x06:
      "Compare what both sides require: man-in-the-middle protection, IO capabilities, key size, "
        + "secure connections only."
    case 0x05:
      "Put the device that refused into its pairing mode, or let it accept bonding"
        + (hasBond ? ", or delete the old bond that it has with this peer." : ".")
    case 0x09: "Wait before the next attempt: each failure makes the waiting time longer."
    default:
      (hasBond ? "Delete the bond on both sides and pair again; look" : "Look")
        + " for the reason in the logs of both sides."
    }
  }
}
