import Report

extension NotificationGapRule {
  static let summary =
    "In a transfer or a steady stream no value was received for longer than usual."
  static let explanation = """
    A gap is a silence longer than \(GapRule.least), \(GapRule.intervals.word) times the median \
    interval and \(GapRule.intervals.word) connection intervals, so that neither the pace of the \
    link nor a skipped connection event counts as a gap. Silences between transfers are not \
    counted. Silences that a stall, a pause of this host's app, the timer before the marker or the \
    capture itself explains are not counted either: other rules report those. If the link carried \
    other data during the gap, or if the gap was longer than the supervision timeout and the link \
    survived, the sender paused. A shorter silence may be caused by the sender or by the link. A \
    scan is a possible cause if it received an advertisement during the gap, and if it listened \
    for at least the share of the time that was silent. A stream without transfers is judged only \
    when it is steady and fast, like data and audio: at least 20 values, at least ten per second, \
    and 95 % of them within twice the median interval. A sensor that reports only sometimes has no \
    expected time for the next value. In a steady stream a silence is not counted if the client \
    read or wrote something during it, because the next value may be the answer, or if the \
    connection interval is not known.
    """

  var message: String {
    let name =
      switch subject {
      case .transfer(let transfer): Wording.transfer(transfer)
      case .stream(let stream): Wording.stream(stream)
      }
    let events = longest.missedEvents.map { " (\(Wording.count($0, "connection event")))" } ?? ""
    var why = ""
    if pauses.count > 0 {
      let times = pauses.count == gaps.count ? "" : " in \(pauses.count) of them"
      why = "; the link carried other data\(times), so the sender paused"
    } else if !scans.isEmpty {
      why = ", while \(RadioSharing.name(scans)) used the same radio, which may be the cause"
    }
    return "\(Wording.sentence(name)) paused \(gaps.times)\(events)\(why)."
  }

  var advice: String? {
    "Look at what the sender did in that time, preferably in a capture made on the sender. If the "
      + "link itself was silent, look at the radio: distance, other connections, scanning."
  }
}
