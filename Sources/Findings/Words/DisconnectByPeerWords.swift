import Report

extension DisconnectByPeerRule {
  static let summary = "The peer ended the connection during an exchange, or when it was idle."
  static let explanation = """
    Reason 0x13: the host on the other side ended the connection on purpose, which is normal when \
    the work is done. The rule reports such an end during an exchange: while values were still \
    sent or received, or while a request, other than one of discovery, had no answer. Values count \
    if there were at least \(UnfinishedWork.leastValues.word), on average less than \
    \(UnfinishedWork.mostBetweenValues) apart (writes less than \
    \(UnfinishedWork.mostBetweenWrites)), and if the end came within the usual time between two of \
    them.

    That is a warning, and info if this host had written something else in the second before the \
    end, because that write may have requested the end. It is also info if a peer ended at least \
    two connections after the same idle time (within \(IdleEnds.spread)): it may have a timer for \
    idle connections.

    The rule does not report an end that this host had requested, an end after the app had \
    unsubscribed or just after a transfer, an end after an idle time that another connection to \
    the same peer outlived, what early-disconnect reports, or a request that had waited long \
    enough for att-request-unanswered.
    """

  var message: String {
    var message = "The peer ended the connection (#\(end.frame)) "
    if let stream = work.stream {
      let age = connection.endUs - (stream.lastUs ?? connection.endUs)
      let first = stream.firstUs ?? connection.startUs
      message +=
        "\(Wording.duration(age)) after the last of "
        + "\(Wording.count(stream.count, stream.kind.rawValue)) of \(stream.shortName) "
        + "(\(Wording.count(stream.bytes, "byte")) in "
        + "\(Wording.duration(max(0, (stream.lastUs ?? first) - first))), from "
        + "#\(stream.firstFrame))"
    }
    if let pending = work.pending {
      message +=
        (work.stream == nil ? "while " : ", and ") + pending.noAnswerWords(in: connection)
    }
    if let written = work.written {
      message +=
        ", and \(Wording.duration(connection.endUs - (written.lastUs ?? 0))) after this host's "
        + "app wrote to \(written.shortName) (#\(written.lastFrame))"
    }
    if let silenceUs {
      message += "; this host had sent nothing for \(Wording.duration(silenceUs))"
    }
    return message + "."
  }

  var advice: String? {
    work.written == nil
      ? "The device's firmware did this: look there for a timer or a limit"
        + "\(silenceUs == nil ? "" : ", such as one for a client that sends nothing"), for an "
        + "error in handling a request, or for another central that it serves."
      : "See whether that write requests the device to end the connection; if not, look in its "
        + "firmware for a timer or a limit."
  }
}

extension IdleEnds {
  var message: String {
    let (least, most) = (Wording.duration(leastSilence), Wording.duration(longestSilence))
    return "\(Wording.peer(connections[0].peer.address)) ended "
      + "\(Wording.count(connections.count, "connection")), each "
      + "\(least == most ? least : "\(least) to \(most)") after the last data: it may have a timer "
      + "for idle connections."
  }

  var advice: String? {
    "If the connection should last, the app has to read or write something more often than that; "
      + "if not, the app should end it when its work is done."
  }
}
