import Ceiling
import Report

/// Each chunk of a transfer waited for an answer to the one before it.
enum ConfirmedChunksRule: Rule {
  static let name = "confirmed-chunks"
  static let severity = ReportV1.Severity.info
  static let summary = "A transfer took most of its time waiting for an answer to each chunk."
  static let explanation = """
    An indication waits for the confirmation of the previous one, and a Write Request for its \
    response: usually two connection events per chunk, even if several chunks would fit into one \
    event. The rule reports a transfer that, by the estimate, would take at most half the time, \
    and at least a second less, as notifications or as writes without response. The severity is \
    only info, because the app may want the answers. The Link Layer loses nothing while the \
    connection lasts, so one answer, to the last chunk, is enough.
    """

  private static let leastUs = 1_000_000

  static func check(_ file: CaseFile) -> [RuleFinding] {
    file.transfers { $0[$1].kind != .notification && $0[$1].ceiling != nil }.finding(finding)
  }

  private static func finding(
    _ connection: ReportV1.Connection, _ transfer: ReportV1.Transfer
  ) -> RuleFinding? {
    let isWrite = transfer.kind == .write
    let kind = ReportV1.WhatIfKind.withoutAnswers(areWrites: isWrite)
    guard let ceiling = transfer.ceiling,
      let other = ceiling.whatIf.first(where: { $0.kind == kind }),
      other.durationUs <= ceiling.achievedUs / 2,
      ceiling.achievedUs.minus(other.durationUs) >= leastUs
    else { return nil }
    let answer = isWrite ? "response" : "confirmation"
    return RuleFinding(
      .info, connection: connection.id,
      frames: [transfer.firstFrame, transfer.markerFrame ?? transfer.lastFrame],
      "\(Wording.sentence(Wording.transfer(transfer))) waited for a \(answer) to each of its "
        + "\(Wording.count(transfer.chunks, "chunk")), and took "
        + "\(Wording.duration(ceiling.achievedUs)); with \(ceiling.words(of: other)) it would take about "
        + "\(Wording.duration(other.durationUs)).",
      evidence: [
        .transfer: .int(transfer.id), .kind: .string(transfer.kind.rawValue),
        .durationUs: .int(ceiling.achievedUs), .possibleUs: .int(other.durationUs),
      ],
      advice: isWrite
        ? "The sending app should write without response, as fast as \(SendingCalls.writeReady) "
          + "or its equivalent allows, and send only the last write with response: its answer "
          + "shows that everything arrived."
        : "The sending app should send notifications, and only the marker as an indication: its "
          + "confirmation shows that everything arrived.",
      lostUs: ceiling.achievedUs.minus(other.durationUs))
  }
}
