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

  /// A controller answers at once, as a rule.
  static let slowAnswerUs = 200_000

  /// `38 reports of 8 or more devices in 9 bursts, one every 1.28 s (median), with pauses of 0.5 s
  /// to 2.5 s between them`
  static func words(for bursts: ReportV1.ScanBursts) -> String {
    "\(Quantity.count(bursts.reports, "report")) of \(Quantity.count(bursts.devices)) or more "
      + "devices in \(Quantity.count(bursts.count, "burst")), one every "
      + "\(Quantity.duration(us: bursts.periodUs)) (median), with pauses of "
      + "\(Quantity.duration(us: bursts.shortestPauseUs)) to "
      + "\(Quantity.duration(us: bursts.longestPauseUs)) between them"
  }

  /// `: the scan interval is 5 s`
  static func cause(of bursts: ReportV1.ScanBursts, _ scan: ReportV1.Scan) -> String? {
    switch bursts.explainedBy {
    case .scanInterval:
      scan.intervalUs.map { "the scan interval is \(Quantity.interval(us: $0))" }
    case .inquiry:
      "an inquiry of this host ran meanwhile"
        + (bursts.causeFrame.map { " (\(Name.frame($0)))" } ?? "")
    case nil: nil
    }
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
      if scan.acceptListOnly == true {
        let devices = scan.listed.map(\.address).joined(separator: ", ")
        let reports = scan.reports == 0 ? ", without a report" : ""
        facts.append(
          "only devices of the Filter Accept List\(devices.isEmpty ? "" : " (\(devices))")\(reports)"
        )
      }
      if let share = scan.sharePercent {
        // What was set is not what happened.
        let set = scan.bursts == nil ? "" : "set to "
        facts.append("\(set)\(share)\u{A0}%\u{A0}duty")
      }
      if let answer = scan.stopAnswerUs, answer >= slowAnswerUs {
        facts.append("stopped only \(Quantity.duration(us: answer)) after the command")
      }
      if let bursts = scan.bursts {
        facts.append(
          "but " + words(for: bursts) + (cause(of: bursts, scan).map { ": \($0)" } ?? ""))
      }
      if let silence = scan.silence {
        facts.append(
          "no report for \(Quantity.duration(us: silence.durationUs)) "
            + "(\(Name.frame(silence.afterFrame)) → \(Name.frame(silence.frame))), then "
            + "\(Quantity.count(silence.newDevices)) or more new devices within "
            + Quantity.duration(us: silence.heardUs))
      }
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

  static func writeAdvertisers(
    _ heard: HeardDevices, limit: Int, to document: inout Document
  ) {
    let advertisers = heard.advertisers
    if advertisers.isEmpty || limit == 0 { return }
    let isChosen = advertisers.count > limit && heard.peerCount > 0
    document.skip()
    document.heading(
      isChosen
        ? "Advertising devices, those with connections first"
        : "Advertising devices, the most reports first")
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
    for index in (isChosen ? heard.peersFirst : heard.order).prefix(limit) {
      let device = advertisers[index]
      let rssi = device.rssi
      let range = rssi.min.flatMap { min in rssi.max.map { "\(min)\u{A0}to\u{A0}\($0)" } }
      table.add([
        StyledText(device.address), StyledText(device.name.map { Printable.quoted($0) } ?? "-"),
        StyledText(device.addressType.map(Name.addressType) ?? "-"),
        StyledText(Quantity.count(device.reports)),
        StyledText(mean(rssi)), StyledText(range ?? "-"),
        StyledText(rssi.trend?.rawValue ?? "-"), sparkline(rssi),
        StyledText(Name.frames(device.firstFrame, device.lastFrame)),
        StyledText(device.txPower.map { "\($0)\u{A0}dBm" } ?? ""), StyledText(content(device)),
        StyledText(device.rssiGate.map(description) ?? ""),
      ])
    }
    document.table(table, indent: 2, total: advertisers.count)
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
    if let identity = device.identity { parts.append("identity\u{A0}\(identity)") }
    if let beacon = device.beacon { parts.append(BeaconText.describe(beacon)) }
    parts += device.serviceUuids
    for company in [device.company, device.otherCompany].compactMap(\.self) {
      parts.append(Printable.unbroken(company.name ?? "company \(Quantity.handle(company.id))"))
    }
    return parts.isEmpty ? "-" : parts.joined(separator: ", ")
  }
}

/// The devices of a capture, put in order once: there may be thousands of them, and each is large.
struct HeardDevices {
  let advertisers: [ReportV1.Advertiser]
  /// Indexes: the most often heard first.
  let order: [Int]
  /// The same, but those with connections before all others.
  let peersFirst: [Int]
  let peerCount: Int

  /// - Parameter peers: addresses of devices with connections.
  init(_ advertisers: [ReportV1.Advertiser], peers: Set<String> = []) {
    self.advertisers = advertisers
    let devices = advertisers.span
    let ranks = devices.indices.map { (devices[$0].reports, devices[$0].rssi.mean ?? -.infinity) }
    order = devices.indices.sorted { a, b in
      ranks[a] == ranks[b] ? devices[a].address < devices[b].address : ranks[a] > ranks[b]
    }
    let isPeer = devices.indices.map { peers.contains(devices[$0].address) }
    peersFirst = order.filter { isPeer[$0] } + order.filter { !isPeer[$0] }
    peerCount = isPeer.count { $0 }
  }
}
