import LiveCapture
import Rendering
import Report

/// The screen of a terminal: the whole picture, some times a second.
final class LiveScreenDisplay: LiveDisplay {
  private let terminal: Terminal
  private let settings: AnalyzeSettings
  private var state = ScreenState()
  private var shown: (report: ReportV1, status: LiveStatus) = (ReportV1(), LiveStatus())
  private var latestNote: String?

  /// nil where there is no terminal that could be a screen.
  init?(_ settings: AnalyzeSettings) {
    guard let terminal = Terminal() else { return nil }
    self.terminal = terminal
    self.settings = settings
  }

  var isClosed: Bool { state.hasQuit || terminal.isGone }
  let failure: CommandFailure? = nil
  var inputDescriptor: Int32 { terminal.descriptor }
  let outputDescriptor: Int32 = -1
  func clearOutput() {}
  let refreshInterval: Int64? = 250_000

  /// The events are in the picture.
  func show(_ events: [LiveEvent]) {}

  func note(_ text: String) {
    latestNote = text
  }

  func withdrawNote(_ text: String) {
    latestNote = nil
  }

  func takeKeys() -> Bool {
    let keys = terminal.keys().compactMap(ScreenKey.init)
    for key in keys {
      let size = terminal.size
      state = state.pressing(
        key, report: shown.report, status: shown.status, columns: size.columns, rows: size.rows)
    }
    return !keys.isEmpty
  }

  func refresh(_ report: ReportV1?, _ status: LiveStatus) {
    if !state.isPaused {
      shown = (report ?? ReportV1(), status)
      shown.status.note = latestNote
    }
    let size = terminal.size
    let lines = LiveScreen.lines(
      report: shown.report, status: shown.status, state: state, columns: size.columns,
      rows: size.rows, color: settings.text.color, unicode: settings.text.unicode)
    terminal.draw(lines, columns: size.columns, rows: size.rows)
  }

  func mayWait() {}

  func finish() {}

  func close() { terminal.close() }
}

extension ScreenKey {
  init?(_ key: TerminalKey) {
    switch key {
    case .character(let character): self.init(character)
    case .up: self = .up
    case .down: self = .down
    case .pageUp: self = .pageUp
    case .pageDown: self = .pageDown
    case .home: self = .home
    case .end: self = .end
    case .escape: self = .escape
    case .left, .right: return nil
    }
  }
}
