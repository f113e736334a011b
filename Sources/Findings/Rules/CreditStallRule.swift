import Report

/// The host could hand over nothing, as every buffer of the controller was taken.
enum CreditStallRule: Rule {
  static let name = "credit-stall"
  static let severity = ReportV1.Severity.warning
  static let summary = "Every buffer of the controller was taken, and the host had to wait."
  static let explanation = """
    The controller says how many packets it holds (LE Read Buffer Size), and the host may send no \
    more until some are completed. A credit stall is the part of a completion stall (0.5 s or \
    more, and four connection intervals) in which all of them were taken. It is then that an app's \
    updateValue answers NO. Where it ended with the link, link-loss reports it.
    """

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.stalls.finding { connection, account in
      let stalls = account.credit
      guard let longest = stalls.max(by: { $0.durationUs < $1.durationUs }) else { return nil }
      let hit = connection.transfers.filter { transfer in
        transfer.direction == .tx && stalls.contains { transfer.overlaps($0.startUs, $0.endUs) }
      }
      let buffers =
        longest.outstanding == 1
        ? "The controller's only buffer was taken"
        : "All \(longest.outstanding) buffers of the controller were taken"
      return RuleFinding(
        .warning, connection: connection.id, frames: [longest.firstFrame, longest.lastFrame],
        "\(buffers) \(stalls.wording), and nothing more could be sent.",
        evidence: [
          "stalls": .int(stalls.count), "total_us": .int(stalls.totalUs),
          "longest_us": .int(longest.durationUs), "outstanding": .int(longest.outstanding),
          "transfers": .list(hit.map { .int($0.id) }),
        ],
        advice: "The sender has to wait for room: after updateValue answers NO, send the refused "
          + "value again from peripheralManagerIsReadyToUpdateSubscribers. For why the link took "
          + "nothing, look at the distance, other connections and scanning.",
        lostUs: stalls.totalUs)
    }
  }
}
