import Report

extension CaptureTruncatedRule {
  static let summary = "The logger kept only the beginning of packets."
  static let explanation = """
    Android's filtered log keeps 14 bytes of a received data packet, and so does the log in a bug \
    report (btsnooz), which Android keeps in memory while its log to a file is off. These 14 bytes \
    include 2 or 3 bytes of a notified value. tcpdump keeps what its snap length allows. Counts, \
    lengths and times are still right, because each record says how long the packet was. The \
    content is incomplete: payloads have no hash, markers and resends longer than what was kept \
    are not detected, and responses that were cut have no handles. btmon's text states most octets \
    of a packet in words, but not all; what follows the first that it does not state is left out.
    """

  var message: String {
    if isFromText {
      return "The packets were put together from btmon's text, which does not state all octets of "
        + "\(Wording.count(count, "record")) (\(Wording.share(count, of: records))): what is not "
        + "stated is unknown."
    }
    return "The logger kept only the beginning of \(Wording.count(count, "record")) "
      + "(\(Wording.share(count, of: records))): their payloads, markers and repeated chunks are "
      + "unknown."
  }

  var advice: String? { Self.advice(format: format) }

  static func advice(format: String) -> String {
    switch format {
    case "btsnoop":
      "Capture complete packets: on Android set the Bluetooth HCI snoop log to Enabled, not "
        + "Filtered, and switch Bluetooth off and on."
    case "btsnooz":
      "Capture complete packets: the log in a bug report that was taken while the file log is off "
        + "always has only the beginning of packets. In Android's developer options set the "
        + "Bluetooth HCI snoop log to Enabled, switch Bluetooth off and on, and take "
        + "btsnoop_hci.log."
    case "btmon":
      "Capture complete packets: btmon -w FILE records all octets, and shows the same text."
    default: "Capture complete packets; for tcpdump, use -s 0"
    }
  }
}
