import Report

extension DiscoveryLoopRule {
  static let summary = "The same attributes were discovered repeatedly in one connection."
  static let explanation = """
    A server's attributes stay the same until Service Changed reports a change, so one discovery \
    in a connection is enough (Core Vol 3, Part G, 2.5.2). The rule reports a discovery (Find \
    Information, Find By Type Value, Read By Group Type, Read By Type of declarations) that sent \
    one of its first eight requests, with the same handles, again at least \(extraRounds.word) \
    times without a reason. Service Changed, Database Out Of Sync and the start of encryption are \
    each a reason for one repetition. All repeated requests together must have taken at least \
    \(least), because several apps of one phone may each look a service up. It is a warning if \
    they took at least \(share.word) of the connection's time, otherwise info. A discovery of \
    \(wholeRequests) requests or more that was made a second time as a whole, of which more than \
    one of the first requests shows it, is info, whatever time it took.
    """

  var message: String {
    let asker = connection.sides.opening(asker)
    let answerer = connection.sides.name(self.asker.other)
    let portion = connectionUs > 0 ? min(100, again.requestsUs * 100 / connectionUs) : 100
    let cost =
      "\(Wording.count(again.requests, "request")) took \(Wording.duration(again.requestsUs)), "
      + "\(portion) % of the connection's time."
    guard isStuck else {
      return "\(asker) discovered the attributes of \(answerer) \(discovery.rounds) times. After "
        + "the first discovery, \(cost)"
    }
    let start = again.startHandle.map { " from \(Wording.handle($0))" } ?? ""
    return "\(asker) sent one \(Wording.pdu(again.request))\(start) about \(answerer)'s "
      + "attributes \(discovery.rounds) times, \(again.inSuccession) times as soon as the one "
      + "before was answered. After the first time, \(cost)"
  }

  var advice: String? {
    isStuck
      ? "The discovery does not advance. The client has to continue after the last handle that it "
        + "received, and to stop at the end of the range or at Attribute Not Found: look at how it "
        + "parses the response, and whether the server's declarations are in order."
      : "The client's app should discover once in a connection, and keep the result. Look for "
        + "discoverServices in code that runs often (a timer, each value, each error), and for a "
        + "retry that restarts the whole discovery when one request failed."
  }
}
