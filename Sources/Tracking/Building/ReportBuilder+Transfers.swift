import BluetoothProtocol
import CaptureFiles
import Report
import SystemLibraries

/// A characteristic as it is found again on another connection: by its UUID, or where that is not
/// known by its handle and the peer.
struct CarrierKey: Hashable {
  var uuid: BluetoothUUID?
  var handle: ATTHandle?
  var peer: DeviceAddress?
  var kind: ValueStream.Kind
  var direction: RecordDirection

  init(_ stream: borrowing ValueStream, _ state: borrowing ConnectionState) {
    uuid = state.valueType(stream.handle, of: stream.server)
    if uuid == nil {
      handle = stream.handle
      peer = state.peer
    }
    kind = stream.kind
    direction = stream.direction
  }
}

extension ReportBuilder {
  static func findCarriers(
    _ sessions: Sessions, _ measures: Measures
  ) -> Set<CarrierKey> {
    var carriers: Set<CarrierKey> = []
    let connections = sessions.connections.span
    for index in measures.links.indices {
      let all = measures.links[index].streams
      let streams = all.span
      for position in streams.indices where streams[position].transfers.markerSeen {
        carriers.insert(CarrierKey(streams[position], connections[index]))
      }
    }
    return carriers
  }

  /// The streams of some kinds: what the server pushed, or what the client wrote.
  func streams(
    _ kinds: [ValueStream.Kind], _ state: ConnectionState, _ link: LinkMeasures,
    _ gaps: [StreamGaps]
  ) -> [ReportV1.NotificationStream] {
    let indices = link.streams.indexes { kinds.contains($0[$1].kind) && $0[$1].rhythm.count > 0 }
    let streams = link.streams
    return indices.map { index in
      let type = state.valueType(streams[index].handle, of: streams.server(at: index))
      var report = ReportV1.NotificationStream {
        $0.valueHandle = Int(streams[index].handle.rawValue)
        $0.uuid = type?.description
        $0.kind = streams[index].kind
        $0.direction = ReportV1.Direction(streams[index].direction)
        $0.count = streams[index].rhythm.count
        $0.bytes = streams[index].rhythm.octets
        $0.firstFrame = streams[index].rhythm.first.frame
        $0.lastFrame = streams[index].rhythm.last.frame
        $0.firstUs = offset(streams[index].rhythm.first.time)
        $0.lastUs = offset(streams[index].rhythm.last.time)
        $0.gapUs = mergeableSummary(streams[index].rhythm.intervals)
        $0.maxBytes = streams[index].rhythm.longest
        $0.decoded = streams[index].reading.report(type)
        $0.nearMarker = streams[index].transfers.nearMarker.map { fact in
          ReportV1.NearMarker {
            $0.marker = options.markers[fact.marker].name
            $0.octets = hexadecimal(fact.octets)
            $0.count = fact.count
            $0.firstFrame = fact.first
            $0.lastFrame = fact.last
          }
        }
      }
      report.repeats = streams[index].transfers.longestRun.map { run in
        ReportV1.Repeats {
          $0.count = run.count
          $0.firstFrame = run.first.frame
          $0.lastFrame = run.last.frame
          $0.durationUs = Int(reported: max(0, run.last.time.since(run.first.time)))
          $0.shortStepUs = run.steps.both.map { Int(reported: $0.short) }
          $0.longStepUs = run.steps.both.map { Int(reported: $0.long) }
        }
      }
      let pairs = streams[index].transfers.pairs
      if pairs.count > 0 {
        report.doubled = ReportV1.DoubledValues {
          $0.count = pairs.count
          $0.ofFrame = pairs.ofFrame
          $0.frame = pairs.frame
          $0.lastFrame = pairs.lastFrame
          $0.equal = pairs.equal
        }
      }
      if report.kind == .write {
        report.commands = streams[index].commands
        report.firstCommandFrame = streams[index].firstCommand
        report.firstRequestFrame = streams[index].firstRequest
      }
      gaps[index].fill(in: &report)
      return report
    }
  }

  mutating func transfers(
    _ state: ConnectionState, _ link: LinkMeasures, _ gaps: [StreamGaps]
  ) -> [ReportV1.Transfer] {
    // By index: transfers are large, and there may be thousands to be put in order.
    var found: [(firstFrame: Int, stream: Int, index: Int, given: Int?)] = []
    let streams = link.streams.span
    var uuids: [BluetoothUUID?] = []
    for position in streams.indices {
      uuids.append(
        state.valueType(link.streams[position].handle, of: link.streams.server(at: position)))
      let finished = link.streams[position].transfers.finished
      let isCarrier =
        !carriers.isEmpty && !finished.isEmpty
        && carriers.contains(CarrierKey(streams[position], state))
      for index in finished.indices {
        if finished[index].marker != nil || isCarrier || finished[index].framing != nil {
          found.append((finished[index].first.frame, position, index, nil))
          continue
        }
        if options.expected != nil {
          noteArrival(
            finished[index],
            ArrivalCandidate.StreamFacts(
              valueHandle: Int(streams[position].handle.rawValue),
              uuid: uuids[position]?.description,
              direction: ReportV1.Direction(streams[position].direction)),
            connection: state.number)
        }
        if let payload = finished[index].payload.sinkPayload {
          if options.isNamed(streams[position].handle, uuids[position]) {
            named.append(NamedPayload(payload, link.streams[position], finished[index]))
          } else {
            settle(payload, as: nil)
          }
        }
      }
    }
    for (number, framing) in link.givenFramings.enumerated() {
      for (index, transfer) in framing.finished.enumerated() {
        found.append((transfer.first.frame, framing.stream, index, number))
      }
    }
    if found.isEmpty { return [] }
    found.sort { ($0.firstFrame, $0.stream, $0.index) < ($1.firstFrame, $1.stream, $1.index) }
    let names = uuids.map { $0?.description }
    let knowsMTU = mtu(state, link).effective != nil
    var reports: [ReportV1.Transfer] = []
    reports.reserveCapacity(found.count)
    // Of each stream the last that is no mere repetition of a marker.
    var originals = [Int?](repeating: nil, count: link.streams.count)
    for (_, stream, position, given) in found {
      let id = reports.count + 1
      if let given {
        let transfer = link.givenFramings[given].finished[position]
        reports.append(framed(transfer, id, names[stream], link, stream, gaps[stream]))
        if !knowsMTU { reports[id - 1].chunkLimit = nil }
        addPace(transfer, state, to: &reports[id - 1])
        noteArrival(transfer, as: reports[id - 1], connection: state.number)
        if let payload = transfer.payload.sinkPayload {
          settle(
            payload,
            as: ExtractedPayload(
              connection: state.number, transfer: id, type: reports[id - 1].payloadType,
              complete: reports[id - 1].complete))
        }
        continue
      }
      reports.append(
        ReportV1.Transfer {
          $0.id = id
          $0.uuid = names[stream]
        })
      fill(
        link.streams[stream].transfers.finished[position], link, stream, gaps[stream],
        in: &reports[id - 1])
      if !knowsMTU { reports[id - 1].chunkLimit = nil }
      addPace(link.streams[stream].transfers.finished[position], state, to: &reports[id - 1])
      noteArrival(
        link.streams[stream].transfers.finished[position], as: reports[id - 1],
        connection: state.number)
      if link.streams[stream].transfers.finished[position].repeatsMarker {
        reports[id - 1].repeatsMarkerOf = originals[stream]
      } else {
        originals[stream] = id
      }
      if let payload = link.streams[stream].transfers.finished[position].payload.sinkPayload {
        settle(
          payload,
          as: ExtractedPayload(
            connection: state.number, transfer: id, type: reports[id - 1].payloadType,
            complete: reports[id - 1].complete))
      }
    }
    return reports
  }

  /// A message of a framing that was learned or given by hand.
  private func framed(
    _ transfer: borrowing FinishedTransfer, _ id: Int, _ uuid: String?, _ link: LinkMeasures,
    _ stream: Int, _ gaps: StreamGaps
  ) -> ReportV1.Transfer {
    var report = ReportV1.Transfer {
      $0.id = id
      $0.uuid = uuid
    }
    fill(transfer, link, stream, gaps, in: &report)
    return report
  }

  func uuid(_ stream: ValueStream, _ state: ConnectionState) -> BluetoothUUID? {
    state.valueType(stream.handle, of: stream.server)
  }

  /// One alone, without its gaps, its number, and what follows from the others.
  func transfer(_ number: Int, _ index: StreamIndex) -> ReportV1.Transfer {
    let link = measures.links[index.connection]
    let transfer = link.streams[index.stream].transfers.finished[number]
    var report = ReportV1.Transfer()
    fill(transfer, link, index.stream, StreamGaps([], isComplete: false), in: &report)
    addPace(transfer, sessions.connections[index.connection], to: &report)
    return report
  }

  /// In the array itself, because a returned value would be copied.
  private func fill(
    _ transfer: borrowing FinishedTransfer, _ link: LinkMeasures, _ stream: Int,
    _ gaps: StreamGaps, in report: inout ReportV1.Transfer
  ) {
    report.valueHandle = Int(link.streams[stream].handle.rawValue)
    report.direction = ReportV1.Direction(link.streams[stream].direction)
    report.marker = transfer.marker.map { options.markers[$0].name }
    report.markerStyle = transfer.style
    report.complete = transfer.isComplete
    report.framing = transfer.framing.map { framing($0, link) }
    report.ending = transfer.ending
    report.kind = link.streams[stream].kind
    report.markerInData = transfer.payload.markersInside
    report.truncatedAtStart = !transfer.startIsKnown
    report.payloadBytes = transfer.framing?.received ?? transfer.payload.octets
    report.payloadSha256 = transfer.payload.sha256
    report.payloadType = transfer.payload.kind?.rawValue
    // Text without its end is as good text as any: that it is valid says nothing.
    let isSure = report.complete || transfer.payload.kind != .text
    report.payloadIntact = isSure ? transfer.payload.isIntact : nil
    report.payloadWithoutResends = transfer.withoutResends.map { fact in
      ReportV1.Payload {
        $0.bytes = fact.octets
        $0.sha256 = fact.sha256
      }
    }
    // Chunks may be among the records that the capture lost: then it is unknown what was sent.
    let end = transfer.markerMoment?.frame ?? transfer.last.frame
    if clock.lost(between: transfer.first.frame, and: end) {
      report.payloadSha256 = nil
      report.payloadIntact = nil
      report.payloadWithoutResends = nil
    }
    report.chunks = transfer.chunks
    let sizes = transfer.sizes.counts.sorted { ($0.count, $0.octets) > ($1.count, $1.octets) }
    report.chunkBytes.entries.reserveCapacity(sizes.count)
    for size in sizes { report.chunkBytes.append(String(size.octets), size.count) }
    report.chunkLimit = transfer.chunkLimit
    addTimes(transfer, to: &report)
    gaps.fill(after: transfer.first.frame, upTo: end, in: &report)
    report.resends = transfer.resends.map { fact in
      ReportV1.Resend {
        $0.frame = fact.frame
        $0.ofFrame = fact.ofFrame
        $0.certainty = transfer.resendsAreProven ? .proven : .likely
      }
    }
  }

  private func addTimes(
    _ transfer: borrowing FinishedTransfer, to report: inout ReportV1.Transfer
  ) {
    report.firstFrame = transfer.first.frame
    report.lastFrame = transfer.last.frame
    report.markerFrame = transfer.markerMoment?.frame
    report.startUs = offset(transfer.first.time)
    report.durationUs = Int(reported: transfer.durationMicroseconds)
    report.gapUs = Self.summary(transfer.intervals)
  }

  func payloadDigest(_ bytes: [UInt8]) -> String { SHA256.digest(of: bytes.span) }
}
