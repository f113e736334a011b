import BluetoothProtocol
import CaptureFiles

/// Notes what happens, for the timeline.
struct TimelineRecorder {
  private var entries: [TimelineEntry] = []
  private(set) var omitted = 0

  private static let openRuns = 16

  /// A run, and the index of the entry that becomes it when it ends: until then it grows apart from
  /// the others, as each change of an entry copies it.
  private struct OpenRun {
    let entry: Int
    var run: ValueRun
  }

  private let match: MarkerMatch
  private var bounds: BoundsReached
  /// The runs of each connection that can still grow.
  private var runs: [[OpenRun]] = []
  /// How often those of each connection were ended.
  private var stretches: [Int] = []
  private var queues: [TransmitQueue] = []
  private var links: [LinkQueue] = []
  private var heard = HeardDevices()

  init(_ match: MarkerMatch, _ ledger: Ledger) {
    self.match = match
    bounds = BoundsReached(ledger)
  }

  /// Returns whether there was room for it.
  @discardableResult
  private mutating func append(
    _ content: TimelineEntry.Content, at moment: Moment, connection: Int? = nil
  ) -> Bool {
    let entry = TimelineEntry(moment: moment, connection: connection, content: content)
    let isKept = entries.append(entry, within: .timeline, &bounds, more: content.octets)
    if !isKept { omitted &+= 1 }
    return isKept
  }

  // MARK: Runs

  /// Streams of one connection do not end each other's runs; any other step of it does.
  private mutating func add(_ item: ValueRun.Item, to key: ValueRun.Key, of link: Int) {
    for index in runs[link].indices where runs[link][index].run.key == key {
      return runs[link][index].run.add(item)
    }
    let run = ValueRun(key, item, stretch: stretches[link])
    if append(.run(run), at: item.moment, connection: link) {
      // The oldest makes room: to look through many for each value would take too long.
      if runs[link].count == Self.openRuns { end(runs[link].removeFirst()) }
      runs[link].append(OpenRun(entry: entries.count - 1, run: run))
    }
  }

  private mutating func endRuns(of link: Int) {
    stretches[link] &+= 1
    for open in runs[link] { end(open) }
    runs[link].removeAll(keepingCapacity: true)
  }

  /// All entries, with the runs that still grow and the devices as they are now.
  var entriesSoFar: [TimelineEntry] {
    var copy = self
    for link in runs.indices { copy.endRuns(of: link) }
    for found in heard.found {
      guard case .heard(var device) = copy.entries[found.entry].content else { continue }
      device.further = found.further
      copy.entries[found.entry].content = .heard(device)
    }
    return copy.entries
  }

  private mutating func end(_ open: OpenRun) { entries[open.entry].content = .run(open.run) }

  // MARK: Values

  mutating func add(_ value: AttributeValue, in bytes: Span<UInt8>) {
    let kind: ValueRun.Kind
    switch value.kind {
    case .notification: kind = .notification
    case .indication: kind = .indication
    case .writeCommand: kind = .writeCommand
    // Shown with their answers.
    case .writeRequest, .longWrite: return
    }
    let link = value.connection
    let isFromServer = value.kind.isFromServer
    let server: Side = (value.direction == .rx) == isFromServer ? .peer : .local
    if value.direction == .tx { noteQueued(kind, link, value.moment) }
    let key = ValueRun.Key(kind: kind, handle: value.handle, server: server)
    // A marker stands for itself.
    let isMarker = match.whole(value.value, in: bytes) != nil
    if isMarker { endRuns(of: link) }
    add(
      ValueRun.Item(
        asked: value.moment, moment: value.moment, octets: value.value.originalCount),
      to: key, of: link)
    if isMarker { endRuns(of: link) }
  }

  mutating func add(_ transaction: ATTTransaction, in bytes: Span<UInt8>) {
    // Its value was reported, and a confirmation is the rule.
    if transaction.opcode == .handleValueIndication { return }
    var noted = TimelineTransaction(transaction)
    if transaction.error == nil {
      noted.found = foundAttributes(transaction, in: bytes)
      if transaction.opcode.isRead { noted.octets = transaction.response.originalCount }
    }
    if let kind = noted.runKind, let handle = transaction.handle {
      let key = ValueRun.Key(kind: kind, handle: handle, server: transaction.server)
      let item = ValueRun.Item(
        asked: transaction.request, moment: transaction.answer, octets: noted.octets)
      return add(item, to: key, of: transaction.connection)
    }
    endRuns(of: transaction.connection)
    append(
      .transaction(noted), at: transaction.answer, connection: transaction.connection)
  }

  // MARK: Steps

  mutating func add(_ step: SessionStep, at moment: Moment) {
    if case .scanStarted(let controller) = step { return heard.startScan(on: controller) }
    // The first parameters are reported with the connection.
    if case .parameters(_, let fact) = step, case .step(.connected) = entries.last?.content,
      entries.last?.moment.frame == fact.frame
    {
      return
    }
    switch step {
    // Listed by the packets that they follow from, or as the report has them at the end.
    case .noticed, .peerKnown, .mtu, .subscription, .transferBegun, .transferEnded, .pause, .stall:
      return
    default: break
    }
    if let link = step.connection { endRuns(of: link) }
    append(.step(step), at: moment, connection: step.connection)
  }

  mutating func add(_ event: SessionEvent) {
    switch event {
    case .opened(_, let controller, _, _):
      runs.append([])
      stretches.append(0)
      links.append(LinkQueue(controller: controller))
      while queues.count <= controller { queues.append(TransmitQueue()) }
    case .buffers(let controller, let count):
      while queues.count <= controller { queues.append(TransmitQueue()) }
      queues[controller].buffers = count
    case .aclSent(let link, _, _): notePacket(link)
    case .aclCompleted(let link, let moment, let count):
      let done = min(count, links[link].outstanding)
      links[link].outstanding &-= done
      queues[links[link].controller].outstanding &-= done
      if done > 0, links[link].wasFull {
        links[link].wasFull = false
        links[link].room = moment
      }
    case .rssi(let link, let moment, let dBm):
      let key = ValueRun.Key(kind: .rssi, handle: ATTHandle(0), server: .peer)
      add(
        ValueRun.Item(asked: moment, moment: moment, octets: 0, dBm: dBm), to: key, of: link)
    case .unasked(let link, let moment, let opcode, let server):
      let kind = ValueRun.Kind.unaskedResponse(opcode)
      let key = ValueRun.Key(kind: kind, handle: ATTHandle(0), server: server)
      add(ValueRun.Item(asked: moment, moment: moment, octets: 0), to: key, of: link)
    case .closed(let link, _, _):
      endRuns(of: link)
      queues[links[link].controller].outstanding &-= links[link].outstanding
      links[link].outstanding = 0
    case .interval, .subscribed, .answered, .rested, .typeLearned, .data, .qualityRSSI, .attempt:
      break
    }
  }

  /// The host handed a packet to the controller.
  private mutating func notePacket(_ link: Int) {
    let controller = links[link].controller
    links[link].outstanding &+= 1
    queues[controller].outstanding &+= 1
    if queues[controller].isFull { links[link].wasFull = true }
  }

  /// The host sends a value. If the queue was full a moment ago and has room again, it may have
  /// got a callback.
  private mutating func noteQueued(_ kind: ValueRun.Kind, _ link: Int, _ moment: Moment) {
    let isWrite = kind == .writeCommand
    if let room = links[link].room, links[link].fullOfWrites == isWrite {
      let kind: ValueRun.Kind = isWrite ? .roomForWrites : .roomForNotifications
      add(
        ValueRun.Item(asked: room, moment: room, octets: 0),
        to: ValueRun.Key(kind: kind, handle: ATTHandle(0), server: isWrite ? .peer : .local),
        of: link)
    }
    links[link].room = nil
    links[link].fullOfWrites = isWrite
  }

  // MARK: Advertising

  mutating func add(_ report: Advertisement, in bytes: Span<UInt8>) {
    if let place = heard.place(of: report) {
      if !heard.found[place].nameIsKnown {
        let response = HeardDevice(report, isScanResponse: true, in: bytes)
        if !response.name.isEmpty {
          heard.found[place].nameIsKnown = true
          append(.heard(response), at: report.moment)
          return
        }
      }
      heard.found[place].add(report)
      return
    }
    let device = HeardDevice(report, isScanResponse: false, in: bytes)
    if append(.heard(device), at: report.moment) {
      heard.note(report, entry: entries.count - 1, device)
    }
  }
}

/// The controller's buffers.
private struct TransmitQueue {
  /// 0 while it is not known.
  var buffers = 0
  var outstanding = 0

  var isFull: Bool { buffers > 0 && outstanding >= buffers }
}

/// What of them one connection holds.
private struct LinkQueue {
  let controller: Int
  var outstanding = 0
  /// This connection took the last buffer.
  var wasFull = false
  /// When it got one back.
  var room: Moment?
  /// What it sent last.
  var fullOfWrites = false

  init(controller: Int) { self.controller = controller }
}

/// The devices that were heard, each scan's on their own.
private struct HeardDevices {
  private struct Key: Hashable {
    var controller: Int
    var address: DeviceAddress
    var type: AddressType

    init(_ report: Advertisement) {
      controller = report.controller
      address = report.address
      type = report.addressType
    }
  }

  /// What the further reports of a device add up to, apart from its entry: each change of an entry
  /// copies it.
  struct Found {
    let entry: Int
    var nameIsKnown: Bool
    var further: HeardDevice.Further

    mutating func add(_ report: Advertisement) { further.add(report) }
  }

  var found: [Found] = []
  /// Of the scans under way.
  private var places: [Key: Int] = [:]

  mutating func startScan(on controller: Int) {
    places = places.filter { $0.key.controller != controller }
  }

  func place(of report: Advertisement) -> Int? { places[Key(report)] }

  mutating func note(_ report: Advertisement, entry: Int, _ device: HeardDevice) {
    places[Key(report)] = found.count
    found.append(
      Found(entry: entry, nameIsKnown: !device.name.isEmpty, further: device.further))
  }
}

extension HeardDevice {
  fileprivate init(_ report: Advertisement, isScanResponse: Bool, in bytes: Span<UInt8>) {
    let summary = AdvertisingSummary(report.data, in: bytes)
    controller = report.controller
    address = report.address
    type = report.addressType
    name = []
    if let local = summary.localName { name.append(local.octets, of: bytes) }
    if let end = name.firstIndex(of: 0) { name.removeSubrange(end...) }
    services = Array(summary.serviceUUIDs.prefix(32))
    txPower = summary.txPowerLevel ?? report.txPower
    company = summary.manufacturerData?.companyIdentifier
    rssi = report.rssi
    self.isScanResponse = isScanResponse
    further = Further(report)
  }
}

extension TimelineTransaction {
  /// What it is reported as together with others like it; `nil` for what is reported alone.
  fileprivate var runKind: ValueRun.Kind? {
    guard error == nil, subscription == nil, !isOfDescriptor else { return nil }
    switch opcode {
    // A value that fills its PDU may go on, and is looked at on its own.
    case .readRequest: return octets < max(1, mtu) - 1 ? .read : nil
    case .readBlobRequest: return .readOn
    case .writeRequest: return .writeRequest
    case .prepareWriteRequest: return .writePrepared
    default: return nil
    }
  }
}

extension ATTOpcode {
  fileprivate var isRead: Bool {
    switch self {
    case .readRequest, .readBlobRequest, .readMultipleRequest, .readMultipleVariableRequest: true
    default: false
    }
  }
}

extension SessionStep {
  /// The connection it is about.
  var connection: Int? {
    switch self {
    case .scanStarted, .advertisingStarted, .advertisingStopped, .connecting, .connectFailed,
      .adapter:
      nil
    case .connected(let link, _), .closing(let link, _), .disconnected(let link, _),
      .lost(let link, _),
      .parameters(let link, _), .parameterRequest(let link, _), .parameterAnswer(let link, _),
      .updateFailed(let link, _), .phy(let link, _), .dataLength(let link, _),
      .encryption(let link, _), .encryptionFailed(let link, _), .pairing(let link, _),
      .classicPairing(let link, _), .channelOpened(let link, _), .channelRefused(let link, _),
      .channelClosed(let link, _),
      .noticed(let link), .peerKnown(let link), .mtu(let link, _), .subscription(let link, _),
      .stall(let link, _):
      link
    case .transferBegun(let index), .transferEnded(let index, _), .pause(let index, _):
      index.connection
    }
  }
}
