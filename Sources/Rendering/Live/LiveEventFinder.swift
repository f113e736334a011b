import Report
import Text

/// Tells what happened from one report on a growing capture to the next. Each thing is told once.
///
/// A report ends where the capture stands at that moment, and some of what it says holds only if
/// nothing more comes: a transfer that goes on is no broken one yet, a request may still be
/// answered. Such things are held back until they are certain, or the capture is over.
package struct LiveEventFinder {
  /// What was told of a connection.
  private struct Told {
    var isConnected = false
    var isPeerKnown = false
    var isDisconnected = false
    var mtu: Int?
    var parameters = 0
    var phys = 0
    var updateFailures = 0
    var encryption = 0
    var encryptionFailures = 0
    var subscriptions = 0
    var otherSubscriptions = 0
    var stalls: Set<StallKey> = []
    /// By where they begin, whether the end was told: their numbers may change while they run.
    var transfers: [String: Bool] = [:]
    var lastFrame = 0
  }

  private struct StallKey: Hashable {
    var kind: ReportV1.StallKind
    var frame: Int
  }

  private var told: [Int: Told] = [:]
  private var findings = PrintedFindings()

  /// Whether time alone may bring something to tell.
  package var isWaiting: Bool { findings.isWaiting }

  /// Events of one call: from then on the others wait for the next one.
  private static let mostAtOnce = 10_000
  /// Where the next call goes on among the connections.
  private var place = 0

  /// Whether there is more to tell of the same report.
  package var isBehind: Bool { place > 0 }

  private var failures = 0
  private var adapterStates = 0
  private var dropped = 0
  /// The first so many records say how things stood when the capture began; nothing happened in
  /// them.
  package var openingFrames: Int
  /// Findings that are told as they come; nobody follows more. The report at the end has the worst.
  package static let mostFindings = 10_000

  package init(openingFrames: Int = 0) {
    self.openingFrames = openingFrames
  }

  /// What is new in `report`, of one capture, since the last call; in the order in which it happened.
  /// Where that is very much, the next call has the rest: see `isBehind`.
  ///
  /// - Parameters:
  ///   - seen: the time of the last record, in microseconds; `now` if it is not given.
  ///   - now: what the clock of the records shows now.
  ///   - isFinal: nothing more will come.
  ///   - time: microseconds from the first packet to the record of that number, where it is known.
  package mutating func events(
    in report: ReportV1, seen: Int64? = nil, now: Int64, isFinal: Bool, time: (Int) -> Int?
  ) -> [LiveEvent] {
    guard let capture = report.captures.first else { return [] }
    let end = capture.durationUs ?? 0
    func when(_ frame: Int) -> Int { time(frame) ?? end }
    var events = isBehind ? [] : captureEvents(capture, when)
    while place < capture.connections.count {
      guard events.count < Self.mostAtOnce else {
        return events.sorted { $0.order < $1.order }
      }
      connectionEvents(capture.connections[place], isFinal: isFinal, when, &events)
      place += 1
    }
    place = 0
    if capture.droppedRecords > dropped {
      let lost = capture.droppedRecords - dropped
      dropped = capture.droppedRecords
      events.append(
        LiveEvent(
          .recordsLost, frame: 0, timeUs: end,
          "\(Quantity.count(lost, "record")), \(Quantity.count(dropped)) in all",
          ["records": .int(lost), "dropped_records": .int(dropped)]))
    }
    events.sort { $0.order < $1.order }
    return events
      + findings.events(in: report, seen: seen ?? now, now: now, isFinal: isFinal, end)
  }

  // MARK: Controllers

  /// What is about no connection.
  private mutating func captureEvents(
    _ capture: ReportV1.Capture, _ when: (Int) -> Int
  ) -> [LiveEvent] {
    var events = controllerEvents(capture)
    for failure in capture.connectionFailures.dropFirst(failures) {
      let peer = Name.peer(failure.peer)
      events.append(
        LiveEvent(
          failure.isCalledOff ? .connectionCalledOff : .connectionFailed, frame: failure.frame,
          timeUs: when(failure.frame),
          failure.isCalledOff
            ? peer : "\(peer): \(failure.name ?? Quantity.code(failure.status))",
          ["status": .status(failure.status)]))
    }
    failures = capture.connectionFailures.count
    adapterStates = capture.adapterStates.count
    return events
  }

  private func controllerEvents(_ capture: ReportV1.Capture) -> [LiveEvent] {
    capture.adapterStates.dropFirst(adapterStates).compactMap { state in
      guard state.frame > openingFrames else { return nil }
      return LiveEvent(
        .controller, frame: state.frame, timeUs: state.timeUs, controller: state.controller,
        state.state.words, ["state": .string(state.state.rawValue)])
    }
  }

  // MARK: Connections

  private mutating func connectionEvents(
    _ connection: ReportV1.Connection, isFinal: Bool, _ when: (Int) -> Int,
    _ events: inout [LiveEvent]
  ) {
    var told = self.told[connection.id] ?? Told()
    guard isFinal || !told.isDisconnected || told.lastFrame != connection.lastFrame else { return }
    defer { self.told[connection.id] = told }
    told.lastFrame = connection.lastFrame
    func add(
      _ kind: LiveEvent.Kind, _ frame: Int, _ timeUs: Int?, _ text: String,
      _ facts: ReportV1.KeyedList<ReportV1.Evidence>
    ) {
      events.append(
        LiveEvent(
          kind, frame: frame, timeUs: timeUs ?? when(frame), connection: connection.id, text, facts)
      )
    }
    if !told.isConnected || (!told.isPeerKnown && connection.peer.address != nil) {
      var facts: ReportV1.KeyedList<ReportV1.Evidence> = [:]
      if let address = connection.peer.address { facts.append("address", .string(address)) }
      if let role = connection.role { facts.append("role", .string(role.rawValue)) }
      if told.isConnected {
        add(.peerKnown, connection.lastFrame, nil, connected(connection), facts)
      } else {
        let frame = connection.completeFrame ?? connection.firstFrame
        add(.connected, frame, connection.startUs, connected(connection), facts)
      }
      told.isConnected = true
      told.isPeerKnown = connection.peer.address != nil
    }
    for fact in connection.parameters.dropFirst(told.parameters) {
      add(
        .parameters, fact.frame, nil,
        "\(fact.intervalWords), latency \(fact.latency), "
          + "supervision timeout \(Quantity.interval(us: fact.supervisionTimeoutUs))",
        [
          "interval_us": .int(fact.intervalUs), "latency": .int(fact.latency),
          "supervision_timeout_us": .int(fact.supervisionTimeoutUs),
          "subrate_factor": .int(fact.subrateFactor),
        ])
    }
    told.parameters = connection.parameters.count
    for fact in connection.parameterUpdateFailures.dropFirst(told.updateFailures) {
      add(
        .parameters, fact.frame, nil, "not updated: \(fact.name ?? Quantity.code(fact.status))",
        ["status": .status(fact.status)])
    }
    told.updateFailures = connection.parameterUpdateFailures.count
    for fact in connection.phys.dropFirst(told.phys) {
      let (tx, rx) = (fact.tx?.rawValue ?? "unknown", fact.rx?.rawValue ?? "unknown")
      add(.phy, fact.frame, nil, "tx \(tx), rx \(rx)", ["tx": .string(tx), "rx": .string(rx)])
    }
    told.phys = connection.phys.count
    for fact in connection.encryption.dropFirst(told.encryption) {
      add(
        .encryption, fact.frame, nil, fact.enabled ? "on" : "off",
        ["enabled": .bool(fact.enabled)])
    }
    told.encryption = connection.encryption.count
    for fact in connection.encryptionFailures.dropFirst(told.encryptionFailures) {
      let status = fact.status.map { ": \(fact.name ?? Quantity.code($0))" } ?? ""
      add(
        .encryption, fact.frame, nil, fact.kind.words + status,
        [
          "failure": .string(fact.kind.rawValue),
          "status": fact.status.map { .status($0) } ?? .null,
        ])
    }
    told.encryptionFailures = connection.encryptionFailures.count
    if let frame = connection.mtu.frame, let mtu = connection.mtu.effective, told.mtu != frame {
      told.mtu = frame
      add(.mtu, frame, nil, "\(mtu)", ["mtu": .int(mtu)])
    }
    let own = connection.gatt.subscriptions
    let other = connection.gattOtherSide?.subscriptions ?? []
    for fact in own.dropFirst(told.subscriptions) + other.dropFirst(told.otherSubscriptions) {
      subscription(fact, connection, add)
    }
    (told.subscriptions, told.otherSubscriptions) = (own.count, other.count)
    for transfer in connection.transfers {
      self.transfer(transfer, connection, isFinal: isFinal, &told, add)
    }
    for stall in connection.flow.stalls
    where told.stalls.insert(StallKey(kind: stall.kind, frame: stall.firstFrame)).inserted {
      add(
        .stall, stall.firstFrame, stall.startUs,
        "\(stall.kind.rawValue), \(Quantity.duration(us: stall.durationUs))",
        [
          "kind": .string(stall.kind.rawValue), "duration_us": .int(stall.durationUs),
          "outstanding": .int(stall.outstanding),
        ])
    }
    if let end = connection.disconnect, !told.isDisconnected {
      told.isDisconnected = true
      add(
        .disconnected, end.frame, connection.endUs,
        end.name ?? "reason \(Quantity.code(end.reason))", ["reason": .status(end.reason)])
    } else if let end = connection.end, !told.isDisconnected {
      told.isDisconnected = true
      add(
        .disconnected, end.frame, end.timeUs, end.cause.words,
        ["controller": .int(connection.controller), "cause": .string(end.cause.rawValue)])
    }
  }

  private func connected(_ connection: ReportV1.Connection) -> String {
    var words = [Name.peer(connection.peer)]
    if let role = connection.role { words.append("as \(role.rawValue)") }
    if connection.completeFrame == nil { words.append("since before the capture") }
    if connection.learnedFrom == .kernel { words.append("asked of the kernel") }
    return words.joined(separator: ", ")
  }

  private typealias Add = (
    LiveEvent.Kind, Int, Int?, String, ReportV1.KeyedList<ReportV1.Evidence>
  ) -> Void

  private func subscription(
    _ fact: ReportV1.Subscription, _ connection: ReportV1.Connection, _ add: Add
  ) {
    let value = fact.valueHandle
    let name = value.map {
      Name.characteristic($0, uuid: uuid(of: $0, connection), in: connection)
    }
    let what = name ?? "descriptor \(Quantity.handle(fact.cccdHandle))"
    var facts: ReportV1.KeyedList<ReportV1.Evidence> = [:]
    if let value { facts.append("value_handle", .int(value)) }
    facts.append("value", .string(fact.value.rawValue))
    switch fact.value {
    case .off: add(.unsubscribed, fact.frame, fact.timeUs, what, facts)
    case .notify: add(.subscribed, fact.frame, fact.timeUs, "\(what), notifications", facts)
    case .indicate: add(.subscribed, fact.frame, fact.timeUs, "\(what), indications", facts)
    }
  }

  private func uuid(of handle: Int, _ connection: ReportV1.Connection) -> String? {
    for gatt in [connection.gatt, connection.gattOtherSide].compactMap(\.self) {
      for service in gatt.services {
        for characteristic in service.characteristics where characteristic.valueHandle == handle {
          return characteristic.uuid
        }
      }
    }
    return nil
  }

  // MARK: Transfers

  private func transfer(
    _ transfer: ReportV1.Transfer, _ connection: ReportV1.Connection, isFinal: Bool,
    _ told: inout Told, _ add: Add
  ) {
    let key = "\(transfer.direction.rawValue) \(transfer.valueHandle) \(transfer.firstFrame)"
    let known = told.transfers[key]
    guard known != true else { return }
    let isOpen = transfer.ending == .captureEnded
    // The next value may show that the marker's octets at the end were data.
    let mayGoOn =
      transfer.markerStyle == .glued && connection.isOpen
      && transfer.id == connection.transfers.last?.id
    if mayGoOn && !isFinal { return }
    // What is queued may still be in the controller; it is told once that is done with it.
    let isUnderWay =
      transfer.direction == .tx && transfer.complete && transfer.delivery == nil
      && connection.isOpen && connection.flow.tx.completed > 0
    if isUnderWay && !isFinal { return }
    let name = Name.characteristic(
      transfer.valueHandle, uuid: transfer.uuid, in: connection)
    var facts: ReportV1.KeyedList<ReportV1.Evidence> = [
      "transfer": .int(transfer.id), "value_handle": .int(transfer.valueHandle),
      "direction": .string(transfer.direction.rawValue),
    ]
    if known == nil, isOpen {
      told.transfers[key] = false
      add(.transferBegun, transfer.firstFrame, transfer.startUs, name, facts)
    }
    guard !isOpen || isFinal else { return }
    told.transfers[key] = true
    if transfer.outcome == .repeatedMarker { return }
    facts.append("bytes", .int(transfer.payloadBytes))
    facts.append("chunks", .int(transfer.chunks))
    facts.append("duration_us", .int(transfer.durationUs))
    var words = [name, Quantity.bytes(transfer.payloadBytes)]
    if let type = transfer.payloadType { words[1] += " of " + Name.payloadType(type) }
    words.append("\(Quantity.count(transfer.chunks, "chunk"))")
    let isQueuedOnly = transfer.direction == .tx && transfer.delivery?.durationUs == nil
    words.append(
      (isQueuedOnly ? "queued in " : "") + Quantity.duration(us: transfer.paceUs))
    if !isQueuedOnly, let rate = transfer.paceBytesPerS { words.append(Quantity.rate(rate)) }
    if transfer.outcome == .undelivered, let delivery = transfer.delivery {
      facts.append("uncompleted_packets", .int(delivery.uncompletedPackets))
      words.append("\(Quantity.count(delivery.uncompletedPackets, "packet")) of it never completed")
      add(.transferIncomplete, transfer.lastFrame, nil, words.joined(separator: ", "), facts)
    } else if transfer.complete {
      let frame = transfer.markerFrame ?? transfer.lastFrame
      add(.transferComplete, frame, nil, words.joined(separator: ", "), facts)
    } else {
      facts.append("ending", .string(transfer.ending.rawValue))
      words.append(transfer.ending.words)
      add(.transferIncomplete, transfer.lastFrame, nil, words.joined(separator: ", "), facts)
    }
  }
}

extension LiveEvent {
  /// What has no frame comes last.
  fileprivate var order: Int { frame > 0 ? frame : .max }
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
    case .resubscribed: "the receiver subscribed anew"
    case .linkClosed: "the connection ended"
    case .captureEnded: "the capture ended"
    }
  }
}
