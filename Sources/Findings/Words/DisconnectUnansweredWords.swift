import Report

extension DisconnectUnansweredRule {
  static let summary = "This host ended the connection, and the peer never acknowledged that."
  static let explanation = """
    When this host sends a Disconnect command, the controller reports the end as soon as the peer \
    has acknowledged it, or when the supervision timeout has passed (Core Vol 6, Part B, 4.5.12). \
    If it then reports LL Response Timeout (0x22) or Connection Timeout (0x08), the connection \
    ended because this host wanted it, not because of a fault of the link: info. The peer may \
    still consider itself connected for its supervision timeout, and not advertise during that \
    time; or it received the request, and only its acknowledgement was not received. If it was \
    connected again or advertised within \(atOnce.word) of the end, the finding says so. The other \
    case: the controller accepted the Disconnect, and no Disconnection Complete was received for \
    \(patience) or more, until the capture ended or the handle's next connection began. That is a \
    warning if the supervision timeout also passed, the host repeated the command or the peer was \
    back, otherwise info.
    """

  var message: String { end.map(ended) ?? open }

  private func ended(_ end: ReportV1.Disconnect) -> String {
    var message =
      "This host ended the \(connection.noun) (#\(request.frame)), and the peer did not "
      + "acknowledge it: the controller stopped waiting after \(Wording.duration(waitedUs)) with "
      + "\(Wording.named(end.name, end.reason))"
    if let back {
      message +=
        ". The peer was available again: \(back.words) "
        + (back.frame < end.frame
          ? "before that" : "\(Wording.duration(back.timeUs - connection.endUs)) later")
    }
    return message + "."
  }

  private var open: String {
    let asked =
      request.count > 1
      ? " \(Wording.times(request.count)) (#\(request.frame) to #\(request.lastFrame))"
      : " (#\(request.frame))"
    var message =
      "This host requested the end of the \(connection.noun)\(asked), and no Disconnection "
      + "Complete followed in the \(Wording.duration(waitedUs)) until "
      + (successor.map { "connection \($0.id) got the same handle (#\($0.firstFrame))" }
        ?? "the capture ends")
    if let timeoutUs {
      message +=
        isOver
        ? ", although the supervision timeout is \(Wording.duration(timeoutUs))"
        : "; the supervision timeout of \(Wording.duration(timeoutUs)) had not passed"
    }
    if let back {
      message +=
        ". The peer is back: \(back.words) \(Wording.duration(back.timeUs - request.timeUs)) "
        + "after the command"
    }
    return message + "."
  }

  var advice: String? {
    switch (end == nil, back == nil) {
    case (false, false):
      "The frames do not show when the connection ended for the peer: it may have received the "
        + "Disconnect, and only its acknowledgement was not received, or it may have left before. "
        + "If this happens often, look at the signal at the end of the connections."
    case (false, true):
      "This host itself ended the connection. The peer may have received the Disconnect, and only "
        + "its acknowledgement was not received; or it was out of range, and detects the end at "
        + "its supervision timeout. The app should wait for its advertisements before it connects "
        + "again."
    case (true, true):
      "The peer no longer answers, or this host's controller does not report the end. Until it "
        + "does, the handle stays in use, and a new connection to the device may be refused."
    case (true, false):
      "Most likely the connection is over for the peer. The event that ends it on this host was "
        + "not captured, or this host's controller never sent it: look at the controller, and at "
        + "the host's list of connections."
    }
  }
}

extension PeerReturn {
  /// `connection 4 to it was established (#248)`
  fileprivate var words: String {
    connection.map { "connection \($0) to it was established (#\(frame))" }
      ?? "it advertised (#\(frame))"
  }
}
