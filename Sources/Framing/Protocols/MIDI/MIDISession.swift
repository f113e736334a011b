import Bytes

/// MIDI over Bluetooth LE on one connection: messages with times, in both directions. System
/// exclusive messages may be spread over packets, and are transfers.
///
/// The service is 03B80E5A-EDE8-4B33-A751-6CE34EC4C700. The octets of a packet are in `MIDIOctet`.
struct MIDISession: FramingMachine {
  public static let characteristics: [(uuid: String, role: FramingRole)] = [
    ("7772E5DB-3868-4112-A1A9-F2669D106BF3", .data)
  ]

  public static let header = [
    HeaderField("0", "0x80 and the high 6 bits of the time in milliseconds"),
    HeaderField("1", "0x80 and its low 7 bits; not where a system exclusive message goes on"),
    HeaderField("then", "status and data of MIDI messages, each with its own octet of time"),
  ]

  public private(set) var counts = FramingCounts()
  /// The client's first.
  private var scanners: [MIDIScanner]
  private var open: [FramedFacts?] = [nil, nil]

  public init(startIsKnown: Bool) {
    scanners = [MIDIScanner(startIsKnown: startIsKnown), MIDIScanner(startIsKnown: startIsKnown)]
  }

  public var heldOctets: Int { 0 }

  public mutating func add(
    _ value: FramedValue, in bytes: Span<UInt8>, _ events: inout [FramingEvent]
  ) {
    let side = value.isFromServer ? 1 : 0
    var payload: [UInt8] = []
    let before = scanners[side].messages
    var isCarried = false
    scanners[side].begin()
    for index in value.value.start..<value.value.end {
      let wasExclusive = scanners[side].isExclusive
      let octet = scanners[side].next(bytes[index])
      switch octet {
      case .header, .time: continue
      case .status(0xF0):
        hand(&payload, side, &events)
        end(side, .replaced, &events)
        open[side] = FramedFacts()
        events.append(.begin(slot: side, content: .message, startIsKnown: true))
        payload = [0xF0]
      case .status(0xF7):
        guard wasExclusive, open[side] != nil else { continue }
        payload.append(0xF7)
      case .data(let data):
        guard wasExclusive else { continue }
        payload.append(data)
      case .status(let status):
        // Another message breaks the system exclusive one off, but for one of a single octet.
        guard wasExclusive, status < 0xF8 else { continue }
        hand(&payload, side, &events)
        end(side, .broken, &events)
        continue
      case .misplaced:
        misplaced(value, side, &events)
        return
      case .unknown:
        counts.stray += 1
        return
      }
      guard open[side] != nil else {
        payload = []
        continue
      }
      if !isCarried || octet == .status(0xF0) {
        open[side]?.messages += 1
        events.append(.carried(slot: side, value))
        isCarried = true
      }
      if octet == .status(0xF7) {
        hand(&payload, side, &events)
        count(side)
        end(side, .complete, &events)
      }
    }
    hand(&payload, side, &events)
    if value.value.isCut { lose(side, &events) }
    for _ in before..<max(before, scanners[side].messages) { count(side) }
    counts.longest = max(counts.longest, value.value.originalCount)
  }

  private mutating func count(_ side: Int) {
    if side == 0 { counts.fromClient += 1 } else { counts.fromServer += 1 }
  }

  private func hand(_ payload: inout [UInt8], _ side: Int, _ events: inout [FramingEvent]) {
    if !payload.isEmpty, open[side] != nil {
      events.append(.payload(slot: side, payload))
    }
    payload = []
  }

  private mutating func lose(_ side: Int, _ events: inout [FramingEvent]) {
    scanners[side].lose()
    open[side]?.isContiguous = false
    end(side, .interrupted, &events)
  }

  private mutating func misplaced(
    _ value: FramedValue, _ side: Int, _ events: inout [FramingEvent]
  ) {
    counts.stray += 1
    counts.errors += 1
    open[side]?.errors += 1
    events.append(
      .fault(
        FramingFault(
          .malformed, frame: value.frame, time: value.time, byServer: side == 1, slot: side,
          about: .init(.packet))))
    end(side, .broken, &events)
  }

  private mutating func end(_ side: Int, _ ending: FramedEnding, _ events: inout [FramingEvent]) {
    guard let facts = open[side] else { return }
    open[side] = nil
    events.append(.end(slot: side, ending, facts))
  }

  public mutating func close(at time: TraceTime?, _ events: inout [FramingEvent]) {
    for side in open.indices { end(side, .interrupted, &events) }
  }
}
