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

  /// Where the time of connections of two sides went.
  ///
  /// - Parameter pairs: each with its title, where there are several.
  package static func writeShares(
    _ pairs: [(base: ReportV1.Connection, new: ReportV1.Connection, title: String?)],
    to page: inout HTMLWriter
  ) {
    TimeShares.writePairs(pairs, to: &page)
  }
}
