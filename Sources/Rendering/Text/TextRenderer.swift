import Report
import Text

/// The report for a person at a terminal: first what matters, then the details it rests on.
///
/// Each frame number is shown as `#123`, the number under which Wireshark shows that record.
package enum TextRenderer {
  package static func render(
    _ report: ReportV1, options: TextOptions = TextOptions(), extent: ReportExtent = .brief
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    render(report, options: options, extent: extent) { bytes += $0 }
    return bytes
  }

  /// The same, handed over piece by piece.
  ///
  /// - Parameter openingWireshark: the captures, by index, that are files of their own, where each
  ///   finding is to have the command for that.
  package static func render(
    _ report: ReportV1, options: TextOptions, extent: ReportExtent = .brief,
    timeline: TimelineOptions = TimelineOptions(), openingWireshark: Set<Int>? = nil,
    handingTo take: ([UInt8]) -> Void
  ) {
    var page = Page(options)
    var document = Document()
    if report.captures.isEmpty { document.line("No captures.") }
    let findings = Dictionary(grouping: report.findings, by: \.capture)
    if report.captures.count > 2 { CaptureSection.writeSummary(of: report, to: &document) }
    for (index, capture) in report.captures.enumerated() {
      document.skip()
      var found = findings[index] ?? []
      if case .connection(let id) = extent { found = found.filter { $0.covers(id) } }
      let section = FindingsSection(
        found, in: capture, opening: openingWireshark.map { $0.contains(index) })
      switch extent {
      case .brief:
        page.write(&document)
        BriefReport(capture, findings: section, options).write(to: &page)
        TimelineSection.write(capture, index: index, timeline, to: &document)
      case .full:
        page.write(&document)
        FullReport.write(capture, findings: section, to: &page, handingTo: take)
        TimelineSection.write(capture, index: index, timeline, to: &document)
      case .connection(let id):
        FullReport.write(connection: id, of: capture, findings: section, to: &document)
        TimelineSection.write(capture.only(id), index: index, timeline, to: &document)
      }
      page.write(&document)
      take(page.takeBytes())
    }
    let others = report.findings.filter { !report.captures.indices.contains($0.capture) }
    if !others.isEmpty { FindingsSection(others, in: nil).writeAll(to: &document) }
    page.write(&document)
    take(page.takeBytes())
  }
}
