import Bytes

/// Texas Instruments' over-the-air download on one connection: the client identifies an image, and
/// the device requests one block of it after the other.
///
/// The service is F000FFC0-0451-4000-B000-000000000000. The older form has block numbers of two
/// octets, and requests blocks on the characteristic of the blocks; the extended form has four, a
/// control point, and a status in each request.
struct TIOADSession: UpdateMachine {
  public static let characteristics: [(uuid: String, role: FramingRole)] = [
    ("F000FFC1-0451-4000-B000-000000000000", .announcement),
    ("F000FFC2-0451-4000-B000-000000000000", .data),
    ("F000FFC4-0451-4000-B000-000000000000", .status),
    ("F000FFC5-0451-4000-B000-000000000000", .control),
  ]

  public static let header = [
    HeaderField("0..<2", "number of the block, least significant octet first; 0..<4 if extended"),
    HeaderField("then", "data of the block"),
  ]

  public internal(set) var counts = FramingCounts()
  public private(set) var isRecognized = false
  private var isExtended = false
  /// What the client wants to know, and the block that the device requested.
  private var asked: PendingRequest?
  private var wanted: PendingRequest?
  /// Of the image that was identified last.
  private var announced: Int?
  var facts: FramedFacts?
  var suspected: [FramingFault] = []
  /// Blocks may also be those of an image that was identified.
  var mayBeginLate = true
  private var sent = SentOctets()
  /// Octets of a block without its number; `nil` until the first is known.
  private var blockOctets: Int?
  private var next: UInt32 = 0
  /// The end of the blocks that were sent.
  private var reached = 0
  private var lastFrame: Int?

  public init(startIsKnown: Bool) {}

  public var heldOctets: Int { sent.heldOctets }

  func message(_ value: FramedValue, in bytes: Span<UInt8>) -> TIOADMessage? {
    (try? TIOADMessage(
      value.value, role: value.role, isFromServer: value.isFromServer, in: bytes)) ?? nil
  }

  // MARK: - Commands and their answers

  mutating func send(
    _ message: TIOADMessage, _ value: FramedValue, in bytes: Span<UInt8>,
    _ events: inout [FramingEvent]
  ) {
    switch message {
    case .identify(let length, let isExtended):
      end(.replaced, &events)
      (isRecognized, self.isExtended) = (true, isExtended)
      announced = length > 0 ? length : nil
      mayBeginLate = true
      ask(.request("image identify"), 0, value, &events)
    case .command(let command):
      isExtended = true
      if command == 0x05 { end(.cancelled, &events) }
      ask(.request(TIOADMessage.name(ofCommand: command)), UInt32(command), value, &events)
    default: counts.stray += 1
    }
  }

  private mutating func ask(
    _ subject: FramingSubject, _ code: UInt32, _ value: FramedValue, _ events: inout [FramingEvent]
  ) {
    counts.requests += 1
    counts.inFlight = max(counts.inFlight, 1)
    giveUp(takeAsked(), before: value, &events)
    asked = PendingRequest(subject, code: code, value)
  }

  /// What the device should have answered; one that enables an image restarts.
  private mutating func takeAsked() -> PendingRequest? {
    asked?.code == 0x04 ? nil : asked.take()
  }

  mutating func take(
    _ message: TIOADMessage, _ value: FramedValue, _ events: inout [FramingEvent]
  ) {
    switch message {
    case .identifyAnswer(let status):
      let frame = noteAnswer(value, to: asked.take(code: 0), &events)
      if status != 0 { fail(.request("image identify"), status, frame, value, &events) }
    case .olderRefusal:
      let frame = noteAnswer(value, to: asked.take(code: 0), &events)
      fail(.request("image identify"), nil, frame, value, &events)
    case .blockSize(let octets):
      noteAnswer(value, to: asked.take(code: 0x01), &events)
      if octets > 4 { blockOctets = Int(octets) - 4 }
    case .answer(let command, let status):
      let frame = noteAnswer(value, to: asked.take(code: UInt32(command)), &events)
      if let status, status != 0, command != 0x08 {
        fail(.request(TIOADMessage.name(ofCommand: command)), status, frame, value, &events)
      }
    case .status(let status):
      guard isRecognized else { break }
      if status == 0 { return finish(&events) }
      noteSuspected(&events)
      fail(.init(.image), status, lastFrame, value, &events)
      end(.refused, &events)
    case .olderRequest(let block):
      if !isExtended { request(UInt32(block), value, &events) }
    case .request(let block, let status):
      isExtended = true
      isRecognized = true
      answered(block: status, value, &events)
      if status == 0 { request(block, value, &events) }
    case .identify, .command: counts.stray += 1
    }
  }

  private mutating func fail(
    _ subject: FramingSubject, _ status: UInt8?, _ ofFrame: Int?, _ value: FramedValue,
    _ events: inout [FramingEvent]
  ) {
    note(
      .errorAnswered, subject, value, ofFrame: ofFrame, byServer: true,
      code: status.map { Int($0) },
      name: status == nil ? "image refused" : status.flatMap { TIOADMessage.name(ofStatus: $0) },
      &events)
  }

  /// What a request says of the block before it; the first one answers the command to start.
  private mutating func answered(
    block status: UInt8, _ value: FramedValue, _ events: inout [FramingEvent]
  ) {
    let started = noteAnswer(value, to: asked.take(code: 0x03), &events)
    switch status {
    case 0: break
    case TIOADMessage.complete: finish(&events)
    default:
      noteSuspected(&events)
      fail(
        facts == nil ? .request("start") : .block(Int(next &- 1)), status, started ?? lastFrame,
        value,
        &events)
      end(.refused, &events)
    }
  }

  private mutating func finish(_ events: inout [FramingEvent]) {
    settle(upTo: reached, &events)
    // The device has all of it: the capture missed the last blocks.
    if let announced, reached < announced {
      facts?.isContiguous = false
      facts?.acknowledged = announced
    }
    end(.complete, &events)
  }

  // MARK: - Blocks

  private mutating func request(
    _ block: UInt32, _ value: FramedValue, _ events: inout [FramingEvent]
  ) {
    // A block request accepts the image, of the older form.
    if !isExtended { noteAnswer(value, to: asked.take(code: 0), &events) }
    counts.requests += 1
    // One for a later block says that the device has those before it.
    if block > wanted?.code ?? .max { wanted = nil }
    if block >= next { suspected = [] }
    giveUp(wanted, before: value, byServer: false, &events)
    wanted = PendingRequest(.block(Int(block)), code: block, value)
    // All blocks before it are stored.
    if let blockOctets { settle(upTo: Int(block) * blockOctets, &events) }
  }

  private mutating func settle(upTo end: Int, _ events: inout [FramingEvent]) {
    guard facts != nil else { return }
    let octets = sent.settle(upTo: end)
    if !octets.isEmpty { events.append(.payload(slot: Self.slot, octets)) }
    let before = facts?.acknowledged ?? 0
    facts?.acknowledged = max(before, min(end, reached))
  }

  mutating func receive(
    _ value: FramedValue, in bytes: Span<UInt8>, _ events: inout [FramingEvent]
  ) {
    var cursor = ByteCursor(.gatt, value.value)
    let number =
      isExtended
      ? try? cursor.u32le(in: bytes) : (try? cursor.u16le(in: bytes)).map { UInt32($0) }
    guard let number, isRecognized || wanted?.code == number, facts != nil || mayBeginLate else {
      counts.stray += 1
      return
    }
    isRecognized = true
    counts.fromClient += 1
    counts.longest = max(counts.longest, value.value.originalCount)
    if facts == nil { begin(at: number, cursor.rest.originalCount, &events) }
    defer { lastFrame = value.frame }
    facts?.messages += 1
    events.append(.carried(slot: Self.slot, value))
    let isWanted = wanted?.code == number
    noteAnswer(value, to: wanted.take(code: number), &events)
    if !isWanted, number > next {
      suspect(
        .sequenceGap, .block(Int(number)), value, expected: Int(next), found: Int(number),
        afterFrame: lastFrame)
    }
    if number < next { noteRetry(.block(Int(number)), value, &events) }
    next = max(next, number &+ 1)
    put(cursor.rest, number, in: bytes, &events)
  }

  private mutating func put(
    _ data: ByteRange, _ number: UInt32, in bytes: Span<UInt8>, _ events: inout [FramingEvent]
  ) {
    let octets = blockOctets ?? data.originalCount
    blockOctets = octets
    guard let offset = Int(stated: Int(number) * octets) else {
      facts?.isContiguous = false
      return
    }
    reached = max(reached, offset + data.originalCount)
    let isLonger = data.originalCount > octets
    if isLonger { facts?.isContiguous = false }
    guard !isLonger, facts?.isContiguous ?? false else { return }
    _ = sent.put(within(data, offset), at: offset, in: bytes)
    let excess = sent.settleExcess()
    if !excess.isEmpty { events.append(.payload(slot: Self.slot, excess)) }
    if sent.isBroken { facts?.isContiguous = false }
  }

  /// The last block of the older form is filled up.
  private func within(_ data: ByteRange, _ offset: Int) -> ByteRange {
    guard let announced, offset < announced, announced - offset < data.originalCount else {
      return data
    }
    let count = announced - offset
    return ByteRange(
      start: data.start, end: min(data.end, data.start + count), originalCount: count)
  }

  // MARK: - Beginning and end

  private mutating func begin(at number: UInt32, _ octets: Int, _ events: inout [FramingEvent]) {
    // The size of the first block, where no other is known.
    if !isExtended { blockOctets = octets }
    (sent, next, reached, lastFrame) = (SentOctets(), number, 0, nil)
    beginFirmware(startIsKnown: number == 0, &events)
    facts?.announced = announced
  }

  private mutating func end(_ ending: FramedEnding, _ events: inout [FramingEvent]) {
    guard var facts else { return }
    // The older form ends with a restart, or nothing.
    let isOver =
      !isExtended && (announced.map { reached >= $0 } ?? false)
      && (ending == .interrupted || ending == .replaced)
    let rest = sent.settle(upTo: sent.end)
    if !rest.isEmpty { events.append(.payload(slot: Self.slot, rest)) }
    if sent.isBroken { facts.isContiguous = false }
    self.facts = facts
    endFirmware(isOver ? .complete : ending, &events)
    (sent, wanted, blockOctets, announced) = (SentOctets(), nil, nil, nil)
  }

  public mutating func close(at time: TraceTime?, _ events: inout [FramingEvent]) {
    giveUp(takeAsked(), at: time, &events)
    giveUp(wanted.take(), at: time, byServer: false, &events)
    asked = nil
    end(.interrupted, &events)
  }
}
