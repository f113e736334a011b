import Report
import Text

/// What was heard: scans, and the devices that advertised.
enum RadioSection {
  /// Noise moves the signal of a resting device by this much.
  private static let leastSpan = 10.0

  /// `mean -45.2 dBm, -60 to -30, 12.3 dB/s, approaching ▁▂▃▅`
  static func description(of rssi: ReportV1.Rssi) -> StyledText {
    guard rssi.count > 0 else { return "unknown" }
    var facts = [mean(rssi)]
    if rssi.count > 1, let min = rssi.min, let max = rssi.max {
      facts.append("\(min)\u{A0}to\u{A0}\(max)")
    }
    if let slope = rssi.slopeDbPerS.flatMap({ Decimal.shortest($0, decimals: 2) }) {
      facts.append("\(slope)\u{A0}dB/s")
    }
    if let trend = rssi.trend { facts.append(trend.rawValue) }
    facts.append(Quantity.count(rssi.count, "sample"))
    return StyledText(facts.joined(separator: ", ") + " ") + sparkline(rssi)
  }

  private static func mean(_ rssi: ReportV1.Rssi) -> String {
    rssi.mean.flatMap { Decimal.shortest($0, decimals: 1) }.map { "\($0)\u{A0}dBm" } ?? "-"
  }

  private static func sparkline(_ rssi: ReportV1.Rssi) -> StyledText {
    // One sample has no course.
    if rssi.count < 2 { return "" }
    return StyledText(.series(Array(rssi.series.prefix(32)), leastSpan: leastSpan))
  }

  static func writeScans(_ scans: [ReportV1.Scan], limit: Int, to document: inout Document) {
    if scans.isEmpty || limit == 0 { return }
    document.skip()
    document.heading("Scans")
    for scan in scans.prefix(limit) {
      var facts = [scan.type.map { $0.rawValue } ?? "unknown type"]
      if let filter = scan.filterDuplicates {
        facts.append(filter ? "duplicates filtered" : "duplicates reported")
      }
      if let share = scan.sharePercent { facts.append("\(share)\u{A0}%\u{A0}duty") }
      let length = scan.durationUs.map { Quantity.duration(us: $0) } ?? "length unknown"
      let end = scan.stopFrame.map { Name.frame($0) } ?? "not stopped"
      document.paragraph(
        StyledText(
          "\(Name.frame(scan.startFrame)) → \(end), \(length) at "
            + "\(Quantity.moment(us: scan.startUs)), \(facts.joined(separator: ", "))"),
        indent: 2, hanging: 6)
    }
    if scans.count > limit { document.more(scans.count - limit, indent: 2) }
  }

  /// - Parameter peers: addresses of devices that come before the others.
  static func writeAdvertisers(
    _ advertisers: [ReportV1.Advertiser], before peers: Set<String> = [], limit: Int,
    to document: inout Document
  ) {
    if advertisers.isEmpty || limit == 0 { return }
    let isPeer = { (device: ReportV1.Advertiser) in peers.contains(device.address) }
    let devices = sorted(advertisers.filter(isPeer)) + sorted(advertisers.filter { !isPeer($0) })
    let isChosen = devices.count > limit && peers.contains(devices[0].address)
    document.skip()
    document.heading(
      isChosen
        ? "Devices heard, those with connections first"
        : "Devices heard, the most often heard first")
    var table = Table([
      .init(title: "address", alignment: .left),
      .init(title: "name", alignment: .left, minimum: 16),
      .init(title: "type", alignment: .left, rank: 5),
      .init(title: "reports"),
      .init(title: "mean RSSI"),
      .init(title: "range", rank: 3),
      .init(title: "trend", alignment: .left, rank: 1),
      .init(title: "course", alignment: .left, rank: 1),
      .init(title: "frames", alignment: .left, rank: 4),
      .init(title: "TX power", rank: 4),
      .init(title: "advertises", alignment: .left, minimum: 20, rank: 3),
      .init(title: "gate", alignment: .left, rank: 9),
    ])
    for device in (isChosen ? devices : sorted(advertisers)).prefix(limit) {
      let rssi = device.rssi
      let range = rssi.min.flatMap { min in rssi.max.map { "\(min)\u{A0}to\u{A0}\($0)" } }
      table.add([
        StyledText(device.address), StyledText(device.name.map { Printable.quoted($0) } ?? "-"),
        StyledText(device.addressType ?? "-"), StyledText(Quantity.count(device.reports)),
        StyledText(mean(rssi)), StyledText(range ?? "-"),
        StyledText(rssi.trend?.rawValue ?? "-"), sparkline(rssi),
        StyledText(Name.frames(device.firstFrame, device.lastFrame)),
        StyledText(device.txPower.map { "\($0)\u{A0}dBm" } ?? ""), StyledText(content(device)),
        StyledText(device.rssiGate.map(description) ?? ""),
      ])
    }
    document.table(table, indent: 2, total: advertisers.count)
  }

  private static func sorted(_ devices: [ReportV1.Advertiser]) -> [ReportV1.Advertiser] {
    devices.sorted { a, b in
      if a.reports != b.reports { return a.reports > b.reports }
      let (left, right) = (a.rssi.mean ?? -.infinity, b.rssi.mean ?? -.infinity)
      return left == right ? a.address < b.address : left > right
    }
  }

  /// `-32 to -15 dBm, open 463 ms from #87, connected 463 ms after that`
  private static func description(of gate: ReportV1.RssiGate) -> String {
    let window = "\(gate.low)\u{A0}to\u{A0}\(gate.high)\u{A0}dBm"
    guard let first = gate.firstFrame else { return window + ", never open before the connection" }
    let open = "open \(Quantity.duration(us: gate.openUs)) from \(Name.frame(first))"
    guard let wait = gate.untilConnectionUs else { return "\(window), \(open)" }
    return "\(window), \(open), connected \(Quantity.duration(us: wait)) after that"
  }

  static func content(_ device: ReportV1.Advertiser) -> String {
    var parts: [String] = []
    if let beacon = device.beacon { parts.append(BeaconText.describe(beacon)) }
    parts += device.serviceUuids
    if let company = device.company {
      parts.append(company.name ?? "company \(Quantity.handle(company.id))")
    }
    return parts.isEmpty ? "-" : parts.joined(separator: ", ")
  }
}
