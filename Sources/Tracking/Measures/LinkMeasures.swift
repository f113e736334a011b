import BluetoothProtocol
import Bytes
import CaptureFiles
import Framing
import Report

/// The values of one characteristic, of one kind and direction.
struct ValueStream: Sendable {
  typealias Kind = ReportV1.ValueKind

  let handle: ATTHandle
  let kind: Kind
  let direction: RecordDirection
  /// Whether the next value is to be read. Beside the handle, which is looked at anyway.
  private(set) var readsNext = true
  /// What it is to a protocol that frames its values; then they are no chunks up to a marker.
  var framing: StreamFraming?
  /// Index of what puts its values together by a layout that was given.
  var givenFraming: Int?
  /// Whether a marker may end what comes: not where a framing is known to put it together.
  var seeksMarker = true
  /// Whether messages are looked for in its values.
  var keepsValues = false
  var rhythm = StreamMeasure()
  var runs = RunMeasure()
  var transfers: TransferTracker
  private(set) var reading = ValueReading()
  /// How many writes were commands; the first of those, and of the other writes.
  private(set) var commands = 0
  private(set) var firstCommand: Int?
  private(set) var firstRequest: Int?

  init(
    handle: ATTHandle, kind: Kind, direction: RecordDirection, transfers: TransferTracker
  ) {
    self.handle = handle
    self.kind = kind
    self.direction = direction
    self.transfers = transfers
  }

  @inline(__always)
  mutating func add(
    _ value: AttributeValue, in bytes: Span<UInt8>, _ interval: Int64, _ threshold: Int64?,
    _ state: StreamMeasure.LinkState, _ mark: RunMark, _ match: MarkerMatch,
    _ payloads: inout PayloadStore
  ) {
    let elapsed = rhythm.add(
      value.moment, octets: value.value.originalCount, interval: interval, threshold: threshold,
      state, &payloads)
    runs.add(
      value.moment, octets: value.value.originalCount, isConfirmed: value.kind.isConfirmed,
      isOwnWrite: kind == .write, elapsed: elapsed, interval: interval, mark, &payloads)
    if kind == .write { countWrite(value) }
    if seeksMarker { transfers.add(value, in: bytes, elapsed: elapsed, match, &payloads) }
    if readsNext { read(value.value, in: bytes, &payloads) }
  }

  @inline(__always)
  private mutating func countWrite(_ value: AttributeValue) {
    if value.kind == .writeCommand {
      commands &+= 1
      if firstCommand == nil { firstCommand = value.moment.frame }
    } else if firstRequest == nil {
      firstRequest = value.moment.frame
    }
  }

  @inline(never)
  mutating func read(
    _ value: ByteRange, in bytes: Span<UInt8>, _ payloads: inout PayloadStore
  ) {
    reading.add(value, in: bytes, &payloads.bounds)
    readsNext = reading.wants
  }

  /// - Parameter format: nil for a value whose format is not known.
  mutating func learn(_ format: (any GATTValueFormat.Type)?) {
    reading.learn(format)
    readsNext = reading.wants
  }

  /// Whose server the characteristic is on.
  var server: Side { Self.server(kind, direction) }

  fileprivate static func server(_ kind: Kind, _ direction: RecordDirection) -> Side {
    kind == .write ? (direction == .tx ? .peer : .local) : (direction == .tx ? .local : .peer)
  }
}

extension [ValueStream] {
  /// Whose server the characteristic of a stream is on. The stream itself takes 2600 octets, and
  /// would be copied to be asked.
  func server(at index: Int) -> Side { ValueStream.server(self[index].kind, self[index].direction) }
}

/// What is measured on one connection.
struct LinkMeasures: Sendable {
  var streams: [ValueStream] = []
  var latency = AnswerTimes()
  /// Of Read RSSI, and of the controller's quality reports: measured in different ways, and not
  /// mixed.
  var signal = SignalMeasure()
  var qualitySignal = SignalMeasure()
  /// Of the peer's advertising right before the connection.
  var signalBefore: SignalMeasure?
  /// How it was listened for, and how often it had advertised.
  var listening: ScanRhythm?
  var advertisingPeriod: Int64?
  /// The last report of the peer before it was asked for.
  var lastHeard: HeardMoment?
  var flow = FlowMeasure()
  var fold = EventFold()
  var course = ByteCourse()
  var phases = PhaseMeasure()
  var sleep = SleepMeasure()
  /// One for each server that was asked.
  private(set) var discoveries: [DiscoveryMeasure] = []
  var reads: [ReadMeasure] = []
  /// Index of the connection.
  var connection: Int
  /// Index of the controller.
  let controller: Int
  /// Values and answers that came from the peer.
  var received = 0
  /// Values that a client wrote.
  var written = 0
  /// How long ATT's answers took, all of them, and the last one.
  private var latencies: Int64 = 0
  private var lastLatency: Int64 = 0
  /// What our host asked or wrote as client.
  var asked = 0
  /// The connection interval in microseconds; 0 while it is not known.
  var interval: Int64 = 0

  /// The last value that came from the peer, whether it was asked for or not.
  var lastValue = TraceTime(microseconds: .min)
  /// When the peer last said that it had nothing more to send; of sniffed connections.
  var lastRest = TraceTime(microseconds: .min)

  /// Nothing was sent on the connection before the capture saw it.
  let isKnownFromBeginning: Bool

  /// Transfers that were sent, until the controller is done with their last packet.
  var awaited: [AwaitedTransfer] = []

  /// Protocols that frame the values of some characteristics, and which those are, by handle and
  /// server.
  var framings: [LinkFraming] = []
  var framed: [UInt32: StreamFraming] = [:]
  /// What learns the framings of other streams; the layouts that were given by hand, and the
  /// characteristics whose values are specified, by handle and server.
  var givenFramings: [GivenFraming] = []
  var given: [UInt32: FramingLayout] = [:]
  var specified: Set<UInt32> = []
  /// Values in which messages are looked for.
  var messages = MessageStore()

  /// Formats of values, where they are known, by handle and server.
  private var formats: [UInt32: any GATTValueFormat.Type] = [:]
  /// What distinguishes the streams, in their order: looked through without touching the streams.
  private var keys = KeyTable()

  init(_ connection: Int, controller: Int, isKnownFromBeginning: Bool) {
    self.connection = connection
    self.controller = controller
    self.isKnownFromBeginning = isKnownFromBeginning
  }

  mutating func add(_ transaction: ATTTransaction, _ bounds: inout BoundsReached) {
    phases.add(transaction, &bounds)
    sleep.add(transaction, lastValue: lastValue)
    if transaction.server == .peer, transaction.opcode != .handleValueIndication { asked &+= 1 }
    noteDelivery(transaction)
    lastLatency = max(0, transaction.latency)
    latencies &+= lastLatency
    let known = discoveries.firstIndex { $0.server == transaction.server }
    guard transaction.isDiscovery else {
      if let known, transaction.opcode != .handleValueIndication {
        discoveries[known].addOther(transaction)
      }
      return
    }
    if let known {
      discoveries[known].add(transaction, &bounds)
    } else if bounds.take(Bound.discovery, for: .gattEntries) {
      discoveries.append(DiscoveryMeasure(transaction, &bounds))
    }
  }

  mutating func set(_ parameters: ReportV1.Parameters) {
    if sleep.set(parameters) {
      for index in discoveries.indices { discoveries[index].noteParameters() }
    }
  }

  @inline(__always)
  mutating func add(
    _ value: AttributeValue, _ kind: ValueStream.Kind, in bytes: Span<UInt8>,
    _ threshold: Int64?, _ match: MarkerMatch, _ controllers: [ControllerFlow],
    _ payloads: inout PayloadStore
  ) {
    if kind == .write { written &+= 1 }
    guard let index = index(value.handle, kind, value.direction, &payloads) else { return }
    let state = pass(value, controllers)
    phases.add(valueAt: value.moment, &payloads.bounds)
    var mark = mark(value.direction)
    if value.direction == .tx { mark.busy = state.busy }
    if kind == .write {
      mark.written &-= 1
      // It was answered already, and the answer is its own.
      if value.kind.isConfirmed { mark.latency &-= lastLatency }
    }
    streams[index].add(value, in: bytes, interval, threshold, state, mark, match, &payloads)
    if let framing = streams[index].framing {
      follow(value, of: index, framing, in: bytes, match, &payloads)
    } else if let framing = streams[index].givenFraming {
      putTogether(value, framing, in: bytes, match, &payloads)
    }
    if streams[index].keepsValues {
      messages.add(value, stream: index, in: bytes, &payloads)
    }
    if value.direction == .tx { followEnded(index, &payloads.steps) }
  }

  /// What runs have to know of the link; of one that is received, only what the host did.
  ///
  /// Mutating, as the link would be copied otherwise.
  ///
  /// - Parameter time: up to when packets that are out count.
  @inline(__always)
  mutating func mark(_ direction: RecordDirection, until time: TraceTime? = nil) -> RunMark {
    var mark = RunMark()
    mark.packets = flow.packets
    mark.latency = latencies
    mark.written = written
    mark.received = received
    guard direction == .tx else { return mark }
    if let time { mark.busy = flow.busy.until(time) }
    mark.idle = flow.idle
    mark.outstanding = flow.outstanding
    mark.events = flow.events
    return mark
  }

  /// Takes note of a value as traffic of the link, and returns what the link has done up to it.
  @inline(__always)
  private mutating func pass(
    _ value: AttributeValue, _ controllers: [ControllerFlow]
  ) -> StreamMeasure.LinkState {
    course.add(value.value.originalCount, value.direction, at: value.moment.time)
    if value.direction == .rx {
      received &+= 1
      flow.idle.received = value.moment.time
      lastValue = value.moment.time
      fold.add(at: value.moment.time, interval: interval)
      return StreamMeasure.LinkState(received: received, asked: asked, rest: lastRest)
    }
    if value.kind == .writeCommand { asked &+= 1 }
    // A request is taken with its answer, when its own packet is completed as well.
    let own = value.kind == .writeRequest || value.kind == .longWrite ? 1 : 0
    return StreamMeasure.LinkState(
      busy: flow.busy.until(value.moment.time),
      full: controllers[controller].full.until(value.moment.time), sent: flow.packets,
      completed: flow.packets &- flow.outstanding &- own, events: flow.events, heard: lastValue)
  }

  @inline(__always)
  mutating func index(
    _ handle: ATTHandle, _ kind: ValueStream.Kind, _ direction: RecordDirection,
    _ shared: inout PayloadStore
  ) -> Int? {
    known(handle, kind, direction) ?? begin(handle, kind, direction, &shared)
  }

  @inline(__always)
  private func key(
    _ handle: ATTHandle, _ kind: ValueStream.Kind, _ direction: RecordDirection
  ) -> UInt32 {
    let number: UInt32 =
      switch kind {
      case .notification: 0
      case .indication: 1
      case .write: 2
      }
    return UInt32(handle.rawValue) | number << 16 | UInt32(direction.rawValue) << 24
  }

  /// The stream's index, if there is one already. Inlined, as the link would be copied for a call.
  @inline(__always)
  func known(
    _ handle: ATTHandle, _ kind: ValueStream.Kind, _ direction: RecordDirection
  ) -> Int? {
    keys.place(of: key(handle, kind, direction))
  }

  @inline(never)
  private mutating func begin(
    _ handle: ATTHandle, _ kind: ValueStream.Kind, _ direction: RecordDirection,
    _ shared: inout PayloadStore
  ) -> Int? {
    guard keys.count < KeyTable.most else {
      shared.bounds.insert(.streams)
      return nil
    }
    let index = StreamIndex(
      connection: connection, stream: streams.count, isSent: direction == .tx)
    var stream = ValueStream(
      handle: handle, kind: kind, direction: direction,
      transfers: TransferTracker(startIsKnown: isKnownFromBeginning, index))
    if index.isSent { stream.rhythm.pauses = index }
    let attribute = Self.key(handle, stream.server)
    if let format = formats[attribute] { stream.learn(format) }
    guard
      streams.append(stream, within: .streams, &shared.bounds, more: Bound.openStream)
    else { return nil }
    findFraming(of: streams.count - 1, &shared)
    keys.append(key(handle, kind, direction))
    return streams.count - 1
  }

  static func key(_ handle: ATTHandle, _ server: Side) -> UInt32 {
    UInt32(handle.rawValue) | UInt32(server.rawValue) << 16
  }

  /// - Parameter format: nil for a value whose format is not known.
  mutating func learn(_ format: (any GATTValueFormat.Type)?, _ handle: ATTHandle, _ server: Side) {
    let key = Self.key(handle, server)
    let isKept = !formats.isEmpty && formats[key] != nil
    guard isKept || (format != nil && formats.count < Bound.gattEntries.limit) else { return }
    formats[key] = format
    for index in streams.indices
    where streams[index].handle == handle && streams.server(at: index) == server {
      streams[index].learn(format)
    }
  }
}
