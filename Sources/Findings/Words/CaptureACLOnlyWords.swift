import Report

extension CaptureACLOnlyRule {
  static let summary = "The capture has only ACL data, without HCI commands and events."
  static let explanation = """
    A host cannot work without commands and events, so they were removed when the file was made: \
    most often by a filtered export, such as one of only ATT packets. Events show when a \
    connection began and ended, its peer, the reason for its end, and its interval. Without them \
    all of this is unknown for each connection, even for one that began in the middle of the file. \
    As controllers use handles again, a second Exchange MTU Request of the same side, or a new \
    discovery after a minute of silence, is taken for the beginning of another connection. \
    In this case capture-started-late reports nothing.
    """

  var message: String {
    let count = connections.count
    return "The file has only ACL data, without commands and events, probably because of a "
      + "filtered export. The beginning, the peer, the interval and the end of "
      + (count == 1 ? "connection \(connections[0])" : "each of \(count) connections")
      + " are unknown."
  }

  var advice: String? { "Export or capture the traffic again without a filter." }
}
