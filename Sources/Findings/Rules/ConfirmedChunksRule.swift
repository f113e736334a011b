import Report

/// Each chunk of a transfer waited for an answer to the one before it.
enum ConfirmedChunksRule: Rule {
  static let name = "confirmed-chunks"
  static let severity = ReportV1.Severity.info
  static let summary = "A transfer took most of its time waiting for an answer to each chunk."
  static let explanation = """
    An indication waits for the confirmation of the one before it, a Write Request for its response: \
    most often two connection events a chunk, however many would fit into one. Reported where the same \
    payload would, by the estimate, take half the time or less as notifications or as writes \
    without response, and a second less. It is no more than info: the answers may be wanted. The \
    link layer loses nothing on a connection that holds, so one answer, to the last chunk, says as \
    much.
    """

  private static let leastUs = 1_000_000

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.transfers { $0[$1].kind != .notification && $0[$1].ceiling != nil }.finding(finding)
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ transfer: ReportV1.Transfer
  ) -> RuleFinding? {
    let isWrite = transfer.kind == .write
    let change = isWrite ? WhatIfs.withoutResponses : WhatIfs.withoutConfirmations
    guard let ceiling = transfer.ceiling,
      let other = ceiling.whatIf.first(where: { $0.change == change }),
      other.durationUs <= ceiling.achievedUs / 2,
      ceiling.achievedUs.minus(other.durationUs) >= leastUs
    else { return nil }
    let answer = isWrite ? "response" : "confirmation"
    return RuleFinding(
      .info, connection: connection.id,
      frames: [transfer.firstFrame, transfer.markerFrame ?? transfer.lastFrame],
      "\(Wording.sentence(Wording.transfer(transfer))) waited for a \(answer) to each of its "
        + "\(Wording.count(transfer.chunks, "chunk")): \(Wording.duration(ceiling.achievedUs)), which "
        + "would be about \(Wording.duration(other.durationUs)) \(isWrite ? "with" : "as") \(change).",
      evidence: [
        "transfer": .int(transfer.id), "kind": .string(transfer.kind.rawValue),
        "duration_us": .int(ceiling.achievedUs), "possible_us": .int(other.durationUs),
      ],
      advice: isWrite
        ? "Write without response, as canSendWriteWithoutResponse or its like allows, and make the "
          + "last write one with response: its answer shows that all arrived."
        : "Send notifications, and only the marker as an indication: its confirmation shows that "
          + "all arrived.",
      lostUs: ceiling.achievedUs.minus(other.durationUs))
  }
}
