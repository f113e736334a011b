import Report

extension CaptureFilteredRule {
  static let summary = "A filter took packets out before the capture was written."
  static let explanation = """
    The sniffer numbers the packets that it receives. The rule reports connections in front of \
    most of whose packets such numbers are missing, while no packet of a kind is left that each \
    connection has: empty packets, with which the sides acknowledge, or all of one side. A sniffer \
    loses packets of all kinds alike. Of one that does not number packets, a connection is reported \
    that has no empty packet at all, and where sequence numbers and times show that at least one \
    packet is missing for four that are there. An export of what a display filter showed looks like \
    this, and the file of a tool that leaves empty packets out. What was taken out looks like what \
    was not heard, so nothing is said of events, losses, retransmissions, and sides that are missing.
    """

  var message: String {
    let subject =
      connections.count == 1
      ? "connection \(connections[0])" : Wording.count(connections.count, "connection")
    let shown =
      leftOut > 0
      ? "before \(Wording.count(places, "packet")) of \(subject) the sniffer's counter shows "
        + "\(Wording.count(leftOut, "packet")) that it received and that are not in the file"
      : "of \(subject) it has not one empty packet, with which the sides acknowledge, although "
        + "packets are missing"
    return "The capture is a filtered export: \(shown). Nothing can be said of losses, "
      + "retransmissions, and what the sniffer heard."
  }

  var advice: String? { "Use the complete capture instead of a filtered export." }
}
