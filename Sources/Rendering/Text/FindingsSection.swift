import Report
import Text

/// What the rules have to say, the gravest first.
enum FindingsSection {
  private static let limit = 40
  private static let frameLimit = 8

  static func write(_ findings: [ReportV1.Finding], to document: inout Document) {
    document.skip()
    if findings.isEmpty {
      document.line("No findings.")
      return
    }
    document.heading("Findings")
    let sorted = [ReportV1.Severity.error, .warning, .info].flatMap { severity in
      findings.filter { $0.severity == severity }
    }
    for finding in sorted.prefix(limit) { write(finding, to: &document) }
    if sorted.count > limit { document.more(sorted.count - limit, indent: 2) }
  }

  private static func write(_ finding: ReportV1.Finding, to document: inout Document) {
    var head = StyledText(finding.severity.rawValue + ":", style(of: finding.severity))
    head += StyledText(" " + finding.message)
    var origin = [finding.rule]
    if let connection = finding.connection { origin.append("connection\u{A0}\(connection)") }
    var frames: [String] = finding.frames.prefix(frameLimit).map { Name.frame($0) }
    if finding.frames.count > frameLimit {
      frames.append("and \(Quantity.count(finding.frames.count - frameLimit))\u{A0}more")
    }
    if !frames.isEmpty { origin.append(frames.joined(separator: " ")) }
    head += StyledText(" [" + origin.joined(separator: ", ") + "]", .quiet)
    document.paragraph(head, indent: 2, hanging: 4)
    if let advice = finding.advice { document.paragraph(StyledText(advice), indent: 4) }
  }

  static func style(of severity: ReportV1.Severity) -> TextStyle {
    switch severity {
    case .info: .note
    case .warning: .warning
    case .error: .error
    }
  }
}
