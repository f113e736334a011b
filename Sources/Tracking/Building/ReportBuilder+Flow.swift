import Report

extension ReportBuilder {
  /// - Parameter transfers: the connection's, with their gaps explained: pauses of the app inside
  ///   them are stalls of the kind `resume`.
  func flow(
    _ state: ConnectionState, _ link: LinkMeasures, _ transfers: [ReportV1.Transfer]
  ) -> ReportV1.Flow {
    var flow = ReportV1.Flow()
    flow.tx = ReportV1.TransmitFlow {
      $0.packets = link.flow.packets
      $0.completed = link.flow.completed
      $0.outstandingMax = link.flow.completed > 0 ? link.flow.outstandingMaximum : nil
      $0.completionUs = mergeableSummary(link.flow.completion)
      $0.pdus = state.packets[0].pdus
      $0.fragmentedPdus = state.packets[0].fragmented
      $0.lastCompletedFrame = link.flow.lastCompletion?.frame
      $0.lastCompletedUs = link.flow.lastCompletion.map { offset($0.time) }
    }
    // Where records were lost, what came in between is not known, completions among it.
    let seen = link.flow.stalls.filter {
      !clock.lost(between: $0.first.frame, and: $0.last.frame)
    }
    flow.stalls = seen.map { stall in
      ReportV1.Stall {
        $0.kind = stall.kind
        $0.firstFrame = stall.first.frame
        $0.lastFrame = stall.last.frame
        $0.startUs = offset(stall.first.time)
        $0.durationUs = Int(reported: stall.microseconds)
        $0.outstanding = stall.outstanding
        let pause = clock.longestPause(after: stall.first.frame, through: stall.last.frame)
        $0.silentUs = pause.map { Int(reported: $0.microseconds) }
        $0.silentFrame = pause?.frame
      }
    }
    for index in transfers.indexes({ $0[$1].direction == .tx && !$0[$1].gaps.isEmpty }) {
      flow.stalls += transfers[index].gaps.filter { $0.explainedBy == .appPause }.map { fact in
        ReportV1.Stall {
          $0.kind = .resume
          $0.firstFrame = fact.afterFrame
          $0.lastFrame = fact.frame
          $0.startUs = fact.startUs ?? 0
          $0.durationUs = fact.gapUs
          $0.outstanding = 0
        }
      }
    }
    flow.stalls.sort { ($0.startUs, $0.firstFrame) < ($1.startUs, $1.firstFrame) }
    flow.rx = ReportV1.ReceiveFlow {
      $0.packets = state.packets[1].packets
      $0.pdus = state.packets[1].pdus
      $0.fragmentedPdus = state.packets[1].fragmented
      $0.events = link.fold.events
      $0.packetsPerEvent = Self.summary(link.fold.packetsPerEvent)
      $0.skippedEvents = link.fold.skipped
      $0.confidence = link.fold.confidence
    }
    if !link.course.tx.isEmpty {
      flow.throughput = ReportV1.Throughput {
        $0.bucketUs = Int(reported: link.course.partMicroseconds)
        $0.tx = link.course.tx
        $0.rx = link.course.rx
      }
    }
    return flow
  }
}
