import BluetoothProtocol
import CaptureFiles
import TraceBytes

/// What responses teach about the server's attributes.
extension ConnectionState {
  mutating func learn(
    from opcode: ATTOpcode, to request: PendingPDU, _ body: ByteRange, _ server: Side,
    in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    // Changed in a local copy, so that one code serves both servers.
    var database = GATTDatabase()
    swapDatabase(&database, server)
    defer { swapDatabase(&database, server) }
    switch (opcode, request.subject) {
    case (.findInformationResponse, _):
      database.learn(try ATTFindInformationResponse(body, in: bytes), in: bytes)
    case (.findByTypeValueResponse, .service(let uuid, let isPrimary)):
      let entries = try ATTFindByTypeValueResponse(body, in: bytes).entries
      for place in 0..<entries.count {
        let entry = entries.entry(place)
        database.insert(
          GATTDatabase.Service(
            start: ATTHandle(bytes.u16le(entry.start)),
            end: ATTHandle(bytes.u16le(entry.start + 2)),
            uuid: uuid, isPrimary: isPrimary))
      }
    case (.readByGroupTypeResponse, .type(let type)):
      guard type == .primaryService || type == .secondaryService else { break }
      let entries = try ATTReadByGroupTypeResponse(body, in: bytes).entries
      database.learnServices(entries, isPrimary: type == .primaryService, in: bytes)
    case (.readByTypeResponse, .type(let type)):
      database.learn(try ATTReadByTypeResponse(body, in: bytes).entries, of: type, in: bytes)
    case (.readResponse, _):
      if let handle = request.handle, body.count == 16, !body.isCut,
        let uuid = BluetoothUUID(attributeValue: body, in: bytes)
      {
        database.name(serviceAt: handle, uuid)
      }
    default: break
    }
  }

  private mutating func swapDatabase(_ database: inout GATTDatabase, _ side: Side) {
    if side == .peer {
      swap(&database, &peerDatabase)
    } else {
      swap(&database, &localDatabase)
    }
  }

  /// Takes a write to a Client Characteristic Configuration descriptor for what it is. A handle of
  /// which nothing is known counts as one if a CCCD's value is written to it, and is marked as
  /// guessed. Returns what was written. Core Vol 3, Part G, 3.3.3.3.
  mutating func noteSubscription(
    _ write: ATTWrite, _ context: PDUContext, _ observer: any SessionObserver, in bytes: Span<UInt8>
  ) -> UInt16? {
    guard write.value.originalCount == 2, !write.value.isCut else { return nil }
    let bits = bytes.u16le(write.value.start)
    let server: Side = context.direction == .tx ? .peer : .local
    let database = server == .peer ? peerDatabase : localDatabase
    let type = database.attributeType(write.handle)
    let isKnown = type == .clientCharacteristicConfiguration
    guard isKnown || (bits <= 2 && database.isUnknown(write.handle)) else { return nil }
    guard write.handle.rawValue > 1 else { return nil }
    let owner = database.owner(ofDescriptor: write.handle)?.value
    let value = owner ?? ATTHandle(write.handle.rawValue - 1)
    subscriptions.append(
      SubscriptionFact(
        moment: context.moment, cccd: write.handle, value: value, bits: bits, server: server,
        isGuess: !isKnown), within: .subscriptions, &bounds)
    observer.observe(
      .subscribed(connection: index, context.moment, value: value, bits: bits, server: server))
    return bits
  }
}

extension GATTDatabase {
  mutating func learn(_ response: ATTFindInformationResponse, in bytes: Span<UInt8>) {
    for place in 0..<response.entries.count {
      let entry = response.entries.entry(place)
      let type = ByteRange(start: entry.start + 2, end: entry.end)
      guard let uuid = BluetoothUUID(attributeValue: type, in: bytes) else { continue }
      insert(Attribute(handle: ATTHandle(bytes.u16le(entry.start)), type: uuid))
    }
  }

  mutating func learnServices(_ entries: ATTEntryList, isPrimary: Bool, in bytes: Span<UInt8>) {
    guard entries.octets > 4 else { return }
    for place in 0..<entries.count {
      let entry = entries.entry(place)
      let value = ByteRange(start: entry.start + 4, end: entry.end)
      guard let uuid = BluetoothUUID(attributeValue: value, in: bytes) else { continue }
      insert(
        Service(
          start: ATTHandle(bytes.u16le(entry.start)), end: ATTHandle(bytes.u16le(entry.start + 2)),
          uuid: uuid, isPrimary: isPrimary))
    }
  }

  mutating func learn(_ entries: ATTEntryList, of type: BluetoothUUID, in bytes: Span<UInt8>) {
    for place in 0..<entries.count {
      let entry = entries.entry(place)
      let handle = ATTHandle(bytes.u16le(entry.start))
      switch type {
      case .characteristicDeclaration:
        guard entry.count >= 7 else { continue }
        let value = ByteRange(start: entry.start + 5, end: entry.end)
        guard let uuid = BluetoothUUID(attributeValue: value, in: bytes) else { continue }
        insert(
          Characteristic(
            declaration: handle, value: ATTHandle(bytes.u16le(entry.start + 3)),
            properties: bytes[entry.start + 2], uuid: uuid))
      case .includeDeclaration:
        guard entry.count >= 6 else { continue }
        let uuid = entry.count >= 8 ? BluetoothUUID(uuid16: bytes.u16le(entry.start + 6)) : nil
        let start = ATTHandle(bytes.u16le(entry.start + 2))
        let end = ATTHandle(bytes.u16le(entry.start + 4))
        insert(Include(handle: handle, start: start, end: end, uuid: uuid))
        noteIncluded(Service(start: start, end: end, uuid: uuid, isPrimary: false))
      default:
        insert(Attribute(handle: handle, type: type))
      }
    }
  }
}

extension BluetoothUUID {
  static let primaryService = BluetoothUUID(uuid16: 0x2800)
  static let secondaryService = BluetoothUUID(uuid16: 0x2801)
  static let includeDeclaration = BluetoothUUID(uuid16: 0x2802)
  static let characteristicDeclaration = BluetoothUUID(uuid16: 0x2803)
  package static let clientCharacteristicConfiguration = BluetoothUUID(uuid16: 0x2902)
}
