import Bytes

/// Espressif's BLE OTA on one connection: a command to start with the length of the firmware, its
/// sectors, each in parts and acknowledged, and a command to stop.
///
/// Commands and their answers are on 8022, sectors and acknowledgements on 8020, of the service
/// 8018. These numbers were not assigned to anyone: the first command, or an acknowledgement, shows
/// that it is this protocol. 8021 has a progress and 8023 what the maker of a device wants; neither
/// is specified.
struct ESPOTASession: UpdateMachine {
  public static let characteristics: [(uuid: String, role: FramingRole)] = [
    ("8022", .control),
    ("8020", .data),
  ]

  public static let header = [
    HeaderField("0..1", "sector, least significant octet first"),
    HeaderField("2", "number in the sector; 0xFF ends it, with its CRC-16 as the last two octets"),
  ]

  public internal(set) var counts = FramingCounts()
  public private(set) var isRecognized = false
  var facts: FramedFacts?
  var suspected: [FramingFault] = []
  var mayBeginLate = true
  private var command: PendingRequest?
  /// The sector under way, or the last one.
  private var sector: ESPOTASector?
  /// The end of the last whole sector, and the sector that follows it.
  private var taken = 0
  private var nextSector = 0

  public init(startIsKnown: Bool) {}

  public var heldOctets: Int { sector?.octets.capacity ?? 0 }

  mutating func message(_ value: FramedValue, in bytes: Span<UInt8>) -> ESPOTAPacket? {
    ESPOTAPacket(value.value, in: bytes).flatMap { accepts($0, value) ? $0 : nil }
  }

  mutating func send(
    _ packet: ESPOTAPacket, _ value: FramedValue, in bytes: Span<UInt8>,
    _ events: inout [FramingEvent]
  ) {
    noteChecksum(packet, value, &events)
    ask(packet, value, &events)
  }

  mutating func take(
    _ packet: ESPOTAPacket, _ value: FramedValue, _ events: inout [FramingEvent]
  ) {
    noteChecksum(packet, value, &events)
    if value.role == .data {
      acknowledge(packet, value, &events)
    } else {
      answer(packet, value, &events)
    }
  }

  private mutating func noteChecksum(
    _ packet: ESPOTAPacket, _ value: FramedValue, _ events: inout [FramingEvent]
  ) {
    guard !packet.isIntact else { return }
    note(
      .crcMismatch, .init(.packet), value, byServer: value.isFromServer,
      expected: Int(packet.expected), found: Int(packet.crc), &events)
  }

  /// Takes what belongs to the protocol, and remembers that something did.
  private mutating func accepts(_ packet: ESPOTAPacket, _ value: FramedValue) -> Bool {
    if packet.showsProtocol(in: value.role, isFromServer: value.isFromServer) {
      isRecognized = true
    }
    return isRecognized && packet.belongs(to: value.role, isFromServer: value.isFromServer)
  }

  // MARK: - Commands

  private mutating func ask(
    _ packet: ESPOTAPacket, _ value: FramedValue, _ events: inout [FramingEvent]
  ) {
    counts.requests += 1
    giveUp(command, before: value, &events)
    command = PendingRequest(
      .request(ESPOTAPacket.name(ofCommand: packet.first)), code: UInt32(packet.first), value)
    counts.inFlight = max(counts.inFlight, 1)
    guard packet.first == 1 else { return }
    end(.replaced, &events)
    begin(startIsKnown: true, &events)
    facts?.announced = packet.length
  }

  private mutating func answer(
    _ packet: ESPOTAPacket, _ value: FramedValue, _ events: inout [FramingEvent]
  ) {
    let asked = noteAnswer(value, to: command.take(code: UInt32(packet.second)), &events)
    guard packet.third == 0 else {
      fail(
        .request(ESPOTAPacket.name(ofCommand: packet.second)), packet.third,
        ESPOTAPacket.name(ofAnswer: packet.third), asked, value, &events)
      if packet.second == 1 { end(.refused, &events) }
      return
    }
    guard packet.second == 2, facts != nil else { return }
    if let sector { pass(sector, &events) }
    // To stop before the length that was announced is the only way to cancel.
    let isShort = facts?.announced.map { $0 > taken } ?? false
    end(isShort ? .cancelled : .complete, &events)
  }

  private mutating func fail(
    _ subject: FramingSubject, _ status: UInt16, _ name: String?, _ ofFrame: Int?,
    _ value: FramedValue,
    _ events: inout [FramingEvent]
  ) {
    note(
      .errorAnswered, subject, value, ofFrame: ofFrame, byServer: true, code: Int(status),
      name: name,
      &events)
  }

  // MARK: - Sectors

  mutating func receive(
    _ value: FramedValue, in bytes: Span<UInt8>, _ events: inout [FramingEvent]
  ) {
    guard isRecognized, facts != nil || mayBeginLate,
      let part = ESPOTAPart(value.value, in: bytes)
    else {
      counts.stray += 1
      return
    }
    counts.fromClient += 1
    counts.longest = max(counts.longest, value.value.originalCount)
    if facts == nil { begin(startIsKnown: false, &events) }
    events.append(.carried(slot: Self.slot, value))
    let isNew = sector.map {
      $0.isSent || $0.index != part.sector || part.number == 0 && $0.next > 0
    }
    if isNew ?? true { open(part, value, &events) }
    if let skipped = sector?.add(part, value, in: bytes) {
      suspect(
        .sequenceGap, .init(.sectorPart, number: Int(part.sector)), value,
        expected: skipped.expected,
        found: Int(part.number), afterFrame: skipped.afterFrame)
    }
    guard part.isLast else { return }
    counts.requests += 1
    sector?.close(value)
    if let found = sector?.mismatch {
      suspect(
        .crcMismatch, .sector(Int(part.sector)), value, expected: Int(found.expected),
        found: Int(found.found))
    }
  }

  private mutating func open(
    _ part: ESPOTAPart, _ value: FramedValue, _ events: inout [FramingEvent]
  ) {
    let before = sector
    giveUp(before?.awaited, before: value, &events)
    sector = ESPOTASector(part.sector)
    facts?.messages += 1
    guard let before else { return }
    guard before.index == part.sector else { return pass(before, &events) }
    noteSuspected(&events)
    noteRetry(
      .sector(Int(part.sector)), value, isCaused: before.isWrong || before.awaited != nil, &events)
  }

  /// The client goes on after a sector, perhaps without its acknowledgement.
  private mutating func pass(_ sector: ESPOTASector, _ events: inout [FramingEvent]) {
    guard !sector.isSettled, sector.isAccepted || sector.isSent && !sector.isWrong else { return }
    take(sector, &events)
  }

  private mutating func acknowledge(
    _ packet: ESPOTAPacket, _ value: FramedValue, _ events: inout [FramingEvent]
  ) {
    let isOpen = sector?.index == packet.first
    let asked = noteAnswer(
      value, to: sector?.awaited.take(code: UInt32(packet.first)), &events)
    guard packet.second == 0 else {
      if isOpen {
        sector?.isWrong = true
        noteSuspected(&events)
      }
      return fail(
        .sector(Int(packet.first)), packet.second, ESPOTAPacket.name(ofStatus: packet.second),
        asked, value, &events)
    }
    // The device had to have all parts, and the right CRC-16; those of another sector may be wrong.
    if isOpen { suspected = [] }
    guard isOpen, let sent = sector, !sent.isSettled, facts != nil else { return }
    sector?.isAccepted = true
    guard sent.isSent else { return }
    sector?.settle()
    take(sent, &events)
    if taken > 0 { facts?.acknowledged = taken }
    if let announced = facts?.announced, taken >= announced { end(.complete, &events) }
  }

  private func isNext(_ index: UInt16) -> Bool {
    Int(index) == nextSector || index == ESPOTASector.last && nextSector <= Int(index)
  }

  /// - Parameter isWhole: whether the device has all of it.
  private mutating func take(
    _ sent: ESPOTASector, isWhole: Bool = true, _ events: inout [FramingEvent]
  ) {
    let isNext = isNext(sent.index)
    // One that was taken before comes again.
    if !isNext, Int(sent.index) < nextSector { return }
    let isKnown = sent.isKnown && (!isWhole || sent.isSent && !sent.isWrong)
    if !isNext || !isKnown { facts?.isContiguous = false }
    let isLast = sent.index == ESPOTASector.last
    // Where the last one begins is not known without the one before it, or the command to start.
    if isLast, nextSector == 0, facts?.announced == nil { return }
    let start = isLast ? taken : Int(sent.index) * ESPOTASector.dataOctets
    nextSector = Int(sent.index) + 1
    // The last sector may be filled up beyond the end of the firmware.
    let left = facts?.announced.map { max(0, $0 - start) }
    // Only the last one may be shorter.
    let isCounted = isKnown || left == nil && (!isWhole || isLast)
    let count = isCounted ? sent.dataCount : ESPOTASector.dataOctets
    taken = start + min(count, left ?? .max)
    guard facts?.isContiguous ?? false, taken > start else { return }
    events.append(.payload(slot: Self.slot, Array(sent.octets.prefix(taken - start))))
  }

  // MARK: - Beginning and end

  private mutating func begin(startIsKnown: Bool, _ events: inout [FramingEvent]) {
    (sector, taken, nextSector) = (nil, 0, 0)
    beginFirmware(startIsKnown: startIsKnown, &events)
  }

  private mutating func end(_ ending: FramedEnding, _ events: inout [FramingEvent]) {
    guard facts != nil else { return }
    // What was sent and not acknowledged.
    if ending != .complete, let sector, !sector.isSettled, sector.isKnown, !sector.isWrong,
      isNext(sector.index)
    {
      take(sector, isWhole: sector.isSent, &events)
    }
    sector = nil
    endFirmware(ending, &events)
  }

  public mutating func close(at time: TraceTime?, _ events: inout [FramingEvent]) {
    giveUp(command.take(), at: time, &events)
    giveUp(sector?.awaited, at: time, &events)
    end(.interrupted, &events)
  }
}

/// The parts of one sector.
struct ESPOTASector: Sendable {
  static let last: UInt16 = 0xFFFF
  static let dataOctets = 4096
  /// With its CRC-16.
  static let most = 4098

  let index: UInt16
  private(set) var octets: [UInt8] = []
  /// Those that were sent, with what the logger cut off.
  private var sentCount = 0
  /// The number of the part that is next.
  private(set) var next = 0
  private(set) var isSent = false
  private(set) var isSettled = false
  /// Whether all octets of it are known.
  private(set) var isKnown = true
  /// Whether the device refused it, or its CRC-16 is wrong: then it has to be sent again.
  var isWrong = false
  /// The device has it, though the capture may lack its last part.
  var isAccepted = false
  /// The last part, until the sector is acknowledged.
  var awaited: PendingRequest?
  private var lastFrame: Int?

  init(_ index: UInt16) { self.index = index }

  /// Without the CRC-16.
  var dataCount: Int {
    min(isSent ? max(0, sentCount - 2) : sentCount, Self.dataOctets)
  }

  /// - Returns: the number that was next and the frame before it, where parts are missing.
  mutating func add(
    _ part: ESPOTAPart, _ value: FramedValue, in bytes: Span<UInt8>
  ) -> (expected: Int, afterFrame: Int?)? {
    defer {
      next = Int(part.number) + 1
      lastFrame = value.frame
    }
    var skipped: (Int, Int?)?
    if !part.isLast, Int(part.number) != next {
      if isKnown { skipped = (next, lastFrame) }
      isKnown = false
    }
    sentCount += part.data.originalCount
    guard !part.data.isCut, octets.count + part.data.count <= Self.most else {
      isKnown = false
      return skipped
    }
    octets.append(part.data, of: bytes)
    return skipped
  }

  mutating func close(_ value: FramedValue) {
    isSent = true
    awaited = PendingRequest(.sector(Int(index)), code: UInt32(index), value)
    if octets.count < 2 { isKnown = false }
    isWrong = mismatch != nil
  }

  /// `nil` where it is right or nothing is known.
  var mismatch: (expected: UInt16, found: UInt16)? {
    guard isSent, isKnown else { return nil }
    let end = octets.count - 2
    let found = octets.span.u16le(end)
    let expected = ESPOTAPacket.checksum(of: octets[..<end])
    return expected == found ? nil : (expected, found)
  }

  mutating func settle() {
    isSettled = true
    octets = []
  }
}
