import Report

extension ConnectNotConnectableRule {
  static let summary = "The device advertises, but cannot be connected to."
  static let explanation = """
    ADV_NONCONN_IND and ADV_SCAN_IND, and extended advertising without the connectable bit, are \
    broadcasts: no central can connect at them. A device advertises so if it is only a beacon, if \
    all its connections are taken, or if it was not set to accept any. The rule reports attempts of \
    \(TriedDevice.least) or more if the capture has \(Wording.count(TriedDevice.fewestReports, "report")) \
    or more of the device, one of them meanwhile or in the ten seconds before, and none was \
    connectable. It reports nothing if the device was connected in the capture. Its attempts are \
    not reported by connect-given-up and connection-failed.
    """

  var message: String {
    let one = attempts.count == 1
    return "\(Wording.count(attempts.count, "attempt")) to connect to \(target) "
      + "(\(one ? "" : "the first in ")#\(first.firstFrame), "
      + "\(Wording.duration(attempts.map(\.durationUs).total))\(one ? "" : " in total")) could not "
      + "succeed: the device advertises that it is not connectable "
      + "(all of its \(Wording.count(reports, "report")), the last before that in #\(heard.frame))."
  }

  var advice: String? {
    "Check that this is the device that was meant, as one that changes its address may advertise "
      + "under another one, too, and be connectable there; and why it advertises so: it may wait for "
      + "a button, or be set to broadcast only."
  }
}
