import BluetoothProtocol
import Report

/// A transfer was queued to its marker, and the connection ended before all of it had left.
enum SentNotDeliveredRule: Rule {
  static let name = "sent-not-delivered"
  static let severity = ReportV1.Severity.error
  static let summary =
    "A transfer was queued whole, but the connection ended before all of it had left."
  static let explanation = """
    The times at which a host hands over its packets say nothing about their arrival: they wait in \
    the controller until the peer has acknowledged them, and then Number Of Completed Packets \
    gives their buffers back. What is not completed when the connection ends is thrown away. It is \
    an error when this side ended the connection or the link was lost, and a warning when the peer \
    ended it, as the peer may have received more than the controller was able to report. It is \
    information where the peer ended it and only the marker is left. It is quiet when only the \
    capture ends, in a capture without completions or with lost records, and of what an answer to \
    a later request shows to have arrived.
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
      "\(Wording.sentence(Wording.transfer(transfer))) was sent whole, but its last "
        + (packets == 1
          ? "packet was never completed"
          : "packets, up to \(packets) with up to \(delivery.uncompletedBytes) of its "
            + "\(Wording.count(transfer.payloadBytes, "byte")), were never completed")
        + ": \(words(connection, end.cause)).",
      evidence: [
        "transfer": .int(transfer.id), "uncompleted_packets": .int(packets),
        "uncompleted_bytes": .int(delivery.uncompletedBytes),
        "bytes": .int(transfer.payloadBytes), "reason": reason.map { .status($0) } ?? .null,
      ],
      advice: isLikelyWhole
        ? "Only the marker was not completed, and the receiver hung up by itself: it most likely had "
          + "it. To be sure, let it answer before it disconnects."
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
      return "The receiver hung up while data were on their way: let it disconnect only when the "
        + "marker has come, and ask for the rest when it connects again."
    }
    // This side's own Disconnect command.
    guard reason == .connectionTerminatedByLocalHost else {
      return "What was handed over is not what arrived: let the receiver say how much it has when "
        + "it connects again, and go on from there."
    }
    return kind == .write
      ? "Disconnect only when all has left: make the last write one with response, and wait for it."
      : "Disconnect only when all has left: send the marker as an indication and wait until it is "
        + "confirmed, or let the receiver end the connection."
  }
}
