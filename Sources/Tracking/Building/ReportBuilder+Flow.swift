import Report

extension ReportBuilder {
  /// - Parameter transfers: the connection's, with their gaps explained: pauses of the app inside
  ///   them are stalls of the kind `resume`.
  func flow(
    _ state: ConnectionState, _ link: LinkMeasures, _ transfers: [ReportV1.Transfer]
  ) -> ReportV1.Flow {
    var flow = ReportV1.Flow()
    flow.tx = ReportV1.TransmitFlow(
      packets: link.flow.packets, completed: link.flow.completed,
      outstandingMax: link.flow.completed > 0 ? link.flow.outstandingMaximum : nil,
      completionUs: Self.summary(link.flow.completion), pdus: state.packets[0].pdus,
      fragmentedPdus: state.packets[0].fragmented)
    // Where records were lost, what came in between is not known, completions among it.
    let seen = link.flow.stalls.filter {
      !clock.lost(between: $0.first.frame, and: $0.last.frame)
    }
    flow.stalls = seen.map { stall in
      ReportV1.Stall(
        kind: stall.kind == .credit ? .credit : .completion, firstFrame: stall.first.frame,
        lastFrame: stall.last.frame, startUs: offset(stall.first.time),
        durationUs: Int(clamping: stall.microseconds), outstanding: stall.outstanding)
    }
    for place in transfers.places({ $0[$1].direction == .tx && !$0[$1].gaps.isEmpty }) {
      flow.stalls += transfers[place].gaps.filter { $0.explainedBy == "app-pause" }.map {
        ReportV1.Stall(
          kind: .resume, firstFrame: $0.afterFrame, lastFrame: $0.frame, startUs: $0.startUs ?? 0,
          durationUs: $0.gapUs, outstanding: 0)
      }
    }
    flow.stalls.sort { ($0.startUs, $0.firstFrame) < ($1.startUs, $1.firstFrame) }
    flow.rx = ReportV1.ReceiveFlow(
      packets: state.packets[1].packets, pdus: state.packets[1].pdus,
      fragmentedPdus: state.packets[1].fragmented, events: link.fold.events,
      packetsPerEvent: Self.summary(link.fold.packetsPerEvent),
      skippedEvents: link.fold.skipped,
      confidence: link.fold.confidence.map {
        switch $0 {
        case .high: .high
        case .medium: .medium
        case .low: .low
        }
      })
    if !link.course.tx.isEmpty {
      flow.throughput = ReportV1.Throughput(
        bucketUs: link.course.partMicroseconds, tx: link.course.tx, rx: link.course.rx)
    }
    return flow
  }
}
