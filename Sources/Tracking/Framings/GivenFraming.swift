import BluetoothProtocol
import Bytes
import CaptureFiles
import Framing
import Report

/// A stream of values whose layout the user gave: it is applied whatever comes.
struct GivenFraming: Sendable {
  /// Index of the stream among those of the connection.
  let stream: Int
  private(set) var framer: StreamFramer
  /// Messages, the first ones.
  private(set) var finished: [FinishedTransfer] = []
  private(set) var first: Moment?
  private(set) var last: Moment?
  private(set) var retries = 0
  private(set) var errors = 0
  /// The longest message, with its header.
  private(set) var longest = 0
  /// Another layout was given for what the stream turned out to be.
  private(set) var isWithdrawn = false

  /// The values from the first one that the framer holds on.
  private var pending: [PendingValue] = []
  private var pendingStart = 0
  private var held = BufferCount()

  private struct PendingValue {
    var moment: Moment
    var octets: Int32
    var mtu: Int32
  }

  /// A message that grows beyond it is cut.
  static let mostOctets = Bound.payloads.limit
  /// So is one of more values than that, of those which repeat others too.
  static let mostValues = 1 << 16

  init(_ stream: Int, _ layout: FramingLayout) {
    self.stream = stream
    framer = StreamFramer(layout, mostOctets: Self.mostOctets)
  }

  /// What is to be reported: nothing before a value came.
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
    let found = framer.add(octets, number: pendingStart + pending.count - 1)
    octets.removeAll(keepingCapacity: true)
    swap(&octets, &shared.value)
    if !found.isEmpty { take(found, match, &shared) }
    if !framer.isOpen { trim(&shared) }
    if pending.count >= Self.mostValues {
      take(framer.giveUp(), match, &shared)
      return release(&shared)
    }
    if !held.cover(size, for: .framings, &shared.bounds) { withdraw(&shared) }
  }

  /// Octets that it holds beside what each of them takes.
  private var size: Int {
    framer.heldOctets + pending.count * MemoryLayout<PendingValue>.stride
  }

  /// The connection ended, or the capture did.
  mutating func close(_ match: MarkerMatch, _ shared: inout PayloadStore) {
    if !isWithdrawn { take(framer.finish(), match, &shared) }
    release(&shared)
  }

  /// Its layout does not apply any more, or there is no room for what it holds.
  mutating func withdraw(_ shared: inout PayloadStore) {
    isWithdrawn = true
    for transfer in finished {
      if let payload = transfer.payload.sinkPayload { shared.sink?.discard(payload) }
    }
    shared.giveTransfers(finished)
    finished = []
    framer.giveUp()
    release(&shared)
  }

  private mutating func release(_ shared: inout PayloadStore) {
    pendingStart += pending.count
    pending = []
    held.release(&shared.bounds)
  }

  /// No message is open: no value is needed any more.
  private mutating func trim(_ shared: inout PayloadStore) {
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
  }

  private mutating func list(
    _ message: FramedMessage, isLast: Bool, _ match: MarkerMatch, _ shared: inout PayloadStore
  ) {
    let start = message.first - pendingStart
    let end = message.last - pendingStart
    guard start >= 0, start <= end, end < pending.count else { return }
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
    let isKept = shared.keepsTransfer(sizes: transfer.sizeCount)
    let done = transfer.finish(
      .stream(stream), isWhole ? .complete : isLast ? .interrupted : .broken,
      facts, interruption: .captureEnded, match, isKept: isKept, &shared)
    if isKept { finished.append(done) }
  }
}
