import BluetoothProtocol
import Bytes
import CaptureFiles
import Framing
import Report
import SystemLibraries

/// Octets that all payloads under way hold together, over all connections.
struct PayloadBudget: Sendable {
  var held = 0
  /// Above this sum, payloads are no longer kept whole.
  let total: Int

  /// - Parameter memory: what the capture may make grow otherwise.
  init(memory: Int) { total = min(16 << 20, memory / 8) }

  /// A payload is kept whole up to here, so that it can be inspected; a longer one is hashed (and
  /// extracted) as it comes.
  static let keptWhole = Bound.payloads.limit
  /// Where no marker has ever been seen, this much is taken for the beginning of a transfer; a
  /// stream that goes on beyond is no transfer that could be distinguished from an endless one.
  static let withoutMarker = 4 << 20
  /// What is let go of at a time when a payload is not kept whole.
  static let piece = 1 << 16
  /// When a payload is looked at for the first time; after that each time it has doubled.
  static let firstLook = 1 << 11
  /// The end of the payload stays at hand: a marker may have to be taken off it, and the last chunk
  /// is compared with the next.
  static let tail = 1 << 10
}

/// Appends values to a payload as a receiver would.
struct PayloadCollector: Sendable {
  /// The payload, or its end when it is not kept whole.
  private(set) var buffer: [UInt8] = []
  private(set) var octets = 0
  /// Some value was cut by the logger: length and count are known, the content is not.
  private(set) var isCut = false
  /// There was too much to remember.
  private(set) var isGivenUp = false
  /// Of what is not kept whole.
  private var hash: SHA256?
  /// Octets in the buffer at which it is looked at again; so many are counted as held.
  private var nextLook = PayloadBudget.firstLook
  private var counted = 0
  /// The sink's number for it, once some was handed over.
  private(set) var sinkPayload: Int?
  /// Its number where payloads are compared with a file.
  private var arrival: Int?

  /// Room for fewer is grown so often that a spare one is taken instead.
  fileprivate static let fewOctets = 256

  var isWhole: Bool { hash == nil && !isGivenUp }
  var isContentKnown: Bool { !isCut && !isGivenUp }

  @inline(__always)
  mutating func append(
    _ value: ByteRange, in bytes: Span<UInt8>, at moment: Moment, isTransfer: Bool,
    _ shared: inout PayloadStore
  ) {
    if shared.arrivals != nil { compare(value, in: bytes, at: moment, &shared) }
    octets &+= value.originalCount
    if value.isCut { isCut = true }
    if buffer.capacity < Self.fewOctets, !shared.spares.isEmpty { takeSpare(&shared) }
    buffer.append(value, of: bytes)
    if buffer.count >= nextLook { makeRoom(isTransfer: isTransfer, &shared) }
  }

  @inline(never)
  private mutating func takeSpare(_ shared: inout PayloadStore) {
    guard var spare = shared.spares.popLast() else { return }
    spare += buffer
    buffer = spare
  }

  @inline(never)
  private mutating func compare(
    _ value: ByteRange, in bytes: Span<UInt8>, at moment: Moment, _ shared: inout PayloadStore
  ) {
    shared.arrivals?.add(
      value, in: bytes, frame: moment.frame, time: moment.time.microseconds, to: &arrival)
  }

  /// Whether the last octets are those of a value of 8 or more.
  @inline(__always)
  func ends(with value: ByteRange, of bytes: Span<UInt8>) -> Bool {
    let start = buffer.count &- value.count
    guard start >= 0 else { return false }
    let held = buffer.span
    return held.u64le(start) == bytes.u64le(value.start)
      && ByteRange(start: start, end: buffer.count).equals(value, of: bytes, in: held)
  }

  /// Takes octets off the end: they were a marker.
  mutating func removeLast(_ count: Int, _ shared: inout PayloadStore) {
    octets -= count
    if let arrival { shared.arrivals?.removeLast(count, of: arrival) }
    let held = min(count, buffer.count)
    buffer.removeLast(held)
  }

  @inline(never)
  private mutating func makeRoom(isTransfer: Bool, _ shared: inout PayloadStore) {
    let isRoom = shared.budget.held <= shared.budget.total
    defer { count(isRoom, &shared) }
    if isGivenUp {
      if buffer.count >= PayloadBudget.piece || !isRoom { dropAllButTail(isRoom) }
      return
    }
    if !isTransfer, octets > PayloadBudget.withoutMarker {
      if let sinkPayload { shared.sink?.discard(sinkPayload) }
      sinkPayload = nil
      isGivenUp = true
      hash = nil
      return dropAllButTail(isRoom)
    }
    let mayGrow =
      hash == nil ? buffer.count <= PayloadBudget.keptWhole : buffer.count < PayloadBudget.piece
    if !mayGrow || !isRoom { flush(isRoom, &shared) }
  }

  /// Counts what the buffer may grow to before it is looked at again.
  private mutating func count(_ isRoom: Bool, _ shared: inout PayloadStore) {
    if isWhole || !isRoom {
      let further = min(buffer.count, PayloadBudget.piece)
      nextLook = max(PayloadBudget.firstLook, buffer.count + further)
    } else {
      nextLook = PayloadBudget.piece
    }
    shared.budget.held += nextLook - counted
    counted = nextLook
  }

  private mutating func flush(_ isRoom: Bool, _ shared: inout PayloadStore) {
    let count = max(0, buffer.count - PayloadBudget.tail)
    var hash = hash ?? SHA256()
    if shared.hashes { hash.update(buffer.span.extracting(0..<count)) }
    self.hash = hash
    shared.store(buffer[..<count], as: &sinkPayload)
    dropAllButTail(isRoom)
  }

  /// In a new array where the old one would keep much memory.
  private mutating func dropAllButTail(_ isRoom: Bool) {
    if isRoom && buffer.capacity <= 4 * PayloadBudget.piece {
      buffer.removeFirst(max(0, buffer.count - PayloadBudget.tail))
    } else {
      buffer = Array(buffer.suffix(PayloadBudget.tail))
    }
  }

  /// The digest and what else can be said; the rest goes to the sink. Ends the collection: nothing
  /// else is asked of the collector.
  ///
  /// - Parameter isKept: whether anything but its length is asked for.
  mutating func finish(
    _ match: MarkerMatch, isKept: Bool, _ shared: inout PayloadStore
  ) -> PayloadFacts {
    var facts = PayloadFacts(octets: octets)
    facts.arrival = arrival
    if let arrival { shared.arrivals?.finish(arrival) }
    facts.isLookedInto = isCut || (isWhole && isContentKnown)
    if isContentKnown && isKept {
      shared.store(buffer[...], as: &sinkPayload)
      facts.sinkPayload = sinkPayload
      if var hash {
        if shared.hashes {
          hash.update(buffer.span)
          facts.sha256 = hash.finish()
        }
      } else {
        let inspection = PayloadInspection(buffer)
        facts.kind = inspection.kind
        facts.isIntact = inspection.isIntact
        facts.markersInside = match.occurrences(in: buffer.span)
        if shared.hashes { facts.sha256 = SHA256.digest(of: buffer.span) }
      }
    } else if let sinkPayload {
      shared.sink?.discard(sinkPayload)
    }
    shared.budget.held -= counted
    shared.keep(&buffer)
    return facts
  }
}

/// What came of a payload.
struct PayloadFacts: Sendable {
  var octets: Int
  var sha256: String?
  var kind: PayloadInspection.Kind?
  var isIntact: Bool?
  var sinkPayload: Int?
  var arrival: Int?
  /// False where it was too long, or too many were under way, for its content to be looked at.
  var isLookedInto = true
  /// How often the octets of a marker occur in it, as far as it was kept whole.
  var markersInside = 0
}

/// What all payloads share: the budget, and where they are extracted to.
struct PayloadStore {
  var budget: PayloadBudget
  var sink: (any PayloadSink)?
  private var payloads = 0
  /// Transfers that were kept, over all connections.
  private(set) var transfers = 0
  /// The bounds of all measures, and the ledger that these are counted in.
  var bounds: BoundsReached
  /// What is still to be reported.
  var steps = StepQueue()
  /// Empty, with room for payloads: to grow a new one takes as much time as all else with it.
  fileprivate var spares: [[UInt8]] = []
  private static let mostSpares = 32
  /// Octets of the shortest run.
  var leastRun = RunMeasure.leastOctets
  /// Compares payloads with a file, where one was named.
  var arrivals: ArrivalLog?
  /// The octets of one value, while a framing looks at them.
  var value: [UInt8] = []
  /// Layouts that were given by hand, by characteristic.
  var givenLayouts: [BluetoothUUID: FramingLayout] = [:]
  /// Characteristics that no protocol and no layout frames.
  var unframed: Set<BluetoothUUID> = []
  /// The same by handles of values.
  var handleLayouts: [UInt16: FramingLayout] = [:]
  var unframedHandles: Set<UInt16> = []
  /// Whether messages are looked for, and the octets that are kept for it.
  var findsMessages = false
  var messageOctets = 0
  /// Whether the capture goes on, and this is a copy that ends here to be looked at.
  var isGlance = false
  /// Whether anyone asks for digests.
  var hashes = true

  init(sink: (any PayloadSink)?, _ ledger: Ledger) {
    self.sink = sink
    budget = PayloadBudget(memory: ledger.limit)
    bounds = BoundsReached(ledger)
  }

  /// Keeps the room of a payload that has ended for the next one.
  fileprivate mutating func keep(_ buffer: inout [UInt8]) {
    guard spares.count < Self.mostSpares,
      (PayloadCollector.fewOctets...PayloadBudget.piece).contains(buffer.capacity)
    else { return }
    buffer.removeAll(keepingCapacity: true)
    spares.append(buffer)
    buffer = []
  }

  /// Transfers were let go of.
  mutating func recount(transfers: Int) {
    self.transfers = transfers
  }

  /// Whether there is room for one more transfer; with it, for its sizes of chunks.
  mutating func keepsTransfer(sizes: Int) -> Bool {
    guard transfers < Bound.transfers.limit else {
      bounds.insert(.transfers)
      return false
    }
    guard bounds.take(Bound.transfers.weight + 80 * sizes, for: .transfers) else { return false }
    transfers += 1
    return true
  }

  /// They are no transfers after all.
  mutating func giveTransfers(_ transfers: [FinishedTransfer]) {
    self.transfers -= transfers.count
    for transfer in transfers {
      bounds.give(Bound.transfers.weight + 80 * transfer.sizes.counts.count)
    }
  }

  /// Hands a piece to the sink, if there is one, under the payload's number.
  mutating func store(_ piece: ArraySlice<UInt8>, as payload: inout Int?) {
    guard let sink else { return }
    if payload == nil {
      payload = payloads
      payloads += 1
    }
    if let payload { sink.append(piece, to: payload) }
  }
}
