import CaptureFiles
import Findings
import LiveCapture
import Rendering
import Report
import Tracking

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
  private var findings = PrintedFindings()
  private var losses = LostRecords()
  private var lossesPassed = 0
  private var pace = ReportPace()
  private var schedule = LookSchedule()
  private var clock = RecordClock()
  private var batch: [CapturedRecord] = []
  private var isOver = false
  /// The source had no more to give.
  private var hasSourceEnded = false
  /// Since when the source has given nothing; nil while it gives records.
  private var waitingSince: Int64?
  /// The capture is over, and what was read of it is taken.
  private var isFinishing = false
  /// The number of the last record that was taken.
  private var taken = 0
  /// Records that were read and are not taken, as the capture ended before them.
  private var left: ArraySlice<CapturedRecord> = []
  /// The number of the last record in the report.
  private var reported = -1
  /// When the display is to be refreshed.
  private var nextRefresh: Int64 = 0
  private var rate = RecordRate()
  private var history = LiveHistory()
  /// The controllers of this computer.
  private var plugged: PluggedControllers?
  private let deadline: Int64?
  /// How long after a record a live source is taken to pause, in microseconds; nil for a regular
  /// file, which has no pauses. Longer than it takes most records to come through a pipe: what is
  /// printed in a pause may come in another order than where the same records come without it.
  private let pauseLength: Int64?

  /// What was said before the capture began: that there is no controller, or that it is off. It is
  /// withdrawn when that is no longer so.
  var firstNote: String?
  /// What `--until` waits for has not happened.
  private(set) var waitedInVain: Bool
  /// What prevented it.
  private(set) var failures: [CommandFailure] = []
  /// On what was captured, as of the last look, and in the end on all of it; nil before the format
  /// is known.
  private(set) var report: ReportV1?
  /// What a bound kept from the rules.
  private(set) var unjudged: [String] = []

  init(
    _ settings: LiveSettings, name: Argument, queue: ByteQueue, signals: SignalWatch?,
    display: any LiveDisplay, recording: CaptureRecording?, readsRegularFile: Bool = false
  ) {
    self.settings = settings
    self.name = name
    self.queue = queue
    self.signals = signals
    self.display = display
    self.recording = recording
    records = LiveRecords(queue)
    // A picture has no lines.
    analysis = RunningAnalysis(
      options: settings.analyze.analysis, payloads: nil,
      keepsEvents: display.refreshInterval == nil || settings.until != nil)
    waitedInVain = settings.until != nil
    deadline = settings.duration.map { LiveSystem.now + $0 }
    recording?.end = deadline
    if case .device(let controller) = settings.source {
      pauseLength = 150_000
      opening = OpeningState(endsAtPause: true)
      plugged = PluggedControllers(wanted: controller, endsWithLast: settings.endsOnUnplug)
    } else {
      pauseLength = readsRegularFile ? nil : 400_000
      opening = OpeningState(endsAtPause: false)
      plugged = nil
    }
  }

  /// Until the source ends, the user ends it, or a condition is met.
  func run() {
    // The capture waits in the file.
    if pauseLength == nil { display.mayWait() }
    while !isOver {
      take(until: LiveSystem.now + Self.longestTake)
      look()
      if isOver { break }
      let descriptors = [
        queue.wakeDescriptor, signals?.descriptor ?? -1, display.inputDescriptor,
        display.outputDescriptor,
      ]
      _ = LiveSystem.wait(descriptors, milliseconds: pause())
      signals?.clear()
      display.clearOutput()
    }
    finish()
  }

  /// How long records are taken before a look at the rest.
  private static let longestTake: Int64 = 50_000
  /// More wait for nothing.
  private static let mostEvents = 10_000

  // MARK: Records

  /// Takes what is there, for a while.
  private func take(until limit: Int64) {
    do throws(CaptureFileError) {
      while !isOver {
        switch try records.next(into: &batch) {
        case .waiting:
          if taken > 0 { opening.pause() }
          if waitingSince == nil { waitingSince = LiveSystem.now }
          return
        case .ended:
          (isOver, hasSourceEnded) = (true, true)
        case .records:
          waitingSince = nil
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
    var start = 0
    if pauseLength != nil { schedule.pass(clock: LiveSystem.now) }
    for index in batch.indices {
      if let count = settings.count, batch[index].number > count {
        isOver = true
      } else if mayLook, schedule.isTellingDue(before: batch[index].time.microseconds) {
        try keep(batch[start..<index])
        start = index
        left = batch[index...]
        if !isOver { lookBefore(batch[index]) }
      }
      if isOver {
        left = batch[index...]
        break
      }
      schedule.pass(batch[index].time.microseconds)
    }
    try keep(batch[start..<batch.count - (isOver ? left.count : 0)])
    if !isOver {
      left = []
      // Where there are very many losses, the reader only counts the later ones.
      losses.lose(
        total: records.facts.droppedRecords, upTo: taken, timeUs: clock.latestOffset)
    }
    if let count = settings.count, taken >= count { isOver = true }
  }

  private func keep(_ batch: ArraySlice<CapturedRecord>) throws(CaptureFileError) {
    guard let last = batch.last else { return }
    let batch = Array(batch)
    taken = last.number
    let now = LiveSystem.now
    opening.pass(batch)
    let link = records.linkType
    let losses = records.facts.losses
    noteLosses(losses, in: batch)
    clock.pass(batch, now: now)
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
    if analysis.eventCount > Self.mostEvents { reportEvents() }
    if analysis.isNearlyFull { retire() }
    withdrawFirstNote(batch)
    for note in plugged?.pass(batch) ?? [] { display.note(note) }
    if plugged?.isOver == true { isOver = true }
  }

  /// Before the clock has passed these records.
  private func noteLosses(_ all: [RecordLoss], in batch: [CapturedRecord]) {
    while lossesPassed < all.count, let first = batch.first, let last = batch.last,
      all[lossesPassed].beforeFrame <= last.number
    {
      let loss = all[lossesPassed]
      lossesPassed += 1
      let index = batch.firstIndex { $0.number >= loss.beforeFrame } ?? 0
      losses.lose(
        loss.count, after: max(0, loss.beforeFrame - 1),
        timeUs: index > 0 ? clock.offset(batch[index - 1].time, since: first) : clock.latestOffset)
    }
  }

  /// What is over is judged, and then goes, before a bound is met: the capture may go on for days.
  private func retire() {
    reportEvents()
    makeReport(isFinal: false)
    reportFindings(at: clock.latest ?? 0, isFinal: false)
    analysis.retire(factsOfTaken(isFinal: false))
    makeReport(isFinal: false)
    if let report { findings.keepOnly(those: report) }
  }

  private func withdrawFirstNote(_ batch: [CapturedRecord]) {
    guard firstNote != nil, case .device(let wanted) = settings.source else { return }
    let found = batch.first {
      wanted == nil ? $0.kind == .newIndex : $0.kind == .openIndex && $0.controller == wanted
    }
    guard let found else { return }
    firstNote = nil
    display.withdrawNote(
      "hci\(found.controller) is \(wanted == nil ? "there" : "switched on") now")
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
    if isPacedByRecords {
      lookInPause(now)
    } else if records.isRecognized, pace.isDue(now), hasNews {
      let (before, time) = (LiveSystem.spent, clock.estimate(now))
      analysis.lookForStalls()
      reportEvents(at: time)
      if taken != reported { makeReport(isFinal: false) }
      reportFindings(at: time, isFinal: false)
      pace.spent(LiveSystem.spent - before, at: now)
    }
    if let interval = display.refreshInterval, hasKeys || now >= nextRefresh {
      let before = LiveSystem.spent
      display.refresh(report, status(now))
      // A picture of very many devices may take its time too. A time in which the program was
      // stopped does not count.
      nextRefresh = now + max(interval, (LiveSystem.spent - before) * ReportPace.share)
    }
  }

  /// Lines are a row, which is to be the same however the records come in. A picture is only what
  /// holds at the moment.
  private var isPacedByRecords: Bool { display.refreshInterval == nil }

  /// Whether a look may find something.
  private var hasNews: Bool {
    taken != reported || findings.isWaiting || analysis.eventCount > 0
  }

  /// Whether records are looked at while they are taken. When a signal came, the end is due first.
  private var mayLook: Bool {
    isPacedByRecords && !isFinishing && signals?.isInterrupted != true
  }

  private func lookBefore(_ record: CapturedRecord) {
    let now = LiveSystem.now
    do throws(CommandFailure) {
      try recording?.flush(ifDueAt: now)
    } catch {
      fail(error)
    }
    let isDue = schedule.isDue(before: record.time.microseconds)
    if isDue { analysis.lookForStalls() }
    reportEvents(at: record.time.microseconds)
    schedule.printed()
    guard isDue else { return }
    if taken != reported { makeReport(isFinal: false) }
    reportFindings(at: record.time.microseconds, isFinal: false)
    schedule.looked(report)
  }

  /// Where the source pauses, what the look before its next record would find.
  private func lookInPause(_ now: Int64) {
    guard let pauseLength, let waitingSince, let latest = clock.latest, hasNews else { return }
    let pause = now - waitingSince
    let time = latest &+ pause &- pauseLength
    let isLong = pause >= 1_000_000
    guard pause > pauseLength, schedule.isTellingDue(before: time) || isLong else { return }
    let isDue = schedule.isDue(before: time) || isLong
    if isDue { analysis.lookForStalls() }
    reportEvents(at: time)
    guard isDue else { return }
    if taken != reported { makeReport(isFinal: false) }
    reportFindings(at: time, isFinal: false)
  }

  private func status(_ now: Int64) -> LiveStatus {
    rate.pass(taken, at: now)
    let elapsed = clock.elapsed(now)
    if let capture = report?.captures.first { history.observe(capture, elapsedUs: elapsed) }
    return LiveStatus(
      source: sourceText, records: taken, recordsPerSecond: rate.perSecond,
      dropped: isDevice ? queue.drops : nil, elapsedUs: elapsed,
      isReportCurrent: taken == reported,
      recording: recording.map { .init(path: $0.current.text, bytes: $0.size) },
      history: history)
  }

  private var isDevice: Bool {
    if case .device = settings.source { true } else { false }
  }

  /// The source, as messages name it.
  private var sourceText: String { name.text == "-" ? "standard input" : name.text }

  /// Until when nothing needs to be looked at unless something comes, in milliseconds.
  private func pause() -> Int {
    let now = LiveSystem.now
    var next = now + 1_000_000
    if isPacedByRecords {
      if pauseLength != nil, waitingSince != nil, hasNews { next = min(next, now + 50_000) }
    } else if hasNews {
      next = min(next, pace.next)
    }
    if let deadline { next = min(next, deadline) }
    if let due = recording?.deadline { next = min(next, due) }
    if display.refreshInterval != nil { next = min(next, nextRefresh) }
    return Int(max(0, next - now) / 1000) + 1
  }

  private func makeReport(isFinal: Bool) {
    var facts = factsOfTaken(isFinal: isFinal)
    // Where a device failed, no record shows the last losses. Before the end the kernel's count is
    // ahead of the records.
    if isFinal { facts.droppedRecords = max(facts.droppedRecords, queue.drops) }
    // No two reports at a time: each may be as large as what is followed.
    report = nil
    let capture =
      isFinal
      ? analysis.finish(path: name.text, facts) : analysis.capture(path: name.text, facts)
    report = ReportV1 {
      $0.bletrace = Version.number
      $0.captures = [capture]
      $0.findings = RuleCatalog.findings(
        in: [capture], rules: settings.analyze.rules, asked: settings.analyze.askedRules)
    }
    unjudged = capture.unjudged(least: settings.analyze.failOn ?? .info)
    reported = taken
  }

  /// What is known of the records that were taken. The reader may be ahead of them.
  private func factsOfTaken(isFinal: Bool) -> CaptureFacts {
    var facts = records.facts
    if taken < records.count {
      facts = facts.upTo(taken)
      facts.truncatedRecords -= left.count { $0.bytes.originalCount > $0.bytes.count }
    }
    if !isFinal || taken < records.count {
      facts.cutShort = false
      facts.damage = nil
    }
    return facts
  }

  /// Shows what has happened.
  ///
  /// - Parameter now: on the clock of the records, where more may come that belongs to it.
  private func reportEvents(at now: Int64? = nil) {
    guard analysis.eventCount > 0 || !losses.isEmpty else { return }
    let events = analysis.takeEvents(
      losses: factsOfTaken(isFinal: false).losses, openingFrames: opening.frames, at: now)
    show(losses.take(among: events, before: now.flatMap { analysis.firstUncertain(at: $0) }))
  }

  /// Shows what is new in the report.
  ///
  /// - Parameter now: on the clock of the records.
  private func reportFindings(at now: Int64, isFinal: Bool) {
    guard let report, isFinal || analysis.firstUncertain(at: now) == nil else { return }
    show(
      findings.events(
        in: report, at: clock.highestOffset, seen: clock.latest ?? now, now: now,
        isFinal: isFinal))
  }

  private func show(_ events: [LiveEvent]) {
    display.show(events)
    if let until = settings.until, events.contains(where: until.isMet) {
      waitedInVain = false
      isOver = true
    }
  }

  // MARK: The end

  private func finish() {
    if !hasSourceEnded { recording?.end = LiveSystem.now }
    queue.stop()
    // What was read already belongs to the capture.
    if failures.isEmpty, left.isEmpty, settings.count.map({ taken < $0 }) ?? true {
      (isOver, isFinishing) = (false, true)
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
    // Nothing more can be lost while the output is waited for.
    display.mayWait()
    if records.isRecognized {
      analysis.close()
      reportEvents()
      makeReport(isFinal: true)
      losses.lose(
        total: report?.captures.first?.droppedRecords ?? 0, upTo: taken,
        timeUs: clock.latestOffset)
      reportEvents()
      reportFindings(at: clock.latest ?? 0, isFinal: true)
    }
    display.finish()
    if let failure = display.failure { failures.append(failure) }
  }
}

extension LiveNote {
  func text(_ name: Argument) -> String {
    switch self {
    case .waitingForFile: "\(name.text): does not exist yet; waiting for it"
    case .fileAppeared: "\(name.text): exists now"
    case .fileReplaced: "\(name.text): was replaced; continuing with the new file"
    case .fileTruncated: "\(name.text): was truncated; reading from its start"
    case .unplugged: "\(name.text): was unplugged; waiting for it to come back"
    case .pluggedIn: "\(name.text): is back"
    case .disconnected(let reason): "\(name.text): \(reason); connecting again"
    case .connectedAgain: "\(name.text): connected again"
    }
  }
}
