import Report

extension PeripheralSilentRule {
  static let summary = "At the end only the central was heard: the peripheral did not answer it."
  static let explanation = """
    A peripheral answers each packet of the central that it hears, except in events that its \
    latency allows it to skip (Core Vol 6, Part B, 4.5.1). The rule reports a connection without a \
    PDU that ends it, in which only the central was heard in the last \(leastEvents.word) events \
    or more that latency does not explain: an error if the central stopped when the supervision \
    timeout had passed, after which the link is lost, otherwise a warning. It is info if the central \
    went on for longer than that or its sequence numbers changed, as it heard answers then, or if \
    the sniffer had missed or misheard more than one in twenty of the peripheral's packets before: \
    it may have missed these too. The time counts from the peripheral's last packet, as the \
    supervision timeout does (4.5.2).

    The finding names the first packet that got no answer, which is what a peripheral stopped at \
    that a packet brings down. The frames do not show whether the peripheral was gone, stopped, or \
    did not hear the central. A connection whose beginning was heard, and in which no packet of the \
    peripheral was, while the central repeated one packet, never came about.
    """

  var message: String {
    let events = Wording.count(silence.events, "event")
    if isStillborn {
      return "The connection never came about: in \(events), over "
        + "\(Wording.duration(silence.durationUs)), the central repeated its packet"
        + "\(beginning), and no packet of the peripheral was heard."
    }
    let more =
      isLost
      ? ", for as long as the supervision timeout lasts: the link was lost"
      : isDeaf ? ", or the sniffer did not hear it" : ""
    return "In the last \(silence.events) events that were heard, over "
      + "\(Wording.duration(silence.durationUs)), the peripheral did not answer the central\(more)."
      + stop
  }

  private var beginning: String { silence.unansweredFrame.map { " of #\($0)" } ?? "" }

  /// ` The peripheral's last packet was #14816; the first packet that it did not answer is #14817
  /// (Read Request, …).`
  private var stop: String {
    guard let frame = silence.unansweredFrame, let answer = silence.answerFrame else { return "" }
    let octets = Wording.count(silence.unansweredOctets, "octet")
    let what =
      silence.unansweredOctets == 0
      ? silence.unansweredPdu ?? "empty packet"
      : [silence.unansweredPdu, octets].compactMap(\.self).joined(separator: ", ")
    return " The peripheral's last packet was #\(answer); the first packet that it did not answer "
      + "is #\(frame) (\(what))."
  }

  var advice: String? {
    if isStillborn {
      return "Look whether the peripheral received the request to connect, and whether the sniffer "
        + "was near it."
    }
    return "Look at the log of the peripheral: a reset, a stopped radio and a device that is "
      + "carried away all look like this."
  }
}
