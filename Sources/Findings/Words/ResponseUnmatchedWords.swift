import Report

extension ResponseUnmatchedRule {
  static let summary = "A server sent an ATT response that its client had not asked for."
  static let explanation = """
    A response ends the request that is open; without one a server may send none (Core Vol 3, Part \
    F, 3.3.2). A second answer to the same request is the most frequent kind: many clients take it \
    for the answer to their next request, and read a wrong value or an error that was meant for \
    another; some close the connection, which is said where this host did within \(soon). The rule \
    reports each kind of response for which no request of its kind was open. It reports nothing \
    before the first request that was answered, neither at the beginning nor after lost records, \
    where there are more such responses than answers, or on connections with several ATT bearers.
    """

  var message: String {
    let request = Wording.pdu(breach.request)
    let kind =
      isError
      ? "\(Wording.pdu(breach.pdu)) to \(Wording.one(request))" : Wording.pdu(breach.pdu)
    var message = "\(breach.isOurs ? "This host" : "The peer") sent "
    if breach.count == 1 {
      message += "\(Wording.one(kind)) (#\(breach.frame))"
    } else {
      message += "\(breach.count) times \(Wording.one(kind)) (first in #\(breach.frame))"
    }
    message += " although no \(request) was open"
    if let cause = breach.causeFrame { message += ": the one in #\(cause) had its answer already" }
    if let open = breach.openFrame { message += ". The request in #\(open) waited meanwhile" }
    if let end = endedFrame { message += ". The client hung up right after it (#\(end))" }
    return message + "."
  }

  var advice: String? {
    breach.isOurs
      ? "Look in this host's server for a handler that responds twice."
      : "Look in the peer's server for a handler that responds twice, or after its response was "
        + "sent by the stack. A client must not take it for the answer to its next request."
  }
}
