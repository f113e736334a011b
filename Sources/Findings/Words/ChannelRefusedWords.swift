import Report
import Text

extension ChannelRefusedRule {
  static let summary = "A credit-based L2CAP channel was refused."
  static let explanation = """
    The rule reports LE Credit Based Connection Response or Credit Based Connection Response with \
    a result other than success. A refusal because security is missing is how a server requests \
    pairing: info if a channel to the same SPSM was opened later. It is also info for EATT, which \
    hosts try without the app's request; ATT then continues over its fixed channel. A response \
    with the result pending is not a refusal.
    """

  var message: String {
    let times = refusals.count > 1 ? " \(Wording.times(refusals.count))" : ""
    let kind = first.kind == .eatt ? "EATT channel" : "L2CAP channel"
    let side = first.initiator == .local ? "this host" : "the peer"
    let later = opened?.frame.map { "; it was opened in #\($0)" } ?? ""
    return "The \(kind) with SPSM \(Quantity.handle(first.psm)) that \(side) requested was "
      + "refused\(times): \(Wording.named(first.name, first.result))\(later)."
  }

  /// Core Vol 3, Part A, 4.23 and 4.26.
  var advice: String? {
    guard opened == nil else { return nil }
    return switch first.result {
    case 0x2:
      "No app listens on that SPSM: the server has to publish the channel first. Dynamic SPSMs "
        + "change: the client should read the current one from its characteristic."
    case 0x4:
      "Close a channel that is not needed, or try again later: the server has no resources for "
        + "another channel."
    case 0x5, 0x7, 0x8:
      "The client has to pair, or start encryption, and request the channel again: the server "
        + "requires this for the channel."
    case 0x6: "The server's app decides who may connect: look at what it requires of the user."
    default: "The request itself is wrong: look at its MTU, MPS, credits and channel numbers."
    }
  }
}
