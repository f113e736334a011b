import Analysis
import CaptureFiles
import LiveCapture
import Reports

/// A live capture under way: takes records as they come, and between them looks after everything
/// else: what is shown, what is written, and whether it is to end.
final class LiveSession {
  private let settings: LiveSettings
  private let name: Argument
  private let queue: ByteQueue
  private let signals: SignalWatch?
  private let display: any LiveDisplay
  private let recording: CaptureRecording?

  private var records: LiveRecords
  private var analysis: RunningAnalysis
  private var opening: OpeningState
  private var finder: LiveEventFinder?
  private var pace = ReportPace()
  private var clock = RecordClock()
  private var batch: [CapturedRecord] = []
  private var isOver = false
  /// Records of the last report.
  private var reported = -1
  /// When the display is to be refreshed.
  private var nextRefresh: Int64 = 0
  private var rate = RecordRate()
  private var history = LiveHistory()
  private var plugged: PluggedControllers
  private let deadline: Int64?

  /// What `--until` waits for has not happened.
  private(set) var waitedInVain: Bool
  /// What stood in the way.
  private(set) var failures: [CommandFailure] = []
  /// On what was captured, as of the last look, and in the end on all of it; nil before the format
  /// is known.
  private(set) var report: ReportV1?

  init(
    _ settings: LiveSettings, name: Argument, queue: ByteQueue, signals: SignalWatch?,
    display: any LiveDisplay, recording: CaptureRecording?
  ) {
    self.settings = settings
    self.name = name
    self.queue = queue
    self.signals = signals
    self.display = display
    self.recording = recording
    records = LiveRecords(queue)
    analysis = RunningAnalysis(options: settings.analyze.analysis, payloads: nil)
    waitedInVain = settings.until != nil
    deadline = settings.duration.map { LiveSystem.now + $0 }
    if case .device(let controller) = settings.source {
      opening = OpeningState(endsAtPause: true)
      plugged = PluggedControllers(wanted: controller, endsWithLast: settings.endsOnUnplug)
    } else {
      opening = OpeningState(endsAtPause: false)
      plugged = PluggedControllers(wanted: nil, endsWithLast: false)
    }
  }

  /// Until the source ends, the user ends it, or a condition is met.
  func run() {
    while !isOver {
      take(until: LiveSystem.now + Self.longestTake)
      look()
      if isOver { break }
      let descriptors = [
        queue.wakeDescriptor, signals?.descriptor ?? -1, display.inputDescriptor,
      ]
      _ = LiveSystem.wait(descriptors, milliseconds: pause())
      signals?.clear()
    }
    finish()
  }

  /// How long records are taken before a look at the rest.
  private static let longestTake: Int64 = 50_000

  // MARK: Records

  /// Takes what is there, for a while.
  private func take(until limit: Int64) {
    do throws(CaptureFileError) {
      while !isOver {
        switch try records.next(into: &batch) {
        case .waiting:
          if records.count > 0 { opening.pause() }
          return
        case .ended:
          isOver = true
        case .records:
          try keep(&batch)
        }
        if LiveSystem.now >= limit { return }
      }
    } catch {
      switch error {
      // Without a single octet there is no report, which is said in the end, as is why the source
      // failed.
      case .empty, .sourceFailed: break
      default: failures.append(CommandFailure("\(sourceText): \(error.message)"))
      }
      isOver = true
    }
  }

  private func keep(_ batch: inout [CapturedRecord]) throws(CaptureFileError) {
    if let count = settings.count, let last = batch.last, last.number >= count {
      batch.removeAll { $0.number > count }
      isOver = true
    }
    let now = LiveSystem.now
    opening.pass(batch)
    clock.pass(batch, now: now)
    let link = records.linkType
    let losses = records.facts.losses
    var failure: CommandFailure?
    records.withBytes { bytes in
      analysis.add(batch, in: bytes)
      do throws(CommandFailure) {
        try recording?.add(batch, from: link, in: bytes, losses: losses, now: now)
      } catch {
        failure = error
      }
    }
    if let failure { fail(failure) }
    for note in plugged.pass(batch) { display.note(note) }
    if plugged.isOver { isOver = true }
  }

  private func fail(_ failure: CommandFailure) {
    failures.append(failure)
    isOver = true
  }

  // MARK: Everything else

  private func look() {
    let now = LiveSystem.now
    for note in queue.takeNotes() { display.note(note.text(name)) }
    do throws(CommandFailure) {
      try recording?.flush(ifDueAt: now)
    } catch {
      fail(error)
    }
    if signals?.isInterrupted == true { isOver = true }
    let hasKeys = display.takeKeys()
    if let deadline, now >= deadline { isOver = true }
    if display.isClosed { isOver = true }
    guard !isOver else { return }
    if records.isRecognized, pace.isDue(now) {
      if records.count != reported {
        let before = LiveSystem.spent
        makeReport(isFinal: false)
        tell(isFinal: false)
        pace.spent(LiveSystem.spent - before, at: now)
      } else if finder?.isWaiting == true {
        tell(isFinal: false)
      }
    }
    if let interval = display.refreshInterval, hasKeys || now >= nextRefresh {
      let before = LiveSystem.spent
      display.refresh(report, status(now))
      // A picture of very many devices may take its time too. A time in which the program was stopped
      // does not count.
      nextRefresh = now + max(interval, (LiveSystem.spent - before) * ReportPace.share)
    }
  }

  private func status(_ now: Int64) -> LiveStatus {
    rate.pass(records.count, at: now)
    let elapsed = clock.elapsed(now)
    if let capture = report?.captures.first { history.observe(capture, elapsedUs: elapsed) }
    return LiveStatus(
      source: sourceText, records: records.count, recordsPerSecond: rate.perSecond,
      dropped: isDevice ? queue.drops : nil, elapsedUs: elapsed,
      isReportCurrent: records.count == reported,
      recording: recording.map { .init(path: $0.current.text, bytes: $0.size) },
      history: history)
  }

  private var isDevice: Bool {
    if case .device = settings.source { true } else { false }
  }

  /// The source, as the user is told of it.
  private var sourceText: String { name.text == "-" ? "standard input" : name.text }

  /// Until when nothing needs to be looked at unless something comes, in milliseconds.
  private func pause() -> Int {
    let now = LiveSystem.now
    var next = now + 1_000_000
    if records.count != reported || finder?.isWaiting == true { next = min(next, pace.next) }
    if let deadline { next = min(next, deadline) }
    if let due = recording?.deadline { next = min(next, due) }
    if display.refreshInterval != nil { next = min(next, nextRefresh) }
    return Int(max(0, next - now) / 1000) + 1
  }

  private func makeReport(isFinal: Bool) {
    var facts = records.facts
    // The kernel's count is known before a record that could tell it.
    facts.droppedRecords = max(facts.droppedRecords, queue.drops)
    if let count = settings.count { facts = facts.upTo(count) }
    let capture =
      isFinal
      ? analysis.finish(path: name.text, facts) : analysis.capture(path: name.text, facts)
    report = ReportV1(
      bletrace: Version.number, captures: [capture],
      findings: RuleCatalog.findings(in: [capture], rules: settings.analyze.rules))
    reported = records.count
  }

  /// Shows what is new in the report.
  private func tell(isFinal: Bool) {
    guard let report else { return }
    if finder == nil { finder = LiveEventFinder(openingFrames: opening.frames) }
    repeat {
      let events =
        finder?.events(
          in: report, now: LiveSystem.now, isFinal: isFinal,
          time: { [clock] in clock.time(of: $0) })
        ?? []
      display.show(events)
      if let until = settings.until, events.contains(where: until.isMet) {
        waitedInVain = false
        isOver = true
      }
    } while finder?.isBehind == true
    clock.forget(upTo: reported)
  }

  // MARK: The end

  private func finish() {
    queue.stop()
    // What was read already belongs to the capture.
    if failures.isEmpty, settings.count.map({ records.count < $0 }) ?? true {
      isOver = false
      take(until: .max)
    }
    if let failure = queue.failure {
      failures.append(CommandFailure("\(sourceText): \(failure)"))
    }
    for note in queue.takeNotes() { display.note(note.text(name)) }
    do throws(CommandFailure) {
      try recording?.close()
    } catch {
      failures.append(error)
    }
    if records.isRecognized {
      makeReport(isFinal: true)
      tell(isFinal: true)
    }
    if let failure = display.failure { failures.append(failure) }
  }
}

extension LiveNote {
  func text(_ name: Argument) -> String {
    switch self {
    case .waitingForFile: "\(name.text): is not there yet; waiting for it"
    case .fileAppeared: "\(name.text): is there now"
    case .fileReplaced: "\(name.text): was replaced; going on with the new file"
    case .fileTruncated: "\(name.text): was emptied; going on from its start"
    }
  }
}
