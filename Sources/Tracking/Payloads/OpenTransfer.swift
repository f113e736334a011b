import Bytes
import CaptureFiles

/// Values of a characteristic that came one after the other and were equal.
struct EqualRun: Sendable {
  var count: Int
  var first: Moment
  var last: Moment
  var steps = StepPattern()
}

/// The times from value to value, where they alternate between two, as those of two timers with the
/// same period do.
struct StepPattern: Sendable {
  private var last: Int64 = 0
  private var beforeLast: Int64 = 0
  private var count: Int64 = 0
  private var alternating: Int64 = 0
  private var shorter: Int64 = 0
  private var longer: Int64 = 0

  private static let fewest: Int64 = 8
  private static let longest: Int64 = 3_600_000_000

  mutating func add(_ step: Int64) {
    count &+= 1
    defer { (beforeLast, last) = (last, step) }
    guard count > 2, (1...Self.longest).contains(step), (1...Self.longest).contains(last),
      (1...Self.longest).contains(beforeLast)
    else { return }
    let (short, long) = (min(step, last), max(step, last))
    guard long - short >= long / 3, abs(step - beforeLast) <= (short + long) / 10 else { return }
    alternating &+= 1
    shorter &+= short
    longer &+= long
  }

  /// The mean of both; `nil` where a fifth or more of the times do not alternate.
  var both: (short: Int64, long: Int64)? {
    guard count >= Self.fewest, alternating * 5 >= (count - 2) * 4 else { return nil }
    return (shorter / alternating, longer / alternating)
  }
}

/// Values of a characteristic that were equal to the one before them, outside transfers.
struct EqualPairs: Sendable {
  /// Pairs, each between values that are different.
  private(set) var count = 0
  /// Of the first pair, and of the last one the second value.
  private(set) var ofFrame = 0
  private(set) var frame = 0
  private(set) var lastFrame = 0
  /// All values that were equal to the one before, those of longer runs among them.
  private(set) var equal = 0

  mutating func add(_ transfer: borrowing OpenTransfer) {
    equal &+= transfer.equal
    guard let first = transfer.resends.first, let last = transfer.resends.last else { return }
    if count == 0 { (ofFrame, frame) = (first.ofFrame, first.frame) }
    count &+= transfer.resends.count
    lastFrame = last.frame
  }
}

/// A transfer that is under way.
struct OpenTransfer: Sendable {
  var payload = PayloadCollector()
  var chunks = 0
  var sizes = ChunkSizes()
  var first = Moment(frame: 0, time: TraceTime(microseconds: 0))
  var last = Moment(frame: 0, time: TraceTime(microseconds: 0))
  var intervals = QuantileSketch()
  var mtu = 0
  var lastOctets = 0
  var lastIsCut = false
  /// The first octets of the last value: they distinguish most values without a look at the
  /// payload.
  var lastHead: UInt64 = 0
  /// The largest chunk before the last one.
  var largestBefore = 0
  /// Values equal to each other up to now, the last one included.
  var run = 1
  private var runBegin = Moment(frame: 0, time: TraceTime(microseconds: 0))
  private var steps = StepPattern()
  /// The longest such run that is over.
  private(set) var longestRun: EqualRun?
  var resends: [ResendFact] = []
  /// Values that were equal to the one before, those of longer runs among them.
  private(set) var equal = 0
  /// A marker that the last value ends with, until the next value decides.
  var glued: Int?
  /// The beginning of a marker, over the last values.
  var split: [UInt8] = []
  var splitSizes: [Int] = []
  var beforeSplit: Moment?
  /// When the chunk before the last one came.
  var beforeLast: Moment?

  mutating func begin(at moment: Moment) {
    first = moment
    last = moment
  }

  /// A value shorter than the chunks before it (or, alone, than the bearer allows) that ends with a
  /// marker may be the last.
  @inline(__always)
  mutating func noteGlued(
    _ range: ByteRange, in bytes: Span<UInt8>, _ match: MarkerMatch
  ) {
    let full = chunks > 1 ? largestBefore : mtu > 3 ? mtu - 3 : 20
    if range.originalCount < full { glued = match.ending(range, in: bytes) }
  }

  @inline(__always)
  mutating func append(
    _ value: AttributeValue, in bytes: Span<UInt8>, isTransfer: Bool, _ shared: inout PayloadStore
  ) {
    let range = value.value
    let head = range.count >= 8 ? bytes.u64le(range.start) : 0
    noteRepeat(value, head, in: bytes, &shared)
    lastHead = head
    payload.append(range, in: bytes, at: value.moment, isTransfer: isTransfer, &shared)
    largestBefore = max(largestBefore, lastOctets)
    chunks &+= 1
    sizes.add(range.originalCount)
    mtu = value.mtu
    beforeLast = last
    last = value.moment
    lastOctets = range.originalCount
    lastIsCut = range.isCut
  }

  /// A value equal to the one before it, in a run of exactly two, of 8 octets or more with at least
  /// 4 different ones, counts as sent again. Longer runs are what the data is like.
  @inline(__always)
  private mutating func noteRepeat(
    _ value: AttributeValue, _ head: UInt64, in bytes: Span<UInt8>, _ shared: inout PayloadStore
  ) {
    let range = value.value
    guard head == lastHead, chunks > 0, range.count == lastOctets, range.count >= 8, !range.isCut,
      !lastIsCut, payload.ends(with: range, of: bytes)
    else { return endRun(&shared) }
    run &+= 1
    equal &+= 1
    if run == 2 { (runBegin, steps) = (last, StepPattern()) }
    steps.add(value.moment.time.since(last.time))
    guard run == 2 else {
      if run == 3 { resends.removeLast() }
      return
    }
    resends.append(
      ResendFact(
        frame: value.moment.frame, ofFrame: last.frame, payloadOffset: payload.octets,
        octets: range.count))
  }

  /// The run is over: one of exactly two, of a value with enough in it, stays noted.
  @inline(__always)
  mutating func endRun(_ shared: inout PayloadStore) {
    guard run > 1 else { return }
    closeRun(&shared)
  }

  @inline(never)
  private mutating func closeRun(_ shared: inout PayloadStore) {
    defer { run = 1 }
    if run > longestRun?.count ?? 1 {
      longestRun = EqualRun(count: run, first: runBegin, last: last, steps: steps)
    }
    guard run == 2, let resend = resends.last else { return }
    let start = payload.buffer.count - resend.octets
    resends.removeLast()
    guard start >= 0, Set(payload.buffer[start...]).count >= 4 else { return }
    resends.append(resend, within: .resends, &shared.bounds)
  }

  /// The marker that the last values make up, this one being its last piece.
  mutating func followSplit(
    _ range: ByteRange, in bytes: Span<UInt8>, _ match: MarkerMatch
  ) -> Int? {
    var piece: [UInt8] = []
    piece.append(range, of: bytes)
    if !split.isEmpty {
      switch match.beginning(split + piece) {
      case .whole(let marker):
        splitSizes.append(range.count)
        return marker
      case .part:
        split += piece
        splitSizes.append(range.count)
        return nil
      case .none: break
      }
      forgetSplit()
    }
    if case .part = match.beginning(piece) {
      split = piece
      splitSizes = [range.count]
      beforeSplit = beforeLast
    }
    return nil
  }

  mutating func forgetSplit() {
    split = []
    splitSizes = []
    beforeSplit = nil
  }

  /// What a receiver would hold that noticed the resends.
  func payloadWithoutResends() -> [UInt8]? {
    guard !resends.isEmpty, payload.isWhole, payload.isContentKnown else { return nil }
    var rest: [UInt8] = []
    var offset = 0
    for resend in resends {
      guard resend.payloadOffset >= offset, resend.payloadOffset + resend.octets <= payload.octets
      else { continue }
      rest += payload.buffer[offset..<resend.payloadOffset]
      offset = resend.payloadOffset + resend.octets
    }
    return rest + payload.buffer[offset...]
  }
}
