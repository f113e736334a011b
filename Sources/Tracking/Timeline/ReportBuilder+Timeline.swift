import BluetoothProtocol
import Bytes
import CaptureFiles
import Report

extension ReportBuilder {
  /// Puts what was recorded into words, in the order of the frames.
  func addTimeline(_ recorder: TimelineRecorder, to capture: inout ReportV1.Capture) {
    let names = TimelineNames(sessions: sessions, measures: measures)
    var lines: [TimelineLine]
    switch options.timeline {
    case .coreBluetooth:
      var words = CoreBluetoothWords(names: names)
      lines = words.lines(for: recorder.entriesSoFar) + words.adapterStates()
    default:
      let words = PacketWords(names: names, markerFrames: markerFrames(capture))
      let entries = recorder.entriesSoFar
      let exchanges = TimelineExchanges(entries, capture, names)
      lines = entries.indices.flatMap { index in
        exchanges.lines(at: index) ?? words.lines(for: entries[index])
      }
      lines += scanLines() + hardwareErrorLines()
      lines += unansweredLines(names) + transferLines(capture) + stallLines(capture)
    }
    // By index: there may be a hundred thousand lines to be moved.
    let frames = lines.map { $0.moment.frame }
    let order = frames.indices.sorted { (frames[$0], $0) < (frames[$1], $1) }
    let kept = order.prefix(Bound.timeline.limit)
    capture.timeline = kept.map { index in
      ReportV1.TimelineEvent {
        $0.frame = lines[index].moment.frame
        $0.timeUs = offset(lines[index].moment.time)
        $0.connection = lines[index].connection.map { $0 + 1 }
        $0.event = lines[index].event
        $0.detail = lines[index].detail
      }
    }
    capture.timelineOmitted = recorder.omitted + order.count - kept.count
    if capture.timelineOmitted > 0 { capture.boundsReached.append(Bound.timeline.name) }
  }

  /// A moment that the report gives in microseconds since the first packet.
  private func moment(_ frame: Int, _ us: Int) -> Moment {
    let start = clock.start?.microseconds ?? 0
    return Moment(frame: frame, time: TraceTime(microseconds: start &+ Int64(us)))
  }

  private func markerFrames(_ capture: ReportV1.Capture) -> Set<Int> {
    Set(
      capture.connections.flatMap(\.transfers).filter { $0.markerStyle == .own }
        .compactMap(\.markerFrame))
  }

  private func scanLines() -> [TimelineLine] {
    sessions.scans.flatMap { scan in
      var facts = scan.isActive.map { [$0 ? "active" : "passive"] } ?? []
      facts.append(scan.filtersDuplicates ? "duplicates filtered" : "duplicates reported")
      var lines = [
        TimelineLine(scan.start, nil, "scan started", facts.joined(separator: ", "))
      ]
      if let stop = scan.stop {
        let time = TimelineNames.latency(stop.time.since(scan.start.time))
        lines.append(TimelineLine(stop, nil, "scan stopped", "after \(time)"))
      }
      return lines
    }
  }

  private func hardwareErrorLines() -> [TimelineLine] {
    sessions.hardwareErrors.map {
      TimelineLine(
        $0.moment, nil, "hardware error",
        "controller \(sessions.controllers[$0.controller].index), code \(Wording.code(Int($0.code)))"
      )
    }
  }

  private func unansweredLines(_ names: TimelineNames) -> [TimelineLine] {
    sessions.connections.flatMap { state in
      state.unanswered.map { fact in
        // The server of a request that was sent is the peer; of an indication, this side.
        let age = Wording.duration(Int(reported: fact.ageMicroseconds))
        let handle = fact.handle.map { " of \(Wording.handle(Int($0.rawValue)))" } ?? ""
        return TimelineLine(
          fact.moment, state.index, "\(Wording.request(fact.opcode)) unanswered",
          "waited \(age)\(handle)")
      }
    }
  }

  private func transferLines(_ capture: ReportV1.Capture) -> [TimelineLine] {
    capture.connections.flatMap { connection in
      connection.transfers.map { transfer in
        let end = moment(
          transfer.markerFrame ?? transfer.lastFrame, transfer.startUs &+ transfer.durationUs)
        let name = transfer.uuid ?? Wording.handle(transfer.valueHandle)
        let marker = transfer.marker.map { TimelineNames.quoted(Array($0.utf8)) + " on " } ?? ""
        let type = transfer.payloadType.map { " of " + Name.payloadType($0) } ?? ""
        return TimelineLine(
          end, connection.id - 1, transfer.outcome.name,
          "\(marker)\(name): \(TimelineNames.bytes(transfer.payloadBytes))\(type) in "
            + "\(Wording.count(transfer.chunks, "chunk")), from #\(transfer.firstFrame), "
            + (transfer.direction == .tx ? "queued in " : "")
            + Wording.duration(transfer.durationUs))
      }
    }
  }

  private func stallLines(_ capture: ReportV1.Capture) -> [TimelineLine] {
    capture.connections.flatMap { connection in
      connection.flow.stalls.filter { $0.kind != .resume }.flatMap { stall in
        let (name, detail) =
          stall.kind == .credit
          ? ("credit stall", "every buffer of the controller taken")
          : ("completion stall", Wording.count(stall.outstanding, "packet") + " outstanding")
        return [
          TimelineLine(
            moment(stall.firstFrame, stall.startUs), connection.id - 1, "\(name) begins", detail),
          TimelineLine(
            moment(stall.lastFrame, stall.startUs &+ stall.durationUs), connection.id - 1,
            "\(name) ends", "after \(Wording.duration(stall.durationUs))"),
        ]
      }
    }
  }
}

extension ReportV1.Transfer.Outcome {
  fileprivate var name: String {
    switch self {
    case .complete: "transfer complete"
    case .incomplete: "transfer incomplete"
    case .unknown: "transfer, end not known"
    case .undelivered: "transfer unconfirmed"
    case .repeatedMarker: "marker again"
    }
  }
}
