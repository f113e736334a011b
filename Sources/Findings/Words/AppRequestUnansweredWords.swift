import Report

extension AppRequestUnansweredRule {
  static let summary =
    "Requests of an app had no answer, although equal ones had one at other times."
  static let explanation = """
    Many devices answer what is written to one characteristic with values of another. Where the \
    frames show that, the report has it as a dialogue. The rule reports requests of a dialogue that \
    were followed by the next request, or by a silence of four times the usual wait, although an \
    equal request was answered at another time; and connections to the same device in which at \
    least \(fewestSilent) values were written to the same characteristic, and nothing came. A request \
    that is never answered may need no answer, and is not reported, unless all without an answer \
    have one or two octets in front of what those with one begin with, or the first request came \
    before the client subscribed to its answers. It is a warning from \
    \(graveCount) requests on or from \(graveShare) of all, otherwise info.
    """

  private var target: String {
    dialogue.request.uuid ?? Wording.handle(dialogue.request.valueHandle)
  }
  private var source: String {
    dialogue.answer.uuid ?? Wording.handle(dialogue.answer.valueHandle)
  }
  private var after: String {
    dialogue.latencyUs.p50.map { "; answers usually came after \(Wording.duration($0))" } ?? ""
  }

  var message: String {
    let who = dialogue.client == .local ? "this host" : "the peer"
    if dialogue.missed == 0, prefix == nil, let made = subscribedLater {
      return "\(Wording.sentence(who)) wrote its first request to \(target) "
        + "(#\(dialogue.firstFrame)) before it subscribed to \(source) (#\(made.frame)): it had no "
        + "answer."
    }
    guard case .all(let silent) = kind else {
      let count = Wording.count(dialogue.requests, "request")
      let equal =
        dialogue.missed == 0
        ? "and others had one"
        : dialogue.missed == dialogue.unanswered
          ? "although equal ones had one at other times"
          : "at least \(dialogue.missed) of them although equal ones had one at other times"
      return
        "At least \(dialogue.unanswered) of \(count) that \(who) wrote to \(target) had no answer from "
        + "\(source), \(equal)\(after).\(stray)"
    }
    let requests = Wording.count(silent.map(\.requests).total, "request")
    let ids = silent.map { "\($0.id)" }
    let places =
      ids.count > 8
      ? "\(ids.count) connections"
      : "\(ids.count == 1 ? "connection" : "connections") \(Wording.list(ids))"
    return "None of \(requests) that \(who) wrote to \(target) in \(places) had an answer; in "
      + "connection \(connection.id) \(source) answered \(dialogue.answered) of "
      + "\(dialogue.requests).\(stray)\(unsubscribed(silent))"
  }

  private var stray: String {
    prefix.map {
      " Each of these begins with \($0.octets), which those with an answer do not have: they begin "
        + "with \($0.expected)."
    } ?? ""
  }

  private func unsubscribed(_ silent: [Silent]) -> String {
    guard silent.allSatisfy({ !$0.isSubscribed }) else { return "" }
    return
      " In \(silent.count == 1 ? "that connection" : "those connections") the capture shows no "
      + "subscription to \(source)."
  }

  var advice: String? {
    if let prefix {
      return "Look at what puts \(prefix.octets) in front of the value: a handle, a length or a "
        + "header that a library adds by itself. The client also has to subscribe each time."
    }
    if dialogue.missed == 0, subscribedLater != nil {
      return "The app should wait for the answer to its subscription before it asks."
    }
    guard case .all = kind else {
      return "Look at what the app does when an answer does not come, and at what the device was "
        + "doing at that time: a request that comes too early, or while it is busy, may be dropped."
    }
    return "Compare the first requests of both connections octet by octet, and what the client "
      + "subscribed to before them."
  }
}
