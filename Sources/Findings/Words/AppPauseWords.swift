import Report

extension AppPauseRule {
  static let summary = "The app paused during a transfer although it could send."
  static let explanation = """
    The rule covers only transfers that this host sends, in captures that show the controller's \
    buffers: a gap (longer than \(GapRule.least), \(GapRule.intervals.word) times the median \
    interval and \(GapRule.intervals.word) connection intervals) in which no packet was \
    outstanding. The link and the controller were ready, and the app did not send. Apps often \
    pause for 0.1 s before the end marker; that pause is not counted. Pauses in a transfer whose \
    data a protocol divides into messages are not counted either, because the app may wait for an \
    answer. For received data the capture does not show whether the sender had data waiting: \
    notification-gap reports those pauses.
    """

  var message: String {
    let lost = Wording.duration(pauses.us)
    let times = pauses.count == 1 ? "for \(lost)" : "\(pauses.count) times, \(lost) in total,"
    return "This host's app paused \(times) during \(Wording.transfer(transfer)), with no packet "
      + "outstanding."
  }

  var advice: String? {
    "The app should send the next chunk as soon as the last call succeeded, or "
      + "\(SendingCalls(transfer.kind).whenReady). Look for a timer, a lock, or work that blocks "
      + "the queue of its callbacks."
  }
}
