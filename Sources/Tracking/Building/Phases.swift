import BluetoothProtocol
import Bytes
import CaptureFiles
import Report

/// The phases of a connection, as its developers think of it: one after the other, never two at a
/// time. A name may come more than once.
///
/// | phase     | from                                         | to                                |
/// |-----------|----------------------------------------------|-----------------------------------|
/// | scan      | the start of the scan that led to this       | the first report in discover      |
/// |           | connection                                   |                                   |
/// | discover  | the peer's first advertising report in that  | its last one before the command   |
/// |           | scan, and since the attempt before           | that asks for the connection      |
/// | connect   | the command that asks for a connection       | the event that completes it       |
/// | mtu       | a request for another MTU                    | its answer                        |
/// | explore   | a request about services, characteristics,   | its answer; of several, the last, |
/// |           | descriptors or a descriptor's value, or for  | and it lasts as long as they did  |
/// |           | a hash or supported features by their type   |                                   |
/// | subscribe | a write that subscribes                      | the same                          |
/// | pair      | a Pairing Request                            | the encryption that it leads to,  |
/// |           |                                              | the last key, or the failure      |
/// | interact  | a value, read or write                       | the last before something else    |
/// | idle      | the end of one phase                         | the next, more than 2 s later     |
/// | close     | after the last value the first write that    | the event that ends the           |
/// |           | unsubscribes, or the host's command to end   | connection                        |
/// |           | the connection, whichever comes first; where |                                   |
/// |           | the peer ends it, or a sniffer heard who     |                                   |
/// |           | did, that event; where the link              |                                   |
/// |           | is lost, the end of what came before, at     |                                   |
/// |           | most the supervision timeout that ran, or    |                                   |
/// |           | the peer's next advertisement; what came     |                                   |
/// |           | before a pause of its own is no part of it   |                                   |
///
/// A phase of which nothing was captured is left out. Who waits for an answer is not idle: a
/// request that has none lasts until something else begins. Of a connection with very many phases
/// the pauses of an idle phase must be longer; see `PhaseMeasure`.
extension ReportBuilder {
  func phases(_ state: ConnectionState, _ link: LinkMeasures) -> [ReportV1.Phase] {
    var measure = link.phases
    let beginning = beginning(state, measure)
    var life = measure.take()
    let end = measure.ended ?? end(of: state)
    addUnanswered(of: state, until: end, to: &life)
    let close = close(of: state, measure, lastOfPeer(state, link), &life)
    if let close { life.append(close) }
    return phases(
      beginning, measure.complete, life, until: end, measure, of: state)
  }

  // MARK: - Up to the connection

  /// A device that was heard longer ago, in microseconds, was not looked for to connect to it then.
  private static let longestChoice: Int64 = 60_000_000

  private func beginning(_ state: ConnectionState, _ measure: PhaseMeasure) -> [PhaseStretch] {
    guard let complete = measure.complete else { return [] }
    var parts: [PhaseStretch] = []
    var asked = measure.request
    if let heard = measure.heard, let (first, last) = span(of: heard, until: asked ?? complete) {
      if let scan = scan(before: state, first) {
        let start = heard.since.map { $0.frame > scan.start.frame ? $0 : scan.start } ?? scan.start
        if start.frame < first.frame { parts.append(PhaseStretch(.scan, start, first)) }
        if asked == nil, let stop = scan.stop, stop.frame < complete.frame {
          asked = stop.frame > last.frame ? stop : last
        }
      }
      parts.append(PhaseStretch(.discover, first, last))
    }
    if let asked { parts.append(PhaseStretch(.connect, asked, complete)) }
    return parts
  }

  /// From when to when the peer was heard for this connection, and not for the one before.
  private func span(of heard: Heard, until asked: Moment) -> (Moment, Moment)? {
    let last = asked.frame < heard.last.frame ? asked : heard.last
    let first = heard.since.map { $0.frame > heard.first.frame ? $0 : heard.first } ?? heard.first
    guard first.frame <= last.frame, asked.time.since(last.time) <= Self.longestChoice else {
      return nil
    }
    return (first, last)
  }

  /// The last scan in which the peer was heard before the connection.
  private func scan(before state: ConnectionState, _ first: Moment) -> ScanFact? {
    // By index, as the last one is far in front where there are thousands.
    let scans = sessions.scans
    let index = scans.indices.last {
      scans[$0].controller == state.controller && scans[$0].start.frame <= first.frame
        && scans[$0].stop?.frame ?? .max >= first.frame
    }
    return index.map { scans[$0] }
  }

  // MARK: - Up to its end

  /// A request that has no answer goes on until something else begins.
  private func addUnanswered(
    of state: ConnectionState, until end: Moment, to life: inout [PhaseStretch]
  ) {
    guard !state.unanswered.isEmpty else { return }
    let answered = life.count
    var all = life
    for request in state.unanswered.prefix(Bound.phases.limit) {
      let over = Moment(
        frame: max(request.moment.frame, end.frame),
        time: TraceTime(
          microseconds: request.moment.time.microseconds &+ request.ageMicroseconds))
      all.append(PhaseStretch(request.phase, request.moment, over))
    }
    let indices = all.indices.sorted { (all[$0].first.frame, $0) < (all[$1].first.frame, $1) }
    life = []
    for (rank, index) in indices.enumerated() {
      var stretch = all[index]
      if index >= answered {
        if let before = life.last?.last, before.time > stretch.first.time { stretch.first = before }
        let next = rank + 1 < indices.count ? all[indices[rank + 1]].first : nil
        if let next, next.time < stretch.last.time { stretch.last = next }
        guard stretch.last.time >= stretch.first.time else { continue }
        stretch = PhaseStretch(stretch.name, stretch.first, stretch.last)
      }
      if let end = life.indices.last, life[end].isJoined(by: stretch, PhaseMeasure.usualPause) {
        life[end].join(stretch)
      } else {
        life.append(stretch)
      }
    }
  }

  /// The last that the peer sent or acknowledged. Some controllers give all buffers back right
  /// before the end: the peer did not acknowledge those.
  private func lastOfPeer(_ state: ConnectionState, _ link: LinkMeasures) -> Moment? {
    let timeout = Int64(state.parameters.last?.supervisionTimeoutUs ?? 0)
    let acknowledged = link.flow.lastCompletion.flatMap { completion in
      link.phases.ended.flatMap { $0.time.since(completion.time) >= timeout / 2 ? completion : nil }
    }
    guard let received = state.lastReceived, let acknowledged else {
      return state.lastReceived ?? acknowledged
    }
    return received.frame > acknowledged.frame ? received : acknowledged
  }

  /// Takes the close off what went on, if the connection has an end.
  ///
  /// - Parameter lastOfPeer: a link that was lost was no more than silent after it.
  private func close(
    of state: ConnectionState, _ measure: PhaseMeasure, _ lastOfPeer: Moment?,
    _ life: inout [PhaseStretch]
  ) -> PhaseStretch? {
    defer {
      for index in life.indices where life[index].name == .close { life[index].name = .interact }
    }
    guard let ended = measure.ended else { return nil }
    let before = life.last { $0.name != .close }?.last ?? measure.complete
    func isBehind(_ moment: Moment) -> Bool { moment.frame >= before?.frame ?? 0 }
    let reason = state.disconnect?.reason
    // Values may still come after a command that was obeyed.
    let request = (state.closeRequest?.last).flatMap {
      isBehind($0) || reason == .connectionTerminatedByLocalHost ? $0 : nil
    }
    let isLost = reason == .connectionTimeout && state.parameters.last?.supervisionTimeoutUs != nil
    let latest = (isLost ? lastOfPeer : life.last?.last) ?? measure.complete
    // A side said so: the link was silent before, and not lost.
    let isEndedBySide =
      state.airLink.map { sessions.air.links[$0].endedBy != nil } ?? reason?.isByPeer ?? false
    var silent = isEndedBySide && latest != nil ? ended : lost(state, measure, latest, ended)
    if let since = silent, let begun = life.last(where: { $0.first.time <= since.time })?.first,
      begun.frame > since.frame
    {
      silent = Moment(frame: begun.frame, time: since.time)
    }
    var farewell: PhaseStretch?
    var work = life
    var next = request ?? silent ?? ended
    // After a pause the connection goes on, whatever was unsubscribed before it.
    while let last = work.last, last.name == .close,
      next.time.since(last.last.time) <= PhaseMeasure.usualPause
    {
      work.removeLast()
      var first = last
      if let farewell { first.join(farewell) }
      farewell = first
      next = first.first
    }
    let begin = [farewell?.first, request].compactMap(\.self).min { $0.frame < $1.frame }
    guard let start = begin ?? silent else { return nil }
    life = work
    cut(&life, at: start)
    var close = PhaseStretch(.close, start, ended)
    if begin != nil, let farewell {
      close.roundTrips = farewell.roundTrips
      close.slowest = farewell.slowest
    }
    return close
  }

  /// Since when a link that was lost had been silent. A link that carries nothing for a while is
  /// not lost by that; the supervision timeout says how long it was at least.
  ///
  /// A peer that advertised again had left, whatever timeout the controller waited for after that.
  private func lost(
    _ state: ConnectionState, _ measure: PhaseMeasure, _ before: Moment?, _ ended: Moment
  ) -> Moment? {
    guard let before else { return nil }
    guard let timeout = state.parameters.last?.supervisionTimeoutUs else { return before }
    var silent = ended.time.microseconds &- Int64(timeout)
    if let heard = heardAgain(state, measure)?.moment, heard.frame > before.frame,
      heard.frame < ended.frame
    {
      let age = measure.complete.map { Int(reported: ended.time.since($0.time)) } ?? 0
      if state.parameters.firstTimeoutUs(ranIn: age) != nil { return before }
      silent = min(silent, heard.time.microseconds)
    }
    guard silent &- before.time.microseconds > PhaseMeasure.usualPause else { return before }
    return Moment(frame: before.frame, time: TraceTime(microseconds: silent))
  }

  /// What still came after the command to end the connection belongs to its close.
  private func cut(_ life: inout [PhaseStretch], at start: Moment) {
    while let last = life.last, last.first.frame > start.frame { life.removeLast() }
    guard let end = life.indices.last, life[end].last.frame > start.frame else { return }
    life[end].last = start
    let length = max(0, start.time.since(life[end].first.time))
    life[end].busy = life[end].name.isSumOfExchanges ? min(life[end].busy, length) : length
  }

  // MARK: - As the report has them

  /// With the pauses between them.
  private func phases(
    _ beginning: [PhaseStretch], _ complete: Moment?, _ life: [PhaseStretch], until end: Moment,
    _ measure: PhaseMeasure, of state: ConnectionState
  ) -> [ReportV1.Phase] {
    let controller = state.controller
    var parts: [PhaseStretch] = []
    var last: Moment?
    func pause(until next: Moment) {
      guard let last, next.time.since(last.time) > measure.leastPause else { return }
      parts.append(PhaseStretch(.idle, last, next))
    }
    for part in beginning {
      pause(until: part.first)
      parts.append(part)
      last = part.last
    }
    last = complete ?? last
    for part in life {
      let isBusy = last.map { state.isBusyUnheard(from: $0, to: part.first) } ?? false
      if !isBusy { pause(until: part.first) }
      if let end = parts.indices.last,
        parts[end].isJoined(by: part, measure.leastPause) || isBusy && parts[end].name == part.name
      {
        parts[end].join(part)
      } else {
        parts.append(part)
      }
      last = part.last
    }
    pause(until: end)
    // The method by itself would hold a copy of the builder.
    return parts.map { part in
      var phase = phase(part)
      if part.name == .idle {
        phase.radio = radioTimes.work(of: controller, from: part.first.time, to: part.last.time)
      }
      return phase
    }
  }

  private func phase(_ part: PhaseStretch) -> ReportV1.Phase {
    ReportV1.Phase {
      $0.name = part.name
      $0.startUs = offset(part.first.time)
      $0.durationUs = Int(reported: part.busy)
      $0.spanUs = Int(reported: max(0, part.last.time.since(part.first.time)))
      $0.firstFrame = part.first.frame
      $0.lastFrame = max(part.first.frame, part.last.frame)
      $0.roundTrips = part.roundTrips
      $0.slowest = part.slowest
    }
  }
}

extension ConnectionState {
  /// Whether a sniffer heard the answers of one side go on over a time: what they answer was sent.
  fileprivate func isBusyUnheard(from first: Moment, to last: Moment) -> Bool {
    airLink != nil
      && unasked.contains {
        $0.count >= ReportV1.UnaskedResponses.fewest && $0.first.time <= first.time
          && last.time <= $0.last.time
      }
  }
}
