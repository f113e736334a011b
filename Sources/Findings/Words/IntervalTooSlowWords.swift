import Report

extension IntervalTooSlowRule {
  static let summary = "Data waited for connection events that were more than \(usual) apart."
  static let explanation = """
    Packets are sent only at connection events. Phones connect with 30 to 50 ms when nothing else \
    is requested (Android's default is 24 to 40 units of 1.25 ms), so a side requested a longer \
    interval, usually to save power. That is unsuitable while data is sent. The rule reports data \
    of at least \(BulkData.least) over at least \(leastEvents.word) intervals, with at least one \
    chunk per interval, so the sender had more to send at every event; it does not report a sender \
    that was slower than the link. It also reports at least \(leastRequests.word) requests of this \
    host, as central or peripheral, that each took two connection events, and together \
    \(leastRequestsTime) or more, if the events were 100 ms or more apart and the peripheral \
    skipped none (see peripheral-latency). At \(leastOfSeries) or more it reports \
    \(leastInSeries) requests or more that took \(leastSeriesTime) or more together, and half of \
    the time in which the connection was in use: one after the other, at two events each. In a \
    sniffed capture \(leastRequestsOnAir.word) requests of 200 ms or more are enough, because it \
    shows at which event each of them was sent.
    """

  var message: String {
    "\(data.name(uuid)) took \(Wording.duration(durationUs)): its "
      + "\(Wording.count(data.chunks, "chunk")) waited for \(events) connection events "
      + "\(Wording.interval(intervalUs)) apart."
  }

  var advice: String? { Self.advice(while: "data is sent") }

  fileprivate static func advice(while what: String) -> String {
    "The peripheral's firmware or the central's app should request 15 to 30 ms while \(what) "
      + "(Connection Parameter Update, or Android's requestConnectionPriority), and the long "
      + "interval again afterwards."
  }
}

extension IntervalTooSlowRule.Requests {
  var message: String {
    "\(requests) took \(Wording.duration(waits.requestsUs)) in total, because "
      + "connection events were \(Wording.interval(link.usedIntervalUs)) apart: "
      + (connection.air == nil
        ? "each takes two of them or more" : "each answer waits for an event")
      + "\(connection.askedByPeerWords(link))."
  }

  /// Those that waited so, of all that were answered.
  private var requests: String {
    let all = connection.att.transactions.latencyRemoteUs.count
    return all > waits.requests
      ? "\(waits.requests) of \(Wording.count(all, "request"))"
      : Wording.count(waits.requests, "request")
  }

  var advice: String? {
    IntervalTooSlowRule.advice(while: "requests are sent one after the other")
  }
}

extension IntervalTooSlowRule.Series {
  var message: String {
    "\(Wording.count(requests, "request")), one after the other, took "
      + "\(Wording.duration(requestsUs)) in total: \(Wording.duration(medianUs)) each (median), "
      + "two connection events that were \(Wording.interval(link.usedIntervalUs)) apart"
      + "\(connection.askedByPeerWords(link))."
  }

  var advice: String? {
    IntervalTooSlowRule.advice(while: "requests are sent one after the other")
  }
}
