import Report

extension HostRequestUnansweredRule {
  static let summary = "This host never answered a question of its controller."
  static let explanation = """
    A controller asks its host for what only that can decide: LE Long Term Key Request, LE Remote \
    Connection Parameter Request, LE CIS Request, Connection Request, PIN Code Request, Link Key \
    Request, IO Capability Request, User Confirmation Request, User Passkey Request and Remote OOB \
    Data Request. The host has to answer each with its reply or its negative reply (Core Vol 4, \
    Part E, 7.7). Until then the procedure stands still, data may be held back, and a timer of the \
    link ends the connection after 30 s or 40 s, as if the peer had failed. The rule reports such \
    an event without any reply for 1 s, up to the end of the procedure, the connection or the \
    capture; a user may take 30 s while the capture still goes on. It is a warning where an answer \
    may still come: while neither procedure nor connection is over, for \(mayCome). It reports \
    nothing where records were lost since, or if no command of the capture has an answer.
    """

  var message: String {
    var message =
      "This host did not answer \(breach.name ?? "a question") (#\(breach.frame)) of its "
      + "controller in \(Wording.duration(breach.openUs ?? 0))"
    if let end {
      message +=
        ": the connection ended with \(Wording.named(end.name, end.reason)) (#\(end.frame))"
    }
    if kept > 0 {
      message +=
        ". \(Wording.count(kept, "packet")) of this host "
        + "\(kept == 1 ? "was" : "were") never completed"
    }
    return message + "."
  }

  var advice: String? {
    "The host's stack has to send the reply or the negative reply at once: look for a missing "
      + "handler of this event, or for a key store or user interface that never returned."
  }
}
