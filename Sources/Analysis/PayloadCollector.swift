import Sessions
import SystemLibraries
import TraceBytes

/// Octets that all payloads under way hold together, over all connections.
struct PayloadBudget: Sendable {
  var held = 0

  /// A payload is kept whole up to here, so that it can be inspected; a longer one is hashed (and
  /// extracted) as it comes.
  static let keptWhole = 1 << 20
  /// Above this sum, payloads are no longer kept whole.
  static let total = 24 << 20
  /// Where no marker has ever been seen, this much is taken for the beginning of a transfer; a
  /// stream that goes on beyond is no transfer that could be told from an endless one.
  static let withoutMarker = 4 << 20
  /// What is let go of at a time when a payload is not kept whole.
  static let piece = 1 << 16
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
  private var hash: SHA256?
  /// The sink's number for it, once some was handed over.
  private(set) var sinkPayload: Int?

  var isWhole: Bool { hash == nil && !isGivenUp }
  var isContentKnown: Bool { !isCut && !isGivenUp }

  @inline(__always)
  mutating func append(
    _ value: ByteRange, in bytes: Span<UInt8>, isTransfer: Bool, _ shared: inout PayloadStore
  ) {
    octets &+= value.originalCount
    if value.isCut { isCut = true }
    guard !isGivenUp else { return keepTail(value, in: bytes, &shared) }
    buffer.append(value, of: bytes)
    shared.budget.held &+= value.count
    if buffer.count >= PayloadBudget.piece { makeRoom(isTransfer: isTransfer, &shared) }
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
    let held = min(count, buffer.count)
    buffer.removeLast(held)
    shared.budget.held -= held
  }

  @inline(never)
  private mutating func makeRoom(isTransfer: Bool, _ shared: inout PayloadStore) {
    if !isTransfer, octets > PayloadBudget.withoutMarker {
      if let sinkPayload { shared.sink?.discard(sinkPayload) }
      sinkPayload = nil
      isGivenUp = true
      hash = nil
      dropAllButTail(&shared)
      return
    }
    let mayBeWhole =
      hash == nil && buffer.count <= PayloadBudget.keptWhole
      && shared.budget.held <= PayloadBudget.total
    if !mayBeWhole { flush(keeping: PayloadBudget.tail, &shared) }
  }

  private mutating func flush(keeping tail: Int, _ shared: inout PayloadStore) {
    let count = max(0, buffer.count - tail)
    var hash = hash ?? SHA256()
    hash.update(buffer.span.extracting(0..<count))
    self.hash = hash
    shared.store(buffer[..<count], as: &sinkPayload)
    buffer.removeFirst(count)
    shared.budget.held -= count
  }

  private mutating func keepTail(
    _ value: ByteRange, in bytes: Span<UInt8>, _ shared: inout PayloadStore
  ) {
    buffer.append(value, of: bytes)
    shared.budget.held &+= value.count
    if buffer.count > PayloadBudget.piece { dropAllButTail(&shared) }
  }

  private mutating func dropAllButTail(_ shared: inout PayloadStore) {
    let count = max(0, buffer.count - PayloadBudget.tail)
    buffer.removeFirst(count)
    shared.budget.held -= count
  }

  /// The digest and what else can be said; the rest goes to the sink. Ends the collection.
  mutating func finish(_ match: MarkerMatch, _ shared: inout PayloadStore) -> PayloadFacts {
    var facts = PayloadFacts(octets: octets)
    if isContentKnown {
      if var hash {
        hash.update(buffer.span)
        facts.sha256 = hash.finish()
      } else {
        let inspection = PayloadInspection(buffer)
        facts.kind = inspection.kind
        facts.isIntact = inspection.isIntact
        facts.sha256 = SHA256.digest(of: buffer.span)
        facts.markersInside = match.occurrences(in: buffer.span)
      }
      shared.store(buffer[...], as: &sinkPayload)
    } else if let sinkPayload {
      shared.sink?.discard(sinkPayload)
      self.sinkPayload = nil
    }
    facts.sinkPayload = sinkPayload
    shared.budget.held -= buffer.count
    self = PayloadCollector()
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
  /// How often the octets of a marker occur in it, as far as it was kept whole.
  var markersInside = 0
}

/// What all payloads share: the budget, and where they are extracted to.
struct PayloadStore {
  var budget = PayloadBudget()
  var sink: (any PayloadSink)?
  private var payloads = 0
  /// Transfers that were kept, over all connections.
  var transfers = 0

  init(sink: (any PayloadSink)?) { self.sink = sink }

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
