import Report

extension NeverSubscribedRule {
  static let summary = "Requests were written, and the client never subscribed to their answers."
  static let explanation = """
    A device sends its answers as notifications or indications only to a client that subscribed to \
    them. The rule reports connections in which at least \(fewest) values were written to a device, \
    and nothing came for \(shortest) or more, although in another connection with it the client \
    subscribed, wrote to the same characteristic and got values. Where no other connection shows \
    that, it reports, as information, at least \(fewestEqual) equal values one after the other \
    beside a characteristic of the same service that can notify. It says nothing where the \
    beginning of the connection or the records of a subscription may be missing, nor of what \
    subscription-lost reports, nor where the requests themselves differ from those that were \
    answered (app-request-unanswered).
    """

  private func name(_ handle: Int) -> String {
    AttributeName(handle, of: party == .local ? .peer : .local, in: connection).words
  }

  private var places: String {
    let ids = silent.map { "\($0.id)" }
    return ids.count > 8
      ? "\(ids.count) connections"
      : "\(ids.count == 1 ? "connection" : "connections") \(Wording.list(ids))"
  }

  var message: String {
    let who = connection.sides.name(party)
    let written = Wording.list(first.handles.prefix(4).map(name))
    let wanted =
      first.answers == first.handles
      ? first.answers.count == 1 ? "it" : "them" : Wording.list(first.answers.prefix(4).map(name))
    let plain =
      "\(Wording.sentence(who)) wrote \(Wording.count(count, "value")) to \(written) in \(places), "
      + "never subscribed to \(wanted) there, and nothing came"
    guard let elsewhere = first.elsewhere else { return plain + "." }
    return plain + "; in connection \(elsewhere.id) it had subscribed, and "
      + "\(Wording.count(elsewhere.values, "value")) came."
  }

  var advice: String? {
    "The app should subscribe first, in each connection, and wait for the answer to that write "
      + "before it sends requests."
  }
}
