import Bytes
import Report

extension ReportBuilder {
  /// The data in bulk; and stretches that look like it, but whose sender has a timer and sends
  /// nothing else.
  func runs(
    _ state: ConnectionState, _ link: LinkMeasures, _ gaps: [StreamGaps],
    _ connection: borrowing ReportV1.Connection
  ) -> (bulk: [ReportV1.Run], timed: [ReportV1.Run]) {
    let knowsCompletions = measures.controllers[state.controller].tellsCompletions
    let stalls = deliveryStalls(link)
    let carried = TransferPlaces(connection.transfers)
    var (found, timed): ([ReportV1.Run], [ReportV1.Run]) = ([], [])
    for (index, stream) in link.streams.enumerated() where !stream.runs.finished.isEmpty {
      let uuid = state.database(of: stream.server).valueType(stream.handle)
      let isNamed = options.isNamed(stream.handle, uuid)
      for run in stream.runs.finished {
        let facts = RunFacts(
          run, stream, knowsCompletions: knowsCompletions,
          interval: interval(state, at: run.facts.first.frame),
          pauses: gaps[index].pauses(after: run.facts.first.frame, upTo: run.facts.last.frame),
          steady: gaps[index].steadyPauses(
            after: run.facts.first.frame, upTo: run.facts.last.frame),
          undelivered: gaps[index].undelivered(
            after: run.facts.first.frame, upTo: run.facts.last.frame, stalls))
        guard isNamed || facts.isBulk else { continue }
        var report = facts.report
        report.uuid = uuid?.description
        report.startUs = offset(run.facts.first.time)
        report.transfers = carried.transfers(of: report)
        // What is for something else is no data in bulk, however much it is.
        let purpose = isNamed || !report.transfers.isEmpty ? .bulk : connection.purpose(of: report)
        switch purpose {
        // What the link alone held up is data in bulk, whatever its usual pace.
        case .bulk: found.append(report)
        case .timer where report.pacing == .streamed: found.append(report)
        case .timer: timed.append(report)
        case .other: break
        }
      }
    }
    found.sort { $0.firstFrame < $1.firstFrame }
    for index in found.indices { found[index].id = index + 1 }
    return (found, timed)
  }

  /// What came as fast as the link let it has no period of its own.
  func settlePurposes(of report: inout ReportV1.Connection) {
    for run in report.runs where run.direction == .rx && run.pacing == .streamed {
      let index = report.notifications.firstIndex {
        $0.purpose == .periodic && $0.valueHandle == run.valueHandle && $0.direction == .rx
          && $0.kind.rawValue == run.kind.rawValue && run.values * 2 > $0.count
      }
      guard let index else { continue }
      (report.notifications[index].purpose, report.notifications[index].periodUs) = (nil, nil)
    }
  }

  private func deliveryStalls(_ link: LinkMeasures) -> [DeliveryStall] {
    link.flow.stalls.filter { $0.kind == .completion }.map { stall in
      let start = offset(stall.first.time)
      return DeliveryStall(
        frame: stall.first.frame, startUs: start,
        endUs: start + Int(reported: stall.microseconds))
    }.sorted { $0.frame < $1.frame }
  }

  /// What was named by hand is extracted under the number of the run that it began in.
  mutating func settleNamed(_ runs: [ReportV1.Run], connection: Int) {
    for entry in named {
      let run = runs.first {
        $0.valueHandle == entry.handle && $0.direction == entry.direction
          && $0.lastFrame >= entry.firstFrame
      }
      settle(
        entry.payload,
        as: run.map {
          ExtractedPayload(
            connection: connection, transfer: $0.id, isRun: true, type: entry.type,
            complete: false)
        })
    }
    named = []
  }

  /// The connection interval in microseconds; 0 where it is not known.
  private func interval(_ state: ConnectionState, at frame: Int) -> Int64 {
    guard state.likelyTransport != .brEDR else { return 0 }
    return (state.parameters.last { $0.frame <= frame } ?? state.parameters.first)
      .map { Int64($0.intervalUs) } ?? 0
  }
}

/// A payload that no marker ended, of a characteristic that was named by hand.
struct NamedPayload {
  let payload: Int
  let handle: Int
  let direction: ReportV1.Direction
  let firstFrame: Int
  let type: String?

  init(_ payload: Int, _ stream: ValueStream, _ transfer: borrowing FinishedTransfer) {
    self.payload = payload
    handle = Int(stream.handle.rawValue)
    direction = ReportV1.Direction(stream.direction)
    firstFrame = transfer.first.frame
    type = transfer.payload.kind?.rawValue
  }
}

/// The transfers of a connection by characteristic, kind and direction, each row in order.
private struct TransferPlaces {
  private struct Key: Hashable {
    var handle: Int
    var isWrite: Bool
    var isIndication: Bool
    var direction: ReportV1.Direction
  }

  private struct Entry {
    var id: Int
    var first: Int
    var last: Int
  }

  private var rows: [Key: [Entry]] = [:]

  init(_ transfers: [ReportV1.Transfer]) {
    for index in transfers.indices {
      let key = Key(
        handle: transfers[index].valueHandle, isWrite: transfers[index].kind == .write,
        isIndication: transfers[index].kind == .indication,
        direction: transfers[index].direction)
      let last = max(transfers[index].lastFrame, transfers[index].markerFrame ?? 0)
      rows[key, default: []].append(
        Entry(id: transfers[index].id, first: transfers[index].firstFrame, last: last))
    }
  }

  func transfers(of run: ReportV1.Run) -> [Int] {
    let key = Key(
      handle: run.valueHandle, isWrite: run.kind == .write || run.kind == .writeCommand,
      isIndication: run.kind == .indication, direction: run.direction)
    guard let row = rows[key] else { return [] }
    let low = row.partitionPoint(where: { $0.last >= run.firstFrame })
    return row[low...].prefix { $0.first <= run.lastFrame }.map(\.id)
  }
}

extension ReportV1.Connection {
  fileprivate func purpose(of run: ReportV1.Run) -> RunPurpose {
    let streams = run.kind == .write || run.kind == .writeCommand ? writes : notifications
    let stream = streams.first {
      $0.valueHandle == run.valueHandle && $0.direction == run.direction
        && ($0.kind == .write || $0.kind.rawValue == run.kind.rawValue)
    }
    guard let stream, !stream.mayBeTransferred else { return .bulk }
    return stream.purpose == .periodic ? .timer : .other
  }
}

private enum RunPurpose {
  case bulk, timer, other
}

/// What the measures of a run add up to.
private struct RunFacts {
  private let run: FinishedRun
  private let stream: ValueStream
  private let knowsCompletions: Bool
  private let interval: Int64
  private let kind: ReportV1.RunKind
  private let duration: Int64
  private let pauses: Int64
  /// Silences that are the rhythm of the sender.
  private let steady: Int64
  /// Silences in which the host sent something, but for those in which it was not delivered.
  private let turns: Int64
  private var waits = ReportV1.RunWaits()
  private var pacing: ReportV1.Pacing?
  /// Whether that is a timer whose values come about as fast as events do.
  private var isOnTimer = false
  /// Of the waits, what the sender itself did with its time.
  private var sender: Int64 = 0

  init(
    _ run: FinishedRun, _ stream: ValueStream, knowsCompletions: Bool, interval: Int64, pauses: Int,
    steady: Int, undelivered: Int
  ) {
    self.run = run
    self.stream = stream
    self.knowsCompletions = knowsCompletions
    self.interval = interval
    kind = ReportV1.RunKind(
      stream.kind, isConfirmed: run.facts.confirmed * 2 > run.facts.count)
    duration =
      kind.isConfirmed
      ? max(0, run.facts.last.time.since(run.facts.first.time)) : run.microseconds
    self.pauses = min(Int64(pauses), duration)
    self.steady = min(Int64(steady), duration - self.pauses)
    turns = max(0, run.facts.longTurns - Int64(undelivered))
    if kind.isConfirmed {
      measureAnswers()
    } else if stream.direction == .tx, knowsCompletions {
      measureCompletions()
    } else {
      measureArrivals()
    }
  }

  /// Each value awaits its answer.
  private mutating func measureAnswers() {
    let answer = min(max(0, run.facts.lastMark.latency &- run.facts.base.latency), duration)
    let gaps = min(pauses, duration - answer)
    sender = duration - answer - gaps
    set(answer: answer, gaps: gaps)
    pacing = isRegular && sender > duration / 2 ? .timer : .answered
  }

  /// What was sent: packets were out, or they were not.
  private mutating func measureCompletions() {
    let (base, last) = (run.facts.base, run.facts.lastMark)
    let busy = min(max(0, last.busy &- base.busy &+ run.tail), duration)
    let idle = duration - busy
    let isAnswered = awaitsValues
    let answer =
      isAnswered ? min(max(0, last.idle.answer &- base.idle.answer), idle) : 0
    let gaps = min(pauses, idle - answer)
    sender = idle - answer - gaps
    set(answer: answer, gaps: gaps)
    waits.completion = Int(reported: busy)
    let answers = last.idle.answers &- base.idle.answers
    let perValue = (packets &+ run.facts.count - 1) / max(run.facts.count, 1)
    if isRegular, sender > duration / 2 {
      pacing = .timer
    } else if isAnswered, answers >= run.facts.count / 5 * 4 {
      pacing = .answered
    } else {
      pacing = run.facts.inFlight > max(perValue, 1) ? .streamed : .oneInFlight
    }
  }

  /// Whether the sender waits for values of the other side: when they come nothing is out, and
  /// those times are longer than others in which nothing is.
  private var awaitsValues: Bool {
    let (base, last) = (run.facts.base.idle, run.facts.lastMark.idle)
    let answers = last.answers &- base.answers
    let others = last.count &- base.count &- answers
    let received = run.facts.lastMark.received &- run.facts.base.received
    guard answers > 0, answers * 4 >= received * 3 else { return false }
    let answered = last.answered &- base.answered
    let rest = (run.facts.lastMark.time(since: run.facts)) &- answered
    return others * 10 <= answers || answered / Int64(answers) / 2 >= max(0, rest) / Int64(others)
  }

  /// What was received, or sent without a word of the controller: only when is known. Where the
  /// host sent something meanwhile, the other side may have waited for that.
  private mutating func measureArrivals() {
    let isReceived = stream.direction == .rx
    let silent = isReceived ? max(0, pauses + steady - self.turns) : pauses + steady
    let rhythm = min(steady, silent)
    let gaps = silent - rhythm
    let turns = isReceived ? min(self.turns, duration - silent) : 0
    let used = min(run.facts.eventTime, duration - silent - turns)
    sender = duration - gaps - turns - used
    set(answer: turns, gaps: gaps)
    if !isReceived { waits.answer = nil }
    guard interval > 0 else {
      waits.sender = rhythm > 0 ? Int(reported: rhythm) : nil
      waits.unexplained = nil
      pacing = isRegular ? .timer : nil
      return
    }
    waits.connectionEvents = Int(reported: used)
    // One value at a time, with events between them that brought none: there was no backlog.
    let isAlone = eventCount * 105 >= run.facts.count * 100 && sender > duration / 5
    if stream.direction == .rx, packets >= run.facts.count / 5 * 4 {
      pacing = .answered
    } else if isAlone, run.regular >= 60 || isRegular {
      pacing = .timer
    } else if hasOwnTimer {
      // Its values wait for the next event, but their sender has no other ones meanwhile.
      isOnTimer = true
      pacing = .timer
      sender += used
      waits.sender = Int(reported: sender)
      waits.connectionEvents = 0
    } else {
      pacing = sender < duration / 2 ? .streamed : nil
    }
  }

  /// Whether the sender has a period of its own that is about the connection interval or longer,
  /// and no multiple of it. That some came together shows that an event takes more than one.
  private var hasOwnTimer: Bool {
    stream.direction == .rx
      && run.facts.together >= max(Self.fewestTogether, run.facts.count / 200)
      && (keepsPace || run.facts.pace.showsTimer(among: run.facts.count))
  }

  /// Whether they are as many as the intervals: what an event lacked, one of the next had as well.
  /// A link that is the limit does not make up for it.
  private var keepsPace: Bool {
    let mean = Double(duration) / Double(run.facts.count - 1)
    return (0.99...33.0 / 32).contains(mean / Double(interval))
  }

  private static let fewestTogether = 4

  private mutating func set(answer: Int64, gaps: Int64) {
    waits.answer = Int(reported: answer)
    waits.gaps = Int(reported: gaps)
    waits.sender = Int(reported: sender)
    waits.unexplained = 0
  }

  private var packets: Int { run.facts.lastMark.packets &- run.facts.base.packets &+ 1 }
  private var eventCount: Int { run.facts.eventSteps &+ 1 }
  private var isRegular: Bool { run.regular >= 80 }

  /// Whether it is data in bulk. Values that come at the sender's own period, one at a time and
  /// none of them late, are telemetry or signs of life, however many they are; so is what comes so
  /// rarely that no link is too slow for it. A client that writes on a short timer may well send a
  /// file.
  var isBulk: Bool {
    guard run.facts.octets >= RunMeasure.leastOctets, run.facts.count > 1 else { return false }
    if run.median > Self.rarely { return false }
    if duration / RunMeasure.leastPace >= Int64(run.facts.octets) { return false }
    // Nearly all of the time is this host's: its requests set the pace, and the values answer them.
    if stream.direction == .rx, duration > 0, let answer = waits.answer,
      Int64(answer) / 4 >= duration / 5
    {
      return false
    }
    guard pacing == .timer, !isOnTimer else { return true }
    return stream.kind == .write && run.median < Self.rarely / 2
  }

  /// Values that are usually farther apart than this are no bulk data.
  private static let rarely: Int64 = 1_000_000

  var report: ReportV1.Run {
    ReportV1.Run {
      $0.valueHandle = Int(stream.handle.rawValue)
      $0.direction = ReportV1.Direction(stream.direction)
      $0.kind = kind
      $0.firstFrame = run.facts.first.frame
      $0.lastFrame = run.facts.last.frame
      $0.durationUs = Int(reported: duration)
      $0.values = run.facts.count
      $0.bytes = run.facts.octets
      let sizes = run.facts.sizes.counts.sorted { ($0.count, $0.octets) > ($1.count, $1.octets) }
      $0.valueBytes.entries.reserveCapacity(sizes.count)
      for size in sizes { $0.valueBytes.append(String(size.octets), size.count) }
      if duration > 0 {
        $0.throughputBytesPerS = Double(run.facts.octets) * 1_000_000 / Double(duration)
      }
      $0.pacing = pacing
      $0.waitsUs = waits
      $0.packetsPerEvent = packetsPerEvent
      if stream.direction == .tx, knowsCompletions { $0.inFlightMax = run.facts.inFlight }
    }
  }

  private var packetsPerEvent: Double? {
    guard interval > 0, !kind.isConfirmed else { return nil }
    guard stream.direction == .tx else {
      return Double(run.facts.count) / Double(eventCount)
    }
    let events = run.facts.lastMark.events &- run.facts.base.events &+ 1
    return knowsCompletions && events > 0 ? Double(packets) / Double(events) : nil
  }
}

extension RunMark {
  /// For how long nothing was out up to here, since a run began.
  fileprivate func time(since run: OpenRun) -> Int64 {
    max(0, run.last.time.since(run.first.time) &- (busy &- run.base.busy))
  }
}
