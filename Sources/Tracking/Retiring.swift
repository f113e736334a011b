import BluetoothProtocol
import CaptureFiles
import Judgement
import Report

/// Where the connections that stay are found, once those that are over are gone.
struct IndexMap {
  private var new: [Int]

  init(count: Int) { new = Array(repeating: -1, count: count) }

  mutating func move(_ index: Int, to other: Int) { new[index] = other }

  /// `nil` for one that is gone.
  subscript(index: Int) -> Int? {
    new.indices.contains(index) && new[index] >= 0 ? new[index] : nil
  }
}

/// A capture may have any number of connections, or go on for days, and each table of what it shows
/// has a bound. Before one is met, what is over is judged, folded into sums, and leaves its room to
/// what comes: nothing is missed.
extension CaptureAnalysis {
  /// Whether what is over may go. What a sniffer heard, what is kept for plots and timelines, what
  /// is compared with a file, and payloads that are extracted stay to the end.
  private var mayRetire: Bool {
    let observer = tracker.context.observer
    return options.judge != nil && options.expected == nil && sink == nil
      && tracker.sessions.airController == nil && observer.timeline == nil && observer.series == nil
      && observer.rows == nil && observer.exchange == nil
  }

  /// Whether a bound is near, of a capture that goes on.
  var isNearlyFull: Bool {
    mayRetire
      && (tracker.sessions.isNearlyFull || isNearlyFullOfTransfers(Bound.transfers.isNear)
        || isShortOfMemory(ledger.limit / 4 * 3))
  }

  /// What so few records need has room, if no bound was near before.
  static let pieceLength = 128

  /// Whether it is to be asked of each piece of so many records whether it has room.
  func isFilling(with records: Int) -> Bool {
    tracker.sessions.connections.count + records > Bound.connections.limit
      || tracker.context.observer.measures.payloads.transfers + records > Bound.transfers.limit
      || ledger.held >= ledger.limit / 2
  }

  /// Whether so many records may meet a bound on connections or transfers, or on memory. What has
  /// room stays as it is to the end.
  func isNearlyFull(for records: Int) -> Bool {
    let isNear =
      tracker.sessions.isNearlyFull(of: Bound.connections.limit - records)
      || isNearlyFullOfTransfers(Bound.transfers.limit - records)
      || isShortOfMemory(ledger.limit / 16 * 13)
    return isNear && mayRetire
  }

  // Where little could be let go of, it is not tried again soon: each time takes as long as a
  // report.

  private func isShortOfMemory(_ limit: Int) -> Bool {
    ledger.held >= max(limit, leftAfterRetiring.octets + ledger.limit / 8)
  }

  private func isNearlyFullOfTransfers(_ limit: Int) -> Bool {
    tracker.context.observer.measures.payloads.transfers
      >= max(limit, leftAfterRetiring.transfers + Bound.transfers.limit / 8)
  }

  /// Judges connections that are over, and transfers that have ended, and drops their details.
  ///
  /// - Parameter facts: what the reader knows so far.
  mutating func retire(_ facts: CaptureFacts) {
    guard let judge = options.judge else { return }
    var whole = self
    whole.becomeGlance()
    let ids = tracker.sessions.connections.indices.map { tracker.sessions.connections[$0].number }
    let isScarce = isShortOfMemory(ledger.limit / 4 * 3)
    let map = tracker.sessions.retire(at: tracker.now)
    let transfers = tracker.context.observer.measures.retire(
      map, limit: goesOn ? ledger.limit : .max, isScarce: isScarce)
    tracker.context.observer.logbook.keep(ids.indices.filter { map[$0] != nil })
    tracker.context.observer.logbook.releaseBreaches()
    carriers.follow(map)
    ledger.count(
      again: tracker.sessions.heldOctets + tracker.context.observer.measures.heldOctets)
    leftAfterRetiring = (
      octets: ledger.held, transfers: tracker.context.observer.measures.payloads.transfers
    )
    // From here on only the copy holds what is let go of, which its report releases step by step.
    knownCarriers.formUnion(
      ReportBuilder.findCarriers(whole.tracker.sessions, whole.tracker.context.observer.measures))
    let part = whole.part(facts)
    let gone = GonePart(
      connections: Set(ids.indices.lazy.filter { map[$0] == nil }.map { ids[$0] }),
      transfers: transfers.complete + transfers.incomplete > 0)
    past.take(part, gone, judgedBy: judge)
    past.folded.transfersComplete += transfers.complete
    past.folded.transfersIncomplete += transfers.incomplete
  }
}

/// What a capture was let go of.
struct RetiredPast {
  var folded = ReportV1.Folded()
  private var judged = JudgedParts()
  /// Where the devices are among those of `folded`.
  private var places: [String: Int] = [:]

  private var isEmpty = true

  /// - Parameters:
  ///   - part: with all that was known before some of it went.
  ///   - gone: what went.
  fileprivate mutating func take(
    _ part: ReportV1.Capture, _ gone: GonePart, judgedBy judge: any PartJudge
  ) {
    isEmpty = false
    judge.judge(part, gone: gone, keeping: &judged)
    let shown = Set(judged.shown.map(\.id))
    for index in part.connections.indices {
      let id = part.connections[index].id
      guard gone.connections.contains(id), !shown.contains(id) else { continue }
      folded.add(part.connections[index], at: &places)
    }
    folded.connectionFailures += part.connectionFailures.count { !$0.isCalledOff }
  }

  /// Puts what is known of it into the report on the rest.
  func add(to capture: inout ReportV1.Capture) {
    guard !isEmpty else { return }
    if !judged.shown.isEmpty {
      capture.connections.insert(contentsOf: judged.shown, at: 0)
      capture.connections.sort { $0.id < $1.id }
    }
    capture.connectionsOmitted += folded.connections
    capture.transfersOmitted += folded.transfersComplete
    var folded = folded
    folded.judged = capture.connections.count + folded.connections
    folded.endings = folded.endings.enumerated().sorted {
      ($1.element.connections, $0.offset) < ($0.element.connections, $1.offset)
    }.map(\.element)
    capture.folded = folded
    capture.judged = judged
  }

  /// For a rule that looks back.
  func lookBack(from capture: inout ReportV1.Capture) { capture.judged = judged }
}

extension Bound {
  fileprivate var isNear: Int { limit / 4 * 3 }
}

extension Sessions {
  /// The last packets of a connection may come so long after its end.
  private static let lateUs: Int64 = 1_000_000
  private static let scansKept = 64

  fileprivate var isNearlyFull: Bool {
    isNearlyFull(of: Bound.connections.isNear) || scans.count >= Bound.scans.isNear
      || failures.count >= Bound.connectionFailures.isNear
      || attempts.count >= Bound.attempts.isNear
      || adapterStates.count >= Bound.adapterStates.isNear
      || qualityReports.count >= Bound.qualityReports.isNear
  }

  /// Whether there are so many connections, and some are over.
  fileprivate func isNearlyFull(of limit: Int) -> Bool {
    guard connections.count >= limit else { return false }
    let open = controllers.reduce(0) { $0 + $1.openIndices.count }
    return connections.count - open >= Bound.connections.limit / 16
  }

  fileprivate mutating func retire(at now: Moment) -> IndexMap {
    var map = IndexMap(count: connections.count)
    var kept: [ConnectionState] = []
    var late: Set<Int> = []
    for controller in controllers {
      for index in controller.lastEnded.values
      where now.time.since(connections[index].last.time) < Self.lateUs {
        late.insert(index)
      }
    }
    for index in connections.indices {
      guard connections[index].isOpen || late.contains(index) else {
        bounds.formUnion(connections[index].bounds)
        continue
      }
      map.move(index, to: kept.count)
      // Not changed where it is: a copy of the whole list still needs it.
      var connection = connections[index]
      connection.index = kept.count
      kept.append(connection)
    }
    retired += connections.count - kept.count
    connections = kept
    for index in controllers.indices { controllers[index].follow(map) }
    forgetIndices(map)
    failures.removeAll()
    attempts.removeAll()
    refusedCloses.removeAll()
    adapterStates.removeAll()
    forgetScanOffs()
    for index in controllers.indices { controllers[index].initiating.forgetDropped() }
    pulledFrames.removeAll()
    qualityReports.removeAll()
    dropScans(max(0, scans.count - Self.scansKept))
    return map
  }

  private mutating func dropScans(_ count: Int) {
    scans.removeFirst(count)
    for index in controllers.indices {
      let scan = controllers[index].scan
      controllers[index].scan.running = scan.running.flatMap { $0 < count ? nil : $0 - count }
      controllers[index].scan.stopping = scan.stopping.flatMap { $0 < count ? nil : $0 - count }
    }
  }

  /// About what is kept, as it is counted: with it what each connection took for its lists and
  /// for packets that wait for more.
  fileprivate var heldOctets: Int {
    let lists = connections.reduce(0) {
      $0 + max($1.bounds.held, 0) + ($1.isOpen ? Bound.openConnection : 0)
    }
    let peers = controllers.reduce(0) { $0 + $1.knownPeers.count }
    return connections.count * Bound.connections.weight + lists
      + peers * (Bound.knownPeers.weight + 32 * Bound.rememberedEntry)
      + scans.count * Bound.scans.weight
  }
}

extension ControllerState {
  fileprivate mutating func follow(_ map: IndexMap) {
    openIndices = openIndices.compactMap { map[$0] }
    for handle in links.indices where links[handle] >= 0 {
      links[handle] = map[Int(links[handle])].map { Int32($0) } ?? -1
    }
    lastEnded = lastEnded.compactMapValues { map[$0] }
    let ended = switchedOff?.ended.compactMap { map[$0] }
    switchedOff?.ended = ended ?? []
    closeCommands = CommandQueue()
  }
}

extension Measures {
  /// - Returns: how many transfers of connections that stay went. They stay while there is room.
  fileprivate mutating func retire(
    _ map: IndexMap, limit: Int, isScarce: Bool
  ) -> (complete: Int, incomplete: Int) {
    var kept: [LinkMeasures] = []
    var gone = (complete: 0, incomplete: 0)
    var transfers = 0
    for index in links.indices where map[index] != nil {
      for stream in links[index].streams.indices {
        transfers += links[index].streams[stream].transfers.finished.count
      }
    }
    let letsGo = isScarce || transfers > Bound.transfers.limit / 4
    for index in links.indices {
      guard let new = map[index] else {
        for stream in links[index].streams.indices {
          omittedTransfers += links[index].streams[stream].transfers.omitted
        }
        continue
      }
      var link = links[index]
      if letsGo, link.awaited.isEmpty {
        for stream in link.streams.indices where link.carriesTransfers(stream) {
          let transfers = link.streams[stream].transfers.retire()
          gone.complete += transfers.complete
          gone.incomplete += transfers.incomplete
        }
      }
      link.move(to: new)
      kept.append(link)
    }
    links = kept
    payloads.messageOctets = kept.reduce(0) { $0 + $1.messages.heldOctets }
    payloads.recount(
      transfers: kept.reduce(0) { sum, link in
        sum + link.streams.reduce(0) { $0 + $1.transfers.finished.count }
      })
    if advertisers.devices.count * Bound.advertisers.weight > limit / 4 { forgetAdvertisers() }
    advertisers.follow(map)
    attempts.forgetEnded()
    return gone
  }

  fileprivate var heldOctets: Int {
    let streams = links.reduce(0) { $0 + $1.streams.count }
    return streams * (Bound.streams.weight + Bound.openStream)
      + payloads.transfers * Bound.transfers.weight + payloads.messageOctets
      + advertisers.devices.count * Bound.advertisers.weight
  }
}

extension LinkMeasures {
  fileprivate func carriesTransfers(_ stream: Int) -> Bool {
    streams[stream].transfers.markerSeen
      || streams[stream].framing != nil && !streams[stream].seeksMarker
  }

  fileprivate mutating func move(to index: Int) {
    connection = index
    for stream in streams.indices {
      streams[stream].transfers.index.connection = index
      streams[stream].rhythm.pauses?.connection = index
    }
  }
}

extension CarrierWatch {
  fileprivate mutating func follow(_ map: IndexMap) {
    change { recorded in
      guard let step = recorded.step.moved(map) else { return nil }
      return RecordedStep(moment: recorded.moment, step: step)
    }
  }
}

extension SessionStep {
  /// Of a step that waits: the step where the connection is now.
  fileprivate func moved(_ map: IndexMap) -> SessionStep? {
    func place(_ index: StreamIndex) -> StreamIndex? {
      map[index.connection].map {
        StreamIndex(connection: $0, stream: index.stream, isSent: index.isSent)
      }
    }
    switch self {
    case .transferBegun(let index): return place(index).map { .transferBegun($0) }
    case .transferEnded(let index, let transfer):
      return place(index).map { .transferEnded($0, transfer: transfer) }
    case .pause(let index, let silence): return place(index).map { .pause($0, silence) }
    default: return nil
    }
  }
}

extension RunningAnalysis {
  /// Whether something must go before more can be followed: see `retire`.
  package var isNearlyFull: Bool { analysis.isNearlyFull }

  /// Judges what is over, and drops its details: connections that have ended, with all that was
  /// measured on them. Events that are wanted of them must have been taken before.
  package mutating func retire(_ facts: CaptureFacts = CaptureFacts()) { analysis.retire(facts) }
}
