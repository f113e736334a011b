import Bytes
import CaptureFiles
import Judgement
import Report

/// The gaps of one stream with what explains each: all of them, in the order of their frames.
struct StreamGaps {
  private var gaps: [ReportV1.Gap] = []
  /// Indexes of those that a report lists.
  private var listed: [Int] = []
  /// Whether there were no more.
  private var isComplete = true
  /// Silences that are the stream's own rhythm.
  private var steady: [Silence] = []

  init(_ gaps: [ReportV1.Gap], steady: [Silence] = [], isComplete: Bool) {
    self.gaps = gaps
    self.steady = steady
    self.isComplete = isComplete
    listed = GapCandidates.longest(of: gaps, \.gapUs)
  }

  /// What lies between a request and its answer is no gap, nor is what lies before a request: in
  /// that time nothing was asked.
  func fill(in report: inout ReportV1.NotificationStream) {
    let unasked = gaps.filter { $0.explainedBy != .request }
    report.gaps = GapCandidates.longest(of: unasked, \.gapUs).map { unasked[$0] }
    (report.gapCount, report.gapTotalUs, report.gapCauses) = sums(unasked[...])
  }

  /// Those in front of a transfer's values, its first one's not among them.
  func fill(after first: Int, upTo last: Int, in report: inout ReportV1.Transfer) {
    let start = index(after: first)
    let end = max(start, index(after: last))
    for index in listed[listed.partitionPoint(where: { $0 >= start })...] where index < end {
      report.gaps.append(gaps[index])
    }
    (report.gapCount, report.gapTotalUs, report.gapCauses) = sums(gaps[start..<end])
  }

  /// How long those in front of a run's values were together, but for those in which the controller
  /// had packets.
  func pauses(after first: Int, upTo last: Int) -> Int {
    let start = index(after: first)
    let end = max(start, index(after: last))
    return gaps[start..<end].reduce(0) { sum, gap in
      let isStall = gap.explainedBy == .creditStall || gap.explainedBy == .completionStall
      return isStall ? sum : Int(reported: sum + gap.gapUs)
    }
  }

  /// How long those gaps were together in which a packet of this host was sent and could not be
  /// delivered for three quarters of the time or more: then the link was silent, and the other side
  /// waited for nothing of this host.
  ///
  /// - Parameter stalls: of packets that were not completed, in their order.
  func undelivered(after first: Int, upTo last: Int, _ stalls: [DeliveryStall]) -> Int {
    guard !stalls.isEmpty else { return 0 }
    let start = index(after: first)
    let end = max(start, index(after: last))
    return gaps[start..<end].reduce(0) { sum, gap in
      let stall = stalls.partitionPoint(where: { $0.frame > gap.afterFrame })
      guard stall < stalls.count, stalls[stall].frame < gap.frame, let startUs = gap.startUs
      else { return sum }
      let until = min(stalls[stall].endUs, startUs + gap.gapUs)
      let silent = until - max(stalls[stall].startUs, startUs)
      return silent >= gap.gapUs / 4 * 3 ? Int(reported: sum + gap.gapUs) : sum
    }
  }

  /// How long the silences of the stream's own rhythm were together.
  func steadyPauses(after first: Int, upTo last: Int) -> Int {
    steady.reduce(0) { sum, silence in
      first < silence.frame && silence.frame <= last
        ? Int(reported: sum + Int(reported: silence.microseconds)) : sum
    }
  }

  /// By cause, in the order in which the causes come first.
  private func sums(_ gaps: ArraySlice<ReportV1.Gap>) -> (Int?, Int?, [ReportV1.GapCause]) {
    guard isComplete || !gaps.isEmpty else { return (nil, nil, []) }
    var causes: [ReportV1.GapCause] = []
    for gap in gaps {
      if let index = causes.firstIndex(where: { $0.explainedBy == gap.explainedBy }) {
        causes[index].count += 1
        causes[index].us = Int(reported: causes[index].us + gap.gapUs)
      } else {
        causes.append(
          ReportV1.GapCause {
            $0.explainedBy = gap.explainedBy
            $0.count = 1
            $0.us = gap.gapUs
          })
      }
    }
    return isComplete ? (gaps.count, causes.map(\.us).total, causes) : (nil, nil, causes)
  }

  /// The first of those that end after a frame.
  private func index(after frame: Int) -> Int {
    gaps.partitionPoint(where: { $0.frame > frame })
  }
}

/// A time in which a packet of ours was not completed.
struct DeliveryStall {
  /// Of the packet.
  var frame: Int
  var startUs: Int
  var endUs: Int
}

extension ReportBuilder {
  /// Of the stream at an index of the list: handed over by itself, it would be copied.
  func gaps(
    _ streams: [ValueStream], at index: Int, _ state: ConnectionState, _ account: TimeAccount?
  ) -> StreamGaps {
    var silences = streams[index].rhythm.gaps(threshold: options.gapThresholdMicroseconds)
    guard !silences.isEmpty else {
      return StreamGaps([], isComplete: streams[index].rhythm.candidates.isComplete)
    }
    // In front of a marker of its own that others went before.
    var markers: Set<Int> = []
    // What comes after a marker is no part of the transfer that it ended.
    var ends: Set<Int> = []
    let finished = streams[index].transfers.finished
    for place in finished.indices {
      guard let frame = finished[place].markerMoment?.frame else { continue }
      ends.insert(frame)
      if finished[place].style == .own && finished[place].chunks > 0 { markers.insert(frame) }
    }
    let direction = streams[index].direction
    // Inside a transfer the client asks too, to confirm what came, and the marker says what belongs
    // together. Between two of them it asks for the next one.
    let isTransfer = streams[index].transfers.markerSeen
    var steady: [Silence] = []
    // What is written in blocks is an upload; what is notified in blocks comes as the device has
    // it.
    if options.gapThresholdMicroseconds == nil, streams[index].kind != .write, !isTransfer,
      streams[index].rhythm.candidates.isComplete, let cadence = Cadence(silences)
    {
      steady = silences.filter(cadence.includes)
      silences.removeAll(where: cadence.includes)
    }
    let isAnswer = { (silence: Silence) in
      direction == .tx ? silence.answered > silence.microseconds / 2 : silence.wasAsked
    }
    return StreamGaps(
      silences.map { silence in
        gap(
          silence,
          explainedBy: explanation(
            silence, direction, isBeforeMarker: markers.contains(silence.frame),
            isAnswer: isAnswer(silence) && (!isTransfer || ends.contains(silence.afterFrame)),
            state, account))
      }, steady: steady, isComplete: streams[index].rhythm.candidates.isComplete)
  }

  /// The events between the one that brought the last value and the one that brought the next.
  private func gap(_ silence: Silence, explainedBy explanation: ReportV1.TimeCause?) -> ReportV1.Gap
  {
    ReportV1.Gap {
      $0.frame = silence.frame
      $0.afterFrame = silence.afterFrame
      $0.gapUs = Int(reported: silence.microseconds)
      $0.missedEvents =
        silence.interval > 0
        ? max(
          0, Int(reported: (silence.microseconds &+ silence.interval / 2) / silence.interval) - 1)
        : nil
      $0.explainedBy = explanation
      $0.startUs = offset(silence.start)
    }
  }

  /// What a silence before a value comes from, as far as the capture shows.
  ///
  /// - Parameter isBeforeMarker: whether the value is a marker on its own, which the sender sends
  ///   when it chooses to.
  /// - Parameter isAnswer: whether the client asked for something meanwhile, as a value that
  ///   answers is no part of a stream; of a sent value, whether the peer was sending.
  func explanation(
    _ silence: Silence, _ direction: RecordDirection, isBeforeMarker: Bool,
    isAnswer: Bool, _ state: ConnectionState, _ account: TimeAccount?
  ) -> ReportV1.TimeCause? {
    let half = silence.microseconds / 2
    if clock.lost(between: silence.afterFrame, and: silence.frame) { return .captureDrops }
    let time = account?.time(of: silence, direction) ?? []
    if time.us(.clockStep) > half { return .clockStep }
    if direction == .rx, time.us(.parameterUpdate) > half { return .parameterUpdate }
    // The clock was set, or a device slept: neither side waited so long.
    let isOutlived = outlivedWaits.contains {
      silence.afterFrame < $0.pause.frame && $0.pause.frame <= silence.frame
    }
    if isOutlived { return nil }
    if direction == .tx {
      // While other packets come and go at the pace of the link, nothing stalls.
      let flowing = Int64(silence.passed) &* FlowMeasure.usualEvents &* silence.interval
      if silence.full &- flowing > half { return .creditStall }
      if silence.busy &- flowing > half { return .completionStall }
      if isAnswer { return .peerValues }
      if snifferMissed(silence, direction, state) { return .snifferMissed }
      return isBeforeMarker ? .markerDelay : .appPause
    }
    if isBeforeMarker, silence.microseconds <= Self.markerTimer { return .markerDelay }
    if isAnswer { return .request }
    if snifferMissed(silence, direction, state) { return .snifferMissed }
    if linkLived(through: silence, state) {
      return hadToWait(silence, state) ? .linkSilence : .senderPause
    }
    guard silence.interval > 0 else { return .linkSilence }
    return silence.microseconds < Self.fewEvents * silence.interval
      ? .missedEvents : .linkSilence
  }

  private func snifferMissed(
    _ silence: Silence, _ direction: RecordDirection, _ state: ConnectionState
  ) -> Bool {
    missed(direction, after: silence.afterFrame, upTo: silence.frame, state) ?? false
  }

  /// Whether a value may have waited for the link for half of a silence, or longer: in that time no
  /// packet of its sender, as a sniffer heard them, said that there was nothing more to send.
  private func hadToWait(_ silence: Silence, _ state: ConnectionState) -> Bool {
    state.airLink != nil && silence.rested < silence.microseconds / 2
  }

  /// Whether the sender had its chance to send: the link carried other things meanwhile, or lived
  /// on for longer than it can without a packet from the peer. Core Vol 6, Part B, 4.5.2.
  private func linkLived(through silence: Silence, _ state: ConnectionState) -> Bool {
    if silence.heardOthers { return true }
    var longest: Int?
    for parameters in state.parameters where parameters.frame <= silence.frame {
      if parameters.frame <= silence.afterFrame { longest = nil }
      longest = max(longest ?? 0, parameters.supervisionTimeoutUs)
    }
    return longest.map { $0 > 0 && silence.microseconds > Int64($0) } ?? false
  }

  /// A marker that comes later than this after the last chunk was not sent by a timer of 0.1 s; the
  /// rest is allowance for the link.
  private static let markerTimer: Int64 = 300_000
  /// So few connection events may pass unused by chance; a longer silence has another cause.
  private static let fewEvents: Int64 = 10
}

extension TimeAccount {
  fileprivate func time(
    of silence: Silence, _ direction: RecordDirection
  ) -> [ReportV1.CauseShare] {
    let start = silence.start.microseconds
    return (direction == .tx ? sent : received)
      .shares(from: start, to: start &+ silence.microseconds)
  }
}
