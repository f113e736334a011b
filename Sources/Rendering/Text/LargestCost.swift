import Report
import Text

/// What most of the time of a transfer or a run went to, if one thing took half of it.
enum LargestCost {
  private static let leastShare = 50
  private static let least = 1_000_000

  /// `, 67 % of it waiting for answers`; empty where nothing stands out.
  ///
  /// - Parameter reads: of the same characteristic meanwhile, whose answers it may have waited for.
  static func words(_ time: [ReportV1.CauseShare], reads: Int = 0) -> String {
    let all = time.map(\.us).total
    guard all > 0 else { return "" }
    let parts: [(us: Int, words: String)] = [
      (
        time.us(.answerLocal, .answerPeer),
        "waiting for answers" + (reads > 0 ? " to \(Quantity.count(reads, "read"))" : "")
      ),
      (time.us(.connectionEvents, .latency), "waiting for connection events"),
      (time.us(.sender), "the sender's own time"),
      (time.us(.credits), "waiting for credits"),
      (Int(reported: time.us(.buffers) + time.controllerUs), "waiting for the controller"),
    ]
    guard let most = parts.max(by: { $0.us < $1.us }), most.us >= least,
      most.us / leastShare >= all / 100
    else { return "" }
    let percent = Int(Double(most.us) / Double(all) * 100 + 0.5)
    return ", \(percent)\u{A0}% of it \(most.words)"
  }

  /// Of a transfer that is the only one of its connection.
  static func words(
    _ transfer: ReportV1.Transfer, in connection: borrowing ReportV1.Connection
  ) -> String {
    let server: ReportV1.PairingSide = transfer.direction == .tx ? .peer : .local
    let index = connection.reads.indices.first {
      connection.reads[$0].handle == transfer.valueHandle && connection.reads[$0].server == server
        && connection.reads[$0].firstFrame <= transfer.lastFrame
        && transfer.firstFrame <= connection.reads[$0].lastFrame
    }
    return words(transfer.paceTime, reads: index.map { connection.reads[$0].count } ?? 0)
  }
}
