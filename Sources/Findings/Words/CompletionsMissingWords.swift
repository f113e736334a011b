import Report

extension CompletionsMissingRule {
  static let summary = "Packets of a connection that lived on were never reported as completed."
  static let explanation = """
    A controller reports with Number Of Completed Packets which packets of its host it is done \
    with; until then they take its buffers, and a host without buffers sends nothing (Core Vol 4, \
    Part E, 4.1.1). The rule reports packets that were not completed for 5 s and more while data of \
    the peer was received, up to the end. It reports nothing if the capture has no such events, \
    has more of them than packets, lost records, or lacks the beginning of the connection.
    """

  var message: String {
    "\(Wording.count(breach.count, "packet")) of this host (the first is #\(breach.frame)) "
      + "\(breach.count == 1 ? "was" : "were") never reported as completed, although data of the "
      + "peer came for \(Wording.duration(breach.openUs ?? 0)) after it."
  }

  var advice: String? {
    "Look at the controller's firmware, and whether the host's stack or its transport drops Number "
      + "Of Completed Packets."
  }
}
