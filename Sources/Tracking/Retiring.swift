import BluetoothProtocol
import CaptureFiles
import Judgement
import Report

/// Connections and transfers that a capture which goes on was let go of, after they were reported.
package struct RetiredCounts: Sendable, Equatable {
  package private(set) var connections = 0
  /// Complete ones.
  package private(set) var transfers = 0

  fileprivate mutating func add(connections: Int, transfers: Int) {
    self.connections += connections
    self.transfers += transfers
  }
}

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

/// A capture may go on for days, and each table of what it shows has a bound. Before one is met,
/// what is over goes, and leaves its room to what comes: nothing is missed.
extension CaptureAnalysis {
  /// Whether a bound is near: a batch of records more, and it may be met. What a sniffer heard, and
  /// what is kept for plots and timelines, stays to the end.
  var isNearlyFull: Bool {
    let observer = tracker.context.observer
    guard tracker.sessions.airController == nil, observer.timeline == nil, observer.series == nil,
      observer.rows == nil, observer.exchange == nil
    else { return false }
    return tracker.sessions.isNearlyFull || observer.measures.payloads.isNearlyFull
      || ledger.held >= max(ledger.limit / 4 * 3, heldAfterRetiring + ledger.limit / 8)
  }

  /// Lets go of connections that are over, and of transfers that have ended. What is to be said of
  /// them must have been asked for before.
  mutating func retire() {
    let count = tracker.sessions.connections.count
    let map = tracker.sessions.retire(at: tracker.now)
    let transfers = tracker.context.observer.measures.retire(map, limit: ledger.limit)
    tracker.context.observer.logbook.keep((0..<count).filter { map[$0] != nil })
    carriers.follow(map)
    retired.add(connections: count - tracker.sessions.connections.count, transfers: transfers)
    ledger.count(
      again: tracker.sessions.heldOctets + tracker.context.observer.measures.heldOctets)
    heldAfterRetiring = ledger.held
  }
}

extension Bound {
  fileprivate var isNear: Int { limit / 4 * 3 }
}

extension Sessions {
  /// The last packets of a connection may come so long after its end.
  private static let lateUs: Int64 = 1_000_000
  private static let scansKept = 64

  fileprivate var isNearlyFull: Bool {
    connections.count >= Bound.connections.isNear || scans.count >= Bound.scans.isNear
      || failures.count >= Bound.connectionFailures.isNear
      || adapterStates.count >= Bound.adapterStates.isNear
      || qualityReports.count >= Bound.qualityReports.isNear
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
      connections[index].index = kept.count
      kept.append(connections[index])
    }
    retired += connections.count - kept.count
    connections = kept
    for index in controllers.indices { controllers[index].follow(map) }
    forgetIndices(map)
    failures.removeAll()
    needlessRequests.removeAll()
    refusedCloses.removeAll()
    adapterStates.removeAll()
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

  /// About what is kept, as it is counted.
  fileprivate var heldOctets: Int {
    let open = connections.count { $0.isOpen }
    let peers = controllers.reduce(0) { $0 + $1.knownPeers.count }
    return connections.count * Bound.connections.weight + open * Bound.openConnection
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
  /// - Returns: how many complete transfers went.
  fileprivate mutating func retire(_ map: IndexMap, limit: Int) -> Int {
    var kept: [LinkMeasures] = []
    var transfers = 0
    for index in links.indices {
      let isKept = map[index] != nil
      for stream in links[index].streams.indices {
        omittedTransfers += isKept ? 0 : links[index].streams[stream].transfers.omitted
        guard !isKept || links[index].awaited.isEmpty && links[index].carriesTransfers(stream)
        else { continue }
        transfers += links[index].streams[stream].transfers.retire()
      }
      guard let new = map[index] else { continue }
      links[index].move(to: new)
      kept.append(links[index])
    }
    links = kept
    payloads.recount(
      transfers: kept.reduce(0) { sum, link in
        sum + link.streams.reduce(0) { $0 + $1.transfers.finished.count }
      })
    if advertisers.devices.count * Bound.advertisers.weight > limit / 4 { forgetAdvertisers() }
    advertisers.follow(map)
    return transfers
  }

  fileprivate var heldOctets: Int {
    let streams = links.reduce(0) { $0 + $1.streams.count }
    return streams * (Bound.streams.weight + Bound.openStream)
      + payloads.transfers * Bound.transfers.weight
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

  /// What was let go of so far. Reports do not count it.
  package var retired: RetiredCounts { analysis.retired }

  /// Lets go of what is over: connections that have ended, with all that was measured on them.
  /// Events and reports that are wanted of them must have been taken before.
  package mutating func retire() { analysis.retire() }
}

extension ReportV1.Capture {
  /// Counts what a running analysis let go of.
  package mutating func add(_ retired: RetiredCounts) {
    guard retired.connections > 0 || retired.transfers > 0 else { return }
    connectionsOmitted += retired.connections
    transfersOmitted += retired.transfers
    let reached = Set(boundsReached).union(
      [retired.connections > 0 ? Bound.connections : .transfers].map(\.name))
    boundsReached = Bound.allCases.map(\.name).filter(reached.contains)
  }
}
