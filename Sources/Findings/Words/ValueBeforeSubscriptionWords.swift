import Report

extension ValueBeforeSubscriptionRule {
  static let summary = "Values were sent to which the client had not subscribed in that connection."
  static let explanation = """
    A server may notify and indicate only what the client has configured, and without a bond, the \
    subscription has to be repeated in each connection (Core Vol 3, Part G, 3.3.3.3). The rule \
    reports a characteristic whose first value was sent before the client wrote to its descriptor, \
    or whose descriptor it never wrote. Such values reach the app only if the client's stack \
    accepts them; Core Bluetooth and others drop them. The rule reports nothing if the link was \
    encrypted, because a bond keeps subscriptions; if the connection began before the capture, or \
    the capture lost records; or if a subscription was refused. If the client had subscribed in an \
    earlier connection with the same device and not in this one, the finding says so: the server \
    kept the subscription without a bond, or does not check subscriptions.
    """

  var message: String {
    let client = connection.sides.name(server.other)
    guard isNever else {
      let (stream, name) = (shown[0].stream, shown[0].name)
      return "A \(stream.kind.rawValue) of \(name.words) was sent (#\(stream.firstFrame)) before "
        + "\(client) subscribed to it (#\(shown[0].subscribedFrame ?? 0))."
    }
    let values = shown.prefix(3).map {
      "\(Wording.count($0.stream.count, $0.stream.kind.rawValue)) of \($0.name.words)"
    }
    let list = Wording.list(values + (shown.count > 3 ? ["others"] : []))
    return "\(list) \(count == 1 ? "was" : "were") sent; "
      + (kept?.words(shown.count)
        ?? "\(client) had not subscribed to \(count == 1 ? "it" : "them").")
  }

  var advice: String? {
    kept?.advice
      ?? "The server has to check the Client Characteristic Configuration descriptor before it "
      + "sends: a client that did not subscribe may not be ready, and may drop the value."
  }
}
