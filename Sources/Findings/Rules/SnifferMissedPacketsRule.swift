import Report

/// What the devices exchanged, and the sniffer did not hear.
enum SnifferMissedPacketsRule: Rule {
  static let name = "sniffer-missed-packets"
  static let severity = ReportV1.Severity.info
  static let suitsAir = true
  static let traits: RuleTraits = .capture
  static let summary = "The sniffer missed packets: values are missing from the report."
  static let explanation = """
    The devices repeat a packet that was lost; a sniffer cannot ask for one that it missed. \
    Sequence numbers (Core Vol 6, Part B, 4.5.9) prove packets that it did not hear, and that a \
    packet with a wrong CRC at the sniffer did arrive. Packets with a wrong MIC count as missed, \
    too. The rule reports a connection if at least three of these packets had data, and at least \
    one in a thousand of all packets with data. How many have data is known from packet counters \
    and the lengths of values; of the others it is estimated from the share of data among the \
    packets that were heard. Two packets missed in a row leave no trace in sequence numbers, so \
    the count is a minimum. More may be missing in events of which only one side was heard, and in \
    events whose last answer was not heard, although the central's next packet acknowledges it. \
    After an event without an answer the central repeats its packet; it looks the same if two \
    exchanges were not heard.

    If four in five of the values that were not heard whole break off after the same number of \
    packets, and most of them lack two or more, the sniffer probably stops \
    listening after that many packets, wherever it stands.
    """

  private static let least = 3
  private static let leastPerMille = 1

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.connections { $0[$1].air != nil }.finding { connection, _ in
      connection.air.flatMap { finding(connection, $0) }
    }
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ air: ReportV1.Air
  ) -> RuleFinding? {
    let sides = [air.central, air.peripheral]
    let lost = sides.map(\.lostData).total
    let data = sides.map(\.dataPackets).total
    guard lost >= least, lost.times(1000) >= data.times(leastPerMille) else { return nil }
    let missed = sides.map(\.missedCertain).total
    let damaged = sides.map(\.crcFailedReceived).total
    let unfit = sides.map(\.micFailed).total
    let all = max(lost, missed.plus(damaged).plus(unfit))
    let what = [
      missed > 0 ? "missed \(Wording.count(missed, "packet"))" : nil,
      damaged > 0
        ? "heard \(Wording.count(damaged, "packet")) with a wrong CRC that the other side received"
        : nil,
      unfit > 0 ? "could not decrypt \(Wording.count(unfit, "packet"))" : nil,
    ].compactMap { $0 }
    let isKnown = sides.map(\.estimatedData).total == 0
    // What it heard in another way than whole; the number of those that it missed is known by then.
    let reason =
      damaged == 0 && unfit == 0
      ? "the sniffer did not hear them" : "the sniffer \(Wording.list(what))"
    let share =
      isKnown ? "at least \(lost)" : lost == all ? "probably all" : "about \(lost)"
    let limit = sides.first { $0.breaksAlike }
    let base: EvidenceList = [
      .packetsMissing: .int(all), .dataPacketsMissing: .int(lost),
      .missedCertain: .int(missed), .crcFailedReceived: .int(damaged),
      .micFailed: .int(unfit), .eventsOneSided: .int(air.events.oneSided),
      .eventsRepeated: .int(air.events.repeated), .eventsCutOff: .int(air.events.cutOff),
      .eventsSilent: .int(air.events.silent),
      .brokenAfter: limit?.brokenAfter.map { .int($0) } ?? .null, .party: .null,
    ]
    return RuleFinding(
      .info, connection: connection.id, frames: Wording.handful(air.unreadFrames),
      "At least \(Wording.count(all, "packet")) of connection \(connection.id), "
        + "\(share) of them with data, are missing from this report: \(reason). It heard "
        + "\(Wording.count(sides.map(\.heardData).total, "packet")) with data.\(unsure(air))"
        + (limit.map { limitWords($0) } ?? ""),
      evidence: base,
      advice: (limit == nil
        ? "Move the sniffer between both devices, away from other radios, or capture with a "
          + "second one."
        : "Another place does not help against such a limit: update the sniffer's firmware, or "
          + "use another sniffer.")
        + " Gaps and missing numbers in this connection may be the sniffer's.")
  }

  /// Where more may be missing.
  private static func unsure(_ air: ReportV1.Air) -> String {
    let events = air.events
    let repeated =
      events.repeated > 0
      ? " (after \(events.repeated) of these the central repeated its packet, as it does without "
        + "an answer)" : ""
    let incomplete = [
      events.oneSided > 0 ? "only one side in \(events.oneSided)\(repeated)" : nil,
      events.cutOff > 0 ? "not the end of \(events.cutOff)" : nil,
    ].compactMap { $0 }
    let parts = [
      incomplete.isEmpty
        ? nil
        : "of \(Wording.count(events.heard, "event")) it heard \(Wording.list(incomplete))",
      events.silent > 0 ? "\(Wording.count(events.silent, "event")) passed unheard" : nil,
    ].compactMap { $0 }
    return parts.isEmpty ? "" : " More may be missing: \(parts.joined(separator: "; "))."
  }

  private static func limitWords(_ side: ReportV1.AirSide) -> String {
    " \(side.brokenAlike) of the \(Wording.count(side.brokenPdus, "value")) that it heard in part "
      + "break off after \(Wording.count(side.brokenAfter ?? 0, "packet")), which points to a "
      + "limit of the sniffer."
  }
}

extension ReportV1.AirSide {
  /// Packets with data that it could read, whether or not it is known that they were new: so is
  /// it with those whose MIC did not fit.
  fileprivate var heardData: Int { packets.minus(empty).minus(micFailed) }

  /// Packets with data that the other side received and the sniffer did not.
  fileprivate var lostData: Int { micFailed.plus(shownData).plus(estimatedData) }

  /// Those that counters and lengths show.
  private var shownData: Int { missedByCounter.plus(missedByLength) }

  /// Of the others, the share of data among those that were heard.
  fileprivate var estimatedData: Int {
    let others = max(0, missedCertain.plus(crcFailedReceived).minus(shownData))
    let share = new > 0 ? Double(dataPackets) / Double(new) : 0
    return Int((Double(others) * share).rounded())
  }

  /// Eight values at least break off alike, and one in five at most does otherwise.
  fileprivate var breaksAlike: Bool {
    brokenAfter != nil && brokenAlike >= 8 && brokenAlike.times(5) >= brokenPdus.times(4)
  }
}
