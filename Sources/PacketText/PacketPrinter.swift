import BluetoothProtocol
import Bytes
import CaptureFiles
import LinkLayer
import Text
import Tracking

/// Shows packets one by one. Follows the sessions as analysis does, so that handles have names, and
/// fragments are put together.
package struct PacketPrinter {
  let options: PacketOptions
  var tracker = SessionTracker<PDUCollector>()
  var fields: PacketFields
  var text: FieldText
  var names: AttributeNames
  var uuids = NameCache()
  var companies = NameCache()
  var framings = RecognizedFramings()
  // Of the options, apart: reading a selection of a few sets for each record counts their
  // references.
  private let selectsAll: Bool
  private let lastFrame: Int
  private let format: PacketOptions.Format
  private var zero = TimeZero()
  private var previous: TraceTime?
  /// Whether the times of records are moments; where they are not, none is shown as one.
  package var timeOfDayIsKnown = true
  /// Losses that are over, and how many packets they were.
  var lossesPassed = 0
  var packetsDropped = 0
  /// Whether nothing that comes can be selected.
  package private(set) var isDone = false
  /// Whether a packet was selected so far.
  package var hasShown: Bool { previous != nil }

  package init(_ options: PacketOptions) {
    self.options = options
    selectsAll = options.selection.isEverything
    lastFrame = options.selection.lastFrame ?? .max
    format = options.format
    fields = PacketFields(isBrief: options.format == .line)
    text = FieldText(unicode: options.unicode, isBrief: true)
    tracker.airKeys = options.keys
    names = AttributeNames(FieldText(unicode: options.unicode, isBrief: options.format == .line))
  }

  /// The clock that was asked for, or what comes nearest to it.
  var clock: PacketOptions.Clock {
    options.clock == .absolute && !timeOfDayIsKnown ? .relative : options.clock
  }

  /// What is known of the packet that is being shown.
  struct Context {
    var record: CapturedRecord
    var direction: RecordDirection
    var connection: Int?
    /// The server whose attributes are meant.
    var server: Side?
    var request: ATTRequestSeen?
    /// Whether it is an ATT Error Response.
    var isError = false
    /// Of a packet of a sniffed connection.
    var verdict: AirVerdict?
    /// The time that is shown, in microseconds.
    var time: Int64
  }

  /// Takes records, and appends what is to be shown of them.
  ///
  /// - Parameter losses: of the capture up to there.
  package mutating func add(
    _ batch: [CapturedRecord], in bytes: Span<UInt8>, losses: [RecordLoss] = [],
    to output: inout TextBuffer
  ) {
    zero.take(batch)
    for index in batch.indices where !isDone {
      if lossesPassed < losses.count, losses[lossesPassed].beforeFrame <= batch[index].number {
        reportLosses(losses, before: batch[index], to: &output)
      }
      add(batch[index], in: bytes, to: &output)
    }
  }

  /// Takes one record.
  ///
  /// - Returns: what the fields of a reassembled PDU point into.
  @discardableResult
  mutating func add(
    _ record: CapturedRecord, in bytes: Span<UInt8>, to output: inout TextBuffer
  ) -> [UInt8] {
    if record.number > lastFrame {
      isDone = true
      return []
    }
    let start = beginTime(record)
    follow(record, in: bytes)
    guard selectsAll || options.selection.mayHave(record, since: record.time.since(start)) else {
      return []
    }
    let copies = tracker.context.observer.copies
    var context = describe(record, in: bytes, copies: copies.span)
    guard selectsAll || isSelected(context) else { return [] }
    context.time =
      switch clock {
      case .relative: record.time.since(start)
      case .absolute: record.time.microseconds
      case .delta: previous.map { record.time.since($0) } ?? 0
      }
    previous = record.time
    switch format {
    case .line: appendLine(context, in: bytes, copies: copies.span, to: &output)
    case .fields: appendFields(context, in: bytes, copies: copies.span, to: &output)
    case .octets: appendOctets(context, in: bytes, copies: copies.span, to: &output)
    case .json: appendObject(context, in: bytes, copies: copies.span, to: &output)
    }
    return copies
  }

  /// What times count from, once a record was taken.
  mutating func beginTime(_ record: CapturedRecord) -> TraceTime {
    zero.take(CollectionOfOne(record))
    return zero.time ?? record.time
  }

  mutating func follow(_ record: CapturedRecord, in bytes: Span<UInt8>) {
    tracker.forgetPDUs()
    // Who advertises changes nothing about connections.
    if record.isAdvertisingReport(in: bytes) { return }
    tracker.follow(record, in: bytes)
    if record.mayTeachNames(in: bytes) { names.forgetAttributes() }
    // What is shown does it itself.
    if !selectsAll { recognize(in: bytes) }
  }

  /// Finds the fields of a record that was followed.
  mutating func describe(
    _ record: CapturedRecord, in bytes: Span<UInt8>, copies: Span<UInt8>
  ) -> Context {
    fields.manufacturer =
      record.isVendorSpecific(in: bytes)
      ? tracker.sessions.manufacturer(ofController: record.controller) : nil
    fields.describe(record, &tracker.context.observer, in: bytes, copies: copies)
    if fields.layer == .smp, let pdu = tracker.context.observer.last {
      addPairingMethod(record, pdu)
    }
    var context = Context(record: record, direction: record.direction, time: 0)
    complete(&context, tracker.context.observer.last, in: bytes, copies: copies)
    if record.kind == .air, context.connection == nil { completeAir(&context, in: bytes) }
    return context
  }

  /// Takes one record and appends what its line says behind the time.
  mutating func summarize(
    _ record: CapturedRecord, in bytes: Span<UInt8>, to output: inout TextBuffer
  ) -> Context {
    follow(record, in: bytes)
    let copies = tracker.context.observer.copies
    let context = describe(record, in: bytes, copies: copies.span)
    appendWords(context, in: bytes, copies: copies.span, to: &output)
    return context
  }

  /// After a Pairing Response: the result of the two sides' features.
  private mutating func addPairingMethod(_ record: CapturedRecord, _ pdu: LinkPDU) {
    guard let pairing = tracker.sessions.connections[pdu.connection].pairings.last,
      pairing.report.lastFrame == record.number, let initiator = pairing.request,
      let responder = pairing.response, fields.title == "Pairing Response"
    else { return }
    if fields.summaryIsOfPDU {
      SMPPairingMethod.describe(initiator: initiator, responder: responder, into: &fields.pdu)
    } else {
      SMPPairingMethod.describe(initiator: initiator, responder: responder, into: &fields.frame)
    }
  }

  // Mutating, as others of these are that change nothing: the printer is not copied for the call.
  private mutating func complete(
    _ context: inout Context, _ pdu: LinkPDU?, in bytes: Span<UInt8>, copies: Span<UInt8>
  ) {
    if let judged = tracker.context.observer.air {
      context.direction = judged.direction
      context.connection = judged.connection
      context.verdict = judged.verdict
    }
    if let pdu {
      context.direction = pdu.direction
      context.connection = pdu.connection
      context.request = pdu.request
      if pdu.isATT, pdu.payload.count > 0 {
        let isApart = tracker.context.observer.isApart(pdu)
        let first = isApart ? copies[pdu.payload.start] : bytes[pdu.payload.start]
        context.isError = ATTOpcode(first) == .errorResponse
        if let isFromClient = ATTOpcode(first).isFromClient {
          context.server = isFromClient == (pdu.direction == .tx) ? .peer : .local
        }
      }
      return
    }
    if let encrypted = tracker.context.observer.encrypted {
      context.direction = encrypted.direction
      context.connection = encrypted.connection
      return
    }
    guard context.verdict == nil, let handle = fields.frame.connectionHandle else { return }
    let record = context.record
    context.connection = tracker.sessions.openConnection(handle, controller: record.controller)
    if context.connection == nil, record.kind == .acl || isDisconnection(record, in: bytes) {
      context.connection = tracker.sessions.endedConnection(handle, controller: record.controller)
    }
  }

  /// A sniffed packet that completes no PDU: a request to connect, a control PDU, a fragment, one
  /// that is empty, was sent before, or has a wrong CRC.
  private mutating func completeAir(_ context: inout Context, in bytes: Span<UInt8>) {
    guard let packet = fields.air else { return }
    if let data = tracker.context.observer.air { context.direction = data.direction }
    var address = packet.accessAddress
    if packet.isAdvertising {
      guard packet.crc != .bad, let pdu = try? LLAdvertisingPDU(packet.pdu, in: bytes),
        pdu.kind == .connectInd, pdu.payload.originalCount == 34,
        let request = try? LLConnectInd(pdu.payload, in: bytes)
      else { return }
      address = request.accessAddress
    }
    context.connection = tracker.sessions.air.connection(
      of: address, packet, from: context.record.controller)
  }

  private mutating func isDisconnection(_ record: CapturedRecord, in bytes: Span<UInt8>) -> Bool {
    record.kind == .event && !record.bytes.isEmpty
      && HCIEventCode(bytes[record.bytes.start]) == .disconnectionComplete
  }
}

extension CapturedRecord {
  /// Whether it is a command or an event of the controller's vendor.
  fileprivate func isVendorSpecific(in bytes: Span<UInt8>) -> Bool {
    switch kind {
    case .event:
      !self.bytes.isEmpty && HCIEventCode(bytes[self.bytes.start]) == .vendorSpecific
    case .command:
      self.bytes.count >= 2 && HCIOpcode(bytes.u16le(self.bytes.start)).isVendorSpecific
    default: false
    }
  }

  /// Whether what attributes are called may be other than before: after all but the packets that
  /// captures are full of. Not asked of advertising reports.
  fileprivate func mayTeachNames(in bytes: Span<UInt8>) -> Bool {
    let start = self.bytes.start
    switch kind {
    case .acl:
      guard self.bytes.count > 8,
        HCIACLData.Boundary(bytes.u16le(start)) != .continuing
      else { return true }
      switch ATTOpcode(bytes[start + 8]) {
      case .handleValueNotification, .writeCommand, .writeRequest, .writeResponse,
        .handleValueConfirmation:
        return L2CAPBasicHeader(at: start + 4, in: bytes).channel != .att
      default: return true
      }
    case .event:
      return self.bytes.isEmpty || HCIEventCode(bytes[start]) != .numberOfCompletedPackets
    default: return true
    }
  }

  /// Whether it is an event that reports advertising alone.
  fileprivate func isAdvertisingReport(in bytes: Span<UInt8>) -> Bool {
    let start = self.bytes.start
    return kind == .event && self.bytes.count >= 3 && HCIEventCode(bytes[start]) == .leMeta
      && LEMetaSubevent(bytes[start + 2]).reportsAdvertising
  }
}

// MARK: - Selection

extension PacketSelection {
  /// What the record itself decides.
  func mayHave(_ record: CapturedRecord, since time: Int64) -> Bool {
    if let from, time < from { return false }
    if let to, time > to { return false }
    if let transfer, !transfer.frames.contains(record.number) { return false }
    return hasFrame(record.number)
  }
}

extension PacketPrinter {
  mutating func isSelected(_ context: Context) -> Bool {
    let selection = options.selection
    if !selection.layers.isEmpty,
      !selection.layers.contains(where: { fields.layer.isCarried(by: $0) })
    {
      return false
    }
    if !selection.connections.isEmpty, !isOfConnection(context, selection.connections) {
      return false
    }
    if !selection.handles.isEmpty, !isOfHandle(context, selection.handles) { return false }
    if !selection.devices.isEmpty, !isOfDevice(context, selection.devices) { return false }
    if let transfer = selection.transfer, !isOfTransfer(context, transfer) { return false }
    return true
  }

  func isOfConnection(_ context: Context, _ numbers: Set<Int>) -> Bool {
    if let own = context.connection, numbers.contains(own + 1) { return true }
    return fields.connectionHandles.contains { handle in
      tracker.sessions.openConnection(handle, controller: context.record.controller)
        .map { numbers.contains($0 + 1) } ?? false
    }
  }

  private func isOfHandle(_ context: Context, _ handles: Set<ConnectionHandle>) -> Bool {
    if let own = context.connection, handles.contains(tracker.sessions.connections[own].handle) {
      return true
    }
    return fields.connectionHandles.contains(where: handles.contains)
  }

  private func isOfDevice(_ context: Context, _ devices: Set<DeviceAddress>) -> Bool {
    if let own = context.connection, let peer = tracker.sessions.connections[own].peer,
      devices.contains(peer)
    {
      return true
    }
    return fields.addresses.contains(where: devices.contains)
  }

  private func isOfTransfer(_ context: Context, _ transfer: SelectedTransfer) -> Bool {
    context.connection == transfer.connection - 1 && fields.layer == .att
      && fields.hasAttributeHandle(transfer.handle)
  }
}

extension PacketFields {
  var connectionHandles: [ConnectionHandle] {
    frame.fields.compactMap {
      if case .connectionHandle(let handle) = $0.value { ConnectionHandle(handle) } else { nil }
    }
  }

  var addresses: [DeviceAddress] {
    (frame.fields + pdu.fields).compactMap {
      if case .address(let address) = $0.value { address } else { nil }
    }
  }

  /// The first one.
  var attributeHandle: UInt16? {
    for field in frame.fields + pdu.fields {
      if case .attributeHandle(let handle) = field.value { return handle }
    }
    return nil
  }

  func hasAttributeHandle(_ handle: ATTHandle) -> Bool {
    (frame.fields + pdu.fields).contains {
      if case .attributeHandle(let one) = $0.value { one == handle.rawValue } else { false }
    }
  }
}
