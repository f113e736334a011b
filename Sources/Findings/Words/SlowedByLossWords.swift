import Report

extension SlowedByLossRule {
  static let summary = "Data was slow because packets were retransmitted while more data waited."
  static let explanation = """
    A sender with more to send says so in each packet, with the MD bit (Core Vol 6, Part B, \
    4.5.6). If the bit is set in most packets with data, the link sets the pace, not the app. The \
    rule reports a side with \(leastPackets) new data packets or more if more data followed at \
    least half of them, and at least \(leastShare) of all its data packets were retransmissions. A \
    sender that waits for each answer has nothing queued, and is not reported: each retransmission \
    costs time there, but so does the waiting. Only captures of a sniffer show this.
    """

  var message: String {
    "\(side.dataRetransmitted) of \(packets) data packets of the \(sender.rawValue) were "
      + "retransmissions, and \(side.dataQueued) of its \(side.dataPackets) new ones were sent "
      + "while more data waited: the link set the pace, not the app."
  }

  var advice: String? {
    "Look at distance, antenna and other transmitters before the app. LE 2M makes packets shorter, "
      + "and LE Coded increases the range."
  }
}
