import Report

extension AnswersSlowRule {
  static let summary = "The connection interval made the answers of an app's protocol slow."
  static let explanation = """
    An app that waits for each answer before it asks again waits for two connection events each \
    time. The rule reports dialogues whose answers took at least \(factor.word) times as long from \
    an update of the interval on, with at least \(fewest) before and after it, where that cost \
    \(leastCost) or more; and dialogues of at least \(leastInSeries) of which each took about two \
    intervals of \(leastInterval) or more, \(leastWait) together. Waits have to be \(waitShare) of \
    the time from one request to the next, and \(leastShare) of the time of the dialogue: what comes \
    at a timer, or when a person presses a key, is not reported. It takes the place of link-slowed, \
    interval-too-slow and slow-response for that dialogue.
    """

  private var names: String {
    let asked = dialogue.request.uuid ?? Wording.handle(dialogue.request.valueHandle)
    let answered = dialogue.answer.uuid ?? Wording.handle(dialogue.answer.valueHandle)
    return asked == answered ? answered : "\(answered) to \(asked)"
  }

  private var share: String {
    "of the \(Wording.duration(dialogue.durationUs)) from the first request to the last answer, "
      + "\(Wording.duration(dialogue.waitedUs)) passed with waiting for answers"
  }

  var message: String {
    let interval = Wording.interval(slow.intervalUs)
    let count = Wording.count(slow.answered, "answer")
    guard let fast else {
      return "\(count) of \(names) took "
        + "\(Wording.duration(slow.latencyUs)) (median), about two connection intervals of "
        + "\(interval); \(share)."
    }
    let asker = request.map {
      ", which \(connection.sides.name($0.party)) had requested (#\($0.frame))"
    }
    return "From the interval of \(interval) on (#\(slow.frame)\(asker ?? "")), answers of "
      + "\(names) took \(Wording.duration(slow.latencyUs)) (median of "
      + "\(slow.answered)), and \(Wording.duration(fast.latencyUs)) before, at "
      + "\(Wording.interval(fast.intervalUs)); \(share)."
  }

  var advice: String? {
    let why =
      "Use a short interval while the app asks, and a long one, or latency, when it is done; or send "
      + "the next request before the answer to the one before has come"
    return why + ", and several values in one event."
  }
}
