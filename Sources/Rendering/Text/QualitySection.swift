import Report
import Text

/// Android's quality reports: the only part of a capture that shows what happened on the air.
enum QualitySection {
  /// - Parameter limit: connections and handles to show.
  static func write(
    _ reports: [ReportV1.QualityReport], limit: Int, to document: inout Document
  ) {
    if reports.isEmpty || limit == 0 { return }
    document.skip()
    document.heading("The controller's quality reports", indent: 0)
    let groups = reports.grouped { [$0.handle, $0.connection] }
    for (_, own) in groups.prefix(limit) {
      document.paragraph(line(own), indent: 2, hanging: 6)
    }
    if groups.count > limit { document.more(groups.count - limit, indent: 2) }
  }

  private static func line(_ reports: [ReportV1.QualityReport]) -> StyledText {
    var subject =
      reports[0].connection.map { "connection\u{A0}\($0)" }
      ?? "handle\u{A0}\(Quantity.handle(reports[0].handle))"
    if let address = reports.compactMap(\.address).last { subject += ", \(address)" }
    if let role = reports.compactMap(\.role).last { subject += role.clause }
    let frames = Name.frames(reports[0].frame, reports[reports.count - 1].frame)
    var line = StyledText("\(subject): \(Quantity.count(reports.count, "report")) \(frames)")
    func range(_ name: String, _ values: [Int?]) {
      let known = values.compactMap { $0 }
      guard let least = known.min(), let most = known.max(), let last = known.last else { return }
      if least == most {
        line += "; \(name) always \(least)"
      } else {
        line += "; \(name) range \(least)\u{A0}to\u{A0}\(most), last \(last) "
        line += StyledText(.series(known.suffix(32).map { Double($0) }, leastSpan: 1))
      }
    }
    range("retransmissions", reports.map(\.retransmissions))
    range("events without a packet", reports.map(\.noRx))
    range("NAK", reports.map(\.nak))
    range("RSSI", reports.map(\.rssi))
    return line
  }
}
