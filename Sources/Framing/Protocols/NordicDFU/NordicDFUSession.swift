import Bytes

/// Nordic's Secure DFU on one connection: objects of an init packet and of the firmware, each
/// created, sent, compared by its CRC-32, and executed.
///
/// The service is FE59. What an object holds counts when it was executed: until then the client may
/// create it again.
struct NordicDFUSession: FramingMachine {
  public static let characteristics: [(uuid: String, role: FramingRole)] = [
    ("8EC90001-F315-4F60-9FB8-838830DAEA50", .control),
    ("8EC90002-F315-4F60-9FB8-838830DAEA50", .data),
  ]

  public static let header = [
    HeaderField("0", "opcode: 1 create, 2 receipts, 3 CRC, 4 execute, 6 select, 0x60 answer"),
    HeaderField("1..<end", "parameters, least significant octet first; data values have no header"),
  ]

  public private(set) var counts = FramingCounts()
  private var pending: PendingRequest?
  /// The type that was selected or created last.
  private var current: NordicDFUObject?
  private var transfers: [NordicDFUTransfer?] = [nil, nil]
  /// Of the firmware, from the init packet.
  private var announced: Int?
  private var longest: UInt32?

  public init(startIsKnown: Bool) {}

  public var heldOctets: Int { transfers.reduce(0) { $0 + ($1?.heldOctets ?? 0) } }

  public mutating func add(
    _ value: FramedValue, in bytes: Span<UInt8>, _ events: inout [FramingEvent]
  ) {
    if value.role == .data { return receive(value, in: bytes, &events) }
    guard let message = try? NordicDFUMessage(value.value, in: bytes) else {
      counts.stray += 1
      return
    }
    counts.longest = max(counts.longest, value.value.originalCount)
    if value.isFromServer {
      counts.fromServer += 1
      if case .answer(let answer) = message { take(answer, value, &events) }
    } else {
      counts.fromClient += 1
      request(message, value, &events)
    }
  }

  private func slot(_ object: NordicDFUObject) -> Int { object == .initPacket ? 0 : 1 }

  // MARK: - Requests

  private mutating func request(
    _ message: NordicDFUMessage, _ value: FramedValue, _ events: inout [FramingEvent]
  ) {
    counts.requests += 1
    if let pending { giveUp(pending, at: value, &events) }
    pending = PendingRequest(
      .request(NordicDFUMessage.name(message.opcode)), code: UInt32(message.opcode), value)
    counts.inFlight = 1
    switch message {
    case .select(let object): current = object
    case .create(let object, let size):
      current = object
      create(object, Int(size), value, &events)
    default: break
    }
  }

  private mutating func create(
    _ object: NordicDFUObject, _ size: Int, _ value: FramedValue, _ events: inout [FramingEvent]
  ) {
    let slot = slot(object)
    if transfers[slot] == nil {
      transfers[slot] = NordicDFUTransfer()
      if object == .firmware { transfers[slot]?.facts.announced = announced }
      events.append(.begin(slot: slot, content: object.content, startIsKnown: true))
    } else if transfers[slot]?.hasUnexecuted ?? false {
      let isCaused = transfers[slot]?.isMismatched ?? false
      counts.retries += 1
      transfers[slot]?.facts.retries += 1
      if !isCaused {
        events.append(
          .fault(
            FramingFault(
              .sentAgain, frame: value.frame, time: value.time, byServer: false, slot: slot,
              about: transfers[slot]?.subject(object) ?? .init(.firmwareObject))))
      }
    }
    transfers[slot]?.create(size)
  }

  private mutating func giveUp(
    _ request: PendingRequest, at value: FramedValue?, _ events: inout [FramingEvent]
  ) {
    counts.unanswered += 1
    events.append(request.missing(before: value, byServer: true, slot: current.map(slot)))
  }

  // MARK: - Data

  private mutating func receive(
    _ value: FramedValue, in bytes: Span<UInt8>, _ events: inout [FramingEvent]
  ) {
    guard !value.isFromServer, let current, transfers[slot(current)] != nil else {
      counts.stray += 1
      return
    }
    let slot = slot(current)
    events.append(.carried(slot: slot, value))
    transfers[slot]?.add(value.value, in: bytes)
    if let excess = transfers[slot]?.sent.settleExcess(), !excess.isEmpty {
      events.append(.payload(slot: slot, excess))
    }
  }

  // MARK: - Answers

  private mutating func take(
    _ answer: NordicDFUAnswer, _ value: FramedValue, _ events: inout [FramingEvent]
  ) {
    let request = pending
    let isAsked = request?.code == UInt32(answer.opcode)
    if isAsked, let request {
      counts.answered += 1
      events.append(request.answered(by: value))
      pending = nil
    }
    guard answer.result == 1 else { return fail(answer, request, value, &events) }
    switch answer.opcode {
    case 0x03: compare(answer, isAsked: isAsked, value, &events)
    case 0x04: execute(&events)
    case 0x06: select(answer, &events)
    default: break
    }
  }

  private mutating func fail(
    _ answer: NordicDFUAnswer, _ request: PendingRequest?, _ value: FramedValue,
    _ events: inout [FramingEvent]
  ) {
    counts.errors += 1
    let slot = current.map(slot)
    if let slot { transfers[slot]?.facts.errors += 1 }
    events.append(
      .fault(
        FramingFault(
          .errorAnswered, frame: value.frame, time: value.time, ofFrame: request?.frame,
          byServer: true, slot: slot, about: .request(NordicDFUMessage.name(answer.opcode)),
          code: Int(answer.extended ?? answer.result), name: answer.name)))
    // What cannot be executed is not taken, nor is what follows.
    if let slot, answer.opcode == 0x04 || answer.opcode == 0x01 { end(slot, .refused, &events) }
  }

  private mutating func select(_ answer: NordicDFUAnswer, _ events: inout [FramingEvent]) {
    longest = answer.longest
    guard let current, let offset = answer.offset, offset > 0 else { return }
    let slot = slot(current)
    guard transfers[slot] == nil else { return }
    // The device has a part of it from before.
    transfers[slot] = NordicDFUTransfer(from: Int(offset))
    transfers[slot]?.facts.announced = current == .firmware ? announced : nil
    events.append(.begin(slot: slot, content: current.content, startIsKnown: false))
  }

  private mutating func compare(
    _ answer: NordicDFUAnswer, isAsked: Bool, _ value: FramedValue, _ events: inout [FramingEvent]
  ) {
    guard let current, let offset = answer.offset.map({ Int($0) }), let crc = answer.crc,
      transfers[slot(current)] != nil
    else { return }
    let slot = slot(current)
    guard var fault = transfers[slot]?.compare(offset, crc, isAsked: isAsked, current) else {
      let before = transfers[slot]?.facts.acknowledged ?? 0
      transfers[slot]?.facts.acknowledged = max(before, offset)
      return
    }
    counts.errors += 1
    transfers[slot]?.facts.errors += 1
    fault.frame = value.frame
    fault.time = value.time
    fault.slot = slot
    events.append(.fault(fault))
  }

  private mutating func execute(_ events: inout [FramingEvent]) {
    guard let current, transfers[slot(current)] != nil else { return }
    let slot = slot(current)
    let octets = transfers[slot]?.execute() ?? []
    if !octets.isEmpty {
      events.append(.payload(slot: slot, octets))
      if current == .initPacket {
        announced = NordicInitPacket.firmwareSize(
          ByteRange(start: 0, end: octets.count), in: octets.span)
      }
    }
    let executed = transfers[slot]?.executed ?? 0
    let size = transfers[slot]?.size ?? 0
    let isLast =
      announced.map { executed >= $0 } ?? (longest.map { size < Int($0) } ?? false)
    if current == .initPacket || isLast { end(slot, .complete, &events) }
  }

  // MARK: - Ends

  private mutating func end(_ slot: Int, _ ending: FramedEnding, _ events: inout [FramingEvent]) {
    guard var transfer = transfers[slot] else { return }
    transfers[slot] = nil
    let rest = transfer.sent.settle(upTo: .max)
    if !rest.isEmpty { events.append(.payload(slot: slot, rest)) }
    transfer.facts.isContiguous = !transfer.sent.isBroken
    events.append(.end(slot: slot, ending, transfer.facts))
  }

  public mutating func close(at time: TraceTime?, _ events: inout [FramingEvent]) {
    if let pending, let time, time.since(pending.time) >= Self.graceMicroseconds {
      giveUp(pending, at: nil, &events)
    }
    pending = nil
    for slot in transfers.indices { end(slot, .interrupted, &events) }
  }
}

/// The objects of one type.
struct NordicDFUTransfer: Sendable {
  var sent: SentOctets
  var facts = FramedFacts()
  /// Octets of the objects that were executed.
  private(set) var executed: Int
  /// The size of the object under way.
  private(set) var size = 0
  /// Octets of it that were sent.
  private var count = 0
  private var isOpen = false
  /// A CRC of the object under way was wrong.
  private(set) var isMismatched = false
  /// `nil` where octets before are not known.
  private var executedCRC: CRC32?
  private var crc: CRC32?
  /// The CRC after each value of the object, by the offset.
  private var checkpoints: [(offset: Int, crc: UInt32)] = []
  private static let mostCheckpoints = 4096

  init(from offset: Int = 0) {
    sent = SentOctets(from: offset)
    executed = offset
    executedCRC = offset == 0 ? CRC32() : nil
    if offset > 0 { facts.resumedAt = offset }
    isOpen = offset > 0
    size = offset > 0 ? .max : 0
  }

  var heldOctets: Int { sent.heldOctets + checkpoints.capacity * 16 }
  var hasUnexecuted: Bool { isOpen && (count > 0 || isMismatched) }

  func subject(_ type: NordicDFUObject) -> FramingSubject {
    type == .initPacket ? .init(.initPacket) : .init(.firmwareObject, number: executed)
  }

  mutating func create(_ size: Int) {
    facts.messages += 1
    self.size = size
    count = 0
    isOpen = true
    isMismatched = false
    crc = executedCRC
    checkpoints.removeAll()
  }

  mutating func add(_ value: ByteRange, in bytes: Span<UInt8>) {
    guard isOpen else { return }
    _ = sent.put(value, at: executed + count, in: bytes)
    count += value.originalCount
    if value.isCut { crc = nil }
    crc?.add(value, in: bytes)
    if let crc, checkpoints.count < Self.mostCheckpoints {
      checkpoints.append((executed + count, crc.value))
    }
  }

  /// - Returns: the fault, where the device's CRC differs.
  mutating func compare(
    _ offset: Int, _ found: UInt32, isAsked: Bool, _ type: NordicDFUObject
  ) -> FramingFault? {
    let end = executed + count
    var fault = FramingFault(
      .crcMismatch, frame: 0, time: TraceTime(microseconds: 0), byServer: true,
      about: subject(type))
    // A receipt may be older than the last values; an answer is not.
    if isAsked, offset < end, isOpen, count > 0 {
      isMismatched = true
      fault.subject.octets = count
      fault.subject.heldOctets = max(0, offset - executed)
      return fault
    }
    let place = checkpoints.partitionPoint(where: { $0.offset >= offset })
    guard place < checkpoints.count, checkpoints[place].offset == offset,
      checkpoints[place].crc != found
    else { return nil }
    isMismatched = true
    fault.expected = Int(checkpoints[place].crc)
    fault.found = Int(found)
    return fault
  }

  /// - Returns: the octets that are final now.
  mutating func execute() -> [UInt8] {
    guard isOpen else { return [] }
    executed += count
    executedCRC = crc
    count = 0
    isOpen = false
    checkpoints.removeAll()
    facts.acknowledged = max(facts.acknowledged ?? 0, executed)
    return sent.settle(upTo: executed)
  }
}
