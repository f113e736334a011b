import Bytes

/// Telink's OTA on one connection: a command to start, numbered blocks, and a command to end, which
/// the device answers with a result, where it still can.
///
/// Everything is on one characteristic of the service 00010203-0405-0607-0809-0A0B0C0D1912. A
/// device of the older protocol, which begins with 0xFF01, may restart and report no success.
/// Nothing is sent again: a device refuses blocks that are repeated or missing.
struct TelinkOTASession: UpdateMachine {
  public static let characteristics: [(uuid: String, role: FramingRole)] = [
    ("00010203-0405-0607-0809-0A0B0C0D2B12", .control)
  ]

  public static let header = [
    HeaderField("0..1", "number of the block, or a command from 0xFF00, least significant first"),
    HeaderField("2..<end-2", "data, 0xFF after the end of the firmware"),
    HeaderField("end-2..<end", "CRC-16/MODBUS of all before it, least significant octet first"),
  ]

  public internal(set) var counts = FramingCounts()
  public private(set) var isRecognized = false
  private var request: PendingRequest?
  var facts: FramedFacts?
  var suspected: [FramingFault] = []
  var mayBeginLate = true
  private var head = TelinkFirmwareHead()
  /// The number of the block that is next.
  private var next = 0
  private var blockOctets = 16
  private var lastFrame: Int?
  /// Of the last block that is wrong, or follows a gap.
  private var faultFrame: Int?
  /// The last block: what it is filled up with shows at the end.
  private var held: [UInt8] = []
  /// Octets before it.
  private var octets = 0
  private var isExtended = false
  /// The client has ended it, and no result came.
  private var hasEnded = false
  /// It named another block than the last one.
  private var isMisnumbered = false

  public init(startIsKnown: Bool) {}

  public var heldOctets: Int { held.capacity + TelinkFirmwareHead.octets }

  mutating func message(_ value: FramedValue, in bytes: Span<UInt8>) -> TelinkOTAMessage? {
    ((try? TelinkOTAMessage(value.value, in: bytes)) ?? nil).flatMap {
      accepts($0, value) ? $0 : nil
    }
  }

  /// Its one characteristic has commands and data.
  mutating func receive(
    _ value: FramedValue, in bytes: Span<UInt8>, _ events: inout [FramingEvent]
  ) {}

  /// The characteristic may have been used for something else.
  private mutating func accepts(_ message: TelinkOTAMessage, _ value: FramedValue) -> Bool {
    if !value.isFromServer, message.showsProtocol { isRecognized = true }
    return isRecognized
  }

  // MARK: - What the client sends

  mutating func send(
    _ message: TelinkOTAMessage, _ value: FramedValue, in bytes: Span<UInt8>,
    _ events: inout [FramingEvent]
  ) {
    switch message {
    case .start, .extendedStart:
      end(.replaced, &events)
      begin(startIsKnown: true, &events)
      if case .extendedStart(let octets, _) = message {
        (isExtended, blockOctets) = (true, max(16, Int(octets)))
      }
    case .versionRequest: ask(message, value, &events)
    case .end(let last):
      guard facts != nil else { break }
      hasEnded = true
      if isExtended { ask(message, value, &events) }
      guard let last, next > 0, Int(last) != next - 1 else { break }
      isMisnumbered = true
      note(
        .malformed, .init(.lastBlockNumber), value, expected: next - 1, found: Int(last),
        &events)
    case .block(let block): receive(block, value, in: bytes, &events)
    case .version, .versionAnswer, .result, .blocksReceived, .octetsReceived, .other: break
    }
  }

  private mutating func ask(
    _ message: TelinkOTAMessage, _ value: FramedValue, _ events: inout [FramingEvent]
  ) {
    counts.requests += 1
    counts.inFlight = 1
    giveUp(request, before: value, &events)
    request = PendingRequest(.request(message.name), code: 0, value)
  }

  private mutating func receive(
    _ block: TelinkOTABlock, _ value: FramedValue, in bytes: Span<UInt8>,
    _ events: inout [FramingEvent]
  ) {
    let number = Int(block.number)
    if facts == nil {
      guard mayBeginLate else {
        counts.stray += 1
        return
      }
      // Only the command may be missing in the capture.
      begin(startIsKnown: number == 0, &events)
      next = number
    }
    defer { lastFrame = value.frame }
    facts?.messages += 1
    events.append(.carried(slot: Self.slot, value))
    if let crc = block.crc, !block.isIntact {
      faultFrame = value.frame
      note(
        .crcMismatch, .block(Int(number)), value, expected: Int(block.expected), found: Int(crc),
        &events)
    }
    guard number >= next else { return noteRetry(.block(Int(number)), value, &events) }
    if number > next {
      faultFrame = value.frame
      suspect(
        .sequenceGap, .block(Int(number)), value, expected: next, found: number,
        afterFrame: lastFrame)
      breakOff(&events)
    }
    next = number + 1
    keep(block, in: bytes, &events)
  }

  private mutating func keep(
    _ block: TelinkOTABlock, in bytes: Span<UInt8>, _ events: inout [FramingEvent]
  ) {
    // Only the last block may be shorter.
    if next == 1, !isExtended { blockOctets = block.data.originalCount }
    if !held.isEmpty, held.count < blockOctets { breakOff(&events) }
    guard facts?.isContiguous ?? false else { return }
    head.add(block.data, of: bytes)
    if facts?.announced == nil { facts?.announced = head.size }
    if block.data.isCut { return breakOff(&events) }
    hand(held.count, &events)
    held.removeAll(keepingCapacity: true)
    held.append(block.data, of: bytes)
  }

  /// What follows is not contiguous.
  private mutating func breakOff(_ events: inout [FramingEvent]) {
    if facts?.isContiguous ?? false { hand(held.count, &events) }
    held = []
    facts?.isContiguous = false
  }

  private mutating func hand(_ count: Int, _ events: inout [FramingEvent]) {
    guard count > 0 else { return }
    octets += count
    events.append(.payload(slot: Self.slot, Array(held.prefix(count))))
  }

  // MARK: - What the device says

  mutating func take(
    _ message: TelinkOTAMessage, _ value: FramedValue, _ events: inout [FramingEvent]
  ) {
    switch message {
    case .versionAnswer(_, let isAccepted):
      let asked = noteAnswer(value, to: request.take(), &events)
      if !isAccepted {
        refuse(.request("version request"), nil, "version refused", asked, value, &events)
      }
    case .result(let result):
      noteAnswer(value, to: request.take(), &events)
      guard result != 0 else { return end(.complete, &events) }
      noteSuspected(&events)
      refuse(
        hasEnded ? .request("end") : .init(.update), result,
        TelinkOTAMessage.name(ofResult: result), faultFrame,
        value, &events)
    case .blocksReceived(let count): acknowledge(Int(count) * blockOctets)
    case .octetsReceived(let count): acknowledge(Int(count))
    case .version, .start, .end, .extendedStart, .versionRequest, .block, .other: break
    }
  }

  private mutating func acknowledge(_ octets: Int) {
    let sent = min(next * blockOctets, facts?.announced ?? .max)
    let before = facts?.acknowledged ?? 0
    facts?.acknowledged = max(before, min(octets, sent))
  }

  private mutating func refuse(
    _ subject: FramingSubject, _ code: UInt8?, _ name: String?, _ ofFrame: Int?,
    _ value: FramedValue,
    _ events: inout [FramingEvent]
  ) {
    note(
      .errorAnswered, subject, value, ofFrame: ofFrame, byServer: true, code: code.map { Int($0) },
      name: name, &events)
    end(.refused, &events)
  }

  // MARK: - Beginning and end

  private mutating func begin(startIsKnown: Bool, _ events: inout [FramingEvent]) {
    (head, held, next, octets, blockOctets) = (TelinkFirmwareHead(), [], 0, 0, 16)
    (isExtended, hasEnded, isMisnumbered) = (false, false, false)
    (lastFrame, faultFrame) = (nil, nil)
    beginFirmware(startIsKnown: startIsKnown, &events)
  }

  private mutating func end(_ ending: FramedEnding, _ events: inout [FramingEvent]) {
    guard facts != nil else { return }
    // A device of the older protocol restarts without a result.
    let isSound = !isMisnumbered && suspected.isEmpty
    let isOver = hasEnded && !isExtended && (ending == .replaced || ending == .interrupted)
    let ending: FramedEnding = isOver ? (isSound ? .complete : .broken) : ending
    let isDone = ending == .complete
    if facts?.isContiguous ?? false {
      let left = facts?.announced.map { $0 - octets } ?? .max
      // The firmware ends in the last block: the rest fills it up.
      let isLast = left > 0 && left <= held.count && held.count - left < 16
      hand(isLast ? left : held.count, &events)
    }
    if isDone, !isOver, let facts {
      self.facts?.acknowledged = facts.isContiguous ? octets : facts.announced
    }
    held = []
    endFirmware(ending, &events)
  }

  public mutating func close(at time: TraceTime?, _ events: inout [FramingEvent]) {
    giveUp(request.take(), at: time, &events)
    end(.interrupted, &events)
  }
}
