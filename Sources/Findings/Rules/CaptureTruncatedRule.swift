import Report

/// The logger kept only the beginning of packets.
enum CaptureTruncatedRule: Rule {
  static let name = "capture-truncated"
  static let severity = ReportV1.Severity.warning
  static let summary = "The logger kept only the beginning of packets."
  static let explanation = """
    Android's filtered log keeps 14 octets of a received data packet, and so does the log in a bug \
    report (btsnooz), which Android keeps in memory while its log to a file is off: of a notified \
    value those are 3 octets. tcpdump keeps what its snap length allows. Counts, lengths and times \
    still hold, as each record says how long the packet was. The content does not: payloads have \
    no hash, markers and resends longer than what was kept go unseen, and responses that were cut \
    give no handles.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    let capture = file.capture
    let count = cutRecords(capture)
    guard count > 0 else { return [] }
    return [
      RuleFinding(
        .warning, frames: capture.framesOrLast([capture.firstTruncatedFrame]),
        "Of \(Wording.count(count, "record")) "
          + "(\(Wording.share(count, of: capture.records))) only the beginning "
          + "was kept: payloads, markers and repeated chunks cannot be known there.",
        evidence: [
          "truncated_records": .int(count), "records": .int(capture.records),
        ],
        advice: advice(format: capture.format))
    ]
  }

  private static func advice(format: String) -> String {
    switch format {
    case "btsnoop":
      "Capture with the whole packets: on Android set the Bluetooth HCI snoop log to Enabled, "
        + "not Filtered, and switch Bluetooth off and on."
    case "btsnooz":
      "Capture with the whole packets: what a bug report has while the log is off is cut so. In "
        + "Android's developer options set the Bluetooth HCI snoop log to Enabled, switch Bluetooth "
        + "off and on, and take btsnoop_hci.log."
    default: "Capture with the whole packets: with tcpdump, -s 0."
    }
  }

  /// A record in which the file ends is counted as truncated too; no logger cut that one.
  static func cutRecords(_ capture: ReportV1.Capture) -> Int {
    capture.truncatedRecords.minus(capture.cutShort ? 1 : 0)
  }
}
