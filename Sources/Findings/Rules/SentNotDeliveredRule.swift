import BluetoothProtocol
import Report

/// A transfer was queued to its marker, and the connection ended before all of it had left.
enum SentNotDeliveredRule: Rule {
  static let name = "sent-not-delivered"
  static let severity = ReportV1.Severity.error
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

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.transfers { $0[$1].outcome == .undelivered }.finding(finding)
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ transfer: ReportV1.Transfer
  ) -> RuleFinding? {
    guard let delivery = transfer.delivery, let end = connection.end else { return nil }
    let reason = connection.disconnect?.reason
    let isEndOfPeer = reason?.isByPeer ?? false
    let packets = delivery.uncompletedPackets
    // A receiver that hangs up at the marker most likely had it: the completion came too late.
    let isLikelyWhole = isEndOfPeer && delivery.uncompletedBytes == 0
    return RuleFinding(
      isLikelyWhole ? .info : isEndOfPeer ? .warning : .error, connection: connection.id,
      frames: [transfer.firstFrame, transfer.markerFrame ?? transfer.lastFrame, end.frame],
      "\(Wording.sentence(Wording.transfer(transfer))) was queued, but "
        + (packets == 1
          ? "its last packet was not reported as completed"
          : "at its end up to \(packets) packets (up to \(delivery.uncompletedBytes) of "
            + "\(Wording.count(transfer.payloadBytes, "byte"))) were not reported as completed")
        + ": \(words(connection, end.cause)).",
      evidence: [
        .transfer: .int(transfer.id), .uncompletedPackets: .int(packets),
        .uncompletedBytes: .int(delivery.uncompletedBytes),
        .bytes: .int(transfer.payloadBytes), .reason: reason.map { .status($0) } ?? .null,
      ],
      advice: isLikelyWhole
        ? "Only the marker was not completed, and the receiver ended the connection: most likely "
          + "it had received the marker. To be sure, the receiving app should answer before it "
          + "disconnects."
        : advice(transfer.kind, reason, isEndOfPeer: isEndOfPeer),
      lostBytes: max(1, delivery.uncompletedBytes))
  }

  private static func words(
    _ connection: ReportV1.Connection, _ cause: ReportV1.EndCause
  ) -> String {
    switch cause {
    case .disconnection:
      "the connection ended\(connection.disconnect?.name.map { " (\($0))" } ?? "") first"
    case .controllerReset: "the controller was reset first"
    case .controllerOff: "the controller was switched off first"
    case .controllerGone: "the controller was unplugged first"
    }
  }

  private static func advice(
    _ kind: ReportV1.ValueKind, _ reason: HCIStatus?, isEndOfPeer: Bool
  ) -> String {
    if isEndOfPeer {
      return "The receiver disconnected while data was being sent: the receiving app should "
        + "disconnect only when it has received the marker, and request the rest when it connects "
        + "again."
    }
    // This side's own Disconnect command.
    guard reason == .connectionTerminatedByLocalHost else {
      return "Data in the controller may not have arrived: the receiving app should report how "
        + "much it has when it connects again, and the sending app should continue from there."
    }
    return kind == .write
      ? "The sending app should disconnect only when everything was sent: make the last write one "
        + "with response, and wait for the response."
      : "The sending app should disconnect only when everything was sent: send the marker as an "
        + "indication and wait until it is confirmed, or let the receiver end the connection."
  }
}
