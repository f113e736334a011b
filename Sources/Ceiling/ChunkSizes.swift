import Report

extension ReportV1.KeyedList<Int> {
  /// The size of most chunks, where the list counts the chunks of each size.
  package var mostFrequent: Int? { entries.first.flatMap { Int($0.key) }.map { Int(reported: $0) } }
}

extension ReportV1.Connection {
  /// The longest value that the ATT_MTU took in a run; `nil` where that is not known.
  package func chunkLimit(of run: ReportV1.Run) -> Int? {
    isMTUExchanged(before: run) || mtu.frame == nil ? mtu.effective.map { max($0, 3) - 3 } : 20
  }

  /// Whether an exchange came before most of a run.
  package func isMTUExchanged(before run: ReportV1.Run) -> Bool {
    let middle = min(run.firstFrame, run.lastFrame) + (run.lastFrame - run.firstFrame) / 2
    return mtu.frame.map { $0 <= middle } ?? false
  }
}
