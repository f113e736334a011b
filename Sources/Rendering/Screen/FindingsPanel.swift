import Report
import Text

/// The findings, the newest first.
struct FindingsPanel {
  private let view: ScreenView
  private let columns: Int

  init(_ view: ScreenView, columns: Int) {
    self.view = view
    self.columns = columns
  }

  /// The panel, for the height it should have.
  func panel(upTo rows: Int) -> ScreenPanel {
    ScreenPanel(
      wanted: wanted(upTo: rows), least: Swift.min(2, rows), lines: { lines(rows: $0).lines })
  }

  /// Lines that all findings would take, up to a limit.
  private func wanted(upTo rows: Int) -> Int {
    var lines = 1
    for finding in view.findings {
      if lines >= rows { break }
      lines += full(finding, withAdvice: true).count
    }
    return Swift.min(Swift.max(2, lines), Swift.max(2, rows))
  }

  /// - Returns: The lines, and how many findings are wholly in them.
  func lines(rows: Int) -> (lines: [StyledText], shown: Int) {
    if rows <= 0 { return ([], 0) }
    let findings = view.findings
    if findings.isEmpty { return ([StyledText("No findings so far.", .quiet)], 0) }
    var body: [StyledText] = []
    var shown = 0
    let room = Swift.max(1, rows - 1)
    let offset = Swift.min(Swift.max(0, view.state.findingsOffset), findings.count - 1)
    // Where there is little room, many short ones say more than one long one.
    let isBrief = room < 6 && !fit(findings[offset...], room)
    for finding in findings[offset...] {
      if body.count >= room { break }
      let lines = isBrief ? [brief(finding)] : full(finding, withAdvice: room >= 12)
      // At least one is shown, as far as it goes.
      if shown > 0 && body.count + lines.count > room { break }
      body += lines
      shown += 1
    }
    let last = offset + shown
    let range =
      "\(offset + 1)\(view.unicode ? "–" : "-")\(last) of \(Quantity.count(findings.count))"
    let title =
      StyledText("Findings", .heading)
      + StyledText(shown == findings.count ? "" : " (\(range), the newest first)", .quiet)
    return (rows == 1 ? Array(body.prefix(1)) : [title] + body.prefix(room), shown)
  }

  private func fit(_ findings: ArraySlice<ReportV1.Finding>, _ room: Int) -> Bool {
    var lines = 0
    for finding in findings {
      lines += full(finding, withAdvice: false).count
      if lines > room { return false }
    }
    return true
  }

  private func brief(_ finding: ReportV1.Finding) -> StyledText {
    (head(finding) + StyledText(" [\(finding.rule)]", .quiet)).escaped(unicode: view.unicode)
      .cut(to: Swift.max(1, columns), ellipsis: view.ellipsis)
  }

  private func full(_ finding: ReportV1.Finding, withAdvice: Bool) -> [StyledText] {
    var origin = [finding.rule]
    if let connections = finding.connectionText { origin.append(connections) }
    let frames = finding.frames.prefix(4).map { Name.frame($0) }
    if !frames.isEmpty { origin.append(frames.joined(separator: " ")) }
    let text = head(finding) + StyledText(" [\(origin.joined(separator: ", "))]", .quiet)
    var lines = text.escaped(unicode: view.unicode).wrapped(columns: columns, hanging: 4)
    if withAdvice, let advice = finding.advice {
      lines += StyledText(Printable.keepingUnits(advice), .quiet).escaped(unicode: view.unicode)
        .wrapped(columns: columns - 4, hanging: 0).map { "    " + $0 }
    }
    return lines
  }

  private func head(_ finding: ReportV1.Finding) -> StyledText {
    StyledText(finding.severity.rawValue, FindingsSection.style(of: finding.severity))
      + StyledText(" " + Printable.keepingUnits(finding.message))
  }
}
