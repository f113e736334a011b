import Report
import Text

/// The report for a person at a terminal: first what matters, then the details it rests on.
///
/// Each frame number is shown as `#123`, the number under which Wireshark shows that record.
package enum TextRenderer {
  /// Connections of a capture that are shown in detail. The JSON report has all.
  private static let detailLimit = 32
  private static let verdictLimit = 64

  package static func render(_ report: ReportV1, options: TextOptions = TextOptions()) -> [UInt8] {
    var bytes: [UInt8] = []
    render(report, options: options) { bytes += $0 }
    return bytes
  }

  /// The same, handed over capture by capture.
  package static func render(
    _ report: ReportV1, options: TextOptions, handingTo take: ([UInt8]) -> Void
  ) {
    var page = Page(options)
    var document = Document()
    if report.captures.isEmpty { document.line("No captures.") }
    let findings = Dictionary(grouping: report.findings, by: \.capture)
    for (index, capture) in report.captures.enumerated() {
      document.skip()
      write(capture, findings: findings[index] ?? [], to: &document)
      page.write(&document)
      take(page.takeBytes())
    }
    let others = report.findings.filter { !report.captures.indices.contains($0.capture) }
    if !others.isEmpty { FindingsSection.write(others, to: &document) }
    page.write(&document)
    take(page.takeBytes())
  }

  private static func write(
    _ capture: ReportV1.Capture, findings: [ReportV1.Finding], to document: inout Document
  ) {
    CaptureSection.write(capture, to: &document)
    document.skip()
    for connection in capture.connections.prefix(verdictLimit) {
      document.paragraph(Verdict.of(connection), hanging: 2)
    }
    let omitted = Int.clampedSum(
      Swift.max(0, capture.connections.count - verdictLimit), capture.connectionsOmitted)
    if omitted > 0 { document.more(omitted) }
    if capture.connections.isEmpty { document.paragraph(Verdict.withoutConnections(capture)) }
    TimelineSection.write(capture, to: &document)
    FindingsSection.write(findings, to: &document)
    for connection in capture.connections.prefix(detailLimit) {
      ConnectionSection.write(connection, to: &document)
    }
    if capture.connections.count > detailLimit {
      document.skip()
      document.more(capture.connections.count - detailLimit)
    }
    QualitySection.write(capture.qualityReports, to: &document)
    RadioSection.write(capture, to: &document)
  }
}

extension Int {
  /// Totals come from a file, and may be anything.
  static func clampedSum(_ a: Int, _ b: Int) -> Int {
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? (a < 0 ? .min : .max) : sum
  }
}
