import Report

extension ATTRequestUnansweredRule {
  static let summary = "A request or an indication was never answered."
  static let explanation = """
    A server owes the answer to a request, and a client the confirmation of an indication. ATT \
    allows one request at a time, so an unanswered one blocks the bearer, and after \(timeout) \
    (Core Vol 3, Part F, 3.3.3) no more may be sent on that bearer: then it is an error. Before \
    that it is a warning. It is info in a capture of data packets alone, which does not show the \
    loss of a link, or even a new link with the same handle.

    The same request sent again after 3 s or more counts as the same one, because a timer of the \
    sender repeated it: Android's stack repeats discovery requests after 5 s. Requests that were \
    sent while such a request was open are part of the same stall, and are one finding with it.

    A request is not counted if it was less than \(leastAge) old, or less than \
    \(leastIntervals.word) connection intervals old, when the connection or the capture ended: the \
    answer may be missing only because of that end. The rule does not report a request sent \
    shortly before the link was lost or closed (link-loss reports that) or a request that was \
    malformed (undecodable reports that), and reports nothing if the capture has only one direction.
    """

  var message: String {
    let target =
      pending.request.isDiscovery
      ? pending.handle.map { " from \(Wording.handle($0)) on" } ?? ""
      : name.map { " to \($0.words)" } ?? ""
    let isOurs = pending.asked == .local
    var message =
      isIndication
      ? "\(isOurs ? "The peer's" : "This host's") \(Wording.pdu(pending.request))\(indicated) "
        + "was not confirmed by \(isOurs ? "this host" : "the peer") in "
        + Wording.duration(pending.ageUs)
      : "\(isOurs ? "The peer's" : "The") \(Wording.pdu(pending.request))\(target) was not "
        + "answered \(isOurs ? "by this host " : "")in \(Wording.duration(pending.ageUs))"
    if let repeated = pending.repeatedUs {
      message += ", and was repeated after \(Wording.duration(repeated))"
    }
    if mayBeLost {
      message += ", unless the answer is among the records that the logger lost"
    } else if !showsEvents {
      message += "; the capture has no events, so the link may have been lost before"
    } else if isTimeout {
      message += ": the ATT transaction timed out"
    }
    return message + "\(overlap)."
  }

  private var indicated: String { name.map { " of \($0.words)" } ?? "" }

  /// `; 2 further requests (the first #5) that were sent meanwhile had no answer either`
  private var overlap: String {
    var words = ""
    if let open = stall.openFrame {
      words += "; it was sent while an earlier request (#\(open)) was open"
    }
    guard let next = stall.later.first else { return words }
    let count = Wording.count(stall.later.count, "further request")
    let frames = stall.later.count == 1 ? "#\(next.frame)" : "the first #\(next.frame)"
    let verb = stall.later.count == 1 ? "that was" : "that were"
    return words + "; \(count) (\(frames)) \(verb) sent meanwhile had no answer either"
  }

  var advice: String? {
    if isIndication {
      let client = pending.asked == .local ? "This host" : "The peer"
      return "\(client) is the client and has to confirm each indication, whether its app wants "
        + "the value or not; in most stacks the app has no part in it. Until then the server may "
        + "send no other indication. Look for a client that hangs or restarted, and for a link "
        + "that was lost during the wait."
    }
    guard stall.isOverlapped else { return adviceOnOne }
    return "An ATT client has to wait for each answer before its next request on a bearer, and a "
      + "server may drop one that comes too early: first ensure that this client waits. "
      + adviceOnOne
  }

  /// Discovery and the MTU are answered by the stack itself.
  private var adviceOnOne: String {
    if pending.request == .handleValueIndication {
      return "The client owes a confirmation for each indication: look at whether it has a GATT "
        + "client at all, and in the capture for a link that was lost during the wait. A server "
        + "should indicate only to clients that have subscribed."
    }
    guard !pending.request.isDiscovery,
      ![.exchangeMTURequest, .unrecognized].contains(pending.request)
    else {
      if pending.asked == .peer, connection.disconnect?.reason.isByPeer == true {
        return
          "The server's stack answers this request, not its app. The peer was there, and ended "
          + "the connection instead: look at the log of that device."
      }
      return "The server's stack answers this request, not its app: most likely the link was lost, "
        + "or the server restarted. Look at how the connection continued."
    }
    return "The server must answer each request, even if only with an error response: look in its "
      + "app for a handler that never calls respond, and in the capture for a link that was lost "
      + "during the wait."
  }
}
