import Report

extension SharedRadioRule {
  static let summary =
    "Other connections or scans may have used the radio while a transfer was slow."
  static let explanation = """
    A controller has one radio. A connection event that overlaps with one of another connection, \
    or with a scan window, is skipped or cut short. The rule looks at received data of at least \
    \(leastBytes), if nothing was received in at least \(leastSkipped.word) connection events and \
    in at least a sixth of all events during traffic (one or two packets in a hundred are lost on \
    the air anyway). It reports this only if another connection of the same controller overlaps \
    with the data, or a scan that can explain the loss: it received an advertisement during that \
    time, and it listens for at least the share of the time in which nothing was received. The \
    capture shows that both happened at the same time; whether one caused the other is not \
    certain. Other connections are not reported if the transfer is not slow; notification-gap \
    reports longer silences.

    It also reports streams of values that are no transfer, where the frames show it: at least \
    \(StreamRadio.leastHoles.word) holes of four connection events while the radio was shared for \
    at least \(StreamRadio.leastUs), \(StreamRadio.often.word) times as many in the same time as \
    otherwise, and at most \(StreamRadio.most) of the values. Those of input devices are left to \
    input-late.
    """

  var message: String {
    let causes = [
      connections.isEmpty ? nil : Wording.count(connections.count, "other connection"),
      scans.isEmpty ? nil : RadioSharing.name(scans),
    ]
    return "In \(skipped) of \(events) connection events, no data of \(Wording.transfer(transfer)) "
      + "was received; \(causes.compactMap(\.self).joined(separator: " and ")) used the same radio "
      + "at that time, which may be the cause."
  }

  /// About what the capture shows.
  var advice: String? {
    let scan = "The app should stop scanning while data is sent."
    let intervals =
      "The connections should have intervals that are multiples of one another, so that their "
      + "events do not collide."
    return [scans.isEmpty ? nil : scan, connections.isEmpty ? nil : intervals].compactMap(\.self)
      .joined(separator: " ")
  }
}

extension RadioSharing {
  /// `a scan (12 % of the time)`, `2 scans (12 to 50 % of the time)`.
  static func name(_ scans: [ReportV1.Scan]) -> String {
    let noun = scans.count == 1 ? "a scan" : "\(scans.count) scans"
    let shares = scans.compactMap(\.sharePercent)
    guard shares.count == scans.count, let least = shares.min(), let most = shares.max() else {
      return "\(noun) (share of the time unknown)"
    }
    return "\(noun) (\(least == most ? "" : "\(least) to ")\(most) % of the time)"
  }
}
