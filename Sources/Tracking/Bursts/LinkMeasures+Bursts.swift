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
    swap(&states.sent, &flow.untold)
    defer {
      states.sent.removeAll(keepingCapacity: true)
      swap(&states.sent, &flow.untold)
    }
    states.packets = flow.packets &- records.count
    if burst.handle == nil,
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
      if let place = place(handle, Self.kind(burst), burst.direction, &payloads) {
        let same = records.extracting(next..<end)
        measured.measure(same, octets: burst.octets)
        course.add(same, burst.direction, measured)
        if burst.direction == .rx { states.received = receive(same) }
        streams[place].add(
          burst, of: same, Span(), measured, in: bytes, interval, threshold, states, match,
          &payloads)
        if burst.direction == .tx { followEnded(place, &payloads.steps) }
      }
      states.packets &+= end &- next
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
    // Out of its place, as what is shared is handed on meanwhile.
    var parts = BurstParts()
    swap(&parts, &payloads.parts)
    defer { swap(&parts, &payloads.parts) }
    guard parts.divide(records, in: bytes) else { return false }
    var places: InlineArray<4, Int> = .init(repeating: 0)
    for part in 0..<parts.count {
      guard let place = place(parts.handles[part], Self.kind(burst), burst.direction, &payloads)
      else { return false }
      places[part] = place
    }
    var states = states
    if burst.direction == .rx { states.received = receive(records) }
    for part in 0..<parts.count {
      let range = parts.range(of: part)
      let same = parts.records.span.extracting(range)
      measured.measure(same, octets: burst.octets)
      course.add(same, burst.direction, measured)
      streams[places[part]].add(
        burst, of: same, parts.ordinals.span.extracting(range), measured, in: bytes, interval,
        threshold, states, match, &payloads)
      if burst.direction == .tx { followEnded(places[part], &payloads.steps) }
    }
    return true
  }

  private static func kind(_ burst: ValueBurst) -> ValueStream.Kind {
    burst.kind == .notification ? .notification : .write
  }

  /// Takes note of what was received; returns how much came on the link before it.
  private mutating func receive(_ records: Span<CapturedRecord>) -> Int {
    fold.add(records, interval: interval)
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
    transfers.add(burst, of: records, in: bytes, elapsed: elapsed, measured, match, &payloads)
    readNext(of: records, in: bytes, &payloads)
  }

  @inline(__always)
  private mutating func readNext(
    of records: Span<CapturedRecord>, in bytes: Span<UInt8>, _ payloads: inout PayloadStore
  ) {
    var place = 0
    while readsNext, place < records.count {
      read(ValueBurst.value(of: records[place]), in: bytes, &payloads)
      place &+= 1
    }
  }
}

/// What a link had done by each of the values that came, or were sent, one right after the other.
struct LinkStates: Sendable {
  /// What had come on it before them, where they were received.
  var received = 0
  /// How many packets were sent on it before them, where they were sent themselves, and what it had
  /// done by theirs.
  var packets = 0
  var sent: [SentState] = []

  /// - Parameter ordinal: the value's, from 1.
  subscript(ordinal: Int, time: TraceTime) -> StreamMeasure.LinkState {
    guard !sent.isEmpty else { return StreamMeasure.LinkState(received: received &+ ordinal) }
    // The first that reaches as far.
    var (low, high) = (0, sent.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if sent[middle].packets < packets &+ ordinal { low = middle + 1 } else { high = middle }
    }
    return StreamMeasure.LinkState(
      busy: sent[low].busy.until(time), full: sent[low].full.until(time))
  }
}

/// How long packets were out, and buffers full, by the time that some packets were sent.
struct SentState: Sendable {
  /// Packets of the connection up to the last of them.
  var packets: Int
  var busy: StretchedTime
  var full: StretchedTime
}
