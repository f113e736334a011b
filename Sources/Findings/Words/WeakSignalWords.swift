import Report

extension WeakSignalRule {
  static let summary = "The signal was below \(weak) for a long time, or fell before a pause."
  static let explanation = """
    A receiver must receive packets at -70 dBm (Core Vol 6, Part A, 4.1), and good ones do at -90 \
    to -97 dBm. Below \(weak) a hand between the devices, or another orientation, is enough to \
    lose packets. The rule reports a connection if at least half of the readings over \(least) or \
    more are below that, or if the signal fell by \(slope)/s or more to less than \(fallen) and \
    transfers paused. If a connection has no readings, the advertisements of its peer in the ten \
    seconds before it count, with severity info. If the link was lost, link-loss gives the RSSI \
    instead.
    """

  var message: String {
    let average = "\(Wording.decibels(mean)) dBm on average"
    let span = rssi.durationUs.map { " over \(Wording.duration($0))" } ?? ""
    return switch signal {
    case .weak: "The signal was weak: \(average)\(span), \(last) dBm at the end."
    case .fell(let gaps):
      "The signal fell from \(rssi.first ?? last) to \(last) dBm\(span), and "
        + "\(gaps == 1 ? "a transfer paused" : "transfers paused")."
    case .advertising:
      "The signal was weak when the peer was connected: its last advertisements had \(average), "
        + "the last one \(last) dBm."
    }
  }

  var advice: String? {
    if case .advertising = signal {
      return "Connect at a closer range; the app can also require a minimum RSSI, with a reserve, "
        + "before it connects."
    }
    return "Move the devices closer together and check whether that helps; look at antenna, case "
      + "and transmit power."
  }
}
