import Report

extension SupervisionTooShortRule {
  static let summary =
    "The supervision timeout leaves a peripheral that sleeps too few chances to be heard."
  static let explanation = """
    A peripheral with latency L has to listen at every (L + 1)th connection event only. The link is \
    lost if nothing is received for the supervision timeout, so that (L + 1) x interval says how \
    often the peripheral has a chance before that. The specification demands a timeout of more than \
    two such times, which a single lost packet almost uses up. The rule reports parameters that \
    leave at most \(mostChances.word), if a packet of this host as central waited so long that no \
    more than one chance was left, or if the link was lost with them and the peer was heard or \
    connected again within \(returned): then it had not gone away. If the peer advertised before \
    the connection ended, it had left, and link-loss says so.
    """

  var message: String {
    var message =
      "The supervision timeout of \(Wording.duration(link.supervisionTimeoutUs)) leaves the "
      + "peripheral \(Wording.count(chances, "chance")): with interval "
      + "\(Wording.interval(link.usedIntervalUs)) and latency \(link.latency) it need listen only "
      + "every \(Wording.duration(link.sleepUs))"
    if let longest = waits.longest {
      let left = link.supervisionTimeoutUs - longest.durationUs
      message +=
        ". In \(Wording.count(waits.count, "wait")) at most one chance was left, in the longest after \(Wording.duration(longest.durationUs))"
        + (left > 0 ? ", about \(Wording.duration(left)) before the timeout" : "")
    }
    if isLost {
      message += ". The link was lost with these parameters, though the peer had not gone away"
      if let quality, let rssi = quality.measuredRSSI {
        message +=
          ": the controller's quality report right before the end (#\(quality.frame)) has an RSSI of "
          + "\(rssi) dBm"
      }
    }
    return message + "\(connection.askedByPeerWords(link))."
  }

  var advice: String? {
    let timeout = min(link.sleepUs * Self.advised.value, Self.longestTimeoutUs)
    return
      "The peripheral's firmware, or the central's app, should request a supervision timeout of "
      + "at least \(Self.advised.word) times (latency + 1) x interval, here "
      + "\(Wording.duration(timeout)), or a lower latency."
  }

  /// Core Vol 4, Part E, 7.8.18.
  private static var longestTimeoutUs: Int { 32_000_000 }
}
