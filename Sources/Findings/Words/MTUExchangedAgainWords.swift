import Report

extension MTUExchangedAgainRule {
  static let summary = "A client sent Exchange MTU Request more than once in a connection."
  static let explanation = """
    A client shall send this request once in a connection at most (Core Vol 3, Part F, 3.4.2.1). A \
    second one usually comes from a second app or stack on the same link, which does not know of \
    the first. Servers answer it in different ways, and the two sides may end up with different \
    values in force. It is a warning if the second request states another value, or was sent while \
    a request of the same client was open; otherwise info. The rule reports nothing if the capture \
    does not show how connections begin and end: then a second exchange may belong to another \
    connection.
    """

  var message: String {
    let times = breach.count == 1 ? "twice" : "\(breach.count + 1) times"
    let sender = breach.isOurs ? "This host" : "The peer"
    var message = "\(sender) sent Exchange MTU Request \(times) in one connection"
    if let first = breach.causeFrame { message += ", first in #\(first)" }
    if let before = breach.limit, let value = breach.value {
      message +=
        value == before
        ? " and each time with \(value)" : " with \(before) and later with \(value)"
    }
    message += " (#\(breach.frame)); a client may send it once."
    if breach.request == .exchangeMTURequest {
      message += " The first one had no answer yet."
    } else if let open = breach.request {
      message += " Its \(Wording.pdu(open)) had no answer yet."
    }
    return message
  }

  var advice: String? {
    breach.isOurs
      ? "Exchange the MTU in one place, once, before anything else: look for two apps or libraries "
        + "that use this link."
      : breach.value == breach.limit
        ? nil
        : "Look in the peer for two parts that each exchange the MTU: the server should keep to "
          + "the first value."
  }
}
