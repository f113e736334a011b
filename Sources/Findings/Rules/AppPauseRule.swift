import Report

/// The sender went quiet inside a transfer although everything sent was completed.
enum AppPauseRule: Rule {
  static let name = "app-pause"
  static let severity = ReportV1.Severity.warning
  static let summary = "The app paused inside a transfer although it could have sent."
  static let explanation = """
    Reported of our own transfers only, where the capture shows the controller's buffers: a gap (longer \
    than 100 ms, four times the median interval and four connection intervals) in which nothing was \
    outstanding. Link and controller were ready then, and the app was not. A pause of 0.1 s before \
    the end marker is a known habit of apps and is not counted. Of received data nothing shows \
    what waited at the sender: notification-gap reports its pauses.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.transfers { !$0[$1].gaps.isEmpty }.finding(finding)
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
      : "\(pauses.count) times, \(Wording.duration(lost)) in all,"
    return RuleFinding(
      .warning, connection: connection.id, frames: [longest.afterFrame, longest.frame],
      "The app paused \(times) inside \(Wording.transfer(transfer)), with nothing outstanding.",
      evidence: .by(
        .local, connection,
        [
          "transfer": .int(transfer.id), "pauses": .int(pauses.count), "total_us": .int(lost),
          "longest_us": .int(longest.gapUs),
        ]),
      advice: "Send the next chunk as soon as the last call succeeded, or from "
        + "peripheralManagerIsReadyToUpdateSubscribers; look for a timer, a lock or work on the "
        + "queue that those calls come on.",
      lostUs: lost
    ).about(connection, transfer.uuid ?? "\(transfer.valueHandle)")
  }
}
