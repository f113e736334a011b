import CaptureFiles
import Findings
import LiveCapture
import Rendering
import Report
import Tracking

/// What a user sees of a live capture.
struct LiveView {
  static let options: AnalysisOptions = {
    var options = AnalysisOptions()
    options.timeline = .packets
    return options
  }()

  /// Why there is nothing to see.
  private(set) var problem: CaptureFileError?
  private(set) var capture = ReportV1.Capture()

  private let schedule: LiveSchedule
  private var records: LiveRecords
  private var analysis = RunningAnalysis(
    options: Self.options, payloads: nil, keepsEvents: true)
  private var findings = PrintedFindings()
  private var losses = LostRecords()
  private var history = LiveHistory()
  private var state = ScreenState()
  private var picture = TerminalPicture()
  private var decoder = TerminalKeyDecoder()
  private var batch: [CapturedRecord] = []
  private var looks = 0

  init(_ queue: ByteQueue, _ schedule: LiveSchedule) {
    self.schedule = schedule
    records = LiveRecords(queue)
  }

  /// Takes the records that have come.
  mutating func take() {
    do throws(CaptureFileError) {
      while problem == nil, case .records = try records.next(into: &batch) {
        records.withBytes { bytes in analysis.add(batch, in: bytes) }
      }
    } catch {
      problem = error
    }
  }

  mutating func look(isFinal: Bool) {
    guard records.isRecognized, problem == nil else { return }
    looks += 1
    // As `--count` has it, one record less: that must do no harm.
    _ = records.facts.upTo(records.count - 1)
    if isFinal { analysis.close() } else { analysis.lookForStalls() }
    var events = analysis.takeEvents(losses: records.facts.losses)
    capture =
      isFinal
      ? analysis.finish(path: "fuzz", records.facts)
      : analysis.capture(path: "fuzz", records.facts)
    let report = ReportV1 {
      $0.bletrace = "fuzz"
      $0.captures = [capture]
      $0.findings = RuleCatalog.findings(in: [capture])
    }
    losses.lose(total: capture.droppedRecords, upTo: records.count, timeUs: 0)
    events = losses.take(among: events)
    events += findings.events(in: report, now: Int64(looks) * 600_000, isFinal: isFinal)
    for event in events {
      promise(ReportChecks.isJSON(event.json), "an event that is no JSON")
      promise(ReportChecks.isClean(event.json), "what acts on a terminal, in an event's JSON")
      let line = Array(event.line(unicode: schedule.unicode).utf8)
      promise(ReportChecks.isClean(line), "what acts on a terminal, in an event")
      promise(!line.contains(0x0A), "an event of two lines")
    }
    draw(report)
  }

  private mutating func draw(_ report: ReportV1) {
    history.observe(capture, elapsedUs: capture.durationUs ?? 0)
    let status = LiveStatus(
      source: "fuzz", records: records.count, elapsedUs: capture.durationUs ?? 0, history: history)
    // A key may come in pieces, from one look to the next.
    let typed = schedule.keys.dropFirst((looks - 1) * 2).prefix(2)
    let keys = decoder.feed(Array(typed)) + (typed.isEmpty ? decoder.flush() : [])
    for key in keys.compactMap(Self.screenKey) {
      state = state.pressing(
        key, report: report, status: status, columns: schedule.columns, rows: schedule.rows)
    }
    let lines = LiveScreen.lines(
      report: report, status: status, state: state, columns: schedule.columns, rows: schedule.rows,
      color: schedule.color, unicode: schedule.unicode)
    promise(lines.count == schedule.rows, "a picture of another height")
    if !schedule.color {
      for line in lines {
        promise(ReportChecks.isClean(Array(line.utf8)), "what acts on a terminal, on screen")
        promise(!line.utf8.contains(0x0A), "a line of the screen that is two")
        let isWide = !schedule.unicode && line.utf8.count > schedule.columns
        promise(!isWide, "a line that is wider than the screen")
      }
    }
    _ = picture.change(to: lines, columns: schedule.columns, rows: schedule.rows)
    let again = picture.change(to: lines, columns: schedule.columns, rows: schedule.rows)
    promise(again.isEmpty || lines.isEmpty, "the same picture, drawn again")
  }

  private static func screenKey(_ key: TerminalKey) -> ScreenKey? {
    switch key {
    case .character(let character): ScreenKey(character)
    case .up: .up
    case .down: .down
    case .pageUp: .pageUp
    case .pageDown: .pageDown
    case .home: .home
    case .end: .end
    case .escape: .escape
    case .left, .right: nil
    }
  }
}
