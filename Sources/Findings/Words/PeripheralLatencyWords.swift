import Report

extension PeripheralLatencyRule {
  static let summary = "Requests took as long as the peripheral latency allows."
  static let explanation = """
    A peripheral that has nothing to send may skip as many connection events as its latency says, \
    and receives a request only when it wakes. If this host is the central, or a sniffer heard \
    both sides, the rule counts requests that took at least 200 ms, at least half of (latency + 1) \
    x interval, and at most that and two intervals for the answer, but not less than three \
    intervals, with the parameters in force at that time. Latency explains no longer time. A \
    request that follows 2 s without an \
    answer or a value is not counted, because it delays no sequence of requests. The rule reports \
    \(leastCount.word) such requests or more, if together they took at least \(least) more than \
    two connection events each: a warning from \(much) on, or if at least half of all requests \
    were that slow; otherwise info. A server that needs this time for another reason looks the \
    same, so the finding says only that the parameters explain it.
    """

  var message: String {
    var notes: [String] = []
    let others = waits.requests - waits.count
    if others > 0 {
      // A few connection events.
      notes.append(
        "\(others == 1 ? "1 other" : "\(others) others") took 200 ms or more for other reasons")
    }
    if waits.afterSilence > 0 {
      notes.append(
        "\(waits.afterSilence) after a silence "
          + (waits.afterSilence == 1 ? "is not counted" : "are not counted"))
    }
    return "Of \(Wording.count(waits.asked, "request")) of \(connection.sides.name(.local)), "
      + "peripheral latency \(link.latency) explains \(waits.count) slow ones: the longest took "
      + "\(Wording.duration(waits.longest.latencyUs)), about the "
      + "\(Wording.duration(link.sleepUs)) for which the peripheral may skip events (interval "
      + "\(Wording.interval(link.usedIntervalUs))). They cost \(Wording.duration(waits.totalUs)) "
      + "beyond two connection events each"
      + (notes.isEmpty ? "" : ". \(notes.joined(separator: "; "))")
      + "\(connection.askedByPeerWords(link))."
  }

  var advice: String? {
    "The peripheral's firmware should request latency 0 while requests are sent one after the "
      + "other, and the old latency again afterwards; or the apps should use notifications and "
      + "Write Commands if no answer is needed."
  }
}
