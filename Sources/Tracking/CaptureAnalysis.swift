import Bytes
import CaptureFiles
import Ceiling
import Report

/// The analysis of one capture: takes records, and can report at any time what they add up to.
struct CaptureAnalysis {
  let options: AnalysisOptions
  /// Counts what sessions and measures keep together.
  let ledger: Ledger
  private(set) var sink: (any PayloadSink)?
  var tracker: SessionTracker<CaptureObserver>
  /// What was let go of, and what was left when it had gone.
  var past = RetiredPast()
  var leftAfterRetiring = (octets: 0, transfers: 0)
  /// Characteristics that carried transfers on what was let go of.
  var knownCarriers: Set<CarrierKey> = []
  private var records = 0
  private var clock = ClockWatch()
  private var snifferTimes = SnifferTimes()
  /// The first record that the logger cut.
  private var firstCut: Int?
  var carriers = CarrierWatch()
  private var isClosed = false
  /// The capture is still being made: devices that were heard long ago may be forgotten.
  var goesOn = false
  private var quiet = QuietStretches()
  /// What plots show; after `finish`, where it was asked for.
  private(set) var series: CaptureSeries?
  /// What was exchanged, where it was asked for.
  var exchange: CaptureExchange {
    var exchange = CaptureExchange()
    exchange.start = clock.start?.microseconds ?? 0
    exchange.end = clock.traffic?.latest.microseconds ?? exchange.start
    guard let recorder = tracker.context.observer.exchange else { return exchange }
    exchange.recorder = recorder
    // Of what came later it is not known whether it arrived.
    if recorder.isFull, let last = recorder.lastTime { exchange.end = last }
    return exchange
  }

  init(_ options: AnalysisOptions, sink: (any PayloadSink)?, ledger: Ledger? = nil) {
    let ledger = ledger ?? Ledger(limit: options.memory)
    self.options = options
    self.ledger = ledger
    self.sink = sink
    tracker = SessionTracker(
      observer: CaptureObserver(options, sink: sink, ledger), ledger: ledger)
    tracker.airKeys = options.keys
  }

  mutating func add(_ batch: [CapturedRecord], in bytes: Span<UInt8>) {
    records += batch.count
    let batch = snifferTimes.put(on: batch, in: bytes)
    clock.pass(batch.span)
    clock.moved = snifferTimes.offset
    tracker.context.observer.logbook.take(clock)
    if options.keepsSeries { tracker.context.observer.series?.pass(batch.span) }
    if options.rows != nil { tracker.context.observer.rows?.start = clock.start }
    tracker.process(batch, in: bytes)
  }

  /// Takes records of a reader that is at that place after them. Before they meet a bound, what is
  /// over is judged and makes room.
  fileprivate mutating func add(
    _ batch: [CapturedRecord], in bytes: Span<UInt8>, until place: CapturePlace?,
    knowing facts: () -> CaptureFacts
  ) {
    let before = tracker.lookedAt
    if isFilling(with: batch.count) {
      for start in stride(from: 0, to: batch.count, by: Self.pieceLength) {
        let piece = Array(batch[start..<min(start + Self.pieceLength, batch.count)])
        if isNearlyFull(for: piece.count) { retire(facts()) }
        add(piece, in: bytes)
      }
    } else {
      add(batch, in: bytes)
    }
    if options.keepsSeries {
      quiet.add(batch.span, isQuiet: tracker.lookedAt == before, until: place)
    }
  }

  /// Takes what comes out of a filter.
  ///
  /// - Parameter facts: what the reader knows, where it is asked for.
  fileprivate mutating func add(
    _ filter: inout (any RecordFilter)?, knowing facts: () -> CaptureFacts
  ) {
    guard let ready = filter?.takeRecords() else { return }
    add(ready.records, in: ready.octets.span, until: nil, knowing: facts)
    findCut(ready.records)
  }

  /// Looks for the first record that the logger cut; where none was cut there is no need.
  mutating func findCut(_ batch: [CapturedRecord]) {
    guard firstCut == nil else { return }
    firstCut = batch.first { $0.bytes.isCut }?.number
  }

  /// Where records were lost so far.
  fileprivate mutating func note(_ losses: [RecordLoss]) {
    if losses.count != clock.losses.count { clock.losses = losses }
  }

  /// From now on, what happens is kept until it is asked for.
  mutating func keepSteps() { tracker.context.observer.measures.payloads.steps.isOn = true }

  /// How many steps wait to be asked for.
  var stepCount: Int { tracker.context.observer.measures.payloads.steps.steps.count }

  /// Looks for stalls that last: nothing happens while they do.
  mutating func lookForStalls() {
    let now = tracker.now
    for controller in tracker.sessions.controllers {
      for index in controller.openIndices {
        tracker.context.observer.measures.reportLastingStalls(of: index, at: now)
      }
    }
  }

  /// What has happened since the last call, in the order of the frames. Some things are reported
  /// late, when they are certain.
  mutating func takeEvents(
    losses: [RecordLoss], openingFrames: Int, at now: TraceTime?
  ) -> [LiveEvent] {
    let uncertain = now.flatMap { tracker.sessions.firstUncertain(at: $0) }
    let (steps, omitted) = tracker.context.observer.measures.payloads.steps.take(before: uncertain)
    guard !steps.isEmpty else { return [] }
    clock.losses = losses
    let builder = ReportBuilder(
      sessions: tracker.sessions, measures: tracker.context.observer.measures, options: options,
      clock: clock, carriers: [])
    let sifted = carriers.sift(steps, in: builder)
    return LiveWords(builder: builder, openingFrames: openingFrames)
      .events(for: sifted, omitted: omitted)
  }

  /// What `finish` would return if the capture ended here. Nothing is disturbed: what is returned
  /// is finished on a copy, and a payload that is extracted goes on.
  func soFar(losses: [RecordLoss] = []) -> ReportV1.Capture {
    var copy = self
    copy.becomeGlance()
    return copy.finish(losses: losses)
  }

  /// This is a copy that ends here to be looked at, while the capture goes on.
  mutating func becomeGlance() {
    sink = nil
    tracker.context.observer.measures.payloads.steps = StepQueue()
    tracker.context.observer.measures.payloads.sink = nil
    tracker.context.observer.measures.payloads.isGlance = true
  }

  /// The report of a glance before something is let go of, with what rules need to know of what
  /// went before.
  mutating func part(_ facts: CaptureFacts) -> ReportV1.Capture {
    let earlier = past
    past = RetiredPast()
    var capture = finish(losses: facts.losses).adding(facts, path: "")
    capture.cutShort = false
    capture.damage = nil
    earlier.lookBack(from: &capture)
    return capture
  }

  /// The capture has ended. What the reader knows of the file is added by the caller.
  mutating func finish(losses: [RecordLoss] = []) -> ReportV1.Capture {
    clock.losses = losses
    tracker.context.observer.logbook.take(clock)
    close()
    tracker.context.observer.rows?.flush()
    // Moved, not shared: the builder releases what it has reported, a connection at a time.
    var builder = ReportBuilder(
      sessions: tracker.takeSessions(), measures: tracker.context.observer.measures.take(),
      options: options, logbook: tracker.context.observer.takeLogbook(), clock: clock,
      known: knownCarriers)
    var capture = builder.capture(records: records)
    capture.firstTruncatedFrame = firstCut
    capture.apply(options.names)
    CeilingBuilder.addCeilings(to: &capture)
    past.add(to: &capture)
    if let timeline = tracker.context.observer.timeline {
      builder.addTimeline(timeline, to: &capture)
    }
    if let recorder = tracker.context.observer.series {
      series = CaptureSeries(recorder, start: clock.start)
      series?.quiet = quiet.all
    }
    for (payload, info) in builder.extracted {
      if let info { sink?.finish(payload, as: info) } else { sink?.discard(payload) }
    }
    return capture
  }

  /// No more records will come: what is under way has ended. `finish` does the same.
  mutating func close() {
    guard !isClosed else { return }
    isClosed = true
    // What is counted for the end must not count where the capture goes on.
    let own = Ledger(copying: ledger)
    tracker.context.observer.measures.payloads.bounds.ledger = own
    tracker.finish(own)
  }
}

/// Changes the records of a capture before they are analyzed; their numbers and times stay.
package protocol RecordFilter {
  mutating func add(_ records: [CapturedRecord], in bytes: Span<UInt8>)
  /// The records that are done, in their order, and the octets that their ranges are in.
  mutating func takeRecords() -> (records: [CapturedRecord], octets: [UInt8])
  /// No more records will come.
  mutating func finish()
}

/// The analysis of a capture that is still being made.
package struct RunningAnalysis {
  var analysis: CaptureAnalysis

  /// - Parameters:
  ///   - payloads: takes the transfers' payloads as they come.
  ///   - keepsEvents: whether what happens will be asked for.
  package init(
    options: AnalysisOptions, payloads: (any PayloadSink)?, keepsEvents: Bool = false
  ) {
    var options = options
    options.memory = min(options.memory, AnalysisOptions.runningMemory)
    analysis = CaptureAnalysis(options, sink: payloads)
    analysis.goesOn = true
    if keepsEvents { analysis.keepSteps() }
  }

  /// Looks for what only time shows. It takes as long as there are connections.
  package mutating func lookForStalls() { analysis.lookForStalls() }

  /// About how many events there are.
  package var eventCount: Int { analysis.stepCount }

  /// What has happened since the last call, in the order of the frames.
  ///
  /// - Parameters:
  ///   - openingFrames: the first so many records describe the state when the capture began.
  ///   - now: on the clock of the records; what may still turn out to be something else is left for
  ///     the next call. Without it nothing is.
  package mutating func takeEvents(
    losses: [RecordLoss], openingFrames: Int = 0, at now: Int64? = nil
  ) -> [LiveEvent] {
    analysis.takeEvents(
      losses: losses, openingFrames: openingFrames, at: now.map(TraceTime.init(microseconds:)))
  }

  /// The frame from which on what comes next may show that something else happened.
  package func firstUncertain(at now: Int64) -> Int? {
    analysis.tracker.sessions.firstUncertain(at: TraceTime(microseconds: now))
  }

  /// No more records will come. What is under way ends, which are the last events; `finish` is
  /// next.
  package mutating func close() { analysis.close() }

  package mutating func add(_ records: [CapturedRecord], in bytes: Span<UInt8>) {
    analysis.add(records, in: bytes)
    analysis.findCut(records)
  }

  /// What `analyze` says of a capture that holds the records so far. It costs as much as the report
  /// is long, however many records there were.
  ///
  /// - Parameters:
  ///   - path: as the user named the source; it is only repeated in the report.
  ///   - facts: what the reader knows so far.
  package func capture(path: String, _ facts: CaptureFacts) -> ReportV1.Capture {
    analysis.soFar(losses: facts.losses).adding(facts, path: path)
  }

  /// The same at the end, when the payloads that were extracted are settled too.
  package mutating func finish(path: String, _ facts: CaptureFacts) -> ReportV1.Capture {
    analysis.finish(losses: facts.losses).adding(facts, path: path)
  }
}

/// Reads a capture to its end and reports on it.
///
/// - Parameters:
///   - path: as the user named it; it is only repeated in the report.
///   - payloads: takes the transfers' payloads as they come.
///   - progress: gets now and then how many octets and records were read.
package func analyze(
  _ reader: inout CaptureReader, path: String, options: AnalysisOptions,
  payloads: (any PayloadSink)?, progress: (_ bytesRead: Int, _ records: Int) -> Void
) throws(CaptureFileError) -> ReportV1.Capture {
  try analyzeWithSeries(
    &reader, path: path, options: options, payloads: payloads, progress: progress
  ).capture
}

/// The same, with what was exchanged on each connection.
package func analyzeExchange(
  _ reader: inout CaptureReader, path: String, options: AnalysisOptions,
  progress: (_ bytesRead: Int, _ records: Int) -> Void
) throws(CaptureFileError) -> (capture: ReportV1.Capture, exchange: CaptureExchange) {
  var options = options
  if options.exchangeLimit == 0 { options.exchangeLimit = ExchangeRecorder.most }
  let (capture, analysis) = try finished(
    &reader, path: path, options: options, payloads: nil, filter: nil, progress: progress)
  return (capture, analysis.exchange)
}

/// The same, with what plots show, where the options ask for it.
package func analyzeWithSeries(
  _ reader: inout CaptureReader, path: String, options: AnalysisOptions,
  payloads: (any PayloadSink)?, filter: (any RecordFilter)? = nil,
  progress: (_ bytesRead: Int, _ records: Int) -> Void
) throws(CaptureFileError) -> (capture: ReportV1.Capture, series: CaptureSeries?) {
  let (capture, analysis) = try finished(
    &reader, path: path, options: options, payloads: payloads, filter: filter, progress: progress)
  return (capture, analysis.series)
}

private func finished(
  _ reader: inout CaptureReader, path: String, options: AnalysisOptions,
  payloads: (any PayloadSink)?, filter: (any RecordFilter)?,
  progress: (_ bytesRead: Int, _ records: Int) -> Void
) throws(CaptureFileError) -> (capture: ReportV1.Capture, analysis: CaptureAnalysis) {
  var filter = filter
  var analysis = CaptureAnalysis(options, sink: payloads)
  var batch: [CapturedRecord] = []
  batch.reserveCapacity(1024)
  var records = 0
  while try reader.nextBatch(into: &batch) {
    records += batch.count
    analysis.note(reader.losses)
    if filter != nil {
      filter?.add(batch, in: reader.window.span)
      analysis.add(&filter) { CaptureFacts(reader) }
    } else {
      analysis.add(batch, in: reader.window.span, until: reader.place) { CaptureFacts(reader) }
      if reader.truncatedRecords > 0 { analysis.findCut(batch) }
    }
    progress(reader.windowOffset, records)
  }
  filter?.finish()
  analysis.add(&filter) { CaptureFacts(reader) }
  let facts = CaptureFacts(reader)
  let capture = analysis.finish(losses: facts.losses).adding(facts, path: path)
  return (capture, analysis)
}

extension ReportV1.Capture {
  fileprivate consuming func adding(_ facts: CaptureFacts, path: String) -> ReportV1.Capture {
    self.path = path
    format = facts.format
    linkType = facts.linkType
    if !facts.timeOfDayIsKnown { start = nil }
    truncatedRecords = facts.truncatedRecords
    droppedRecords = facts.droppedRecords
    skippedRecords = facts.skippedRecords
    cutShort = facts.cutShort
    // The record in which the file ends was not cut by the logger.
    if truncatedRecords <= (cutShort ? 1 : 0) { firstTruncatedFrame = nil }
    damage = facts.damage.map { fact in
      ReportV1.Damage {
        $0.offset = fact.offset
        $0.reason = fact.reason
        $0.sourceFailed = fact.sourceFailed
        $0.skippedOctets = fact.skippedOctets
      }
    }
    return self
  }
}
