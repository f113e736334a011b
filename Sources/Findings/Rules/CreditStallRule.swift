import Report

/// The host could hand over nothing, as every buffer of the controller was taken.
enum CreditStallRule: Rule {
  static let name = "credit-stall"
  static let severity = ReportV1.Severity.warning
  static let traits: RuleTraits = [.timing, .creditStalls]
  static let summary = "Every buffer of the controller was in use, and the host had to wait."
  static let explanation = """
    The controller states how many packets it can hold (LE Read Buffer Size), and the host may \
    send no more until some are completed. A credit stall is the part of a stall (at least 0.5 s \
    and four connection intervals without a completion) in which all buffers were in use. During \
    it a stack refuses values. A stall that this rule reports is not reported by completion-stall. \
    If the link was lost at its end, link-loss reports it.
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
        ? "The controller's only buffer was in use"
        : "All \(longest.outstanding) buffers of the controller were in use"
      let calls = SendingCalls(connection, from: longest.firstFrame, to: longest.lastFrame)
      return RuleFinding(
        .warning, connection: connection.id, frames: [longest.firstFrame, longest.lastFrame],
        "\(buffers) \(stalls.wording), and nothing could be sent.",
        evidence: [
          .stalls: .int(stalls.count), .totalUs: .int(stalls.totalUs),
          .longestUs: .int(longest.durationUs), .outstanding: .int(longest.outstanding),
          .transfers: .list(hit.map { .int($0.id) }),
        ],
        advice:
          "The sending app has to wait until a buffer is free: \(calls.untilReady). To find out "
          + "why the link carried nothing, look at the distance, other connections and scanning.",
        lostUs: stalls.totalUs)
    }
  }
}
