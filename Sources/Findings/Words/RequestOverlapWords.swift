import Report

extension RequestOverlapRule {
  static let summary = "A client sent a request while an earlier one had no answer yet."
  static let explanation = """
    A client may have one unanswered request on a bearer: it may send the next one when it has \
    received the response or an Error Response (Core Vol 3, Part F, 3.3.2). Many servers keep the \
    second request and answer both in turn; others drop one of them, or the client mistakes the \
    answer to one for the answer to the other. The rule counts each request that was sent while an \
    earlier one of the same client on the same bearer had no answer, for up to \(longest); after \
    that time the transaction has failed, and att-request-unanswered reports it. The same request \
    sent again after 3 s or more is a timed repetition: it is not counted here, and \
    att-request-unanswered reports it. Both directions are independent, and so is each bearer of \
    Enhanced ATT; commands, notifications, indications and confirmations are not requests. It is a \
    warning if the server answered some of the earlier requests but not all, otherwise info. If \
    they show only the stall that att-request-unanswered reports, they are part of that finding. \
    The rule reports nothing if the capture lost records, or holds nothing that this server sent: \
    then the answer itself may be missing.
    """

  var message: String {
    let open = Wording.pdu(overlap.request) + (attribute.map { " to \($0.words)" } ?? "")
    let first = "\(Wording.one(Wording.pdu(overlap.nextRequest))) (#\(overlap.nextFrame))"
    return "\(isOurs ? "This host" : "The peer") sent \(Wording.count(overlap.count, "request")) "
      + "while an earlier one had no answer yet, \(overlap.count == 1 ? "" : "the first of them ")"
      + "\(first) while its \(open) (#\(overlap.frame)) was open; an ATT client has to wait for "
      + "each answer before its next request on a bearer. \(outcome)."
  }

  private var outcome: String {
    let never = unanswered == 1 ? "1 of the earlier ones was" : "\(unanswered) of them were"
    let outcome =
      switch (overlap.count, unanswered) {
      case (1, 0): "The earlier one was answered later"
      case (1, _): "The earlier one was never answered"
      case (_, 0): "All of the earlier ones were answered later"
      default: "\(never) never answered"
      }
    // The stall is the other finding's.
    guard let stall, unanswered > 0 else { return outcome }
    return "\(outcome) (#\(stall.first.frame), reported by att-request-unanswered)"
  }

  var advice: String? {
    (isOurs ? "Send" : "Have the peer's client send")
      + " the next request when the answer to the previous one was received: a queue of requests "
      + "for each connection ensures this."
  }
}
