import Report

extension BadChannelRule {
  static let summary = "One channel needs far more retransmissions than others, and stays in use."
  static let explanation = """
    A connection changes the channel with each event, and the central may remove channels with \
    interference from its channel map (Core Vol 6, Part B, 4.5.8). The rule reports a channel if \
    at least \(leastPackets) packets were heard on it, at least \(leastShare) of them were \
    retransmitted, which is at least \
    \(leastRatio.word) times the share on the other channels, and the channel is still in the last \
    channel map. \
    It reports nothing if the sniffer missed the beginning and heard no map later, or if at least \
    half of the channels are like that: then the whole link is bad. A sniffer does not see what \
    causes the interference; a Wi-Fi network covers about ten adjacent channels. Only captures of \
    a sniffer show this.
    """

  var message: String {
    let names = bad.prefix(8).map { "\($0.channel)" }.joined(separator: ", ")
    let isOne = bad.count == 1
    let more = bad.count > 8 ? " and \(bad.count - 8) more" : ""
    return
      "\(bad.sentAgain) of \(bad.packets) packets on channel\(isOne ? "" : "s") \(names)\(more) "
      + "were retransmitted, and \(Wording.share(others.sentAgain, of: others.packets)) of those "
      + "on the other channels; the channel map still contains \(isOne ? "it" : "them")."
  }

  var advice: String? {
    "Look for a transmitter at 2.4 GHz nearby, such as Wi-Fi. The central's host can exclude "
      + "channels (LE Set Host Channel Classification); its controller may do so by itself."
  }
}
