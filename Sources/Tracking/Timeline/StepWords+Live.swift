import BluetoothProtocol
import Bytes
import CaptureFiles
import Report
import Text

/// Steps in the words of `live`, by what is known at the moment.
struct LiveWords {
  let builder: ReportBuilder
  /// The first so many records describe the state when the capture began; nothing happened in
  /// them.
  let openingFrames: Int

  /// In the order of the frames.
  ///
  /// - Parameter omitted: so many steps found no room.
  func events(for steps: [RecordedStep], omitted: Int) -> [LiveEvent] {
    var noticed: Set<Int> = []
    var events: [LiveEvent] = []
    for entry in steps {
      if case .noticed(let link) = entry.step { noticed.insert(link) }
      // That line says it already.
      if case .peerKnown(let link) = entry.step, noticed.contains(link) { continue }
      if let event = event(entry.step, entry.moment) { events.append(event) }
    }
    // When a stall is certain depends on when it was asked for: it comes last of its frame.
    events = events.enumerated().sorted {
      ($0.element.frame, $0.element.kind == .stall ? 1 : 0, $0.offset)
        < ($1.element.frame, $1.element.kind == .stall ? 1 : 0, $1.offset)
    }.map(\.element)
    if omitted > 0, let last = steps.last {
      events.append(
        LiveEvent(
          .linesDropped, frame: 0, timeUs: time(of: last.moment),
          "\(Quantity.count(omitted, "line")), because too much happened at once",
          ["lines": .int(omitted)]))
    }
    return events
  }

  private func event(_ step: SessionStep, _ moment: Moment) -> LiveEvent? {
    func line(
      _ kind: LiveEvent.Kind, _ text: String,
      _ facts: ReportV1.KeyedList<ReportV1.Evidence> = [:], controller: Int? = nil
    ) -> LiveEvent {
      LiveEvent(
        kind, frame: moment.frame, timeUs: time(of: moment), controller: controller,
        connection: builder.number(of: step.connection), text, facts)
    }
    switch step {
    case .adapter(let fact):
      guard moment.frame > openingFrames, !fact.isUnplugging(builder.sessions) else {
        return nil
      }
      return line(
        .controller, fact.state.words, ["state": .string(fact.state.rawValue)],
        controller: index(fact.controller))
    case .connectFailed(_, let attempt):
      let peer = Name.peer(peer(attempt))
      let facts: ReportV1.KeyedList<ReportV1.Evidence> = ["status": .status(attempt.status)]
      return attempt.status == .unknownConnectionIdentifier
        ? line(.connectionCalledOff, peer, facts)
        : line(.connectionFailed, "\(peer): \(name(attempt.status))", facts)
    case .connected(let link, _), .noticed(let link):
      return line(.connected, connected(link), connectedFacts(link))
    case .peerKnown(let link): return line(.peerKnown, connected(link), connectedFacts(link))
    case .disconnected(let link, let reason):
      // A connection ends once, however often the controller says so.
      guard state(link).disconnect?.frame == moment.frame else { return nil }
      return line(
        .disconnected, reason.name ?? "reason \(Quantity.code(reason))",
        ["reason": .status(reason)])
    case .lost(let link, let first):
      let cause = state(link).end?.cause ?? first
      return line(
        .disconnected, cause.words,
        [
          "controller": .int(index(state(link).controller)), "cause": .string(cause.rawValue),
        ])
    case .transferBegun(let position): return begun(position, moment)
    case .transferEnded(let position, let transfer): return ended(position, transfer)
    case .pause(let position, let silence):
      return pause(position, silence).map { line(.stall, $0.0, $0.1) }
    case .stall(_, let stall):
      // Where records were lost, completions may be among them.
      guard !builder.clock.lost(between: stall.first.frame, and: stall.last.frame) else {
        return nil
      }
      let words = Self.stall(stall.kind, stall.microseconds, stall.outstanding)
      return line(.stall, words.0, words.1)
    default: return link(step).map { line($0.0, $0.1, $0.2) }
    }
  }

  /// From the first record: that does not change once something is printed.
  private func time(of moment: Moment) -> Int {
    builder.clock.firstRecord.map { Int(reported: moment.time.since($0)) } ?? 0
  }

  // MARK: - Connections

  private typealias Words = (LiveEvent.Kind, String, ReportV1.KeyedList<ReportV1.Evidence>)

  /// What was agreed on for a connection, and what could not be.
  private func link(_ step: SessionStep) -> Words? {
    switch step {
    case .parameters(_, let fact):
      return (
        .parameters,
        "\(fact.intervalWords), latency \(fact.latency), "
          + "supervision timeout \(Quantity.interval(us: fact.supervisionTimeoutUs))",
        [
          "interval_us": .int(fact.intervalUs), "latency": .int(fact.latency),
          "supervision_timeout_us": .int(fact.supervisionTimeoutUs),
          "subrate_factor": .int(fact.subrateFactor),
        ]
      )
    case .updateFailed(_, let fact):
      return (
        .parameters, "not updated: \(name(fact.status))", ["status": .status(fact.status)]
      )
    case .phy(_, let fact):
      let (tx, rx) = (fact.tx?.rawValue ?? "unknown", fact.rx?.rawValue ?? "unknown")
      return (.phy, "tx \(tx), rx \(rx)", ["tx": .string(tx), "rx": .string(rx)])
    case .encryption(_, let fact):
      return (.encryption, fact.enabled ? "on" : "off", ["enabled": .bool(fact.enabled)])
    case .encryptionFailed(_, let fact):
      return (
        .encryption, fact.kind.words + (fact.status.map { ": " + name($0) } ?? ""),
        [
          "failure": .string(fact.kind.rawValue),
          "status": fact.status.map { .status($0) } ?? .null,
        ]
      )
    case .mtu(_, let exchange):
      guard let mtu = exchange.effective else { return nil }
      return (.mtu, "\(mtu)", ["mtu": .int(mtu)])
    case .subscription(let link, let fact): return subscription(fact, link)
    default: return nil
    }
  }

  private func state(_ link: Int) -> ConnectionState { builder.sessions.connections[link] }

  private func index(_ controller: Int) -> Int {
    Int(builder.sessions.controllers[controller].index)
  }

  private func name(_ status: HCIStatus) -> String { status.name ?? Quantity.code(status) }

  private func peer(_ attempt: ConnectionAttempt) -> ReportV1.Peer {
    guard let address = attempt.peer, let type = attempt.peerType else { return ReportV1.Peer() }
    return builder.peer(address, type)
  }

  private func connected(_ link: Int) -> String {
    let state = state(link)
    var words = [Name.peer(builder.peer(state))]
    // A sniffer is neither side.
    if state.airLink == nil, let role = builder.role(state.role) {
      words.append("as \(role.rawValue)")
    }
    if state.completeFrame == nil {
      words.append(ReportV1.Connection.beginningWords(learnedFrom: state.learnedFrom))
    }
    if let informant = state.learnedFrom { words.append(informant.words) }
    return words.joined(separator: ", ")
  }

  private func connectedFacts(_ link: Int) -> ReportV1.KeyedList<ReportV1.Evidence> {
    var facts: ReportV1.KeyedList<ReportV1.Evidence> = [:]
    let state = state(link)
    if let peer = state.peer { facts.append("address", .string(peer.description)) }
    if let role = builder.role(state.role) { facts.append("role", .string(role.rawValue)) }
    return facts
  }

  private func subscription(_ fact: SubscriptionFact, _ link: Int) -> Words? {
    // The server has refused it meanwhile.
    guard state(link).subscriptions.last(where: { $0.moment == fact.moment }) == fact else {
      return nil
    }
    let value = ReportV1.SubscriptionValue(bits: fact.bits)
    let what = characteristic(fact.value, fact.server, link)
    let facts: ReportV1.KeyedList<ReportV1.Evidence> = [
      "value_handle": .int(Int(fact.value.rawValue)), "value": .string(value.rawValue),
    ]
    switch value {
    case .off: return (.unsubscribed, what, facts)
    case .notify: return (.subscribed, "\(what), notifications", facts)
    case .indicate: return (.subscribed, "\(what), indications", facts)
    }
  }

  /// Its name, or its UUID, or at least the handle.
  private func characteristic(_ handle: ATTHandle, _ server: Side, _ link: Int) -> String {
    guard let uuid = state(link).database(of: server).valueType(handle) else {
      return Quantity.handle(Int(handle.rawValue))
    }
    return uuid.characteristicName ?? uuid.description
  }

  // MARK: - Transfers

  private func stream(_ index: StreamIndex) -> ValueStream {
    builder.measures.links[index.connection].streams[index.stream]
  }

  private func name(_ index: StreamIndex) -> String {
    let stream = stream(index)
    return characteristic(stream.handle, stream.server, index.connection)
  }

  private func facts(
    _ index: StreamIndex, first: Moment
  ) -> ReportV1.KeyedList<ReportV1.Evidence> {
    [
      "transfer": .int(builder.transferNumber(first: first.frame, on: index.connection)),
      "value_handle": .int(Int(stream(index).handle.rawValue)),
      "direction": .string(index.isSent ? "tx" : "rx"),
    ]
  }

  private func begun(_ index: StreamIndex, _ moment: Moment) -> LiveEvent? {
    let transfer = stream(index).transfers.transfer
    // One that is over already is reported by its end alone.
    guard transfer.chunks > 0, transfer.first == moment else { return nil }
    return LiveEvent(
      .transferBegun, frame: moment.frame, timeUs: time(of: moment),
      connection: state(index.connection).number, name(index), facts(index, first: moment))
  }

  private func ended(_ index: StreamIndex, _ number: Int) -> LiveEvent? {
    let finished = stream(index).transfers.finished[number]
    if finished.repeatsMarker { return nil }
    let transfer = builder.transfer(number, index)
    var facts = facts(index, first: finished.first)
    facts.append("bytes", .int(transfer.payloadBytes))
    facts.append("chunks", .int(transfer.chunks))
    facts.append("duration_us", .int(transfer.durationUs))
    var words = [name(index), Quantity.bytes(transfer.payloadBytes)]
    if let type = transfer.payloadType { words[1] += " of " + Name.payloadType(type) }
    if let framing = transfer.framing {
      facts.append("protocol", .string(framing.name))
      facts.append("content", .string(framing.content))
      facts.append("retries", .int(framing.retries))
      words.append("\(framing.name) \(framing.contentWords)")
      if framing.retries > 0 {
        words.append(Quantity.count(framing.retries, "retry", plural: "retries"))
      }
    }
    words.append("\(Quantity.count(transfer.chunks, "chunk"))")
    let isQueuedOnly = transfer.direction == .tx && transfer.delivery?.durationUs == nil
    words.append((isQueuedOnly ? "queued in " : "") + Quantity.duration(us: transfer.paceUs))
    if !isQueuedOnly, let rate = transfer.paceBytesPerS { words.append(Quantity.rate(rate)) }
    var (kind, last) = (LiveEvent.Kind.transferIncomplete, finished.last)
    if transfer.outcome == .undelivered, let delivery = transfer.delivery {
      facts.append("uncompleted_packets", .int(delivery.uncompletedPackets))
      words.append("\(Quantity.count(delivery.uncompletedPackets, "packet")) of it never completed")
    } else if transfer.complete {
      (kind, last) = (.transferComplete, finished.end)
    } else {
      facts.append("ending", .string(transfer.ending.rawValue))
      words.append(transfer.ending.words)
    }
    return LiveEvent(
      kind, frame: last.frame, timeUs: time(of: last), connection: state(index.connection).number,
      words.joined(separator: ", "), facts)
  }

  // MARK: - Stalls

  private static func stall(
    _ kind: ReportV1.StallKind, _ microseconds: Int64, _ outstanding: Int
  ) -> (String, ReportV1.KeyedList<ReportV1.Evidence>) {
    let duration = Int(reported: microseconds)
    return (
      "\(kind.rawValue), \(Quantity.duration(us: duration))",
      [
        "kind": .string(kind.rawValue), "duration_us": .int(duration),
        "outstanding": .int(outstanding),
      ]
    )
  }

  /// A gap in a transfer that the app itself made.
  private func pause(
    _ index: StreamIndex, _ silence: Silence
  ) -> (String, ReportV1.KeyedList<ReportV1.Evidence>)? {
    let stream = stream(index)
    guard stream.transfers.spans(silence),
      builder.explanation(
        silence, .tx, isBeforeMarker: stream.transfers.isMarker(silence.frame),
        isAnswer: false,
        state(index.connection), nil) == .appPause,
      stream.rhythm.isGap(silence, threshold: builder.options.gapThresholdMicroseconds)
    else { return nil }
    return Self.stall(.resume, silence.microseconds, 0)
  }
}

extension TransferTracker {
  /// The last that began no later than a frame.
  private func last(begunBy frame: Int) -> FinishedTransfer? {
    let index = finished.partitionPoint(where: { $0.first.frame > frame })
    return index > 0 ? finished[index - 1] : nil
  }

  /// Whether a silence lies within a transfer.
  fileprivate func spans(_ silence: Silence) -> Bool {
    if transfer.chunks > 0, transfer.first.frame <= silence.afterFrame { return true }
    return last(begunBy: silence.afterFrame).map { silence.frame <= $0.end.frame } ?? false
  }

  fileprivate func isMarker(_ frame: Int) -> Bool {
    last(begunBy: frame).map { $0.style == .own && $0.markerMoment?.frame == frame } ?? false
  }
}

extension ReportBuilder {
  /// The number that a transfer has among those of its connection, as far as these are known.
  fileprivate func transferNumber(first frame: Int, on link: Int) -> Int {
    var number = 1
    for (index, stream) in measures.links[link].streams.enumerated()
    where carriesTransfers(
      StreamIndex(connection: link, stream: index, isSent: stream.direction == .tx))
    {
      number += stream.transfers.retired
      number += stream.transfers.finished.partitionPoint(where: { $0.first.frame >= frame })
      let open = stream.transfers.transfer
      if open.chunks > 0, open.first.frame < frame { number += 1 }
    }
    return number
  }
}

extension ReportV1.AdapterStateName {
  fileprivate var words: String {
    switch self {
    case .resetting: "reset"
    case .poweredOn: "switched on"
    case .poweredOff: "switched off"
    case .gone: "unplugged"
    }
  }
}

extension ReportV1.TransferEnding {
  fileprivate var words: String {
    switch self {
    case .marker: "ended by its marker"
    case .unsubscribed: "the receiver unsubscribed"
    case .resubscribed: "the receiver subscribed again"
    case .linkClosed: "the connection ended"
    case .captureEnded: "the capture ended"
    case .framing: "ended as its protocol says"
    case .refused: "the receiver answered with an error"
    case .replaced: "another transfer began"
    case .cancelled: "the client cancelled it"
    case .broken: "its messages contradict each other"
    }
  }
}
