import Report

/// What a key press asks of the screen.
package enum ScreenKey: Equatable, Sendable, CaseIterable {
  case quit, pause, up, down, pageUp, pageDown, home, end, help, escape

  /// The key that types this character, if it means anything.
  package init?(_ character: Unicode.Scalar) {
    switch character {
    case "q", "Q": self = .quit
    case "p", "P", " ": self = .pause
    case "k": self = .up
    case "j": self = .down
    case "g": self = .home
    case "G": self = .end
    case "?", "h": self = .help
    default: return nil
    }
  }
}

/// What the user has chosen to see. Pure: a key press makes a new state of an old one.
package struct ScreenState: Equatable, Sendable {
  /// The `id` of the connection that was picked; `nil` shows all of them.
  package var pickedConnection: Int?
  /// Findings that were scrolled past, the newest first.
  package var findingsOffset = 0
  package var isHelpOpen = false
  /// The display is stopped. Capturing goes on.
  package var isPaused = false
  /// The user has seen enough.
  package var hasQuit = false

  package init() {}

  /// The state after `key` was pressed in front of this picture, of `columns` by `rows`.
  package func pressing(
    _ key: ScreenKey, report: ReportV1, status: LiveStatus, columns: Int, rows: Int
  ) -> ScreenState {
    var next = self
    switch key {
    case .quit: next.hasQuit = true
    case .pause: next.isPaused.toggle()
    case .help: next.isHelpOpen.toggle()
    case .escape:
      if isHelpOpen {
        next.isHelpOpen = false
      } else {
        next.pickedConnection = nil
        next.findingsOffset = 0
      }
    case .up, .down:
      let view = ScreenView(report: report, status: status, state: self, unicode: true)
      next.pickedConnection = view.neighbour(of: pickedConnection, isBelow: key == .down)
      if next.pickedConnection != pickedConnection { next.findingsOffset = 0 }
    case .home: next.findingsOffset = 0
    case .pageUp, .pageDown, .end:
      let view = ScreenView(report: report, status: status, state: self, unicode: true)
      let page = max(1, LiveScreen.draw(view, columns: columns, rows: rows).findingsShown)
      let last = max(0, view.findings.count - page)
      // More may have been scrolled past than there is now: another connection was picked.
      let current = min(max(findingsOffset, 0), last)
      switch key {
      case .pageUp: next.findingsOffset = max(0, current - page)
      case .pageDown: next.findingsOffset = min(last, current + page)
      default: next.findingsOffset = last
      }
    }
    return next
  }
}
