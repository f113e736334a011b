import Report

extension ConfirmedChunksRule {
  static let summary = "A transfer took most of its time waiting for an answer to each chunk."
  static let explanation = """
    An indication waits for the confirmation of the previous one, and a Write Request for its \
    response: usually two connection events per chunk, even if several chunks would fit into one \
    event. The rule reports a transfer that, by the estimate, would take at most \
    \(mostShare.word) the time, and at least \(leastSaving.word) less, as notifications or as \
    writes without response. The severity is only info, because the app may want the answers. The \
    Link Layer loses nothing while the connection lasts, so one answer, to the last chunk, is enough.
    """

  private var isWrite: Bool { transfer.kind == .write }

  var message: String {
    "\(Wording.sentence(Wording.transfer(transfer))) waited for a "
      + "\(isWrite ? "response" : "confirmation") to each of its "
      + "\(Wording.count(transfer.chunks, "chunk")), and took "
      + "\(Wording.duration(ceiling.achievedUs)); with \(ceiling.words(of: other)) it would take "
      + "about \(Wording.duration(other.durationUs))."
  }

  var advice: String? {
    isWrite
      ? "The sending app should write without response, as fast as \(SendingCalls.writeReady) or "
        + "its equivalent allows, and send only the last write with response: its answer shows "
        + "that everything arrived."
      : "The sending app should send notifications, and only the marker as an indication: its "
        + "confirmation shows that everything arrived."
  }
}
