import Report

extension InstantPassedRule {
  static let summary = "An update was still being sent after its instant."
  static let explanation = """
    Updates of the connection, its channels and its PHY take effect at a connection event whose \
    number is called the instant. A device that receives the update after it must end the \
    connection with Instant Passed, 0x28 (Core Vol 6, Part B, 5.5). The rule reports a connection \
    that ended with that reason, an error; and an update that was retransmitted after its instant \
    without an acknowledgement: a warning, because the peripheral may have received it earlier. \
    The rule needs the number of each connection event: from the sniffer, or by counting if the \
    channels of all events agree with the count. Only captures of a sniffer show this.
    """

  var message: String {
    let words = late.map {
      let events = ($0.event - $0.instant) & 0xFFFF
      return "\($0.name ?? "a control PDU") for event \($0.instant) was retransmitted "
        + "\(Wording.count(events, "event")) after that, without an acknowledgement"
    }
    return hasEnded
      ? "The \(connection.noun) ended with Instant Passed (0x28)\(words.map { ": \($0)" } ?? "")."
      : "\(words ?? ""): the peripheral may not have received it in time."
  }

  var advice: String? {
    "The central should choose an instant further ahead: six events are the minimum, and a link "
      + "that loses packets, or a peripheral with latency, needs more."
  }
}
