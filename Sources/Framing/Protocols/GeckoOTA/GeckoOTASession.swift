import Bytes

/// Silicon Labs' OTA on one connection: a command to start, the octets of a GBL file, and a command
/// to end.
///
/// The service is 1D14D6EE-FD63-4FA1-BFA4-8F47B42119F0 in most devices. ATT acknowledges the
/// values; the device says no more. Data have no header: that octets are missing shows in the tags
/// of the file and its CRC-32. A file with tags of its maker is not checked.
///
///     control    0        0x00 start, 0x03 end, 0x04 disconnect
///     data       0..<end  octets of the file
struct GeckoOTASession: UpdateMachine {
  public static let characteristics: [(uuid: String, role: FramingRole)] = [
    ("F7BF3564-FB6D-4E53-88A4-5E37E0326063", .control),
    ("984227F3-34FC-4045-A5D0-2C581F81A153", .data),
  ]

  public static let header = [
    HeaderField("0", "on the control point: 0 start, 3 end, 4 disconnect; data has no header")
  ]

  public internal(set) var counts = FramingCounts()
  var facts: FramedFacts?
  var suspected: [FramingFault] = []
  var mayBeginLate = true
  private var scanner = GBLScanner()
  /// Octets of data, what the logger cut included; `nil` where the beginning was not captured.
  private var sent: Int?

  public init(startIsKnown: Bool) {}

  public var heldOctets: Int { 0 }

  func message(_ value: FramedValue, in bytes: Span<UInt8>) -> GeckoOTACommand? {
    guard !value.isFromServer, value.value.count > 0 else { return nil }
    return GeckoOTACommand(rawValue: bytes[value.value.start])
  }

  mutating func send(
    _ command: GeckoOTACommand, _ value: FramedValue, in bytes: Span<UInt8>,
    _ events: inout [FramingEvent]
  ) {
    switch command {
    case .start:
      endFirmware(.replaced, &events)
      begin(startIsKnown: true, &events)
    case .end: finish(value, &events)
    case .disconnect: break
    }
  }

  /// The server sends nothing.
  mutating func take(
    _ command: GeckoOTACommand, _ value: FramedValue, _ events: inout [FramingEvent]
  ) {}

  mutating func receive(
    _ value: FramedValue, in bytes: Span<UInt8>, _ events: inout [FramingEvent]
  ) {
    guard value.value.count > 0, facts != nil || mayBeginLate else {
      counts.stray += 1
      return
    }
    if facts == nil { begin(startIsKnown: false, &events) }
    counts.fromClient += 1
    counts.longest = max(counts.longest, value.value.originalCount)
    facts?.messages += 1
    events.append(.carried(slot: Self.slot, value))
    sent = sent.map { $0 + value.value.originalCount }
    if value.value.isCut {
      scanner.lose()
      facts?.isContiguous = false
    }
    guard facts?.isContiguous ?? false else { return }
    var payload: [UInt8] = []
    payload.append(value.value, of: bytes)
    for octet in payload { _ = scanner.add(octet) }
    if scanner.isComplete { facts?.announced = scanner.octets }
    events.append(.payload(slot: Self.slot, payload))
  }

  private mutating func finish(_ value: FramedValue, _ events: inout [FramingEvent]) {
    guard let facts else { return }
    guard facts.isContiguous, scanner.isKnown else {
      if !facts.isContiguous { self.facts?.announced = sent }
      return endFirmware(.complete, &events)
    }
    // The device accepted the end of the upload, so it has more of the file than the capture.
    guard let checksum = scanner.checksum else {
      self.facts?.isContiguous = false
      return endFirmware(.complete, &events)
    }
    guard checksum.found == checksum.expected else {
      note(
        .crcMismatch, .init(.gblFile), value, expected: Int(checksum.expected),
        found: Int(checksum.found), &events)
      return endFirmware(.broken, &events)
    }
    endFirmware(.complete, &events)
  }

  private mutating func begin(startIsKnown: Bool, _ events: inout [FramingEvent]) {
    scanner = GBLScanner()
    sent = startIsKnown ? 0 : nil
    beginFirmware(startIsKnown: startIsKnown, &events)
  }

  public mutating func close(at time: TraceTime?, _ events: inout [FramingEvent]) {
    endFirmware(.interrupted, &events)
  }
}
