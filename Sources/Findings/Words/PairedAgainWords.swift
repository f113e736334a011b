import Report

extension PairedAgainRule {
  static let summary = "Two devices paired again although they had a bond from an earlier pairing."
  static let explanation = """
    After a pairing with bonding both sides keep the keys, and the next connection is encrypted \
    without a pairing. If the same device pairs again in the capture, one side lost the bond, \
    deleted it, or does not use it: the frames do not show which side. It is info the first time \
    and a warning from the second time on, because users see a dialog each time. If encryption \
    with the bond's key failed before, encryption-failed reports that instead. Devices that change \
    their address are not reported, because they cannot be recognized.
    """

  var message: String {
    let times = all.count > 1 ? " \(Wording.times(all.count))" : ""
    let by = party.map { ", started by \(first.connection.sides.name($0))" } ?? ""
    return "The devices paired again\(times) although they had a bond: \(address) was paired in "
      + "connection \(first.earlierConnection) (#\(first.earlier.lastFrame)), and again in "
      + "connection \(first.connection.id) (#\(first.pairing.firstFrame))\(by)."
  }

  var advice: String? {
    "See whether the device's firmware keeps its keys over a restart, and whether the app deletes "
      + "the bond before it connects."
  }
}
