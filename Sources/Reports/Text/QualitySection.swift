/// Android's quality reports: the one place where a capture tells what happened on the air.
enum QualitySection {
  static func write(_ reports: [ReportV1.QualityReport], to page: inout Page) {
    if reports.isEmpty { return }
    page.skip()
    page.heading("The controller's quality reports", indent: 0)
    for (handle, own) in grouped(reports) {
      page.paragraph(StyledText(line(handle, own, page)), indent: 2, hanging: 6)
    }
  }

  /// By connection handle, in the order of the first report.
  private static func grouped(
    _ reports: [ReportV1.QualityReport]
  ) -> [(handle: Int, own: [ReportV1.QualityReport])] {
    var groups: [(handle: Int, own: [ReportV1.QualityReport])] = []
    for report in reports {
      if let place = groups.firstIndex(where: { $0.handle == report.handle }) {
        groups[place].own.append(report)
      } else if groups.count < 16 {
        groups.append((report.handle, [report]))
      }
    }
    return groups
  }

  private static func line(
    _ handle: Int, _ reports: [ReportV1.QualityReport], _ page: Page
  ) -> String {
    let connection = reports.compactMap(\.connection).first.map { "connection\u{A0}\($0)" }
    let frames = Name.frames(reports[0].frame, reports[reports.count - 1].frame)
    var parts = ["\(Quantity.count(reports.count, "report")) \(frames)"]
    func trend(_ name: String, _ values: [Int?]) {
      let known = values.compactMap { $0 }
      guard let first = known.first, let last = known.last, let most = known.max() else { return }
      let bars = Sparkline.render(
        known.suffix(32).map { Double($0) }, leastSpan: 1, unicode: page.unicode)
      parts.append("\(name) \(first) to \(last), at most \(most) \(bars)")
    }
    trend("retransmissions", reports.map(\.retransmissions))
    trend("no RX", reports.map(\.noRx))
    trend("NAK", reports.map(\.nak))
    trend("RSSI", reports.map(\.rssi))
    return "\(connection ?? "handle\u{A0}\(Quantity.handle(handle))"): "
      + parts.joined(separator: "; ")
  }
}
