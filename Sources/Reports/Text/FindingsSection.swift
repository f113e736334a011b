/// What the rules have to say, the gravest first.
enum FindingsSection {
  private static let limit = 40
  private static let frameLimit = 8

  static func write(_ findings: [ReportV1.Finding], to page: inout Page) {
    page.skip()
    if findings.isEmpty {
      page.line("No findings.")
      return
    }
    page.heading("Findings")
    let sorted = [ReportV1.Severity.error, .warning, .info].flatMap { severity in
      findings.filter { $0.severity == severity }
    }
    for finding in sorted.prefix(limit) { write(finding, to: &page) }
    if sorted.count > limit { page.line(page.more(sorted.count - limit), indent: 2) }
  }

  private static func write(_ finding: ReportV1.Finding, to page: inout Page) {
    var head = StyledText(finding.severity.rawValue + ":", style(of: finding.severity))
    head += StyledText(" " + finding.message)
    var origin: [String] = finding.frames.prefix(frameLimit).map { Name.frame($0) }
    if finding.frames.count > frameLimit {
      origin.append("\(page.ellipsis) \(finding.frames.count)\u{A0}frames")
    }
    if let connection = finding.connection { origin.insert("connection\u{A0}\(connection)", at: 0) }
    origin.insert(finding.rule, at: 0)
    head += StyledText(" [" + origin.joined(separator: " ") + "]", .quiet)
    page.paragraph(head, indent: 2, hanging: 4)
    if let advice = finding.advice { page.paragraph(StyledText(advice), indent: 4) }
  }

  private static func style(of severity: ReportV1.Severity) -> TextStyle {
    switch severity {
    case .info: .note
    case .warning: .warning
    case .error: .error
    }
  }
}
