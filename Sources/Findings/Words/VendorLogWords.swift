import Report

extension VendorLogRule {
  static let summary =
    "The capture contains the log of the controller's manufacturer, which is left out."
  static let explanation = """
    Qualcomm's controllers send their log as ACL data on handle 0x0EDC, others on handles above \
    0x0EFF, which are reserved and which no connection has. These packets are not L2CAP: other \
    tools decode them as ATT and SMP packets that were never sent. They are counted, and left out \
    of everything else. The rule reports them if they are at least \(leastShare) of the records; \
    of fewer the report has the number.
    """

  var message: String {
    "\(Wording.count(logged, "record")) (\(Wording.share(logged, of: records))) "
      + "\(logged == 1 ? "is" : "are") the controller's own log on handle 0x0EDC or a reserved "
      + "one, which is left out of the report."
  }

  var advice: String? {
    "A Wireshark display filter that hides them: "
      + "!(bthci_acl.chandle == 0xedc || bthci_acl.chandle > 0xeff)"
  }
}
