import Report
import Text

/// The numbers that the page's script draws, as JSON. Times are microseconds since the first
/// packet; points are flat lists, and the times in them count from the point before.
struct PlotData {
  /// Connections that are drawn; the others are in the tables.
  private static let mostConnections = 100
  private static let mostAdvertisers = 40
  /// Of all connections together.
  private static let mostItems = 800
  private static let mostBands = 2000
  private static let mostFindingFrames = 12
  /// A report may have more than the program writes.
  private static let mostParts = 64

  let capture: ReportV1.Capture
  let plots: CapturePlots
  /// Those of the capture, in the order of the page.
  let findings: [ReportV1.Finding]
  /// Captures that share the page.
  let captures: Int

  private var budget: Int { PageBudget.plots / captures }

  /// Indices of the connections that are drawn: those with findings and most traffic first, then in
  /// their order.
  private var drawn: [Int] {
    let named = Set(findings.flatMap(\.connections))
    func weight(_ index: Int) -> (Int, Int) {
      let connection = capture.connections[index]
      return (
        named.contains(connection.id) ? 1 : 0,
        connection.lastFrame &- connection.firstFrame
      )
    }
    let order = capture.connections.indices.sorted { weight($0) > weight($1) }
    return order.prefix(Self.mostConnections).sorted()
  }

  /// What one connection may have of what all together may.
  private func share(of most: Int) -> Int {
    let count = Swift.min(capture.connections.count, Self.mostConnections) * captures
    return Swift.max(4, most / Swift.max(count, 1))
  }

  func write(to json: inout JSONWriter) {
    json.beginObject()
    json.key("path")
    json.string(capture.path)
    json.key("start")
    if let start = capture.start { json.string(start) } else { json.null() }
    json.key("duration")
    json.int(capture.durationUs ?? 0)
    json.key("all_frames")
    json.bool(plots.hasAllFrames)
    json.key("without_frames")
    if let reason = plots.withoutFrames { json.string(reason) } else { json.null() }
    let drawn = drawn
    var room = budget
    json.key("omitted")
    json.int(capture.connections.count - drawn.count)
    json.key("connections")
    json.beginArray()
    for (position, index) in drawn.enumerated() {
      let share = room / (drawn.count - position)
      room -= write(index, within: share, to: &json)
    }
    json.endArray()
    writeAdvertisers(within: Swift.min(room, budget / 3), to: &json)
    json.key("findings")
    json.beginArray()
    // Exact; of a long capture the clock of the series keeps only some frames.
    let times = Dictionary(
      plots.frames.map { ($0.frame, $0.timeUs) }, uniquingKeysWith: { first, _ in first })
    for finding in findings { write(finding, times, to: &json) }
    json.endArray()
    writeFrames(to: &json)
    json.endObject()
  }

  // MARK: Connections

  /// - Returns: about how many octets its points take.
  private func write(_ index: Int, within budget: Int, to json: inout JSONWriter) -> Int {
    let connection = capture.connections[index]
    let link =
      plots.series.links.indices.contains(index) ? plots.series.links[index] : CaptureSeries.Link()
    json.beginObject()
    json.key("id")
    json.int(connection.id)
    json.key("peer")
    json.string(Name.shortPeer(connection.peer))
    json.key("address")
    json.string(connection.peer.address ?? "")
    json.key("start")
    json.int(connection.startUs)
    json.key("end")
    json.int(connection.endUs)
    json.key("buffers")
    let buffers = capture.controllers.first { $0.index == connection.controller }?.leACLBuffers
    if let count = buffers?.count { json.int(count) } else { json.null() }
    let series =
      link.streams.count + (link.inFlight.isEmpty ? 0 : 1) + (link.signal.isEmpty ? 0 : 1)
    let most = Swift.max(8, budget / 18 / Swift.max(series, 1))
    var points = 0
    json.key("streams")
    json.beginArray()
    for stream in link.streams {
      json.beginObject()
      json.key("name")
      json.string(name(of: stream, in: connection))
      json.key("handle")
      json.int(stream.valueHandle)
      json.key("direction")
      json.string(word: stream.direction.rawValue)
      json.key("points")
      points += PointList(stream.points, most).writeSums(to: &json)
      json.endObject()
    }
    json.endArray()
    json.key("flight")
    // Without completions it is unknown what is still out.
    let isKnown = connection.flow.tx.outstandingMax != nil
    points += PointList(isKnown ? link.inFlight : [], most).writeRanges(to: &json)
    json.key("signal")
    points += PointList(link.signal, most).writeMeans(to: &json)
    json.key("air")
    points += write(connection.air?.course, to: &json)
    writeItems(connection, to: &json)
    writeBands(connection, link, to: &json)
    writePhases(connection, to: &json)
    json.endObject()
    return points * 18
  }

  /// Of both sides: packets, how many of them were sent again, and the mean signal strength in
  /// tenths, for each part of the time.
  private func write(_ course: ReportV1.AirCourse?, to json: inout JSONWriter) -> Int {
    guard let course else {
      json.null()
      return 0
    }
    json.beginObject()
    json.key("start")
    json.int(course.startUs)
    json.key("part")
    json.int(course.partUs)
    for (name, side) in [
      ("central", course.central), ("peripheral", course.peripheral),
    ] as [(StaticString, ReportV1.AirCounts)] {
      json.key(name)
      json.beginArray()
      let parts = zip(zip(side.packets, side.sentAgain), side.rssi).prefix(Self.mostParts)
      for ((packets, again), rssi) in parts {
        json.int(packets)
        json.int(again)
        if let rssi { json.double(rssi, decimals: 1) } else { json.null() }
      }
      json.endArray()
    }
    json.endObject()
    return 2 * Swift.min(course.central.packets.count, Self.mostParts)
  }

  private func name(
    of stream: CaptureSeries.Stream, in connection: ReportV1.Connection
  ) -> String {
    let uuid =
      (connection.notifications + connection.writes).first {
        $0.valueHandle == stream.valueHandle && $0.direction == stream.direction
      }?.uuid
    return Name.characteristic(stream.valueHandle, uuid: uuid, in: connection)
  }

  /// Transfers, and the runs that carried none: what is held against the ceiling.
  private func writeItems(_ connection: ReportV1.Connection, to json: inout JSONWriter) {
    json.key("items")
    json.beginArray()
    for transfer in connection.transfers.prefix(share(of: Self.mostItems))
    where transfer.outcome != .repeatedMarker {
      write(
        "Transfer \(transfer.id)", transfer.valueHandle, transfer.direction, transfer.startUs,
        transfer.paceUs, transfer.payloadBytes, transfer.ceiling, to: &json)
    }
    for run in connection.runs.prefix(share(of: Self.mostItems)) where run.transfers.isEmpty {
      write(
        "Run \(run.id)", run.valueHandle, run.direction, run.startUs, run.durationUs, run.bytes,
        run.ceiling, to: &json)
    }
    json.endArray()
  }

  private func write(
    _ name: String, _ handle: Int, _ direction: ReportV1.Direction, _ start: Int, _ duration: Int,
    _ bytes: Int, _ ceiling: ReportV1.Ceiling?, to json: inout JSONWriter
  ) {
    json.beginObject()
    json.key("name")
    json.string(name)
    json.key("handle")
    json.int(handle)
    json.key("direction")
    json.string(word: direction.rawValue)
    json.key("start")
    json.int(start)
    json.key("duration")
    json.int(duration)
    json.key("bytes")
    json.int(bytes)
    json.key("possible")
    if let ceiling {
      json.double(ceiling.possibleBytesPerS, decimals: 0)
    } else {
      json.null()
    }
    json.endObject()
  }

  /// Gaps and stalls: kind, cause, start, duration, frame.
  private func writeBands(
    _ connection: ReportV1.Connection, _ link: CaptureSeries.Link, to json: inout JSONWriter
  ) {
    json.key("bands")
    json.beginArray()
    var bands: [Band] = []
    for stall in connection.flow.stalls.sorted(by: { $0.kind.rank < $1.kind.rank }) {
      let cause: ReportV1.TimeCause =
        switch stall.kind {
        case .credit: .creditStall
        case .completion: .completionStall
        case .resume: .appPause
        }
      bands.add(Band(cause, stall.startUs, stall.durationUs, stall.firstFrame))
    }
    let writes = WriteGaps(connection, link)
    for gap in GapList.gaps(of: connection).map(\.gap) + writes.idle {
      guard let start = gap.startUs else { continue }
      bands.add(Band(gap.explainedBy ?? .unknownGap, start, gap.gapUs, gap.afterFrame))
    }
    for time in AskedTime.all(of: connection, plots.series, link) {
      bands.append(Band(.notAsked, time.startUs, time.askedUs &- time.startUs, time.frame))
      bands.append(Band(.answer, time.askedUs, time.endUs &- time.askedUs, time.frame))
    }
    bands.sort { $0.duration > $1.duration }
    for band in bands.prefix(share(of: Self.mostBands)) {
      json.beginArray()
      json.string(band.cause.rawValue)
      json.int(band.start)
      json.int(band.duration)
      json.int(band.frame)
      json.endArray()
    }
    json.endArray()
    json.key("gaps_not_drawn")
    json.beginArray()
    json.int(writes.busy)
    json.int(
      (connection.notifications + connection.writes).map {
        Swift.max(0, ($0.countedGaps ?? 0) - $0.gaps.count)
      }.total)
    json.endArray()
  }

  private func writePhases(_ connection: ReportV1.Connection, to json: inout JSONWriter) {
    json.key("phases")
    json.beginArray()
    for phase in connection.phases {
      json.beginArray()
      json.string(PhaseSection.word(for: phase, connection))
      json.int(phase.startUs)
      json.int(phase.spanUs)
      json.endArray()
    }
    json.endArray()
    json.key("intervals")
    json.beginArray()
    for parameters in connection.parameters.prefix(share(of: Self.mostBands)) {
      guard let time = plots.series.time(parameters.frame) else { continue }
      json.beginArray()
      json.int(time)
      json.int(parameters.intervalUs)
      json.int(parameters.latency)
      json.endArray()
    }
    json.endArray()
  }

  // MARK: Advertisers

  private func writeAdvertisers(within budget: Int, to json: inout JSONWriter) {
    json.key("advertisers")
    json.beginArray()
    let peers = Set(capture.connections.prefix(1000).compactMap(\.peer.address))
    let order = capture.advertisers.enumerated().sorted {
      let (a, b) = (peers.contains($0.element.address), peers.contains($1.element.address))
      if a != b { return a }
      return ($1.element.reports, $0.offset) < ($0.element.reports, $1.offset)
    }
    let shown = order.prefix(Self.mostAdvertisers)
    let most = Swift.max(8, budget / 18 / Swift.max(shown.count, 1))
    for (_, device) in shown {
      guard let points = plots.series.advertisers[device.address], !points.isEmpty else { continue }
      json.beginObject()
      json.key("address")
      json.string(device.address)
      json.key("name")
      json.string(Name.shortened(device.name ?? "", to: 40))
      json.key("points")
      _ = PointList(points, most).writeMeans(to: &json)
      json.endObject()
    }
    json.endArray()
  }

  // MARK: Findings and frames

  private func write(
    _ finding: ReportV1.Finding, _ times: [Int: Int], to json: inout JSONWriter
  ) {
    json.beginObject()
    json.key("connections")
    json.beginArray()
    for connection in finding.covered.prefix(Self.mostConnections) { json.int(connection) }
    json.endArray()
    json.key("severity")
    json.string(word: finding.severity.rawValue)
    json.key("rule")
    json.string(finding.rule)
    json.key("frames")
    json.beginArray()
    for frame in finding.frames.prefix(Self.mostFindingFrames) { json.int(frame) }
    json.endArray()
    json.key("times")
    json.beginArray()
    for frame in finding.frames.prefix(Self.mostFindingFrames) {
      if let time = times[frame] ?? plots.series.time(frame) { json.int(time) } else { json.null() }
    }
    json.endArray()
    json.endObject()
  }

  /// How long a text is at most once it is escaped.
  private static func octets(of text: String) -> Int {
    text.utf8.reduce(0) { sum, octet in
      switch octet {
      case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), 0..<0x20, 0x7F...: sum + 6
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): sum + 2
      default: sum + 1
      }
    }
  }

  private func writeFrames(to json: inout JSONWriter) {
    json.key("frames")
    json.beginArray()
    var room = PageBudget.frames / captures
    for line in plots.frames {
      room -= Self.octets(of: line.text) + 48
      guard room > 0 else { break }
      json.beginArray()
      json.int(line.frame)
      json.int(line.timeUs)
      json.string(word: line.direction?.rawValue ?? "")
      if let connection = line.connection { json.int(connection) } else { json.null() }
      json.string(line.layer)
      json.string(line.text)
      json.endArray()
    }
    json.endArray()
    json.key("frames_omitted")
    json.bool(room <= 0)
  }
}

/// A time in which data did not flow.
private struct Band {
  let cause: ReportV1.TimeCause
  let start: Int
  let duration: Int
  let frame: Int

  init(_ cause: ReportV1.TimeCause, _ start: Int, _ duration: Int, _ frame: Int) {
    (self.cause, self.start, self.duration, self.frame) = (cause, start, duration, frame)
  }

  /// How much of it the other one covers, at least four fifths.
  func isCovered(by other: Band) -> Bool {
    let from = Swift.max(start, other.start)
    let to = Swift.min(start &+ duration, other.start &+ other.duration)
    return Double(to &- from) >= 0.8 * Double(duration)
  }
}

extension [Band] {
  /// The same time is drawn once: a credit stall is a part of a completion stall, and what explains
  /// a gap is often a stall.
  fileprivate mutating func add(_ band: Band) {
    if !contains(where: { band.isCovered(by: $0) }) { append(band) }
  }
}

extension ReportV1.StallKind {
  fileprivate var rank: Int {
    switch self {
    case .credit: 0
    case .completion: 1
    case .resume: 2
    }
  }
}
