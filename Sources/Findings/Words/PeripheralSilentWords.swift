import Report

extension PeripheralSilentRule {
  static let summary = "At the end only the central was heard: the peripheral did not answer it."
  static let explanation = """
    A peripheral answers each packet of the central that it hears, except in events that its \
    latency allows it to skip (Core Vol 6, Part B, 4.5.1). The rule reports a connection without a \
    PDU that ends it, in which only the central was heard in the last \(leastEvents.word) events \
    or more that latency does not explain: an error if that lasted for the supervision timeout, \
    after which the link is lost, otherwise a warning. It is info if the sniffer had missed or \
    misheard more than one in twenty of the peripheral's packets before: it may have missed these \
    too. The frames do not show whether the peripheral was gone, stopped, or did not hear the \
    central.
    """

  var message: String {
    let more =
      isDeaf
      ? ", or the sniffer did not hear it"
      : isLost ? ", longer than the supervision timeout: the link was lost" : ""
    return "In the last \(silence.events) events that were heard, over "
      + "\(Wording.duration(silence.durationUs)), the peripheral did not answer the central\(more)."
  }

  var advice: String? {
    "Look at the log of the peripheral: a reset, a stopped radio and a device that is carried away "
      + "all look like this."
  }
}
