import BluetoothProtocol
import CaptureFiles
import Report

/// The calls that one connection gave rise to: as client those of a CBPeripheral's delegate, as
/// server those of a CBPeripheralManager's. `CoreBluetoothWords` has the table.
struct CoreBluetoothLink {
  let names: TimelineNames
  let link: Int
  private(set) var lines: [TimelineLine] = []
  /// This side asked the peer for something.
  private(set) var wasClient = false

  /// What a search that goes on has found.
  private var found: [FoundAttribute] = []
  /// A search for services that is over, unless one for another UUID follows.
  private var services: TimelineLine?
  private var lastSearch: (opcode: ATTOpcode, end: ATTHandle?)?
  /// A value that is being read in several parts.
  private var longRead: (line: TimelineLine, name: String, octets: Int)?
  /// Octets that were prepared, of the handle named first.
  var prepared: (handle: ATTHandle?, octets: Int)?
  /// What the peer is subscribed to, by its descriptor.
  var subscribers: [(cccd: ATTHandle?, name: String)] = []
  /// Requests that were refused because of missing security, and the index of their lines.
  private var refused: [(opcode: ATTOpcode, handle: ATTHandle?, line: Int)] = []
  private var isEncrypted = false

  init(_ names: TimelineNames, _ link: Int) {
    self.names = names
    self.link = link
  }

  mutating func add(_ moment: Moment, _ event: String, _ detail: String) {
    lines.append(TimelineLine(moment, link, event, detail))
  }

  // MARK: - Ends

  /// Reports what waited to see whether it goes on.
  mutating func settle() {
    if let services { lines.append(services) }
    services = nil
    endRead()
  }

  /// The connection ended, and with it the peer's subscriptions.
  mutating func end(at moment: Moment) {
    settle()
    for subscriber in subscribers {
      add(
        moment, "peripheralManager:central:didUnsubscribeFromCharacteristic:",
        "\(subscriber.name), as the connection ended")
    }
    subscribers = []
  }

  mutating func noteEncryption() { isEncrypted = true }

  private mutating func endRead() {
    guard var line = longRead?.line, let read = longRead else { return }
    line.detail = "\(read.name), \(TimelineNames.bytes(read.octets)), error nil"
    lines.append(line)
    longRead = nil
  }

  // MARK: - Runs of values

  mutating func run(_ run: ValueRun) {
    let isOurs = run.key.server == .local
    if !isOurs {
      wasClient = true
      noteRun(run)
    }
    let name = names.attribute(run.key.handle, run.key.server, on: link)
    switch run.key.kind {
    case .notification, .indication:
      if isOurs { return }
      if serviceChanged(run, name) { return }
      report(run, "peripheral:didUpdateValueForCharacteristic:error:", name, asked: false)
    case .read where isOurs:
      if isOfSystem(run.key.handle) { return }
      report(run, "peripheralManager:didReceiveReadRequest:", name, asked: true)
    case .read:
      report(run, "peripheral:didUpdateValueForCharacteristic:error:", name, asked: false)
    case .writeRequest where isOurs, .writeCommand where isOurs:
      if isOfSystem(run.key.handle) { return }
      report(run, "peripheralManager:didReceiveWriteRequests:", name, asked: true)
    case .writeRequest:
      report(run, "peripheral:didWriteValueForCharacteristic:error:", name, asked: false)
    case .readOn where isOurs:
      if isOfSystem(run.key.handle) { return }
      report(run, "peripheralManager:didReceiveReadRequest:", name + ", further part", asked: true)
    case .readOn: readOn(run)
    case .writePrepared:
      let before = prepared ?? (run.key.handle, 0)
      prepared = (before.handle, before.octets + run.octets)
    case .writeCommand, .unaskedResponse: break
    case .rssi:
      report(run, "peripheral:didReadRSSI:error:", "", asked: false)
    case .roomForNotifications:
      report(run, "peripheralManagerIsReadyToUpdateSubscribers:", queue, asked: false)
    case .roomForWrites:
      report(run, "peripheralIsReadyToSendWriteWithoutResponse:", queue, asked: false)
    }
  }

  /// A client has one request under way: another read or write ends what went on before it.
  private mutating func noteRun(_ run: ValueRun) {
    switch run.key.kind {
    case .read, .writeRequest, .writePrepared:
      settle()
      let opcode: ATTOpcode = run.key.kind == .read ? .readRequest : .writeRequest
      noteRetry(opcode, run.key.handle, in: run.items[0].asked.frame)
    default: break
    }
  }

  private mutating func readOn(_ run: ValueRun) {
    let name = names.attribute(run.key.handle, .peer, on: link)
    var read =
      longRead
      ?? (
        TimelineLine(run.last.moment, link, "peripheral:didUpdateValueForCharacteristic:error:"),
        name, 0
      )
    read.line.moment = run.last.moment
    read.octets += run.octets
    longRead = read
  }

  private var queue: String { "every buffer of the controller had been taken" }

  /// - Parameter asked: the call comes with the request, not with its answer.
  private mutating func report(_ run: ValueRun, _ event: String, _ name: String, asked: Bool) {
    func moment(_ item: ValueRun.Item) -> Moment { asked ? item.asked : item.moment }
    func detail(_ octets: Int, _ dBm: String) -> String {
      switch run.key.kind {
      case .rssi: "RSSI \(dBm), error nil"
      case .roomForNotifications, .roomForWrites: name
      default: "\(name), \(TimelineNames.bytes(octets))" + (asked ? "" : ", error nil")
      }
    }
    guard run.isFolded else {
      for item in run.items { add(moment(item), event, detail(item.octets, "\(item.dBm)")) }
      return
    }
    let (first, last) = (moment(run.items[0]), moment(run.last))
    let range = "\(run.range.lowerBound) to \(run.range.upperBound)"
    add(
      first, event,
      "\(run.count) calls, #\(first.frame)–#\(last.frame), "
        + "\(TimelineNames.latency(last.time.since(first.time))): \(detail(run.octets, range))")
  }

  private mutating func serviceChanged(_ run: ValueRun, _ name: String) -> Bool {
    let changes = names.state(link).serviceChanges.filter { $0.server == .peer }
    guard run.key.kind == .indication,
      let first = changes.first(where: { $0.frame == run.items[0].moment.frame })
    else { return false }
    let range =
      "handles \(TimelineNames.hex(first.start.rawValue))–\(TimelineNames.hex(first.end.rawValue))"
    let more = run.count > 1 ? "; \(run.count - 1) more until #\(run.last.moment.frame)" : ""
    add(run.items[0].moment, "peripheral:didModifyServices:", range + more)
    return true
  }

  // MARK: - Requests

  mutating func transaction(_ transaction: TimelineTransaction) {
    let isSearchGoingOn = transaction.opcode == .findByTypeValueRequest
    if !isSearchGoingOn, let services {
      lines.append(services)
      self.services = nil
    }
    if transaction.opcode != .readBlobRequest { endRead() }
    if transaction.server == .local { return serve(transaction) }
    wasClient = true
    noteRetry(transaction.opcode, transaction.handle, in: transaction.request.frame)
    switch transaction.opcode {
    case .readByGroupTypeRequest, .findByTypeValueRequest, .findInformationRequest,
      .readByTypeRequest:
      search(transaction)
    case .readRequest, .readBlobRequest: read(transaction)
    case .writeRequest: write(transaction)
    case .prepareWriteRequest, .executeWriteRequest: writeLong(transaction)
    default: break
    }
  }

  /// The same request again, after an encryption: a system that pairs by itself keeps the refusal.
  private mutating func noteRetry(_ opcode: ATTOpcode, _ handle: ATTHandle?, in frame: Int) {
    guard isEncrypted,
      let index = refused.lastIndex(where: { $0.opcode == opcode && $0.handle == handle })
    else { return }
    lines[refused[index].line].detail +=
      "; requested again in #\(frame): if the system did that by itself, the app does not get this "
      + "call"
    refused.remove(at: index)
  }

  private mutating func add(
    _ transaction: TimelineTransaction, _ event: String, _ detail: String
  ) {
    let error = CoreBluetoothErrors.att(transaction.error)
    if transaction.error?.isAboutSecurity == true, refused.count < 64 {
      refused.append((transaction.opcode, transaction.handle, lines.count))
    }
    add(transaction.answer, event, detail.isEmpty ? error : "\(detail), \(error)")
  }

  // MARK: Searches

  private mutating func search(_ transaction: TimelineTransaction) {
    let kind = (transaction.opcode, transaction.end)
    let isEndOnly = transaction.error == .attributeNotFound && found.isEmpty
    // The client asked on beyond the end of the range, which it knew.
    if isEndOnly, let lastSearch, lastSearch == kind, transaction.handle != ATTHandle(1),
      transaction.opcode != .findByTypeValueRequest
    {
      return
    }
    found += transaction.found
    let last = transaction.found.last.map { $0.other ?? $0.handle }
    let isOver =
      transaction.error != nil
      || last.map { $0 >= transaction.end ?? ATTHandle(0xFFFF) } ?? false
    guard isOver else { return }
    let isFailure = transaction.error != nil && transaction.error != .attributeNotFound
    var shown = transaction
    if !isFailure { shown.error = nil }
    lastSearch = kind
    defer { found = [] }
    switch transaction.opcode {
    case .readByTypeRequest: searchInService(shown)
    case .findInformationRequest:
      let descriptors = found.filter { $0.uuid?.short16.map { $0 >> 8 == 0x29 } ?? true }
      let owner = names.owner(ofDescriptor: transaction.handle, .peer, on: link)
      add(
        shown, "peripheral:didDiscoverDescriptorsForCharacteristic:error:",
        (owner ?? names.attribute(transaction.handle, .peer, on: link)) + ": "
          + list(descriptors, \.descriptorName))
    default: searchedServices(shown)
    }
  }

  private mutating func searchedServices(_ transaction: TimelineTransaction) {
    let list = self.list(found, \.serviceName)
    var line = TimelineLine(
      transaction.answer, link, "peripheral:didDiscoverServices:",
      "\(list), \(CoreBluetoothErrors.att(transaction.error))")
    if transaction.opcode == .findByTypeValueRequest, var before = services {
      // One search for several UUIDs.
      before.moment = transaction.answer
      if !found.isEmpty { before.detail = "\(list), \(before.detail)" }
      line = before
    }
    services = line
  }

  private mutating func searchInService(_ transaction: TimelineTransaction) {
    let service = names.service(at: transaction.handle, .peer, on: link)
    let name =
      service.map(TimelineNames.service)
      ?? "service at " + names.attribute(transaction.handle, .peer, on: link)
    switch transaction.type?.short16 {
    case 0x2803:
      add(
        transaction, "peripheral:didDiscoverCharacteristicsForService:error:",
        "\(name): \(list(found, \.characteristicName))")
    case 0x2802:
      add(
        transaction, "peripheral:didDiscoverIncludedServicesForService:error:",
        "\(name): \(list(found, \.serviceName))")
    // A read by type is the system's own.
    default: break
    }
  }

  private func list(
    _ found: [FoundAttribute], _ name: (BluetoothUUID) -> String?
  ) -> String {
    if found.isEmpty { return "none" }
    return found.map { attribute in
      attribute.uuid.map { TimelineNames.uuid($0, name($0)) }
        ?? Wording.handle(Int(attribute.handle.rawValue))
    }.joined(separator: ", ")
  }

  // MARK: Reads and writes

  private mutating func read(_ transaction: TimelineTransaction) {
    let name = names.attribute(transaction.handle, .peer, on: link)
    let event =
      transaction.isOfDescriptor
      ? "peripheral:didUpdateValueForDescriptor:error:"
      : "peripheral:didUpdateValueForCharacteristic:error:"
    if transaction.error != nil {
      // Behind a first part that filled its PDU: the value was as long as that.
      if transaction.opcode == .readBlobRequest, longRead != nil { return endRead() }
      return add(transaction, event, name)
    }
    let before = transaction.opcode == .readBlobRequest ? longRead?.octets ?? 0 : 0
    longRead = (
      TimelineLine(transaction.answer, link, event), name, before + transaction.octets
    )
    // A part that does not fill its PDU is the last.
    if transaction.octets < max(1, transaction.mtu) - 1 { endRead() }
  }

  private mutating func write(_ transaction: TimelineTransaction) {
    if let bits = transaction.subscription {
      let name = names.subscribed(transaction.handle, .peer, on: link)
      return add(
        transaction, "peripheral:didUpdateNotificationStateForCharacteristic:error:",
        "\(name), isNotifying \(bits & 3 == 0 ? "NO" : "YES")")
    }
    let name = names.attribute(transaction.handle, .peer, on: link)
    add(
      transaction,
      transaction.isOfDescriptor
        ? "peripheral:didWriteValueForDescriptor:error:"
        : "peripheral:didWriteValueForCharacteristic:error:",
      "\(name), \(TimelineNames.bytes(transaction.octets))")
  }

  private mutating func writeLong(_ transaction: TimelineTransaction) {
    let name = names.attribute(prepared?.handle ?? transaction.handle, .peer, on: link)
    add(
      transaction, "peripheral:didWriteValueForCharacteristic:error:",
      "\(name), \(TimelineNames.bytes(prepared?.octets ?? 0))")
    prepared = nil
  }
}

extension ATTErrorCode {
  /// What pairing or encrypting may cure.
  var isAboutSecurity: Bool {
    switch self {
    case .insufficientAuthentication, .insufficientEncryption, .insufficientEncryptionKeySize:
      true
    default: false
    }
  }
}
