import Report
import Text

/// What a page says of one capture beside its findings.
package enum CaptureSummary {
  /// What it is, and what became of its connections.
  package static func writeVerdict(_ capture: ReportV1.Capture, to page: inout HTMLWriter) {
    var document = Document()
    CaptureSection.write(capture, isBrief: true, to: &document)
    FullReport.writeVerdict(capture, to: &document)
    page.write(&document)
  }

  /// - Parameter title: of the capture, where a page has several.
  package static func writeShares(
    _ capture: ReportV1.Capture, title: String?, to page: inout HTMLWriter
  ) {
    TimeShares(capture, title: title).write(to: &page)
  }
}
