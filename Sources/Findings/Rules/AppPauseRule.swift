import Report

/// The sender paused inside a transfer although everything sent was completed.
enum AppPauseRule: Rule {
  static let name = "app-pause"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = .timing
  static let summary = "The app paused during a transfer although it could send."
  static let explanation = """
    The rule covers only transfers that this host sends, in captures that show the controller's \
    buffers: a gap (longer than 100 ms, four times the median interval and four connection \
    intervals) in which no packet was outstanding. The link and the controller were ready, and the \
    app did not send. Apps often pause for 0.1 s before the end marker; that pause is not counted. \
    Pauses in a transfer whose data a protocol divides into messages are not counted either, \
    because the app may wait for an answer. For received data the capture does not show whether \
    the sender had data waiting: notification-gap reports those pauses.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.transfers { !$0[$1].gaps.isEmpty && $0[$1].framing == nil }.finding(finding)
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ transfer: ReportV1.Transfer
  ) -> RuleFinding? {
    let pauses = GapAccount(transfer) { $0 == .appPause }
    guard let longest = pauses.longest else { return nil }
    let lost = pauses.us
    let times =
      pauses.count == 1
      ? "for \(Wording.duration(lost))"
      : "\(pauses.count) times, \(Wording.duration(lost)) in total,"
    return RuleFinding(
      .warning, connection: connection.id, frames: [longest.afterFrame, longest.frame],
      "This host's app paused \(times) during \(Wording.transfer(transfer)), with no packet "
        + "outstanding.",
      evidence: .by(
        .local, connection,
        [
          .transfer: .int(transfer.id), .pauses: .int(pauses.count), .totalUs: .int(lost),
          .longestUs: .int(longest.gapUs),
        ]),
      advice: "The app should send the next chunk as soon as the last call succeeded, or "
        + "\(SendingCalls(transfer.kind).whenReady). Look for a timer, a lock, or work that blocks "
        + "the queue of its callbacks.",
      lostUs: lost
    ).about(connection, transfer.uuid ?? "\(transfer.valueHandle)")
  }
}
