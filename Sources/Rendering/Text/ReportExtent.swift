/// How much the text report holds.
package enum ReportExtent: Equatable, Sendable {
  /// What a person reads: at most `BriefReport.mostLines` lines for each capture.
  case brief
  case full
  /// Everything about the connection with this `id`.
  case connection(Int)

  /// Rows of a table in a report that is not brief. The JSON report has all.
  static let mostRows = 4_096
}
