import BluetoothProtocol
import Bytes
import CaptureFiles

extension LinkMeasures {
  /// Takes a burst. Of those that were sent, the packets are known.
  mutating func add(
    _ burst: ValueBurst, of records: Span<CapturedRecord>, in bytes: Span<UInt8>,
    _ threshold: Int64?, _ match: MarkerMatch, _ measured: inout BurstMeasure,
    _ payloads: inout PayloadStore
  ) {
    var states = LinkStates()
    swap(&states.sent, &flow.unreported)
    defer {
      states.sent.removeAll(keepingCapacity: true)
      swap(&states.sent, &flow.unreported)
    }
    states.packets = flow.packets &- records.count
    states.areWrites = burst.kind == .writeCommand
    states.mark = mark(burst.direction)
    defer { if states.areWrites { written &+= records.count } }
    if burst.kind == .writeCommand, burst.direction == .tx { asked &+= records.count }
    states.asked = asked
    states.heard = lastValue
    // A protocol needs the values of all its characteristics in their order.
    if burst.handle == nil, framings.isEmpty,
      addMixed(burst, of: records, in: bytes, threshold, match, states, &measured, &payloads)
    {
      return
    }
    // The values of one characteristic after the other's.
    var next = 0
    while next < records.count {
      let handle = burst.handle ?? ValueBurst.handle(of: records[next], in: bytes)
      var end = burst.handle == nil ? next &+ 1 : records.count
      while end < records.count, ValueBurst.handle(of: records[end], in: bytes) == handle {
        end &+= 1
      }
      if let index = index(handle, Self.kind(burst), burst.direction, &payloads) {
        let same = records.extracting(next..<end)
        measured.measure(same, octets: burst.octets)
        course.add(same, burst.direction, measured)
        phases.add(valuesAt: same, steps: measured.stepRange, &payloads.bounds)
        if burst.direction == .rx { states.received = receive(same) }
        streams[index].add(
          burst, of: same, Span(), measured, in: bytes, interval, threshold, states, match,
          &payloads)
        if let framing = streams[index].framing {
          for position in same.indices {
            follow(
              burst.value(of: same[position], in: bytes), of: index, framing, in: bytes, match,
              &payloads)
          }
        } else if let learner = streams[index].learner {
          learn(burst, of: same, learner, in: bytes, match, &payloads)
        }
        if burst.direction == .tx { followEnded(index, &payloads.steps) }
      }
      states.packets &+= end &- next
      if states.areWrites { states.mark.written &+= end &- next }
      next = end
    }
  }

  /// Takes the values of a few characteristics that take turns: one characteristic after the other.
  ///
  /// - Returns: whether it did; there may be too many of them.
  private mutating func addMixed(
    _ burst: ValueBurst, of records: Span<CapturedRecord>, in bytes: Span<UInt8>,
    _ threshold: Int64?, _ match: MarkerMatch, _ states: LinkStates,
    _ measured: inout BurstMeasure, _ payloads: inout PayloadStore
  ) -> Bool {
    // Moved out, because what is shared is handed on meanwhile.
    var parts = BurstParts()
    swap(&parts, &payloads.parts)
    defer { swap(&parts, &payloads.parts) }
    guard parts.divide(records, in: bytes) else { return false }
    var indices: InlineArray<4, Int> = .init(repeating: 0)
    for part in 0..<parts.count {
      guard let index = index(parts.handles[part], Self.kind(burst), burst.direction, &payloads)
      else { return false }
      indices[part] = index
    }
    var states = states
    if burst.direction == .rx { states.received = receive(records) }
    phases.add(valuesAt: records, steps: Self.steps(records), &payloads.bounds)
    for part in 0..<parts.count {
      let range = parts.range(of: part)
      let same = parts.records.span.extracting(range)
      measured.measure(same, octets: burst.octets)
      course.add(same, burst.direction, measured)
      streams[indices[part]].add(
        burst, of: same, parts.ordinals.span.extracting(range), measured, in: bytes, interval,
        threshold, states, match, &payloads)
      if let learner = streams[indices[part]].learner {
        learn(burst, of: same, learner, in: bytes, match, &payloads)
      }
      if burst.direction == .tx { followEnded(indices[part], &payloads.steps) }
    }
    return true
  }

  /// The shortest and the longest time between two of them.
  private static func steps(_ records: Span<CapturedRecord>) -> ClosedRange<Int64> {
    var (least, longest) = (Int64.max, Int64.min)
    var last = records[0].time
    for index in records.indices.dropFirst() {
      let step = records[index].time.since(last)
      least = min(least, step)
      longest = max(longest, step)
      last = records[index].time
    }
    return least <= longest ? least...longest : 0...0
  }

  private static func kind(_ burst: ValueBurst) -> ValueStream.Kind {
    burst.kind == .notification ? .notification : .write
  }

  /// Takes note of what was received; returns how much came on the link before it.
  private mutating func receive(_ records: Span<CapturedRecord>) -> Int {
    fold.add(records, interval: interval)
    flow.idle.received = records[records.count &- 1].time
    lastValue = flow.idle.received
    defer { received &+= records.count }
    return received
  }
}

extension ValueStream {
  /// Takes the values of a burst; for `ordinals` and `states` see `StreamMeasure`.
  mutating func add(
    _ burst: ValueBurst, of records: Span<CapturedRecord>, _ ordinals: Span<Int32>,
    _ measured: BurstMeasure, in bytes: Span<UInt8>, _ interval: Int64, _ threshold: Int64?,
    _ states: LinkStates, _ match: MarkerMatch, _ payloads: inout PayloadStore
  ) {
    let elapsed = rhythm.add(
      records, ordinals, measured, interval: interval, threshold: threshold, states, &payloads)
    runs.add(
      records, ordinals, measured, octets: burst.octets, isWrite: states.areWrites,
      elapsed: elapsed, interval: interval, states, &payloads)
    if seeksMarker {
      transfers.add(burst, of: records, in: bytes, elapsed: elapsed, measured, match, &payloads)
    }
    readNext(of: records, in: bytes, &payloads)
  }

  @inline(__always)
  private mutating func readNext(
    of records: Span<CapturedRecord>, in bytes: Span<UInt8>, _ payloads: inout PayloadStore
  ) {
    var index = 0
    while readsNext, index < records.count {
      read(ValueBurst.value(of: records[index]), in: bytes, &payloads)
      index &+= 1
    }
  }
}

/// What a link had done by each of the values that came, or were sent, one right after the other.
struct LinkStates: Sendable {
  /// What had come on it before them, where they were received.
  var received = 0
  var asked = 0
  /// When the last value came from the peer before them, where they were sent.
  var heard = TraceTime(microseconds: .min)
  /// How many packets were sent on it before them, where they were sent themselves, and what it had
  /// done by theirs.
  var packets = 0
  var sent: [SentState] = []
  /// What they do not change.
  var mark = RunMark()
  /// Whether a client wrote them.
  var areWrites = false

  /// - Parameter ordinal: the value's, from 1.
  subscript(ordinal: Int, time: TraceTime) -> StreamMeasure.LinkState {
    guard !sent.isEmpty else {
      return StreamMeasure.LinkState(received: received &+ ordinal, asked: asked)
    }
    let state = sent[index(ordinal)]
    return StreamMeasure.LinkState(
      busy: state.busy.until(time), full: state.full.until(time), sent: packets &+ ordinal,
      completed: state.packets &- state.outstanding, events: state.events, heard: heard)
  }

  /// The first that reaches as far.
  private func index(_ ordinal: Int) -> Int {
    var (low, high) = (0, sent.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if sent[middle].packets < packets &+ ordinal { low = middle + 1 } else { high = middle }
    }
    return low
  }

  @inline(__always)
  static func ordinal(_ index: Int, _ ordinals: Span<Int32>) -> Int {
    ordinals.isEmpty ? index &+ 1 : Int(ordinals[index])
  }

  /// The same for a run.
  func mark(_ ordinal: Int, _ time: TraceTime) -> RunMark {
    var mark = mark
    if areWrites { mark.written &+= ordinal &- 1 }
    guard !sent.isEmpty else {
      mark.received = received &+ ordinal
      return mark
    }
    let state = sent[index(ordinal)]
    mark.busy = state.busy.until(time)
    mark.idle = state.idle
    mark.events = state.events
    mark.packets = packets &+ ordinal
    mark.outstanding = state.outstanding &- (state.packets &- mark.packets)
    return mark
  }

  /// How many packets were out at most when these were sent.
  ///
  /// - Parameter ordinals: nothing where they are the first ones, `count` of them.
  func outstandingMaximum(_ ordinals: Span<Int32>, _ count: Int) -> Int {
    var most = 0
    if ordinals.isEmpty {
      let last = packets &+ count
      for state in sent where state.packets > packets {
        // They get more with each packet that goes with others.
        most = max(most, state.outstanding &- max(0, state.packets &- last))
        if state.packets >= last { break }
      }
      return most
    }
    var next = 0
    for index in ordinals.indices where !sent.isEmpty {
      let packet = packets &+ Int(ordinals[index])
      while next < sent.count - 1, sent[next].packets < packet { next += 1 }
      most = max(most, sent[next].outstanding &- (sent[next].packets &- packet))
    }
    return most
  }
}

/// How long packets were out, and buffers full, by the time that some packets were sent.
struct SentState: Sendable {
  /// Packets of the connection up to the last of them.
  var packets: Int
  var busy: StretchedTime
  var full: StretchedTime
  var idle: IdleTime
  var events: Int
  /// After the last of them.
  var outstanding: Int
}
