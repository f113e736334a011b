import Report

extension ReportV1.Capture {
  /// What the controller reported of a link right before it was lost. An older report shows nothing
  /// of the loss.
  func lastQuality(of connection: ReportV1.Connection) -> ReportV1.QualityReport? {
    guard let end = connection.disconnect else { return nil }
    let timeout = connection.parameters.last?.supervisionTimeoutUs ?? 0
    let earliest = connection.endUs - timeout - Self.reportedWithinUs
    func isNear(_ report: ReportV1.QualityReport) -> Bool {
      report.connection == connection.id && report.timeUs >= earliest && report.frame <= end.frame
    }
    return qualityReports.last {
      isNear($0) && ($0.retransmissions ?? 0 > 0 || $0.noRx ?? 0 > 0)
    } ?? qualityReports.last { isNear($0) && $0.measuredRSSI != nil }
  }

  private static let reportedWithinUs = 1_000_000
}

extension ReportV1.QualityReport {
  /// In dBm; `nil` where the controller had no reading, which is 127.
  var measuredRSSI: Int? { rssi.flatMap { $0 < 0 ? $0 : nil } }
}
