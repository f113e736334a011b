import Report
import Text

/// The devices that advertise, as long as no connection was picked.
enum HeardPanel {
  private static let limit = 12
  private static let leastSignalSpan = 10.0

  static func make(_ view: ScreenView, columns: Int) -> ScreenPanel {
    guard view.state.pickedConnection == nil else { return ScreenPanel(lines: [], least: 0) }
    var table = Table([
      .init(title: "", steady: 3),
      .init(title: "", alignment: .left, minimum: ScreenPanel.leastName(columns), steady: 17),
      .init(title: "address", alignment: .left, rank: 4),
      .init(title: "reports", steady: 7),
      .init(title: "RSSI", steady: 7),
      .init(title: "signal", alignment: .left, rank: 1, steady: 8),
      .init(title: "trend", alignment: .left, rank: 2, steady: 11),
      .init(title: "advertises", alignment: .left, minimum: 9, rank: 3),
    ])
    // Those heard most often keep their rows longest.
    let devices = view.capture.advertisers.sorted {
      ($1.reports, $0.address) < ($0.reports, $1.address)
    }
    for (index, device) in devices.prefix(limit).enumerated() {
      table.add([StyledText("\(index + 1)")] + row(device, view))
    }
    return ScreenPanel("Advertising devices", table, view: view, columns: columns)
  }

  private static func row(_ device: ReportV1.Advertiser, _ view: ScreenView) -> [StyledText] {
    let rssi = device.rssi
    let course = Sparkline.render(
      Sparkline.condensed(rssi.series, to: 8), leastSpan: leastSignalSpan, unicode: view.unicode)
    return [
      StyledText(device.name.map { Printable.quoted($0) } ?? device.address),
      StyledText(device.name == nil ? "" : device.address),
      StyledText(Quantity.count(device.reports)),
      StyledText(rssi.last.map { "\($0)\u{A0}dBm" } ?? "-"),
      StyledText(rssi.count < 2 ? "" : course), StyledText(rssi.trend?.rawValue ?? "-"),
      StyledText(RadioSection.content(device)),
    ]
  }
}
