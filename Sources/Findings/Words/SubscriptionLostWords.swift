import Report

extension SubscriptionLostRule {
  static let summary =
    "After a reconnect the client did not subscribe again, and no values were sent."
  static let explanation = """
    Without a bond a server forgets subscriptions when the connection ends (Core Vol 3, Part G, \
    3.3.3.3). The rule reports a characteristic whose values were sent in one connection, and from \
    which the client did not unsubscribe, if in the next connection with the same peer the client \
    subscribed to nothing and none of its values were sent. That next connection must have lasted \
    \(shortest) after discovery, and \(Wording.times(pauses.value)) the longest earlier pause \
    between values: before that, a value is not yet expected. The rule reports nothing if the \
    client subscribed to something else, because the app then wants something else; if discovery \
    did not end, or did not find the characteristic, because a device in firmware update mode has \
    other attributes; if there was no request at all, because nothing then shows that the app \
    wanted anything; if a subscription was refused, which other rules report; or if the capture \
    has lost records.
    """

  var message: String {
    let names = lost.map { "\(Wording.count($0.count, $0.kind.rawValue)) of \($0.shortName)" }
    let values = names.count <= 3 ? names : names.prefix(3) + ["\(names.count - 3) others"]
    return "\(Wording.list(values)) were sent in connection \(earlier); in connection \(later.id) "
      + "\(later.sides.name(party)) did not subscribe, and none were sent in "
      + "\(Wording.duration(livedUs))."
  }

  var advice: String? {
    isEncrypted
      ? "The link is encrypted: if the devices are bonded, the server should have kept the "
        + "subscription. The client's app can subscribe again in each connection without harm."
      : "The client's app has to subscribe again in each connection, when discovery is done."
  }
}
