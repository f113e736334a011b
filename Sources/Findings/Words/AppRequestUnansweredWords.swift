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
    that is never answered may need no answer, and is not reported. It is a warning from \
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
    guard case .all(let silent) = kind else {
      let count = Wording.count(dialogue.requests, "request")
      let equal =
        dialogue.missed == dialogue.unanswered
        ? "although equal ones had one at other times"
        : "at least \(dialogue.missed) of them although equal ones had one at other times"
      return
        "At least \(dialogue.unanswered) of \(count) that \(who) wrote to \(target) had no answer from "
        + "\(source), \(equal)\(after)."
    }
    let requests = Wording.count(silent.map(\.requests).total, "request")
    let ids = silent.map { "\($0.id)" }
    let places =
      ids.count > 8
      ? "\(ids.count) connections"
      : "\(ids.count == 1 ? "connection" : "connections") \(Wording.list(ids))"
    return "None of \(requests) that \(who) wrote to \(target) in \(places) had an answer; in "
      + "connection \(connection.id) \(source) answered \(dialogue.answered) of "
      + "\(dialogue.requests).\(unsubscribed(silent))"
  }

  private func unsubscribed(_ silent: [Silent]) -> String {
    guard silent.allSatisfy({ !$0.isSubscribed }) else { return "" }
    return
      " In \(silent.count == 1 ? "that connection" : "those connections") the capture shows no "
      + "subscription to \(source)."
  }

  var advice: String? {
    guard case .all = kind else {
      return "Look at what the app does when an answer does not come, and at what the device was "
        + "doing at that time: a request that comes too early, or while it is busy, may be dropped."
    }
    return "Compare the first requests of both connections octet by octet, and what the client "
      + "subscribed to before them."
  }
}
