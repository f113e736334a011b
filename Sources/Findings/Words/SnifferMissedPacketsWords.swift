import Report

extension SnifferMissedPacketsRule {
  static let summary = "The sniffer missed packets: values are missing from the report."
  static let explanation = """
    The devices repeat a packet that was lost; a sniffer cannot ask for one that it missed. \
    Sequence numbers (Core Vol 6, Part B, 4.5.9) prove packets that it did not hear, and that a \
    packet with a wrong CRC at the sniffer did arrive. Packets with a wrong MIC count as missed, \
    too; if there are no others, only mic-failure speaks. The rule reports a connection if at \
    least \(least.word) of these packets had data, and at least one in \(oneIn.word) of all packets with data. How many have data is known from packet \
    counters and the lengths of values; of the others it is estimated from the share of data among \
    the packets that were heard. Two packets missed in a row leave no trace in sequence numbers, \
    so the count is a minimum. More may be missing in events of which only one side was heard. \
    After an event without an answer the central repeats its packet; it looks the same if two \
    exchanges were not heard.

    If four in five of the values that were not heard whole break off after the same number of \
    packets, and most of them lack two or more, the sniffer probably stops listening after that \
    many packets, wherever it stands.
    """

  var message: String {
    let what = [
      missed > 0 ? "missed at least \(Wording.count(missed, "packet"))" : nil,
      damaged > 0
        ? "heard \(Wording.count(damaged, "packet")) with a wrong CRC that the other side received"
        : nil,
      unfit > 0 ? "could not decrypt \(Wording.count(unfit, "packet"))" : nil,
    ].compactMap(\.self)
    // What it heard in another way than whole; the number of those that it missed is known by then.
    let reason =
      damaged == 0 && unfit == 0
      ? "the sniffer did not hear them" : "the sniffer \(Wording.list(what))"
    let share =
      isKnown ? "at least \(lost)" : lost == all ? "probably all" : "about \(lost)"
    return "At least \(Wording.count(all, "packet")) of connection \(connection), \(share) of them "
      + "with data, are missing from this report: \(reason). It heard "
      + "\(Wording.count(heard, "packet")) with data.\(unsure)"
      + (limited.map(Self.limit) ?? "")
  }

  /// Where more may be missing.
  private var unsure: String {
    let events = air.events
    let none =
      events.unused > 0
      ? " (in \(events.unused) of these probably nothing was exchanged: the sequence numbers go on)"
      : ""
    let again =
      repeated > 0
      ? " (after at least \(repeated) of these the central repeated its packet, as it does "
        + "without an answer)" : ""
    let parts = [
      oneSided > 0
        ? "of \(Wording.count(events.heard, "event")) it heard only one side in "
          + "\(oneSided)\(again)" : nil,
      events.silent > events.unused
        ? "\(Wording.count(events.silent, "event")) passed unheard\(none)" : nil,
    ].compactMap(\.self)
    return parts.isEmpty ? "" : " More may be missing: \(parts.joined(separator: "; "))."
  }

  private static func limit(_ side: ReportV1.AirSide) -> String {
    " \(side.brokenAlike) of the \(Wording.count(side.brokenPdus, "value")) that it heard in part "
      + "break off after \(Wording.count(side.brokenAfter ?? 0, "packet")), which points to a "
      + "limit of the sniffer."
  }

  var advice: String? {
    let what =
      limited == nil
      ? "Move the sniffer between both devices, away from other radios, or capture with a second "
        + "one."
      : "Another place does not help against such a limit: update the sniffer's firmware, or use "
        + "another sniffer."
    return "\(what) Gaps and missing numbers in this connection may be the sniffer's."
  }
}
