import Bytes

/// Matter's BTP on one connection: a handshake, then messages in segments in both directions, each
/// segment numbered and acknowledged.
///
/// The client writes to C1, the server indicates on C2; the service is FFF6.
struct MatterBTPSession: FramingMachine {
  public static let characteristics: [(uuid: String, role: FramingRole)] = [
    ("18EE2EF5-263D-4559-959F-4F9C429F9D11", .data),
    ("18EE2EF5-263D-4559-959F-4F9C429F9D12", .data),
  ]

  public static let header = [
    HeaderField("0", "flags: 1 begin, 2 continue, 4 end, 8 ack, 0x20 management, 0x40 handshake"),
    HeaderField("1", "the sequence number that is acknowledged, with the flag ack"),
    HeaderField("1..2", "sequence number, after the acknowledgement"),
    HeaderField("then", "length of the message (2), least significant octet first, with begin"),
  ]

  public private(set) var counts = FramingCounts()
  /// What each side sends: the client's first.
  private var sides = [MatterBTPSide(), MatterBTPSide()]
  /// `nil` until the handshake was seen.
  private var window: Int?

  public init(startIsKnown: Bool) {}

  public var heldOctets: Int { sides.reduce(0) { $0 + $1.heldOctets } }

  public mutating func add(
    _ value: FramedValue, in bytes: Span<UInt8>, _ events: inout [FramingEvent]
  ) {
    guard
      let packet = try? MatterBTPPacket(value.value, isFromServer: value.isFromServer, in: bytes)
    else {
      counts.stray += 1
      return
    }
    let side = value.isFromServer ? 1 : 0
    counts.longest = max(counts.longest, value.value.originalCount)
    if value.isFromServer { counts.fromServer += 1 } else { counts.fromClient += 1 }
    switch packet {
    case .handshakeRequest:
      for slot in sides.indices { end(slot, .replaced, &events) }
      sides = [MatterBTPSide(), MatterBTPSide()]
      sides[0].next = 0
      window = nil
    case .handshakeResponse(_, _, let size):
      window = size > 0 ? Int(size) : nil
      sides[1].next = 1
      sides[1].lastFrame = value.frame
      // The answer to the handshake is segment 0 of the server, and is acknowledged as such.
      sides[1].outstanding.append((0, true, value.frame, value.time))
    case .segment(let segment):
      if let ack = segment.ack { acknowledge(ack, of: 1 - side, value, &events) }
      number(segment, side, value, &events)
      if segment.isData { take(segment, side, value, in: bytes, &events) }
    }
  }

  // MARK: - Numbers and acknowledgements

  private mutating func number(
    _ segment: MatterBTPSegment, _ side: Int, _ value: FramedValue,
    _ events: inout [FramingEvent]
  ) {
    if let next = sides[side].next, segment.sequence != next {
      counts.errors += 1
      sides[side].facts?.errors += 1
      events.append(
        .fault(
          FramingFault(
            .sequenceGap, frame: value.frame, time: value.time, byServer: side == 1, slot: side,
            about: .segment(segment.sequence), expected: Int(next),
            found: Int(segment.sequence), afterFrame: sides[side].lastFrame)))
      sides[side].outstanding.removeAll()
      // What was left out may belong to the message under way: its length will show.
      if sides[side].facts != nil { sides[side].uncertain = [] }
    }
    sides[side].next = segment.sequence &+ 1
    sides[side].lastFrame = value.frame
    sides[side].outstanding.append(
      (segment.sequence, segment.isData, value.frame, value.time))
    let count = sides[side].outstanding.count
    counts.inFlight = max(counts.inFlight, count)
    sides[side].inFlight = max(sides[side].inFlight, count)
    // An acknowledgement alone may use the last place, and is not counted by all stacks.
    if let window, count > window, segment.isData, !sides[side].isExceeded {
      sides[side].isExceeded = true
      counts.errors += 1
      events.append(
        .fault(
          FramingFault(
            .windowExceeded, frame: value.frame, time: value.time, byServer: side == 1,
            slot: side, about: .segment(segment.sequence), expected: window, found: count)))
    }
    // 256 numbers: more cannot be distinguished.
    if count > 255 { sides[side].outstanding.removeFirst() }
  }

  /// - Parameter side: whose segments are acknowledged.
  private mutating func acknowledge(
    _ number: UInt8, of side: Int, _ value: FramedValue, _ events: inout [FramingEvent]
  ) {
    guard let index = sides[side].outstanding.firstIndex(where: { $0.sequence == number })
    else { return }
    // An acknowledgement alone need not be acknowledged by itself.
    let first = sides[side].outstanding.first { $0.isData } ?? sides[side].outstanding[index]
    let count = sides[side].outstanding.count
    let last = sides[side].outstanding[count - 1]
    events.append(.answered(max(0, value.time.since(sides[side].outstanding[index].time))))
    sides[side].isExceeded = false
    let age = value.time.since(first.time)
    if age > MatterBTPLimits.acknowledgementUs {
      late(first, age, side, at: value.frame, &events)
    } else if let window, count >= window - 1, window > 1,
      value.time.since(last.time) > MatterBTPLimits.closedUs
    {
      counts.errors += 1
      events.append(
        .fault(
          FramingFault(
            .windowClosed, frame: value.frame, time: value.time, ofFrame: last.frame,
            byServer: side == 0, slot: side, about: .segment(last.sequence), expected: window,
            found: Int(clamping: value.time.since(last.time)))))
    }
    sides[side].outstanding.removeFirst(index + 1)
  }

  private mutating func late(
    _ segment: MatterBTPSide.Sent, _ age: Int64, _ side: Int, at frame: Int?,
    _ events: inout [FramingEvent]
  ) {
    counts.errors += 1
    events.append(
      .fault(
        FramingFault(
          .acknowledgementLate, frame: frame ?? segment.frame, time: segment.time,
          ofFrame: segment.frame, byServer: side == 0, slot: side,
          about: .segment(segment.sequence), found: Int(clamping: age))))
  }

  // MARK: - Messages

  private mutating func take(
    _ segment: MatterBTPSegment, _ side: Int, _ value: FramedValue, in bytes: Span<UInt8>,
    _ events: inout [FramingEvent]
  ) {
    if let length = segment.length {
      end(side, .replaced, &events)
      var facts = FramedFacts()
      facts.announced = Int(length)
      sides[side].facts = facts
      sides[side].octets = 0
      sides[side].uncertain = nil
      events.append(.begin(slot: side, content: .message, startIsKnown: true))
    }
    guard sides[side].facts != nil else {
      counts.stray += 1
      return
    }
    sides[side].facts?.messages += 1
    events.append(.carried(slot: side, value))
    let range = segment.payload
    let announced = sides[side].facts?.announced ?? 0
    if range.isCut { sides[side].facts?.isContiguous = false }
    sides[side].octets += range.originalCount
    if sides[side].facts?.isContiguous ?? false {
      var payload: [UInt8] = []
      payload.append(range, of: bytes)
      if sides[side].uncertain != nil {
        sides[side].uncertain? += payload
      } else if !payload.isEmpty {
        events.append(.payload(slot: side, payload))
      }
    }
    guard segment.isLast || sides[side].octets > announced else { return }
    let isWhole = sides[side].octets == announced
    if isWhole, let payload = sides[side].uncertain, !payload.isEmpty {
      events.append(.payload(slot: side, payload))
    }
    sides[side].uncertain = nil
    if !isWhole {
      counts.errors += 1
      sides[side].facts?.errors += 1
      events.append(
        .fault(
          FramingFault(
            .malformed, frame: value.frame, time: value.time, byServer: side == 1, slot: side,
            about: .init(.message), expected: announced, found: sides[side].octets)))
    }
    end(side, isWhole ? .complete : .broken, &events)
  }

  private mutating func end(_ side: Int, _ ending: FramedEnding, _ events: inout [FramingEvent]) {
    guard var facts = sides[side].facts else { return }
    facts.inFlight = sides[side].inFlight
    sides[side].facts = nil
    sides[side].inFlight = sides[side].outstanding.count
    events.append(.end(slot: side, ending, facts))
  }

  public mutating func close(at time: TraceTime?, _ events: inout [FramingEvent]) {
    for side in sides.indices {
      if let time, let first = sides[side].outstanding.first(where: \.isData) {
        let age = time.since(first.time)
        if age > MatterBTPLimits.acknowledgementUs { late(first, age, side, at: nil, &events) }
      }
      sides[side].outstanding.removeAll()
      end(side, .interrupted, &events)
    }
  }
}

/// What one side sends.
struct MatterBTPSide: Sendable {
  typealias Sent = (sequence: UInt8, isData: Bool, frame: Int, time: TraceTime)

  /// The sequence number that is next; `nil` where the beginning was not captured.
  var next: UInt8?
  /// Of its last segment.
  var lastFrame: Int?
  /// Segments that were not acknowledged, the oldest first; at most 256.
  var outstanding: [Sent] = []
  /// Of the message under way.
  var facts: FramedFacts?
  var octets = 0
  /// What came of it after a number was missing. It holds less than a message: 65,535 octets.
  var uncertain: [UInt8]?
  var inFlight = 0

  var heldOctets: Int { outstanding.capacity * 32 + (uncertain?.capacity ?? 0) }
  /// The window was exceeded, and no acknowledgement came since.
  var isExceeded = false
}

/// When a side of Matter's BTP is late.
package enum MatterBTPLimits {
  /// An acknowledgement is due within it. Matter Core Specification, "BTP_ACK_TIMEOUT".
  package static let acknowledgementUs: Int64 = 15_000_000
  /// Half of the time in which a receiver with a closed window should acknowledge at the latest.
  package static let closedUs: Int64 = 2_500_000
}
