import Report

extension SentNotDeliveredRule {
  static let summary =
    "All of a transfer was queued, but the connection ended before all of it was completed."
  static let explanation = """
    The times at which a host sends packets to its controller do not show when they arrive: they \
    wait in the controller until the peer has acknowledged them, and then Number Of Completed \
    Packets gives their buffers back. What is not completed when the connection ends is discarded. \
    It is an error if this host ended the connection or the link was lost, and a warning if the \
    peer ended it, because the peer may have received more than the controller was able to report. \
    It is info if the peer ended it and only the marker was not completed. The rule reports \
    nothing if only the capture ended, in a capture without completions or with lost records, or \
    if an answer to a later request shows that the data arrived.
    """

  var message: String {
    let packets = delivery.uncompletedPackets
    let rest =
      packets == 1
      ? "its last packet was not reported as completed"
      : "at its end up to \(packets) packets (up to \(delivery.uncompletedBytes) of "
        + "\(Wording.count(transfer.payloadBytes, "byte"))) were not reported as completed"
    return "\(Wording.sentence(Wording.transfer(transfer))) was queued, but \(rest): \(end) first."
  }

  private var end: String {
    switch cause {
    case .disconnection: "the connection ended\(disconnect?.name.map { " (\($0))" } ?? "")"
    case .controllerReset: "the controller was reset"
    case .controllerOff: "the controller was switched off"
    case .controllerGone: "the controller was unplugged"
    }
  }

  var advice: String? {
    if isLikelyWhole {
      return
        "Only the marker was not completed, and the receiver ended the connection: most likely "
        + "it had received the marker. To be sure, the receiving app should answer before it "
        + "disconnects."
    }
    if isEndOfPeer {
      return "The receiver disconnected while data was being sent: the receiving app should "
        + "disconnect only when it has received the marker, and request the rest when it connects "
        + "again."
    }
    // This side's own Disconnect command.
    guard disconnect?.reason == .connectionTerminatedByLocalHost else {
      return
        "Data in the controller may not have arrived: the receiving app should report how much "
        + "it has when it connects again, and the sending app should continue from there."
    }
    let how =
      transfer.kind == .write
      ? "make the last write one with response, and wait for the response."
      : "send the marker as an indication and wait until it is confirmed, or let the receiver end "
        + "the connection."
    return "The sending app should disconnect only when everything was sent: \(how)"
  }
}
