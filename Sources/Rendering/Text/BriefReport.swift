import Report
import Text

/// The report on one capture that a person reads to its end: what matters first and most, and all
/// where there is little to say.
struct BriefReport {
  /// Lines for a capture, whatever it holds.
  package static let mostLines = 150

  private enum Part: Hashable {
    case head, verdict, findings, connections, quality, attempts, airStreams, scans, devices
    case leftOut
    case detail(ConnectionDetails)
  }

  private let capture: ReportV1.Capture
  private let findings: FindingsSection
  private let options: TextOptions
  private let lines: Int

  /// - Parameter lines: how many lines there are for it.
  init(
    _ capture: ReportV1.Capture, findings: FindingsSection, _ options: TextOptions,
    lines: Int = Self.mostLines
  ) {
    self.capture = capture
    self.findings = findings
    self.options = options
    self.lines = lines
  }

  func write(to page: inout Page) {
    if let whole = whole() {
      var document = whole
      page.write(&document)
    } else {
      chosen().write(to: &page)
    }
  }

  /// Everything, if that is no more than a person reads.
  private func whole() -> Document? {
    // Each of these is a line at least, and there may be very many.
    let connections = capture.connections
    var least = connections.count
    for index in connections.indices {
      guard least < lines else { return nil }
      least += connections[index].transfers.count + connections[index].runs.count
      least += connections[index].notifications.count + connections[index].writes.count
      least += connections[index].gatt.services.count
      least += min(connections[index].phases.count, PhaseSection.mostListed)
    }
    guard least < lines, capture.advertisers.count + capture.scans.count < lines else {
      return nil
    }
    var document = Document(elsewhere: Self.elsewhere)
    CaptureSection.write(capture, to: &document)
    document.skip()
    FullReport.writeVerdict(capture, to: &document)
    findings.writeAll(to: &document)
    FullReport.writeConnections(capture, isBrief: true, to: &document)
    FullReport.writeRadio(capture, to: &document)
    return Page.lines(of: document, options) <= lines ? document : nil
  }

  // MARK: The choice

  /// What is extended first, and how far, where there is no room for all.
  private static let order: [(Part, Int)] = [
    (.findings, 2), (.connections, 5), (.detail(.facts), 1), (.findings, 3),
    (.detail(.transfers), 3), (.detail(.runs), 3), (.detail(.dialogues), 2),
    (.detail(.ceiling), 1),
    // A finding with its frames and its advice is worth more than any list.
    (.findings, 4), (.findings, 5), (.detail(.stalls), 3), (.detail(.gaps), 3),
    (.detail(.errors), 3), (.connections, 12), (.detail(.phases), PhaseSection.mostListed),
    (.detail(.streams), 3),
    (.detail(.facts), 2), (.connections, 20), (.detail(.transfers), 8),
    (.detail(.runs), 6), (.detail(.dialogues), 4),
    (.detail(.facts), 3), (.airStreams, 4), (.quality, 2), (.attempts, 3), (.devices, 3),
    (.detail(.gaps), 6),
    (.detail(.stalls), 6), (.detail(.errors), 6), (.detail(.streams), 6), (.detail(.ceiling), 2),
    (.detail(.attributes), 24), (.detail(.transfers), 16), (.scans, 3),
    (.detail(.attributes), 48), (.detail(.gaps), 12), (.detail(.stalls), 12),
    (.detail(.errors), 12), (.connections, ConnectionList.mostRows), (.detail(.streams), 12),
    (.quality, 6),
    (.detail(.transfers), 30), (.detail(.runs), 12), (.detail(.dialogues), 12),
    (.detail(.attributes), 80),
  ]

  /// The same where there are no connections.
  private static let orderOfRadio: [(Part, Int)] = [
    (.findings, 3), (.findings, 4), (.findings, 5), (.airStreams, 4), (.attempts, 3),
    (.devices, 8), (.scans, 4),
    (.devices, 16),
    (.quality, 4), (.scans, 12), (.devices, 24), (.quality, 12),
  ]

  private func chosen() -> FittedDocument<Part> {
    let isSingle = capture.connections.count == 1
    let list = ConnectionList(capture)
    let busiest = list.busiest
    var page = FittedDocument<Part>(lines: lines, options, elsewhere: Self.elsewhere)
    page.add(.head, extent: 1) { _, document in
      CaptureSection.write(capture, isBrief: true, to: &document)
    }
    page.add(.verdict, extent: 1) { _, document in
      document.skip()
      document.paragraph(verdict(list), hanging: 2, most: 8)
      CaptureFacts.write(capture, to: &document)
    }
    page.add(.findings, extent: 1) { findings.write(level: $0, to: &$1) }
    if !isSingle, busiest != nil {
      page.add(.connections, extent: 1) { list.write(limit: $0, to: &$1) }
    }
    if let busiest {
      page.add(.detail(.facts)) {
        ConnectionSection.writeFacts(
          busiest, level: $0, note: isSingle ? "" : ", the busiest", to: &$1)
      }
      for section in ConnectionDetails.allCases.dropFirst() {
        page.add(.detail(section)) { section.write(busiest, limit: $0, to: &$1) }
      }
    }
    page.add(.quality) { QualitySection.write(capture.qualityReports, limit: $0, to: &$1) }
    page.add(.attempts) { AttemptSection.write(capture.attempts, limit: $0, to: &$1) }
    page.add(.airStreams) { AirStreamSection.write(capture.airStreams, limit: $0, to: &$1) }
    page.add(.scans) { RadioSection.writeScans(capture.scans, limit: $0, to: &$1) }
    let connections = capture.connections
    let peers = Set(connections.indices.compactMap { connections[$0].peer.address })
    let heard = HeardDevices(capture.advertisers, peers: peers)
    page.add(.devices) {
      // Beside connections, strangers are of no interest.
      let limit = busiest == nil ? $0 : min($0, heard.peerCount)
      RadioSection.writeAdvertisers(heard, limit: limit, to: &$1)
    }
    page.reserve(Self.closingLines)
    for (part, extent) in busiest == nil ? Self.orderOfRadio : Self.order {
      page.extend(part, to: extent)
    }
    page.release(Self.closingLines)
    let leftOut = leftOut(of: page, busiest)
    page.add(.leftOut, extent: 1) { _, document in
      document.skip()
      document.paragraph(
        StyledText(leftOut, .quiet), hanging: 2, most: Self.closingLines - 1)
    }
    return page
  }

  private static let closingLines = 4
  private static let elsewhere = "--full"

  private func verdict(_ list: ConnectionList) -> StyledText {
    guard let busiest = list.busiest else { return Verdict.withoutConnections(capture) }
    let isOnly = list.count == 1 && list.folded == nil
    return isOnly ? Verdict.of(busiest, isBrief: true) : Verdict.of(list)
  }

  /// What has no line at all, and how to see it.
  private func leftOut(
    of page: FittedDocument<Part>, _ busiest: ReportV1.Connection?
  ) -> String {
    var names: [String] = []
    let connections = capture.connections.count
    if let busiest {
      let isDetailed = page.shows(.detail(.facts))
      let others = connections - (isDetailed ? 1 : 0)
      if isDetailed {
        let missing = ConnectionDetails.allCases.filter { !page.shows(.detail($0)) }
          .compactMap { $0.name(in: busiest) }
        if !missing.isEmpty {
          names.append(
            missing.joined(separator: ", ")
              + (connections > 1 ? " of connection\u{A0}\(busiest.id)" : ""))
        }
      }
      if others > 0 {
        let noun = isDetailed ? "other connection" : "connection"
        names.append("the details of \(Quantity.count(others, noun))")
      }
    }
    if !page.shows(.quality), !capture.qualityReports.isEmpty {
      names.append(Quantity.count(capture.qualityReports.count, "quality report"))
    }
    let tried = page.shows(.attempts) ? 0 : AttemptSection.count(capture.attempts)
    if tried > 0 { names.append("attempts to connect to \(Quantity.count(tried, "device"))") }
    if !page.shows(.airStreams), !capture.airStreams.isEmpty {
      names.append(
        Quantity.count(
          capture.airStreams.count, "stream on the air", plural: "streams on the air"))
    }
    if !page.shows(.scans), !capture.scans.isEmpty {
      names.append(Quantity.count(capture.scans.count, "scan"))
    }
    if !page.shows(.devices), !capture.advertisers.isEmpty {
      names.append("\(Quantity.count(capture.advertisers.count, "advertising device"))")
    }
    let how =
      connections > 1
      ? "--full: everything; --connection\u{A0}N: one connection" : "--full: everything"
    return names.isEmpty
      ? "Shortened (\(how))" : "Not shown: \(names.joined(separator: "; ")) (\(how))"
  }
}
