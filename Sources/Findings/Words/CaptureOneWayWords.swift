import Report

extension CaptureOneWayRule {
  static let summary = "Only one direction of a connection was captured."
  static let explanation = """
    The rule reports a connection with at least \(fewest.word) ATT PDUs, all in one direction, \
    responses among them. A complete connection never looks like that, but an export filtered to \
    one direction does. In such an export, requests that were answered seem unanswered, so rules \
    about requests report nothing on such a connection. Notifications alone, which need no answer, \
    do not count.
    """

  var message: String {
    let count = connections.count
    let subject =
      count == 1
      ? "connection \(connections[0])"
      : count <= 4
        ? "connections " + Wording.list(connections.map(String.init)) : "\(count) connections"
    return "The capture has only what was \(isReceived ? "received" : "sent") in \(subject): "
      + (isReceived
        ? "the requests of this host, and which of them were not answered, are unknown."
        : "which requests were answered is unknown.")
  }

  var advice: String? { "Use the complete capture instead of a filtered export." }
}
