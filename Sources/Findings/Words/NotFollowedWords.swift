import Report

extension NotFollowedRule {
  static let summary = "Connections began, and the sniffer followed none of them."
  static let explanation = """
    A sniffer that hears a request to connect follows the connection from channel to channel only \
    if that is asked of it, and most follow one at a time. The rule reports a capture in which \
    connections began and no packet of any was heard, although the sniffer went on hearing other \
    packets for at least \(least) and \(leastEvents.word) connection intervals after that. What the \
    devices agreed on then, such as the MTU, is unknown.
    """

  var message: String {
    let count = connections.count
    let subject = count == 1 ? "A connection" : "\(count) connections"
    return "\(subject) began, and the sniffer heard no packet of "
      + "\(count == 1 ? "it" : "them") in the \(Wording.duration(durationUs)) after the "
      + "\(count == 1 ? "" : "first ")request to connect: it followed "
      + "\(count == 1 ? "none" : "none of them")."
  }

  var advice: String? {
    "Select the device in the sniffer's software before it is connected, and let the sniffer follow "
      + "connections; a device with a resolvable private address is recognized by its IRK only."
  }
}
