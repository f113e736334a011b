import Report
import Text

/// The picture that `bletrace live` shows on a terminal. It looks at no packets and at no terminal:
/// the same report, status and state give the same lines.
package enum LiveScreen {
  /// From this width on the findings are beside the rest.
  static let twoColumnWidth = 150
  /// From this height on empty lines set the panels apart.
  static let spaciousRows = 20

  /// Exactly `rows` lines, each at most `columns` wide on a terminal. Nothing that came from the
  /// air can act on the terminal: it is escaped as in the text report.
  package static func lines(
    report: ReportV1, status: LiveStatus, state: ScreenState, columns: Int, rows: Int, color: Bool,
    unicode: Bool = true
  ) -> [String] {
    let view = ScreenView(report: report, status: status, state: state, unicode: unicode)
    return draw(view, columns: columns, rows: rows).lines.map { $0.terminalText(color: color) }
  }

  /// A picture, and how many findings it has room for.
  struct Drawing {
    var lines: [StyledText]
    var findingsShown: Int
  }

  static func draw(_ view: ScreenView, columns: Int, rows: Int) -> Drawing {
    let columns = Swift.max(0, columns)
    let rows = Swift.max(0, rows)
    var lines = [HeaderLine.make(view, columns: columns)]
    if let note = view.status.note, rows >= 5 {
      lines.append(StyledText(note, .warning).escaped(unicode: view.unicode))
    }
    let footer = rows >= 4 ? [HelpText.footer(view, columns: columns)] : []
    let room = rows - lines.count - footer.count
    var findingsShown = 0
    if view.state.isHelpOpen {
      lines += HelpText.lines(view).prefix(Swift.max(0, room))
    } else if columns >= twoColumnWidth {
      let (body, shown) = twoColumns(view, columns: columns, rows: room)
      lines += body
      findingsShown = shown
    } else {
      let (body, shown) = oneColumn(view, columns: columns, rows: room)
      lines += body
      findingsShown = shown
    }
    let blank = Swift.max(0, rows - lines.count - footer.count)
    lines += Array(repeating: StyledText(""), count: blank) + footer
    return Drawing(
      lines: lines.prefix(rows).map { $0.cut(columns, view) }, findingsShown: findingsShown)
  }

  // MARK: The body

  /// All but the findings, from top to bottom; where there is no room for all, the first are shown.
  private static func panels(_ view: ScreenView, columns: Int) -> [ScreenPanel] {
    [
      ConnectionsPanel.make(view, columns: columns), LinkPanel.make(view),
      TransfersPanel.make(view, columns: columns), StallsPanel.make(view, columns: columns),
      ValuesPanel.make(view, columns: columns), HeardPanel.make(view, columns: columns),
    ].filter { $0.wanted > 0 }
  }

  private static func oneColumn(
    _ view: ScreenView, columns: Int, rows: Int
  ) -> (lines: [StyledText], findingsShown: Int) {
    if rows <= 0 { return ([], 0) }
    let gap = gap(rows)
    let findings = FindingsPanel(view, columns: columns)
    let panels = panels(view, columns: columns)
    // The findings are at the bottom, but come second when room is given out.
    let byRight = panels.prefix(1) + [findings.panel(upTo: rows)] + panels.dropFirst()
    var heights = ScreenPanel.heights(Array(byRight), rows: rows - gap * byRight.count)
    heights.remove(at: 1)
    var lines = stack(panels, heights, gap: gap)
    lines += Array(repeating: StyledText(""), count: gap)
    let (found, shown) = findings.lines(rows: rows - lines.count)
    return (lines + found, shown)
  }

  private static func gap(_ rows: Int) -> Int { rows + 3 >= spaciousRows ? 1 : 0 }

  private static func stack(_ panels: [ScreenPanel], _ heights: [Int], gap: Int) -> [StyledText] {
    var lines: [StyledText] = []
    for (panel, height) in zip(panels, heights) where height > 0 {
      lines += Array(repeating: StyledText(""), count: gap) + panel.lines(height)
    }
    return lines
  }

  private static func twoColumns(
    _ view: ScreenView, columns: Int, rows: Int
  ) -> (lines: [StyledText], findingsShown: Int) {
    let right = columns * 2 / 5
    let left = columns - right - 3
    let gap = gap(rows)
    let panels = panels(view, columns: left)
    let heights = ScreenPanel.heights(panels, rows: rows - gap * panels.count)
    let leftLines = stack(panels, heights, gap: gap)
    let (findings, shown) = FindingsPanel(view, columns: right).lines(rows: rows - gap)
    let rightLines = Array(repeating: StyledText(""), count: gap) + findings
    let bar = StyledText(view.unicode ? " │ " : " | ", .quiet)
    let lines = (0..<Swift.max(0, rows)).map { row in
      let text = row < leftLines.count ? leftLines[row] : ""
      let other = row < rightLines.count ? rightLines[row] : ""
      return text.fitted(to: left, ellipsis: view.ellipsis) + bar + other
    }
    return (lines, shown)
  }
}

extension StyledText {
  /// At most so many columns; nothing where not even one character fits.
  fileprivate func cut(_ columns: Int, _ view: ScreenView) -> StyledText {
    if columns <= 0 { return "" }
    let text = cut(to: columns, ellipsis: view.ellipsis)
    return text.width <= columns ? text : ""
  }
}
