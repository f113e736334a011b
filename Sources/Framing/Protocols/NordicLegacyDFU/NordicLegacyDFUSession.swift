import Bytes

/// Nordic's legacy DFU on one connection: sizes, init packet and firmware on the packet
/// characteristic, each after a command on the control point.
///
///     control   0      1..<end
///     start     0x01   what (1: bits SoftDevice, bootloader, application); then a packet with
///                      three sizes (4 each, least significant octet first)
///     init      0x02   0 packets follow, 1 they are complete
///     image     0x03   packets follow
///     validate  0x04
///     activate  0x05, restart 0x06
///     receipts  0x08   packets between two receipts (2), 0 for none
///     answer    0x10   command (1), result (1: 1 is success)
///     receipt   0x11   octets received (4)
///
/// nRF5 SDK 11, "DFU BLE service"; the service is 00001530-1212-EFDE-1523-785FEABCD123. The
/// protocol sends nothing again: what is lost fails in the end.
struct NordicLegacyDFUSession: FramingMachine {
  public static let characteristics: [(uuid: String, role: FramingRole)] = [
    ("00001531-1212-EFDE-1523-785FEABCD123", .control),
    ("00001532-1212-EFDE-1523-785FEABCD123", .data),
  ]

  public static let header = [
    HeaderField(
      "0", "opcode: 1 start, 2 init packet, 3 image, 4 validate, 0x10 answer, 0x11 receipt"),
    HeaderField("1..<end", "parameters, least significant octet first; data values have no header"),
  ]

  private enum Stage { case none, sizes, initPacket, firmware }

  public private(set) var counts = FramingCounts()
  private var stage = Stage.none
  private var pending: PendingRequest?
  private var open: [FramedFacts?] = [nil, nil]
  private var octets = 0
  private var announced: Int?
  private static let (initSlot, imageSlot) = (0, 1)

  public init(startIsKnown: Bool) {}

  public var heldOctets: Int { 0 }

  public mutating func add(
    _ value: FramedValue, in bytes: Span<UInt8>, _ events: inout [FramingEvent]
  ) {
    if value.role == .data { return receive(value, in: bytes, &events) }
    var cursor = ByteCursor(.gatt, value.value)
    guard let opcode = try? cursor.u8(in: bytes) else {
      counts.stray += 1
      return
    }
    counts.longest = max(counts.longest, value.value.originalCount)
    if value.isFromServer {
      counts.fromServer += 1
      notify(opcode, &cursor, value, in: bytes, &events)
    } else {
      counts.fromClient += 1
      write(opcode, &cursor, value, in: bytes, &events)
    }
  }

  /// A value that has no meaning here.
  private mutating func noteStray() { counts.stray += 1 }

  private mutating func write(
    _ opcode: UInt8, _ cursor: inout ByteCursor, _ value: FramedValue, in bytes: Span<UInt8>,
    _ events: inout [FramingEvent]
  ) {
    switch opcode {
    case 0x01:
      for slot in open.indices { end(slot, .replaced, &events) }
      (stage, announced) = (.sizes, nil)
    case 0x02:
      guard let what = try? cursor.u8(in: bytes) else { return noteStray() }
      if what == 0 {
        stage = .initPacket
        return begin(Self.initSlot, .initPacket, &events)
      }
    case 0x03:
      stage = .firmware
      begin(Self.imageSlot, .firmware, &events)
    // Neither is answered, nor are the receipts that are asked for.
    case 0x05, 0x06, 0x08: return
    default: break
    }
    ask(opcode, value, &events)
  }

  private mutating func ask(
    _ opcode: UInt8, _ value: FramedValue, _ events: inout [FramingEvent]
  ) {
    counts.requests += 1
    counts.inFlight = 1
    if let pending { giveUp(pending, at: value, &events) }
    pending = PendingRequest(.request(Self.name(opcode)), code: UInt32(opcode), value)
  }

  private mutating func giveUp(
    _ request: PendingRequest, at value: FramedValue?, _ events: inout [FramingEvent]
  ) {
    counts.unanswered += 1
    events.append(request.missing(before: value, byServer: true, slot: nil))
  }

  private mutating func receive(
    _ value: FramedValue, in bytes: Span<UInt8>, _ events: inout [FramingEvent]
  ) {
    guard !value.isFromServer, stage != .none else { return noteStray() }
    if stage == .sizes {
      var cursor = ByteCursor(.gatt, value.value)
      let sizes = (0..<3).compactMap { _ in try? cursor.u32le(in: bytes) }
      if sizes.count == 3 { announced = Int(stated: sizes.reduce(0) { $0 + Int($1) }) }
      stage = .none
      return
    }
    let slot = stage == .initPacket ? Self.initSlot : Self.imageSlot
    guard open[slot] != nil else { return noteStray() }
    open[slot]?.messages += 1
    events.append(.carried(slot: slot, value))
    if value.value.isCut { open[slot]?.isContiguous = false }
    guard open[slot]?.isContiguous ?? false else { return }
    var payload: [UInt8] = []
    payload.append(value.value, of: bytes)
    octets += payload.count
    events.append(.payload(slot: slot, payload))
  }

  private mutating func notify(
    _ opcode: UInt8, _ cursor: inout ByteCursor, _ value: FramedValue, in bytes: Span<UInt8>,
    _ events: inout [FramingEvent]
  ) {
    if opcode == 0x11 {
      guard let count = try? cursor.u32le(in: bytes) else { return noteStray() }
      open[Self.imageSlot]?.acknowledged = Int(count)
      return
    }
    guard opcode == 0x10, let asked = try? cursor.u8(in: bytes),
      let result = try? cursor.u8(in: bytes)
    else { return noteStray() }
    let request = pending
    if let request, request.code == UInt32(asked) {
      counts.answered += 1
      events.append(request.answered(by: value))
      pending = nil
    }
    let slot = asked == 0x02 ? Self.initSlot : Self.imageSlot
    guard result != 1 else {
      if asked == 0x02 || asked == 0x03 { end(slot, .complete, &events) }
      return
    }
    counts.errors += 1
    open[slot]?.errors += 1
    events.append(
      .fault(
        FramingFault(
          .errorAnswered, frame: value.frame, time: value.time, ofFrame: request?.frame,
          byServer: true, slot: slot, about: .request(Self.name(asked)), code: Int(result),
          name: Self.results[result])))
    if asked == 0x02 || asked == 0x03 { end(slot, .refused, &events) }
  }

  private mutating func begin(
    _ slot: Int, _ content: FramedContent, _ events: inout [FramingEvent]
  ) {
    end(slot, .replaced, &events)
    var facts = FramedFacts()
    if slot == Self.imageSlot { facts.announced = announced }
    open[slot] = facts
    octets = 0
    events.append(.begin(slot: slot, content: content, startIsKnown: true))
  }

  private mutating func end(_ slot: Int, _ ending: FramedEnding, _ events: inout [FramingEvent]) {
    guard var facts = open[slot] else { return }
    open[slot] = nil
    stage = .none
    if ending == .complete {
      facts.acknowledged = facts.isContiguous ? octets : facts.announced ?? facts.acknowledged
    }
    events.append(.end(slot: slot, ending, facts))
  }

  public mutating func close(at time: TraceTime?, _ events: inout [FramingEvent]) {
    if let pending, let time, time.since(pending.time) >= Self.graceMicroseconds {
      giveUp(pending, at: nil, &events)
    }
    pending = nil
    for slot in open.indices { end(slot, .interrupted, &events) }
  }

  /// Of a request.
  public static func name(_ opcode: UInt8) -> String {
    switch opcode {
    case 0x01: "start"
    case 0x02: "init packet"
    case 0x03: "receive image"
    case 0x04: "validate"
    case 0x07: "image size"
    default: "request \(opcode)"
    }
  }

  public static let results: [UInt8: String] = [
    1: "success", 2: "not in this state", 3: "not supported", 4: "too large", 5: "CRC error",
    6: "operation failed",
  ]
}
