import Report

extension ReportBuilder {
  /// What took less than this came, or went, as one connection event had it, or as the host's queue
  /// did: no pace of the link. A quarter of the interval is allowance for late records.
  ///
  /// - Parameter frame: where it began.
  private func leastPace(_ state: ConnectionState, at frame: Int) -> Int64 {
    if state.likelyTransport == .brEDR { return 0 }
    let interval =
      state.parameters.last { $0.frame <= frame }.map { Int64($0.intervalUs) }
      ?? Self.shortestInterval
    return interval / 4 * 3
  }

  /// Of a connection event on a link of which the interval is not known. Core Vol 6, Part B, 4.5.1.
  private static let shortestInterval: Int64 = 7500

  /// How fast it was; and of what was sent, when the controller was done with it.
  func addPace(
    _ transfer: borrowing FinishedTransfer, _ state: ConnectionState,
    to report: inout ReportV1.Transfer
  ) {
    let least = leastPace(state, at: transfer.first.frame)
    let octets = transfer.payload.octets
    let isWhole = transfer.framing?.captured == nil
    func rate(_ microseconds: Int64) -> Double? {
      guard isWhole, microseconds > 0, microseconds >= least else { return nil }
      return Double(octets) * 1_000_000 / Double(microseconds)
    }
    // How fast the host queued is no pace of the link where completions show that one.
    if report.direction == .rx || !measures.controllers[state.controller].tellsCompletions {
      report.throughputBytesPerS = rate(transfer.durationMicroseconds)
    }
    if let completed = transfer.completed, let duration = transfer.completedMicroseconds,
      !clock.lost(between: state.first.frame, and: completed.frame)
    {
      report.delivery = ReportV1.Delivery {
        $0.completedFrame = completed.frame
        $0.durationUs = Int(reported: duration)
        $0.bytesPerS = rate(duration)
      }
    } else if let left = transfer.uncompleted, let end = state.end,
      !clock.lost(between: state.first.frame, and: end.moment.frame)
    {
      let marker = transfer.marker.map { options.markers[$0].bytes.count } ?? 0
      report.delivery = ReportV1.Delivery {
        $0.uncompletedPackets = left.packets
        $0.uncompletedBytes = min(max(0, left.octets - marker), octets)
      }
      // What did not leave had no pace.
      if left.packets > 0 { report.throughputBytesPerS = nil }
    }
  }
}
