import Report

/// A controller's own log, among the Bluetooth traffic.
enum VendorLogRule: Rule {
  static let name = "vendor-log"
  static let severity = ReportV1.Severity.info
  static let summary =
    "The capture contains the log of the controller's manufacturer, which is "
    + "left out."
  static let explanation = """
    Qualcomm's controllers send their log as ACL data on handle 0x0EDC. These packets are not \
    L2CAP: other tools decode them as ATT and SMP packets that were never sent. They are counted, \
    and left out of everything else.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let capture = file.capture
    guard capture.vendorLogRecords > 0 else { return [] }
    let count = capture.vendorLogRecords
    return [
      RuleFinding(
        .info, frames: capture.framesOrLast([capture.firstVendorLogFrame]),
        "\(Wording.count(count, "record")) (\(Wording.share(count, of: capture.records))) "
          + "\(count == 1 ? "is" : "are") the controller's own log on handle 0x0EDC, which is left "
          + "out of the report.",
        evidence: [.vendorLogRecords: .int(count), .records: .int(capture.records)],
        advice: "A Wireshark display filter that hides them: !(bthci_acl.chandle == 0xedc)")
    ]
  }
}
