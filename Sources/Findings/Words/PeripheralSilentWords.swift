import Report

extension PeripheralSilentRule {
  static let summary = "At the end only the central was heard: the peripheral did not answer it."
  static let explanation = """
    A peripheral answers each packet of the central that it hears, except in events that its \
    latency allows it to skip (Core Vol 6, Part B, 4.5.1). The rule reports a connection without a \
    PDU that ends it, in which only the central was heard in the last \(leastEvents.word) events \
    or more that latency does not explain: an error if the central stopped when the supervision \
    timeout had passed, after which the link is lost, otherwise a warning. It is info if the central \
    went on for longer than that, as it heard answers then, or if the sniffer had missed or misheard \
    more than one in twenty of the peripheral's packets before: it may have missed these too. The \
    frames do not show whether the peripheral was gone, stopped, or did not hear the \
    central.
    """

  var message: String {
    let more =
      isLost
      ? ", for as long as the supervision timeout lasts: the link was lost"
      : isDeaf ? ", or the sniffer did not hear it" : ""
    return "In the last \(silence.events) events that were heard, over "
      + "\(Wording.duration(silence.durationUs)), the peripheral did not answer the central\(more)."
  }

  var advice: String? {
    "Look at the log of the peripheral: a reset, a stopped radio and a device that is carried away "
      + "all look like this."
  }
}
