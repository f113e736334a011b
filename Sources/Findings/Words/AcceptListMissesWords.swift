import Report

extension AcceptListMissesRule {
  static let summary =
    "The Filter Accept List lets only other addresses through than the device uses."
  static let explanation = """
    A scan or an attempt to connect by the Filter Accept List ignores all addresses that are not in \
    it. A device that changes its address (a resolvable private address) passes only if the \
    controller can resolve it to the listed identity address, for which the host has to add its key \
    to the resolving list and switch address resolution on. The rule reports scans without any \
    report and attempts without a connection, of \(AcceptListMiss.least) or more, if a device with \
    the name of a listed one advertised under a resolvable address that is not in the list, and not \
    under the listed address. The listed address has to be the identity that the device gave in a \
    pairing, or an address that changes. That two devices of the same name are the same one is \
    likely, not certain. If the capture holds the device's Identity Resolving Key (from a pairing, \
    or from LE Add Device To Resolving List), that shows whether an address is its own, whatever \
    its name. The rule does not report a device that the controller was to recognize: one in the \
    resolving list while address resolution was on.
    """

  var message: String {
    let one = miss.scans.count + miss.attempts.count == 1
    let what =
      miss.attempts.isEmpty
      ? "scan" : miss.scans.isEmpty ? "attempt to connect" : "scan or attempt to connect"
    let name = miss.device.name.map { " \(Wording.quoted($0))" } ?? ""
    let identity =
      miss.pairing.map { ", the identity address of connection \($0.connection) (#\($0.frame))" }
      ?? ""
    return "\(Wording.count(miss.scans.count + miss.attempts.count, what)) "
      + "(\(one ? "" : "the first in ")#\(miss.firstFrame)) let only the Filter Accept List "
      + "through and brought nothing in \(Wording.duration(miss.durationUs)). The list has "
      + "\(miss.listed.address) (#\(miss.listed.frame)\(identity)), but the device\(name) "
      + "advertises as \(miss.device.address) (#\(miss.device.firstFrame))\(proof)."
  }

  /// With which key its address was made.
  private var proof: String {
    guard let identity = miss.device.identity else { return "" }
    return identity == miss.listed.address
      ? ", which its key in the capture shows to be its own"
      : ", which keys in the capture show to be \(identity), as the listed one is"
  }

  var advice: String? {
    "Add the device's identity and its key to the resolving list (LE Add Device To Resolving List), "
      + "and switch address resolution on before the list is used; or scan without the list, and "
      + "compare the addresses in the host."
  }
}
