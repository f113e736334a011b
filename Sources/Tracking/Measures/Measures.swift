import BluetoothProtocol
import CaptureFiles
import Report

/// All that is measured while the sessions are followed.
struct Measures {
  var links: [LinkMeasures] = []
  var controllers: [ControllerFlow] = []
  var advertisers: AdvertiserTable
  var hearings = ScanHearings()
  /// What is heard of devices that this host wants to connect to.
  var attempts = AttemptHearings()
  var payloads: PayloadStore
  /// Of links that were let go of: complete transfers that had found no room.
  var omittedTransfers = 0
  let match: MarkerMatch
  let threshold: Int64?
  /// Whether distributions keep their buckets for those who merge them.
  let keepsSketches: Bool

  init(_ options: AnalysisOptions, sink: (any PayloadSink)?, _ ledger: Ledger) {
    payloads = PayloadStore(sink: sink, ledger)
    payloads.givenLayouts = options.framingLayouts
    payloads.unframed = options.unframedUUIDs
    payloads.handleLayouts = options.handleLayouts
    payloads.unframedHandles = options.unframedHandles
    payloads.findsMessages = options.findsMessages && options.reportsMessages
    payloads.hashes = options.hashesPayloads
    payloads.arrivals = options.expected.map { ArrivalLog($0) }
    match = MarkerMatch(options.markers)
    threshold = options.gapThresholdMicroseconds
    keepsSketches = options.keepsSketches
    // What was named by hand is a run however short it is.
    if !options.transferUUIDs.isEmpty || !options.transferHandles.isEmpty { payloads.leastRun = 1 }
    advertisers = AdvertiserTable(gate: options.rssiGate)
  }

  private init(copyingSettingsOf other: Measures) {
    payloads = PayloadStore(sink: nil, other.payloads.bounds.ledger)
    match = other.match
    threshold = other.threshold
    keepsSketches = other.keepsSketches
    advertisers = AdvertiserTable()
  }

  mutating func forgetAdvertisers() { advertisers = AdvertiserTable(gate: advertisers.gate) }

  /// The capture has ended: all measures, which are not here any more then.
  mutating func take() -> Measures {
    var taken = Measures(copyingSettingsOf: self)
    swap(&taken, &self)
    return taken
  }

  mutating func add(_ value: AttributeValue, in bytes: Span<UInt8>) {
    let kind: ValueStream.Kind =
      switch value.kind {
      case .notification: .notification
      case .indication: .indication
      case .writeCommand, .writeRequest, .longWrite: .write
      }
    // One access to the link for all that it measures: each costs a look at who shares the array.
    links[value.connection].add(
      value, kind, in: bytes, threshold, match, controllers, &payloads)
  }

  mutating func add(_ transaction: ATTTransaction, in bytes: Span<UInt8>) {
    links[transaction.connection].add(transaction, &payloads.bounds)
    links[transaction.connection].addRead(transaction, in: bytes, &payloads.bounds)
  }

  /// - Returns: the index of the device; nil where it found no room.
  @inline(__always) @discardableResult
  mutating func add(_ advertisement: Advertisement, in bytes: Span<UInt8>) -> Int? {
    hearings.add(advertisement)
    return advertisers.add(advertisement, in: bytes, &payloads.bounds)
  }

  @inline(__always)
  mutating func send(_ octets: Int, on link: Int, at moment: Moment) {
    links[link].flow.send(at: moment, octets: octets, &controllers[links[link].controller])
  }

  @inline(__always)
  mutating func complete(_ count: Int, on link: Int, at moment: Moment) {
    let controller = links[link].controller
    let interval = links[link].interval
    let hasNews = links[link].flow.complete(
      count, at: moment, interval: interval, &controllers[controller], &payloads.bounds)
    guard hasNews else { return }
    links[link].settleAwaited(at: moment, &payloads.steps)
    reportStalls(of: link)
  }

  /// Reports stalls that last.
  mutating func reportLastingStalls(of link: Int, at moment: Moment) {
    let stalls = links[link].flow.takeLastingStalls(
      at: moment, interval: links[link].interval, controllers[links[link].controller])
    for stall in stalls { payloads.steps.add(.stall(connection: link, stall), at: stall.first) }
  }

  private mutating func reportStalls(of link: Int) {
    guard payloads.steps.isOn else { return }
    for stall in links[link].flow.takeStalls() {
      payloads.steps.add(.stall(connection: link, stall), at: stall.first)
    }
  }

  mutating func note(_ event: SessionEvent) {
    switch event {
    case .aclSent(let link, let moment, let octets): send(octets, on: link, at: moment)
    case .aclCompleted(let link, let moment, let count):
      complete(count, on: link, at: moment)
    case .answered(let link, let side, let latency):
      if let latency { links[link].latency.add(latency, by: side) }
      links[link].received &+= 1
    case .rested(let link, let time): links[link].lastRest = time
    case .rssi(let link, let moment, let dBm):
      links[link].signal.add(dBm, at: moment.time)
    case .qualityRSSI(let link, let moment, let dBm):
      links[link].qualitySignal.add(dBm, at: moment.time)
    case .interval(let link, let microseconds):
      links[link].interval = Int64(microseconds)
    case .opened(let link, let controller, _, let fromBeginning):
      while controllers.count <= controller { controllers.append(ControllerFlow()) }
      links.makeRoom(within: .connections)
      links.append(
        LinkMeasures(link, controller: controller, isKnownFromBeginning: fromBeginning))
    case .buffers(let controller, let count):
      while controllers.count <= controller { controllers.append(ControllerFlow()) }
      controllers[controller].buffers = count
    case .closed(let link, let moment, let isEnd):
      if !isEnd { payloads.bounds.give(links[link].streams.count * Bound.openStream) }
      for index in links[link].streams.indices {
        links[link].endRun(index, at: moment, &payloads)
        links[link].interrupt(index, isEnd ? .captureEnded : .linkClosed, match, &payloads)
        links[link].streams[index].rhythm.freeze(keepsSketch: keepsSketches)
      }
      links[link].closeFramings(at: moment, isCaptureEnd: isEnd, match, &payloads)
      links[link].latency.freeze(keepsSketch: keepsSketches)
      links[link].fold.freeze()
      let controller = links[link].controller
      links[link].closeAwaited(
        isKnown: !isEnd && controllers[controller].tellsCompletions, &payloads.steps)
      links[link].flow.close(
        at: moment, interval: links[link].interval, keepsSketch: keepsSketches,
        &controllers[controller], &payloads.bounds)
      reportStalls(of: link)
    case .subscribed(let link, let moment, let value, let bits, let server):
      subscribe(link, at: moment, value, bits, server)
    case .data(let link, let moment):
      links[link].phases.add(valueAt: moment, &payloads.bounds)
    case .attempt(let key, let address, let type, let moment, let isEnd):
      if isEnd {
        attempts.measure(key, advertisers, at: moment)
      } else {
        attempts.begin(key, address, type, advertisers, at: moment)
      }
    case .typeLearned(let link, let handle, let uuid, let server):
      links[link].learn(GATTValue.format(of: uuid), handle, server)
      links[link].learnFraming(uuid, handle, server, &payloads)
    // Counted with the PDUs.
    case .unasked: break
    }
  }

  mutating func note(_ step: SessionStep, at moment: Moment) {
    switch step {
    case .connecting(_, let request):
      guard request.transport == .le else { break }
      advertisers.beginRequest(at: moment)
      guard let peer = request.peer, let type = request.peerType,
        let before = advertisers.request(peer, type, at: moment)
      else { break }
      links[before.link].phases.noteHeard(before.heard)
    case .parameters(let link, let fact):
      links[link].set(fact)
    case .connected(let link, let attempt):
      links[link].phases.request = attempt.request?.moment
      links[link].phases.isRequestDirect = attempt.request?.peer != nil
      links[link].phases.complete = moment
      guard attempt.role == .central, let address = attempt.peer, let type = attempt.peerType
      else { break }
      if let (heard, link: before) = advertisers.heard(address, type) {
        if let request = attempt.request, request.peer != nil,
          heard.moment.frame > request.moment.frame
        {
          links[link].phases.heardAfterRequest = heard.moment
        }
        if let before { links[before].phases.noteHeard(heard) }
      }
      links[link].phases.peer = (address, type)
      links[link].signalBefore = advertisers.signal(of: address, type, before: moment)
      links[link].listening = attempt.request?.rhythm
      if let asked = attempt.request?.moment {
        links[link].lastHeard = advertisers.lastHeard(address, type, before: asked)
      }
      links[link].advertisingPeriod = advertisers.period(of: address, type, before: moment)
      links[link].phases.heard = advertisers.attempt(address, type, link: link, at: moment)
    case .connectFailed(_, let attempt):
      guard let address = attempt.peer, let type = attempt.peerType else { break }
      advertisers.attempt(address, type, link: nil, at: moment)
    case .scanStarted(let controller):
      advertisers.beginScan()
      hearings.begin(on: controller, at: moment)
    case .pairing(let link, let step):
      links[link].phases.add(step, at: moment, &payloads.bounds)
    case .classicPairing(let link, let step):
      links[link].phases.add(step, at: moment, &payloads.bounds)
    case .encryption(let link, _), .encryptionFailed(let link, _):
      links[link].phases.encrypt(at: moment, &payloads.bounds)
    case .disconnected(let link, _):
      links[link].phases.ended = moment
      guard let (address, type) = links[link].phases.peer else { break }
      advertisers.disconnect(address, type, at: moment)
    default: break
    }
  }

  /// A subscription begins or ends here: silence before it is none, and a transfer that is under
  /// way will not go on.
  private mutating func subscribe(
    _ link: Int, at moment: Moment, _ value: ATTHandle, _ bits: UInt16, _ server: Side
  ) {
    let direction: RecordDirection = server == .peer ? .rx : .tx
    for kind in [ValueStream.Kind.notification, .indication] {
      let wanted = bits & (kind == .notification ? 1 : 2) != 0
      let known = links[link].known(value, kind, direction)
      let index = wanted ? links[link].index(value, kind, direction, &payloads) : known
      guard let index else { continue }
      links[link].endRun(index, at: moment, &payloads)
      links[link].streams[index].rhythm.interrupt()
      if links[link].streams[index].keepsValues { links[link].messages.interrupt(index) }
      links[link].interrupt(
        index, wanted ? .resubscribed : .unsubscribed, match, &payloads)
    }
  }
}
