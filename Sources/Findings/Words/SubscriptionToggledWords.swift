import Report

extension SubscriptionToggledRule {
  static let summary = "A client subscribed to a characteristic repeatedly in one connection."
  static let explanation = """
    A subscription is in effect until the client ends it or the connection ends (Core Vol 3, Part \
    G, 3.3.3.3): one is enough in a connection. Each further write to the Client Characteristic \
    Configuration descriptor takes a round trip, and values that the server has while the \
    subscription is off are lost. The rule reports a client that subscribed with the value that \
    the descriptor already had, or switched a subscription on again, at least \(fewest) times on \
    one device. Switching counts only as on, off, on. A change from notifications to \
    indications is no repetition, and writing off twice is not one either. An encryption that \
    began in between is a reason to write again.
    """

  var message: String {
    let what = repetition.name.owner ?? repetition.name.words
    let isOne = repetition.handles.count == 1
    let subscriptions =
      isOne
      ? "the subscription to \(what)"
      : "the subscriptions to \(repetition.handles.count) characteristics, first to \(what),"
    let again = isOne ? ("it", "it") : ("them", "they")
    var parts: [String] = []
    if repetition.toggles > 0 {
      let times = Wording.times(repetition.toggles)
      let often =
        isOne
        ? " \(times)"
        : repetition.toggles == repetition.toggled.count ? ", each once" : ", \(times) in all"
      parts.append("switched \(subscriptions) off and on again\(often)")
    }
    if repetition.doubles > 0 {
      parts.append(
        "wrote \(parts.isEmpty ? subscriptions : again.0) \(Wording.times(repetition.doubles)) "
          + "with the value that \(again.1) already had")
    }
    return "\(repetition.party == .remote ? "The peer" : "This host") "
      + "\(parts.joined(separator: ", and "))."
  }

  var advice: String? {
    "The client's app should subscribe once in each connection, before its first command, and stay "
      + "subscribed; two apps, or an app and its library, may each do so."
  }
}
