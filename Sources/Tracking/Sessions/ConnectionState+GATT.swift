import BluetoothProtocol
import Bytes
import CaptureFiles
import Report

/// What responses show of the server's attributes.
extension ConnectionState {
  mutating func learn(
    from opcode: ATTOpcode, to request: PendingPDU, _ body: ByteRange, _ server: Side,
    frame: Int, mtu: Int, in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    // Before the database is moved away.
    if server == .peer {
      try learnText(from: opcode, to: request, body, mtu: mtu, in: bytes)
    }
    // Changed in a local copy, so that one code serves both servers.
    var database = GATTDatabase(bounds.ledger)
    swapDatabase(&database, server)
    defer { swapDatabase(&database, server) }
    switch (opcode, request.subject) {
    case (.findInformationResponse, _):
      database.learn(
        try ATTFindInformationResponse(body, in: bytes), shown: ShownIn(frame), in: bytes)
    case (.findByTypeValueResponse, .service(let uuid, let isPrimary)):
      let entries = try ATTFindByTypeValueResponse(body, in: bytes).entries
      for index in 0..<entries.count {
        let entry = entries.entry(index)
        database.insert(
          GATTDatabase.Service(
            start: ATTHandle(bytes.u16le(entry.start)),
            end: ATTHandle(bytes.u16le(entry.start + 2)), shown: ShownIn(frame),
            uuid: uuid, isPrimary: isPrimary))
      }
    case (.readByGroupTypeResponse, .type(let type)):
      guard type == .primaryService || type == .secondaryService else { break }
      let entries = try ATTReadByGroupTypeResponse(body, in: bytes).entries
      if database.isRemembered, type == .primaryService, let first = request.handle {
        database.forgetServices(notAmong: entries, from: first, in: bytes)
      }
      database.learnServices(
        entries, isPrimary: type == .primaryService, shown: ShownIn(frame), in: bytes)
    case (.readByTypeResponse, .type(let type)):
      if type == .databaseHash { noteHash(body, skipping: 3, server, frame, in: bytes) }
      // A client that asks for its characteristics does not go by what it remembers.
      if type == .characteristicDeclaration { database.isRemembered = false }
      database.learn(
        try ATTReadByTypeResponse(body, in: bytes).entries, of: type, shown: ShownIn(frame),
        in: bytes)
    case (.readResponse, _):
      if let handle = request.handle, database.valueType(handle) == .databaseHash {
        noteHash(body, skipping: 0, server, frame, in: bytes)
      }
      if let handle = request.handle, server == .peer, body.count == 8, !body.isCut,
        database.valueType(handle) == .preferredParameters
      {
        preferred = ReportV1.PreferredParameters(body, frame, in: bytes)
      }
      if let handle = request.handle, body.count == 16, !body.isCut,
        let uuid = BluetoothUUID(attributeValue: body, in: bytes)
      {
        database.name(serviceAt: handle, uuid)
      }
    default: break
    }
  }

  /// Takes what a read brings of the peer's texts.
  private mutating func learnText(
    from opcode: ATTOpcode, to request: PendingPDU, _ body: ByteRange, mtu: Int,
    in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    switch (opcode, request.subject, request.handle) {
    case (.readResponse, _, let handle?):
      noteText(body, at: 0, of: handle, room: mtu - 1, in: bytes)
    case (.readBlobResponse, .blob(let offset), let handle?):
      noteText(body, at: offset, of: handle, room: mtu - 1, in: bytes)
    case (.readByTypeResponse, .type(let type), _):
      guard PeerTexts.Kind(type) != nil else { return }
      let entries = try ATTReadByTypeResponse(body, in: bytes).entries
      guard entries.count > 0 else { return }
      let entry = entries.entry(0)
      let handle = ATTHandle(bytes.u16le(entry.start))
      // The type may be known from this answer alone.
      peerDatabase.insert(GATTDatabase.Attribute(handle: handle, type: type))
      // The length of an entry is one octet.
      noteText(
        ByteRange(start: entry.start + 2, end: entry.end), at: 0, of: handle,
        room: min(mtu - 4, 253), in: bytes)
    default: break
    }
  }

  /// A hash of 16 octets, after the length and the handle where it was read by type.
  private mutating func noteHash(
    _ body: ByteRange, skipping count: Int, _ server: Side, _ frame: Int, in bytes: Span<UInt8>
  ) {
    guard body.count == count + 16 else { return }
    var octets: [UInt8] = []
    octets.append(ByteRange(start: body.start + count, end: body.end), of: bytes)
    databaseHashes.append(
      DatabaseHashFact(frame: frame, octets: octets, server: server), within: .parameters, &bounds)
  }

  /// Service Changed (2A05) names the range of handles that is no longer what it was.
  mutating func noteServiceChange(
    _ indication: ATTHandleValue, _ context: inout SessionContext<some SessionObserver>,
    in bytes: Span<UInt8>
  ) {
    let server: Side = context.direction == .rx ? .peer : .local
    let value = indication.value
    guard value.count == 4, !value.isCut,
      database(of: server).valueType(indication.handle) == .serviceChanged
    else { return }
    serviceChanges.append(
      ServiceChangeFact(
        frame: context.moment.frame, start: ATTHandle(bytes.u16le(value.start)),
        end: ATTHandle(bytes.u16le(value.start + 2)), server: server), within: .parameters,
      &bounds)
  }

  /// Reports what was learned of a server's attributes.
  mutating func reportNews(_ server: Side, _ context: inout SessionContext<some SessionObserver>) {
    let news = server == .peer ? peerDatabase.takeNews() : localDatabase.takeNews()
    for entry in news {
      context.observer.observe(
        .typeLearned(connection: index, entry.handle, entry.type, server: server))
    }
  }

  /// Takes over what was learned in an earlier connection, if there is room for it.
  mutating func remember(_ known: GATTDatabase, of server: Side) {
    guard !known.isEmpty,
      bounds.take(known.count * Bound.rememberedEntry, for: .gattEntries)
    else { return }
    if server == .peer {
      peerDatabase = known.remembered(bounds.ledger)
    } else {
      localDatabase = known.remembered(bounds.ledger)
    }
  }

  /// Reports all that was learned in an earlier connection. Mutating, as the connection would be
  /// copied otherwise.
  mutating func reportRemembered(
    _ server: Side, _ context: inout SessionContext<some SessionObserver>
  ) {
    for entry in database(of: server).valueTypes {
      context.observer.observe(
        .typeLearned(connection: index, entry.handle, entry.type, server: server))
    }
  }

  /// A response whose request was not captured still says what it says, where its shape leaves no
  /// doubt: captures that hold one direction only are common.
  mutating func learnUnasked(
    from opcode: ATTOpcode, _ body: ByteRange,
    _ context: inout SessionContext<some SessionObserver>, in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    unaskedResponses[context.direction.index] &+= 1
    noteUnasked(opcode, context.direction == .rx ? .peer : .local, at: context.moment)
    takeBackUnanswered(opcode.answeredRequest)
    try learnShape(from: opcode, body, context.direction == .rx ? .peer : .local, in: bytes)
  }

  /// What a response says by itself.
  mutating func learnShape(
    from opcode: ATTOpcode, _ body: ByteRange, _ server: Side, in bytes: Span<UInt8>
  ) throws(DecodeIssue) {
    var database = GATTDatabase(bounds.ledger)
    swapDatabase(&database, server)
    defer { swapDatabase(&database, server) }
    switch opcode {
    case .findInformationResponse:
      database.learn(try ATTFindInformationResponse(body, in: bytes), shown: ShownIn(), in: bytes)
    case .readByGroupTypeResponse:
      // Grouped are services alone, and a client asks for the primary ones.
      let entries = try ATTReadByGroupTypeResponse(body, in: bytes).entries
      database.learnServices(entries, isPrimary: true, shown: ShownIn(), in: bytes)
    case .readByTypeResponse:
      let entries = try ATTReadByTypeResponse(body, in: bytes).entries
      if entries.areCharacteristicDeclarations(in: bytes) {
        database.learn(entries, of: .characteristicDeclaration, shown: ShownIn(), in: bytes)
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
    _ write: ATTWrite, _ context: inout SessionContext<some SessionObserver>, in bytes: Span<UInt8>
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
    let fact = SubscriptionFact(
      moment: context.moment, cccd: write.handle, value: value, bits: bits, server: server,
      isGuess: !isKnown)
    subscriptions.append(fact, within: .subscriptions, &bounds)
    context.observer.observe(.subscription(connection: index, fact), at: context.moment)
    context.observer.observe(
      .subscribed(connection: index, context.moment, value: value, bits: bits, server: server))
    return bits
  }
}

extension GATTDatabase {
  mutating func learn(
    _ response: ATTFindInformationResponse, shown: ShownIn, in bytes: Span<UInt8>
  ) {
    for index in 0..<response.entries.count {
      let entry = response.entries.entry(index)
      let type = ByteRange(start: entry.start + 2, end: entry.end)
      guard let uuid = BluetoothUUID(attributeValue: type, in: bytes) else { continue }
      insert(Attribute(handle: ATTHandle(bytes.u16le(entry.start)), shown: shown, type: uuid))
    }
  }

  mutating func learnServices(
    _ entries: ATTEntryList, isPrimary: Bool, shown: ShownIn, in bytes: Span<UInt8>
  ) {
    guard entries.octets > 4 else { return }
    for index in 0..<entries.count {
      let entry = entries.entry(index)
      let value = ByteRange(start: entry.start + 4, end: entry.end)
      guard let uuid = BluetoothUUID(attributeValue: value, in: bytes) else { continue }
      insert(
        Service(
          start: ATTHandle(bytes.u16le(entry.start)), end: ATTHandle(bytes.u16le(entry.start + 2)),
          shown: shown, uuid: uuid, isPrimary: isPrimary))
    }
  }

  /// Services that are remembered and did not show where the client asked for all went away, with
  /// what they held. Those that are still there keep it: a client may check the services alone.
  mutating func forgetServices(
    notAmong entries: ATTEntryList, from first: ATTHandle, in bytes: Span<UInt8>
  ) {
    var found = GATTDatabase(Ledger())
    found.learnServices(entries, isPrimary: true, shown: ShownIn(), in: bytes)
    guard let last = found.services.last?.end else { return }
    let gone = services.filter { service in
      service.isPrimary && first <= service.start && service.start <= last
        && !found.services.contains(service)
    }
    for service in gone { forget(from: service.start, to: service.end) }
  }

  mutating func learn(
    _ entries: ATTEntryList, of type: BluetoothUUID, shown: ShownIn, in bytes: Span<UInt8>
  ) {
    for index in 0..<entries.count {
      let entry = entries.entry(index)
      let handle = ATTHandle(bytes.u16le(entry.start))
      switch type {
      case .characteristicDeclaration:
        guard entry.count >= 7 else { continue }
        let value = ByteRange(start: entry.start + 5, end: entry.end)
        guard let uuid = BluetoothUUID(attributeValue: value, in: bytes) else { continue }
        // Discovered on this connection after all.
        isRemembered = false
        insert(
          Characteristic(
            declaration: handle, value: ATTHandle(bytes.u16le(entry.start + 3)),
            properties: bytes[entry.start + 2], uuid: uuid, shown: shown))
      case .includeDeclaration:
        guard entry.count >= 6 else { continue }
        let uuid = entry.count >= 8 ? BluetoothUUID(uuid16: bytes.u16le(entry.start + 6)) : nil
        let start = ATTHandle(bytes.u16le(entry.start + 2))
        let end = ATTHandle(bytes.u16le(entry.start + 4))
        insert(Include(handle: handle, start: start, end: end, uuid: uuid))
        noteIncluded(Service(start: start, end: end, uuid: uuid, isPrimary: false))
      default:
        insert(Attribute(handle: handle, shown: shown, type: type))
      }
    }
  }
}

extension ATTEntryList {
  /// Whether each entry looks like one: a handle, properties, the handle of a value after it and a
  /// UUID of 2 or 16 octets, in ascending order.
  fileprivate func areCharacteristicDeclarations(in bytes: Span<UInt8>) -> Bool {
    guard octets == 7 || octets == 21, count > 0 else { return false }
    var end: UInt16 = 0
    for index in 0..<count {
      let start = entry(index).start
      let (declaration, value) = (bytes.u16le(start), bytes.u16le(start + 3))
      guard declaration > end, value > declaration, bytes[start + 2] != 0 else { return false }
      end = value
    }
    return true
  }
}

extension ReportV1.PreferredParameters {
  /// - Parameter value: of 8 octets.
  fileprivate init(_ value: ByteRange, _ frame: Int, in bytes: Span<UInt8>) {
    // 0xFFFF means no preference.
    func number(_ offset: Int, _ unit: Int) -> Int? {
      let value = bytes.u16le(value.start + offset)
      return value == 0xFFFF ? nil : Int(value) * unit
    }
    self = Self {
      $0.frame = frame
      $0.minUs = number(0, ConnectionInterval.unitUs)
      $0.maxUs = number(2, ConnectionInterval.unitUs)
      $0.latency = Int(bytes.u16le(value.start + 4))
      $0.supervisionTimeoutUs = number(6, 10_000)
    }
  }
}

extension BluetoothUUID {
  static let primaryService = BluetoothUUID(uuid16: 0x2800)
  static let secondaryService = BluetoothUUID(uuid16: 0x2801)
  static let includeDeclaration = BluetoothUUID(uuid16: 0x2802)
  static let serviceChanged = BluetoothUUID(uuid16: 0x2A05)
  static let preferredParameters = BluetoothUUID(uuid16: 0x2A04)
  static let databaseHash = BluetoothUUID(uuid16: 0x2B2A)
  static let characteristicDeclaration = BluetoothUUID(uuid16: 0x2803)
  package static let clientCharacteristicConfiguration = BluetoothUUID(uuid16: 0x2902)
}
