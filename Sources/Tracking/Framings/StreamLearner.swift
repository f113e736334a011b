import BluetoothProtocol
import Bytes
import CaptureFiles
import Framing
import Report

/// A stream of values whose framing no one published: it is learned, or was given by hand.
struct StreamLearner: Sendable {
  /// Index of the stream among those of the connection.
  let stream: Int
  /// Whether the user gave the layout: then it is applied whatever comes.
  let isGiven: Bool
  private(set) var framer: StreamFramer
  /// Messages, the first ones. They are reported only if the framing holds to the end.
  private(set) var finished: [FinishedTransfer] = []
  private(set) var first: Moment?
  private(set) var last: Moment?
  private(set) var retries = 0
  private(set) var errors = 0
  /// The longest message, with its header.
  private(set) var longest = 0
  /// Something with a better claim was found on the stream, or too much does not fit.
  private(set) var isWithdrawn = false

  /// The values from the first one that the framer holds on.
  private var pending: [PendingValue] = []
  private var pendingStart = 0
  private var held = BufferCount()
  /// Whether some message has several values: if none has, each value is a message, and no
  /// transfer.
  private var listsMessages: Bool

  private struct PendingValue {
    var moment: Moment
    var octets: Int32
    var mtu: Int32
  }

  /// A message that grows beyond it is cut.
  static let mostOctets = Bound.payloads.limit
  /// So is one of more values than that, of those which repeat others too.
  static let mostValues = 1 << 16

  init(_ stream: Int, given layout: FramingLayout?, after known: LearnedCharacteristic?) {
    self.stream = stream
    isGiven = layout != nil
    listsMessages = layout != nil
    framer = StreamFramer(layout, mostOctets: Self.mostOctets)
    framer.hint = known?.framing
    framer.fruitless = known?.fruitless ?? 0
  }

  /// Whether further values are of interest.
  var isActive: Bool { !isWithdrawn && framer.isActive }

  /// Whether nothing more can come of it.
  var isSpent: Bool { !isActive && layout == nil }

  /// What is to be reported: nothing before a layout is known.
  var layout: FramingLayout? { isWithdrawn || first == nil ? nil : framer.layout }

  mutating func add(
    _ value: AttributeValue, in bytes: Span<UInt8>, _ match: MarkerMatch,
    _ shared: inout PayloadStore
  ) {
    if first == nil { first = value.moment }
    last = value.moment
    guard !value.value.isCut else {
      take(framer.giveUp(), match, &shared)
      return release(&shared)
    }
    guard !value.value.isEmpty else { return }
    pending.append(
      PendingValue(
        moment: value.moment, octets: Int32(clamping: value.value.originalCount),
        mtu: Int32(clamping: value.mtu)))
    var octets: [UInt8] = []
    swap(&octets, &shared.value)
    octets.append(value.value, of: bytes)
    let wasLearning = framer.isLearning
    let found = framer.add(octets, number: pendingStart + pending.count - 1)
    octets.removeAll(keepingCapacity: true)
    swap(&octets, &shared.value)
    if !found.isEmpty { take(found, match, &shared) }
    guard isActive else { return release(&shared) }
    // What the learner held is not needed any more.
    if !framer.isOpen || wasLearning && !framer.isLearning { trim(&shared) }
    // What was learned from the first values does not hold.
    if !isGiven, framer.unfitting > Self.fewMisfits, framer.unfitting * 10 > framer.messages {
      return withdraw(&shared)
    }
    if pending.count >= Self.mostValues {
      take(framer.giveUp(), match, &shared)
      return release(&shared)
    }
    if !held.cover(size, for: .framings, &shared.bounds) { withdraw(&shared) }
  }

  /// Octets that it holds beside what every learner takes.
  private var size: Int {
    framer.heldOctets + pending.count * MemoryLayout<PendingValue>.stride
  }

  /// The connection ended, or the capture did.
  mutating func close(_ match: MarkerMatch, _ shared: inout PayloadStore) {
    // A search for a framing is too much for each glance at a capture that goes on.
    if isActive, !(shared.isGlance && framer.isLearning) { take(framer.finish(), match, &shared) }
    release(&shared)
  }

  /// A protocol or a marker claims the stream.
  mutating func withdraw(_ shared: inout PayloadStore) {
    isWithdrawn = true
    for transfer in finished {
      if let payload = transfer.payload.sinkPayload { shared.sink?.discard(payload) }
    }
    shared.giveLearnedTransfers(finished)
    finished = []
    framer.giveUp()
    release(&shared)
  }

  private mutating func release(_ shared: inout PayloadStore) {
    pendingStart += pending.count
    pending = []
    held.release(&shared.bounds)
  }

  /// Keeps the values of the message that is open.
  private mutating func trim(_ shared: inout PayloadStore) {
    guard !framer.isOpen else { return held.release(&shared.bounds) }
    pendingStart += pending.count
    if held.octets > Self.keptOctets {
      release(&shared)
    } else {
      pending.removeAll(keepingCapacity: true)
    }
  }

  /// What may stay counted from one message to the next.
  private static let keptOctets = 4096

  private mutating func take(
    _ found: [FramedMessage], _ match: MarkerMatch, _ shared: inout PayloadStore
  ) {
    if found.contains(where: { $0.values > 1 }) { listsMessages = true }
    for message in found {
      retries += message.repeated
      if message.checksumIsRight == false { errors += 1 }
      longest = max(longest, message.octets)
      let isLast = message.last >= pendingStart + pending.count - 1
      list(message, isLast: isLast, match, &shared)
      let done = message.last - pendingStart
      // The value that ends a message may begin the next.
      if done > 0, done >= pending.count / 2 {
        pending.removeFirst(done)
        pendingStart += done
      }
    }
    // What was learned from the first values does not hold.
    if !isGiven, framer.misfits > Self.fewMisfits, framer.misfits * 10 > framer.messages {
      withdraw(&shared)
    }
  }

  private static let fewMisfits = 4

  private mutating func list(
    _ message: FramedMessage, isLast: Bool, _ match: MarkerMatch, _ shared: inout PayloadStore
  ) {
    let start = message.first - pendingStart
    let end = message.last - pendingStart
    guard listsMessages, start >= 0, start <= end, end < pending.count else { return }
    guard finished.count < Bound.framedMessages.limit else {
      shared.bounds.insert(.framedMessages)
      return
    }
    var transfer = OpenFramedTransfer(.message, startIsKnown: message.missing == 0)
    for value in pending[start...end] {
      _ = transfer.carry(
        FramedValue(
          frame: value.moment.frame, time: value.moment.time, stream: stream, role: .data,
          isFromServer: false, value: ByteRange(start: 0, end: Int(value.octets)),
          mtu: Int(value.mtu)))
    }
    transfer.append(message.payload, &shared)
    var facts = FramedFacts()
    facts.messages = 1
    facts.retries = message.repeated
    facts.errors = message.checksumIsRight == false ? 1 : 0
    facts.isContiguous = message.missing == 0 && message.outOfOrder == 0
    // Where nothing says that a message ends, the beginning of the next does, or its checksum.
    let isWhole =
      message.ending == .complete
      || message.ending == .open && (!isLast || message.checksumIsRight == true)
    let isKept = shared.keepsLearnedTransfer(sizes: transfer.sizeCount)
    let done = transfer.finish(
      .stream(stream, isGiven: isGiven), isWhole ? .complete : isLast ? .interrupted : .broken,
      facts, interruption: .captureEnded, match, isKept: isKept, &shared)
    if isKept { finished.append(done) }
  }
}

/// What earlier connections to the same device have shown of a characteristic.
struct LearnedCharacteristic: Sendable {
  var framing: LearnedFraming?
  /// In so many values no framing was found.
  var fruitless = 0

  struct Key: Hashable, Sendable {
    var peer: DeviceAddress
    var handle: ATTHandle
    var kind: ValueStream.Kind
    var direction: RecordDirection
  }

  static let most = 1024
}
