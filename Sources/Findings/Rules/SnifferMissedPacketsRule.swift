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
    packet with a wrong CRC at the sniffer did arrive. The rule reports a connection with three \
    such data packets or more, at least one in a thousand. Their number is from packet counters \
    and the lengths of values, or else an estimate from the share of data among the packets that \
    were heard. Packets with a wrong MIC are added. Two packets missed in a row leave no trace in \
    sequence numbers: more may be missing, mainly in events of which one side was heard.
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
    let what = [
      missed > 0 ? "missed at least \(Wording.count(missed, "packet"))" : nil,
      damaged > 0
        ? "heard \(Wording.count(damaged, "packet")) with a wrong CRC that the other side received"
        : nil,
      unfit > 0 ? "could not decrypt \(Wording.count(unfit, "packet"))" : nil,
    ].compactMap { $0 }
    let oneSided = air.events.oneSided
    let silent = air.events.silent
    let unsure = [
      oneSided > 0
        ? "only one side in \(oneSided) of \(Wording.count(air.events.heard, "event"))" : nil,
      silent > 0 ? "no packet in the time of \(Wording.count(silent, "event"))" : nil,
    ].compactMap { $0 }
    let more = unsure.isEmpty ? "" : " More may be missing: it heard \(Wording.list(unsure))."
    return RuleFinding(
      .info, connection: connection.id, frames: Wording.handful(air.unreadFrames),
      "About \(lost) of \(Wording.count(lost.plus(data).minus(unfit), "data packet")) of "
        + "connection \(connection.id), with their values, are missing from this report: the "
        + "sniffer \(Wording.list(what)).\(more)",
      evidence: [
        "data_packets_missing": .int(lost), "missed_certain": .int(missed),
        "crc_failed_received": .int(damaged), "mic_failed": .int(unfit),
        "events_one_sided": .int(oneSided), "events_silent": .int(silent), "party": .null,
      ],
      advice: "Move the sniffer between both devices, away from other radios, or capture with a "
        + "second one. Gaps and missing numbers in this connection may be the sniffer's.")
  }
}

extension ReportV1.AirSide {
  /// Packets with data that the other side received and the sniffer did not: those that counters
  /// and lengths show, and of the others the share of data among those that were heard.
  fileprivate var lostData: Int {
    let shown = missedByCounter.plus(missedByLength)
    let others = max(0, missedCertain.plus(crcFailedReceived).minus(shown))
    let share = new > 0 ? Double(dataPackets) / Double(new) : 0
    return micFailed.plus(shown).plus(Int((Double(others) * share).rounded()))
  }
}
