import Report
import Text

/// One capture in a trace.
struct CaptureTrace {
  private typealias Facts = [(String, String)]

  /// A slice that is to be put on a thread where it overlaps no other.
  private struct Slice {
    var name: String
    var start: Int
    var duration: Int
    var facts: Facts
  }

  /// What the threads of a process show; each may have several, one beside the other.
  private enum Track: Int {
    case connection, phases, transfers, runs, waits, ourRequests, peerAnswers, peerRequests
    case ourAnswers, findings, scans

    var name: String {
      switch self {
      case .connection: "connection"
      case .phases: "phases"
      case .transfers: "transfers"
      case .runs: "runs"
      case .waits: "gaps and stalls"
      case .ourRequests: "requests of this host"
      case .peerAnswers: "answers of the peer"
      case .peerRequests: "requests of the peer"
      case .ourAnswers: "answers of this host"
      case .findings: "findings"
      case .scans: "scans"
      }
    }

    var first: Int { rawValue * CaptureTrace.mostLanes + 1 }
  }

  /// Threads that one kind of slices may take. What overlaps more than that is left out.
  static let mostLanes = 32
  private static let mostAdvertisers = 200
  /// Values of a rate, at most.
  private static let mostRates = 2000

  let capture: ReportV1.Capture
  let series: CaptureSeries
  let findings: [ReportV1.Finding]
  /// Number of the process that stands for the capture itself.
  let base: Int
  let prefix: String

  func write(to trace: inout TraceWriter) {
    writeRadio(to: &trace)
    for (index, connection) in capture.connections.enumerated() {
      let process = base + index + 2
      let peer = Name.shortPeer(connection.peer)
      trace.name(
        "\(prefix)connection \(connection.id): \(peer)", process: process, order: process)
      let hasSeries = series.links.indices.contains(index)
      let link = hasSeries ? series.links[index] : CaptureSeries.Link()
      writeSlices(connection, link, process, to: &trace)
      guard hasSeries else { continue }
      writeRequests(link.requests, process, to: &trace)
      writeCounters(link, connection, process, to: &trace)
    }
    writeFindings(to: &trace)
  }

  // MARK: Slices

  private func writeSlices(
    _ connection: ReportV1.Connection, _ link: CaptureSeries.Link, _ process: Int,
    to trace: inout TraceWriter
  ) {
    var facts: Facts = [("frames", "#\(connection.firstFrame) to #\(connection.lastFrame)")]
    if let address = connection.peer.address { facts.append(("peer", address)) }
    if let role = connection.role { facts.append(("role", role.rawValue)) }
    if let mtu = connection.mtu.effective { facts.append(("mtu", "\(mtu)")) }
    write(
      [
        Slice(
          name: "connection \(connection.id)", start: connection.startUs,
          duration: connection.endUs - connection.startUs, facts: facts)
      ], .connection, process, to: &trace)
    write(
      connection.phases.map {
        Slice(
          name: $0.name.rawValue, start: $0.startUs, duration: $0.spanUs,
          facts: [("frames", "#\($0.firstFrame) to #\($0.lastFrame)")])
      }, .phases, process, to: &trace)
    write(connection.transfers.map(slice), .transfers, process, to: &trace)
    write(connection.runs.map(slice), .runs, process, to: &trace)
    write(waits(of: connection, link), .waits, process, to: &trace)
  }

  private func slice(_ transfer: ReportV1.Transfer) -> Slice {
    let outcome =
      switch transfer.outcome {
      case .complete: "complete"
      case .incomplete: "incomplete"
      case .unknown: "end not known"
      case .undelivered: "unconfirmed"
      case .repeatedMarker: "marker again"
      }
    return Slice(
      name: "transfer \(transfer.id)", start: transfer.startUs, duration: transfer.durationUs,
      facts: [
        ("frames", "#\(transfer.firstFrame) to #\(transfer.lastFrame)"),
        ("outcome", outcome), ("direction", transfer.direction.rawValue),
        ("characteristic", transfer.uuid ?? "handle \(transfer.valueHandle)"),
        ("bytes", "\(transfer.payloadBytes)"),
      ] + facts(transfer.ceiling))
  }

  private func slice(_ run: ReportV1.Run) -> Slice {
    Slice(
      name: "run \(run.id)", start: run.startUs, duration: run.durationUs,
      facts: [
        ("frames", "#\(run.firstFrame) to #\(run.lastFrame)"),
        ("direction", run.direction.rawValue),
        ("characteristic", run.uuid ?? "handle \(run.valueHandle)"), ("bytes", "\(run.bytes)"),
      ] + facts(run.ceiling))
  }

  /// How fast it was, and where the time went.
  private func facts(_ ceiling: ReportV1.Ceiling?) -> Facts {
    guard let ceiling else { return [] }
    var facts: Facts = [("possible", Quantity.rate(ceiling.possibleBytesPerS))]
    if let rate = ceiling.achievedBytesPerS { facts.append(("achieved", Quantity.rate(rate))) }
    let parts = ceiling.waterfall.filter { $0.us > 0 }.map {
      "\($0.cause.words.share) \(Quantity.duration(us: $0.us))"
    }
    if !parts.isEmpty { facts.append(("where the time went", parts.joined(separator: ", "))) }
    return facts
  }

  private func waits(
    of connection: ReportV1.Connection, _ link: CaptureSeries.Link
  ) -> [Slice] {
    var slices: [Slice] = connection.flow.stalls.map { stall in
      Slice(
        name: "\(stall.kind.rawValue) stall", start: stall.startUs, duration: stall.durationUs,
        facts: [("frames", "#\(stall.firstFrame) to #\(stall.lastFrame)")])
    }
    for gap in GapList.gaps(of: connection).map(\.gap) + WriteGaps(connection, link).idle {
      guard let start = gap.startUs else { continue }
      let cause = gap.explainedBy?.words.share
      slices.append(
        Slice(
          name: "gap", start: start, duration: gap.gapUs,
          facts: [("after", "#\(gap.afterFrame)"), ("explained by", cause ?? "unknown")]))
    }
    return slices
  }

  /// Puts slices on threads so that none overlaps another on its own.
  private func write(
    _ slices: [Slice], _ track: Track, _ process: Int, to trace: inout TraceWriter
  ) {
    var ends: [Int] = []
    for slice in slices.sorted(by: { $0.start < $1.start }) {
      let start = Swift.max(0, slice.start)
      let lane = ends.firstIndex { $0 <= start } ?? ends.count
      guard lane < Self.mostLanes else { continue }
      if lane == ends.count {
        ends.append(0)
        name(track, lane, process, to: &trace)
      }
      let end = Swift.max(start, slice.start + Swift.max(0, slice.duration))
      ends[lane] = end
      trace.slice(
        slice.name, process, track.first + lane, from: start, duration: end - start, slice.facts)
    }
  }

  private func name(
    _ track: Track, _ lane: Int, _ process: Int, to trace: inout TraceWriter
  ) {
    let thread = track.first + lane
    trace.name(track.name, process: process, thread: thread, order: thread)
  }

  // MARK: Requests

  private func writeRequests(
    _ requests: [CaptureSeries.Request], _ process: Int, to trace: inout TraceWriter
  ) {
    for isOurs in [true, false] {
      let asked: Track = isOurs ? .ourRequests : .peerRequests
      let answered: Track = isOurs ? .peerAnswers : .ourAnswers
      var ends: [Int] = []
      var answerEnd = -1
      let own = requests.filter { $0.isOurs == isOurs }.sorted { $0.startUs < $1.startUs }
      for request in own {
        let start = Swift.max(0, request.startUs)
        let end = Swift.max(start, request.endUs)
        let lane = ends.firstIndex { $0 <= start } ?? ends.count
        guard lane < Self.mostLanes else { continue }
        if lane == ends.count {
          ends.append(0)
          name(asked, lane, process, to: &trace)
          if lane == 0 { name(answered, 0, process, to: &trace) }
        }
        ends[lane] = end
        let words = Wording.request(request.opcode)
        let handle = request.handle.map { [("handle", Wording.handle($0))] } ?? []
        trace.slice(
          words, process, asked.first + lane, from: start, duration: end - start,
          [("frame", "#\(request.frame)")] + handle)
        // Answers of one time stand beside each other only once.
        guard end > answerEnd else { continue }
        answerEnd = end
        trace.slice(
          request.isRefused ? "error" : "answer", process, answered.first, from: end, duration: 0,
          [("frame", "#\(request.answerFrame)")])
        trace.flow(
          words, process, from: (asked.first + lane, start), to: (answered.first, end))
      }
    }
  }

  // MARK: Counters

  private func writeCounters(
    _ link: CaptureSeries.Link, _ connection: ReportV1.Connection, _ process: Int,
    to trace: inout TraceWriter
  ) {
    for direction in [ReportV1.Direction.rx, .tx] {
      let points = link.streams.filter { $0.direction == direction }.flatMap(\.points)
      writeRate(points, direction, process, to: &trace)
    }
    // Without completions it is unknown what is still out.
    if connection.flow.tx.outstandingMax != nil {
      for point in link.inFlight {
        trace.counter(
          "packets in flight", "packets", process, at: Swift.max(0, point.firstUs),
          Double(point.high))
        if point.lastUs > point.firstUs || point.latest != point.high {
          trace.counter(
            "packets in flight", "packets", process, at: Swift.max(0, point.lastUs),
            Double(point.latest))
        }
      }
    }
    write(link.signal, "RSSI", process, to: &trace)
  }

  private func write(
    _ points: [CaptureSeries.Point], _ name: String, _ process: Int, to trace: inout TraceWriter
  ) {
    for point in points {
      trace.counter(
        name, "dBm", process, at: Swift.max(0, point.firstUs),
        Double(point.sum) / Double(Swift.max(1, point.count)))
    }
  }

  /// Octets a second, in steps of equal length.
  private func writeRate(
    _ points: [CaptureSeries.Point], _ direction: ReportV1.Direction, _ process: Int,
    to trace: inout TraceWriter
  ) {
    guard let first = points.map(\.firstUs).min(), let last = points.map(\.lastUs).max() else {
      return
    }
    let step = Swift.max(100_000, (last - first) / Self.mostRates)
    var sums: [Int: Int] = [:]
    for point in points {
      // A long part is spread over the steps that it covers.
      let (from, to) = (point.firstUs / step, point.lastUs / step)
      let count = to - from + 1
      for index in from...to { sums[index, default: 0] &+= point.sum / count }
      sums[from, default: 0] &+= point.sum % count
    }
    let name = direction == .rx ? "data received" : "data sent"
    for index in sums.keys.sorted() {
      let rate = Double(sums[index] ?? 0) / Double(step) * 1_000_000
      trace.counter(name, "B/s", process, at: Swift.max(0, index * step), rate)
      if sums[index + 1] == nil {
        trace.counter(name, "B/s", process, at: Swift.max(0, (index + 1) * step), 0)
      }
    }
  }

  // MARK: The capture

  private func writeRadio(to trace: inout TraceWriter) {
    let process = base + 1
    trace.name("\(prefix)capture", process: process, order: process)
    write(
      capture.scans.map {
        Slice(
          name: "scan", start: $0.startUs, duration: $0.durationUs ?? 0,
          facts: [("from", "#\($0.startFrame)")])
      }, .scans, process, to: &trace)
    let devices = capture.advertisers.sorted { $0.reports > $1.reports }
    for device in devices.prefix(Self.mostAdvertisers) {
      guard let points = series.advertisers[device.address] else { continue }
      let name = device.name.map { Name.shortened($0, to: 40) + " " } ?? ""
      write(points, "RSSI of \(name)\(device.address)", process, to: &trace)
    }
  }

  private func writeFindings(to trace: inout TraceWriter) {
    var named: Set<Int> = []
    let links = Dictionary(
      capture.connections.enumerated().map { ($0.element.id, $0) },
      uniquingKeysWith: { first, _ in first })
    for finding in findings {
      let link = finding.covered.first.flatMap { links[$0] }
      let process = link.map { base + $0.offset + 2 } ?? base + 1
      if named.insert(process).inserted { name(.findings, 0, process, to: &trace) }
      let frames = finding.frames.prefix(16).map { "#\($0)" }.joined(separator: " ")
      var facts: Facts = [
        ("message", finding.message), ("advice", finding.advice ?? ""), ("frames", frames),
      ]
      let time = finding.frames.lazy.prefix(16).compactMap { series.time($0) }.first
      if time == nil { facts.append(("time", Self.unknownTime)) }
      trace.mark(
        "\(finding.severity.rawValue): \(finding.rule)", process, Track.findings.first,
        at: Swift.max(0, time ?? link?.element.startUs ?? 0), facts)
    }
  }

  /// A mark needs a time.
  private static let unknownTime =
    "unknown: the mark is at the start of the connection or of the capture"
}
