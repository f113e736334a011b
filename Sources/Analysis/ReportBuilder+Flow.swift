import Reports
import Sessions

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

  /// What a silence in front of a value comes from, as far as the capture tells.
  func explanation(_ silence: Silence, _ stream: ValueStream) -> String? {
    // The sender's choice of when to send a marker on its own.
    let isBeforeMarker = stream.transfers.finished.containsInPlace {
      $0.style == .own && $0.markerMoment?.frame == silence.frame && $0.chunks > 0
    }
    let half = silence.microseconds / 2
    if clock.lost(between: silence.afterFrame, and: silence.frame) { return "capture-drops" }
    if clock.stepped(between: silence.afterFrame, and: silence.frame) { return "clock-step" }
    if stream.direction == .tx {
      if silence.full > half { return "credit-stall" }
      if silence.busy > half { return "completion-stall" }
      return isBeforeMarker ? "marker-delay" : "app-pause"
    }
    if isBeforeMarker, silence.microseconds <= Self.markerTimer { return "marker-delay" }
    // The link carried other things: the sender had its chance.
    if silence.heardOthers { return "app-pause" }
    guard silence.interval > 0 else { return "link-silence" }
    return silence.microseconds < Self.fewEvents * silence.interval
      ? "missed-events" : "link-silence"
  }

  /// A marker that comes later than this after the last chunk was not sent by a timer of 0.1 s; the
  /// rest is allowance for the link.
  private static let markerTimer: Int64 = 300_000
  /// So few connection events may pass unused by chance; a longer silence has another cause.
  private static let fewEvents: Int64 = 10
}
