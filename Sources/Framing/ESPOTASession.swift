import Bytes

/// Espressif's BLE OTA on one connection: a command to start with the length of the firmware, its
/// sectors, each in parts and acknowledged, and a command to stop.
///
/// Commands and their answers are on 8022, sectors and acknowledgements on 8020, of the service
/// 8018. These numbers were not assigned to anyone: the first command, or an acknowledgement, shows
/// that it is this protocol. 8021 has a progress and 8023 what the maker of a device wants; neither
/// is specified.
public struct ESPOTASession: UpdateMachine {
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
  private var command: PendingRequest?
  var facts: FramedFacts?
  /// The sector under way, or the last one.
  private var sector: ESPOTASector?
  /// Octets of whole sectors, and the sector that follows them.
  private var taken = 0
  private var nextSector = 0
  /// Whether sectors are those of a transfer whose beginning was not captured. What comes after the
  /// end of one belongs to it.
  private var mayBeginLate = true

  public init(startIsKnown: Bool) {}

  public var heldOctets: Int { sector?.octets.capacity ?? 0 }

  public mutating func add(
    _ value: FramedValue, in bytes: Span<UInt8>, _ events: inout [FramingEvent]
  ) {
    if value.role == .data, !value.isFromServer { return receive(value, in: bytes, &events) }
    guard let packet = ESPOTAPacket(value.value, in: bytes), accepts(packet, value) else {
      counts.stray += 1
      return
    }
    counts.longest = max(counts.longest, ESPOTAPacket.octets)
    if value.isFromServer { counts.fromServer += 1 } else { counts.fromClient += 1 }
    if !packet.isIntact { mismatch(packet.expected, packet.crc, "packet", value, &events) }
    switch (value.role, value.isFromServer) {
    case (.data, _): acknowledge(packet, value, &events)
    case (_, true): answer(packet, value, &events)
    case (_, false): ask(packet, value, &events)
    }
  }

  /// Takes what belongs to the protocol, and remembers that something did.
  private mutating func accepts(_ packet: ESPOTAPacket, _ value: FramedValue) -> Bool {
    guard packet.isPadded else { return false }
    let isCommand = (1...2).contains(packet.first)
    let isKnown =
      switch (value.role, value.isFromServer) {
      case (.data, _): true
      case (_, true): packet.first == 3
      case (_, false): isCommand
      }
    if isKnown, packet.isIntact || packet.first == 1 && !value.isFromServer { isRecognized = true }
    return isKnown && isRecognized
  }

  private mutating func mismatch(
    _ expected: UInt16, _ found: UInt16, _ what: String, _ value: FramedValue,
    _ events: inout [FramingEvent]
  ) {
    note(
      .crcMismatch, what, value, byServer: value.isFromServer, expected: Int(expected),
      found: Int(found), &events)
  }

  // MARK: - Commands

  private mutating func ask(
    _ packet: ESPOTAPacket, _ value: FramedValue, _ events: inout [FramingEvent]
  ) {
    counts.requests += 1
    giveUp(at: value, &events)
    command = PendingRequest(
      ESPOTAPacket.name(ofCommand: packet.first), code: UInt32(packet.first), value)
    counts.inFlight = max(counts.inFlight, 1)
    guard packet.first == 1 else { return }
    end(.replaced, &events)
    begin(startIsKnown: true, &events)
    facts?.announced = packet.length
  }

  private mutating func giveUp(at value: FramedValue?, _ events: inout [FramingEvent]) {
    if let command { noteUnanswered(command, before: value, &events) }
    command = nil
  }

  private mutating func answer(
    _ packet: ESPOTAPacket, _ value: FramedValue, _ events: inout [FramingEvent]
  ) {
    let request = command
    if let request, request.code == UInt32(packet.second) {
      noteAnswer(value, to: request, &events)
      command = nil
    }
    guard packet.third == 0 else {
      fail(
        ESPOTAPacket.name(ofCommand: packet.second), packet.third,
        ESPOTAPacket.name(ofAnswer: packet.third), request?.frame, value, &events)
      if packet.second == 1 { end(.refused, &events) }
      return
    }
    if packet.second == 2 {
      // Sectors are missing where the client stops before the length that it announced.
      let isShort = facts?.announced.map { $0 > facts?.acknowledged ?? 0 } ?? false
      end(isShort ? .broken : .complete, &events)
    }
  }

  private mutating func fail(
    _ what: String, _ status: UInt16, _ name: String?, _ ofFrame: Int?, _ value: FramedValue,
    _ events: inout [FramingEvent]
  ) {
    note(
      .errorAnswered, what, value, ofFrame: ofFrame, byServer: true, code: Int(status), name: name,
      &events)
  }

  // MARK: - Sectors

  private mutating func receive(
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
      note(
        .sequenceGap, "part of sector \(part.sector)", value, expected: skipped.expected,
        found: Int(part.number), afterFrame: skipped.afterFrame, &events)
    }
    guard part.isLast else { return }
    counts.requests += 1
    sector?.close(value)
    if let found = sector?.mismatch {
      mismatch(found.expected, found.found, "sector \(part.sector)", value, &events)
    }
  }

  private mutating func open(
    _ part: ESPOTAPart, _ value: FramedValue, _ events: inout [FramingEvent]
  ) {
    let before = sector
    giveUpSector(at: value, &events)
    sector = ESPOTASector(part.sector)
    facts?.messages += 1
    guard let before else { return }
    guard before.index == part.sector else {
      // The client goes on without the acknowledgement.
      if before.isSent, !before.isSettled, !before.isWrong { take(before, &events) }
      return
    }
    noteRetry(
      "sector \(part.sector)", value, isCaused: before.isWrong || before.awaited != nil, &events)
  }

  private mutating func giveUpSector(at value: FramedValue?, _ events: inout [FramingEvent]) {
    if let awaited = sector?.awaited { noteUnanswered(awaited, before: value, &events) }
  }

  private mutating func acknowledge(
    _ packet: ESPOTAPacket, _ value: FramedValue, _ events: inout [FramingEvent]
  ) {
    let isOpen = sector?.index == packet.first
    let awaited = isOpen ? sector?.awaited : nil
    if let awaited {
      noteAnswer(value, to: awaited, &events)
      sector?.awaited = nil
    }
    guard packet.second == 0 else {
      if isOpen { sector?.isWrong = true }
      return fail(
        "sector \(packet.first)", packet.second, ESPOTAPacket.name(ofStatus: packet.second),
        awaited?.frame, value, &events)
    }
    guard isOpen, let sent = sector, sent.isSent, !sent.isSettled, facts != nil else { return }
    sector?.settle()
    take(sent, &events)
    facts?.acknowledged = taken
    if let announced = facts?.announced, taken >= announced { end(.complete, &events) }
  }

  private func isNext(_ index: UInt16) -> Bool {
    Int(index) == nextSector || index == ESPOTASector.last && nextSector <= Int(index)
  }

  private mutating func take(_ sent: ESPOTASector, _ events: inout [FramingEvent]) {
    // One that was taken before comes again.
    if !isNext(sent.index), Int(sent.index) < nextSector { return }
    if !isNext(sent.index) || !sent.isKnown { facts?.isContiguous = false }
    nextSector = Int(sent.index) + 1
    // The last sector may be filled up beyond the end of the firmware.
    let left = facts?.announced.map { max(0, $0 - taken) } ?? .max
    let count = min(sent.dataCount, left)
    taken += count
    guard facts?.isContiguous ?? false, count > 0 else { return }
    events.append(.payload(slot: Self.slot, Array(sent.octets.prefix(count))))
  }

  // MARK: - Beginning and end

  private mutating func begin(startIsKnown: Bool, _ events: inout [FramingEvent]) {
    mayBeginLate = false
    (sector, taken, nextSector) = (nil, 0, 0)
    beginFirmware(startIsKnown: startIsKnown, &events)
  }

  private mutating func end(_ ending: FramedEnding, _ events: inout [FramingEvent]) {
    guard facts != nil else { return }
    // What was sent and not acknowledged.
    if ending != .complete, let sector, !sector.isSettled, sector.isKnown, !sector.isWrong,
      isNext(sector.index)
    {
      take(sector, &events)
    }
    if let facts { events.append(.end(slot: Self.slot, ending, facts)) }
    (facts, sector) = (nil, nil)
  }

  public mutating func close(at time: TraceTime?, _ events: inout [FramingEvent]) {
    let limit = Self.graceMicroseconds
    if let time, let command, time.since(command.time) >= limit { giveUp(at: nil, &events) }
    if let time, let awaited = sector?.awaited, time.since(awaited.time) >= limit {
      giveUpSector(at: nil, &events)
    }
    command = nil
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
  /// The number of the part that is next.
  private(set) var next = 0
  private(set) var isSent = false
  private(set) var isSettled = false
  /// Whether all octets of it are known.
  private(set) var isKnown = true
  /// Whether the device refused it, or its CRC-16 is wrong: then it has to be sent again.
  var isWrong = false
  /// The last part, until the sector is acknowledged.
  var awaited: PendingRequest?
  private var lastFrame: Int?

  init(_ index: UInt16) { self.index = index }

  /// Without the CRC-16.
  var dataCount: Int {
    isSent ? max(0, octets.count - 2) : min(octets.count, Self.dataOctets)
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
    guard !part.data.isCut, octets.count + part.data.count <= Self.most else {
      isKnown = false
      return skipped
    }
    octets.append(part.data, of: bytes)
    return skipped
  }

  mutating func close(_ value: FramedValue) {
    isSent = true
    awaited = PendingRequest("sector \(index)", code: UInt32(index), value)
    if octets.count < 2 { isKnown = false }
    isWrong = mismatch != nil
  }

  /// `nil` where it is right or nothing is known.
  var mismatch: (expected: UInt16, found: UInt16)? {
    guard isSent, isKnown else { return nil }
    let end = octets.count - 2
    let found = UInt16(octets[end]) | UInt16(octets[end + 1]) << 8
    let expected = ESPOTAPacket.checksum(of: octets[..<end])
    return expected == found ? nil : (expected, found)
  }

  mutating func settle() {
    isSettled = true
    octets = []
  }
}
