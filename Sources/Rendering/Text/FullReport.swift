import Report
import Text

/// All that there is to say about a capture, or about one of its connections.
enum FullReport {
  /// More connections than these are a table instead of a sentence each.
  private static let mostVerdicts = 8

  static func write(
    _ capture: ReportV1.Capture, findings: FindingsSection, to page: inout Page,
    handingTo take: ([UInt8]) -> Void
  ) {
    var document = Document()
    CaptureSection.write(capture, to: &document)
    document.skip()
    writeVerdict(capture, to: &document)
    findings.writeAll(to: &document)
    writeConnections(capture, to: &document) { page.write(&$0, handingTo: take) }
    writeRadio(capture, to: &document)
    page.write(&document, handingTo: take)
  }

  static func writeVerdict(_ capture: ReportV1.Capture, to document: inout Document) {
    let connections = capture.connections
    if connections.isEmpty { document.paragraph(Verdict.withoutConnections(capture)) }
    if connections.count > mostVerdicts || capture.folded != nil {
      document.paragraph(Verdict.of(ConnectionList(capture)), hanging: 2)
    } else {
      for connection in connections { document.paragraph(Verdict.of(connection), hanging: 2) }
    }
    if capture.connectionsUnseen > 0 {
      document.more(capture.connectionsUnseen, "connection")
    }
    CaptureFacts.write(capture, to: &document)
  }

  /// - Parameter hand: is handed the document connection by connection, and may take out what it
  ///   says.
  static func writeConnections(
    _ capture: ReportV1.Capture, isBrief: Bool = false, to document: inout Document,
    _ hand: (inout Document) -> Void = { _ in }
  ) {
    if capture.connections.count > mostVerdicts {
      ConnectionList(capture).write(limit: .max, to: &document)
    }
    for connection in capture.connections {
      ConnectionDetails.writeAll(connection, isBrief: isBrief, to: &document)
      hand(&document)
    }
  }

  static func writeRadio(_ capture: ReportV1.Capture, to document: inout Document) {
    let limit = ReportExtent.mostRows
    QualitySection.write(capture.qualityReports, limit: limit, to: &document)
    AttemptSection.write(capture.attempts, limit: limit, to: &document)
    RadioSection.writeScans(capture.scans, limit: limit, to: &document)
    AirStreamSection.write(capture.airStreams, limit: limit, to: &document)
    RadioSection.writeAdvertisers(HeardDevices(capture.advertisers), limit: limit, to: &document)
  }

  /// One connection, with what was found and heard of it; nothing where the capture has none of
  /// that `id`.
  static func write(
    connection id: Int, of capture: ReportV1.Capture, findings: FindingsSection,
    to document: inout Document
  ) {
    guard let connection = capture.connections.first(where: { $0.id == id }) else { return }
    var capture = capture
    CaptureSection.write(capture, to: &document)
    document.skip()
    document.paragraph(Verdict.of(connection), hanging: 2)
    findings.writeAll(to: &document)
    ConnectionDetails.writeAll(connection, to: &document)
    capture.qualityReports.removeAll { $0.connection != id }
    capture.scans = []
    capture.airStreams.removeAll { $0.connection != id }
    capture.attempts.removeAll { $0.target != connection.peer.address }
    capture.advertisers.removeAll { $0.address != connection.peer.address }
    writeRadio(capture, to: &document)
  }
}

extension ReportV1.Capture {
  /// With the timeline of one connection alone.
  func only(_ id: Int) -> ReportV1.Capture {
    var capture = self
    capture.timeline?.removeAll { $0.connection != id }
    return capture
  }
}
