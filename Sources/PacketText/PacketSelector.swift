import BluetoothProtocol
import Bytes
import CaptureFiles
import LinkLayer
import Tracking

/// Finds the records that a selection needs: those that are selected, and those without which
/// they cannot be understood.
///
/// The latter are, of each controller and connection that the selection has packets of: the facts
/// about the controller; how the connection began, with the last advertising before it; its
/// parameters, features, MTU, discovery, subscriptions, pairing and channels; the request of a
/// selected response, and the other fragments of a selected PDU. Of a connection that a sniffer
/// heard these are its request to connect and all control PDUs, too.
package struct PacketSelector {
  /// Frames of one connection's setup that are remembered, and of all connections.
  static let setupLimit = 1 << 16
  static let totalLimit = 1 << 20
  private static let advertiserLimit = 4096
  private static let fragmentLimit = 4096
  private static let noteLimit = 4096

  var printer: PacketPrinter
  private let selection: PacketSelection
  private var zero = TimeZero()
  /// What is selected.
  package private(set) var selected = FrameSet()
  /// Requests and fragments that belong to what is selected.
  var needed = FrameSet()
  private var controllers: [UInt16: Controller] = [:]
  var connections: [Int: Connection] = [:]
  private var fragments: [Direction: [Int]] = [:]
  private var advertising: [DeviceAddress: LastAdvertising] = [:]
  private var lastSelected = 0
  /// What the recorder noted itself, such as that the clock was set.
  private var recorderNotes: [Int] = []
  /// Data that belongs to a connection's setup, and what was sent and waits for its completion.
  private var setupData = FrameSet()
  private var sent: [Int: [Int]] = [:]
  private static let sentLimit = 1024
  private var remembered = 0
  /// Whether some of a connection's setup was more than is remembered.
  package private(set) var isIncomplete = false

  /// The last packet of extended advertising on a primary channel, by the sniffer that heard it: it
  /// announces one on another channel, which says whose it is.
  var announcements: [UInt16: Int] = [:]
  /// The last packet of a side that a sniffer heard. Without it the next one may look like one that
  /// was sent before, because packets are numbered by one bit.
  var predecessors: [Direction: Int] = [:]

  /// The last reports of a device, and the last one with its name.
  private struct LastAdvertising {
    var reports: [Int] = []
    var named: Int?
  }

  struct Direction: Hashable {
    var connection: Int
    var isReceived: Bool
  }

  private struct Controller {
    var isNeeded = false
    var facts: [Int] = []
    /// The commands that may lead to the next connection, and their answers.
    var creation: [Int] = []
    /// Of a command that is remembered and not answered: where its answer belongs.
    var unanswered: [UInt16: Place] = [:]
  }

  struct Connection {
    var isNeeded = false
    var hasBegun = false
    var setup: [Int] = []
  }

  enum Place {
    case facts, creation
    case setup(Int)
  }

  package init(_ selection: PacketSelection) {
    self.selection = selection
    var options = PacketOptions()
    options.format = .fields
    options.selection = selection
    printer = PacketPrinter(options)
  }

  /// Takes the records of a capture, in their order.
  package mutating func add(_ batch: [CapturedRecord], in bytes: Span<UInt8>) {
    zero.take(batch)
    for record in batch { add(record, since: zero.time ?? record.time, in: bytes) }
  }

  private mutating func add(
    _ record: CapturedRecord, since start: TraceTime, in bytes: Span<UInt8>
  ) {
    printer.follow(record, in: bytes)
    let copies = printer.tracker.context.observer.copies
    let context = printer.describe(record, in: bytes, copies: copies.span)
    let isSelected =
      selection.mayHave(record, since: record.time.since(start)) && printer.isSelected(context)
    let own = connections(of: context)
    if isSelected {
      selected.insert(record.number)
      lastSelected = record.number
      if record.controller != .max {
        controllers[record.controller, default: .init()].isNeeded = true
      }
      for connection in own { connections[connection, default: .init()].isNeeded = true }
      if let request = context.request { needed.insert(request.frame) }
    }
    switch record.kind {
    case .acl:
      if let connection = context.connection {
        if context.direction == .tx { noteSent(record.number, connection) }
        let acl = try? HCIACLData(record.bytes, in: bytes)
        addData(
          record, context, connection, isSelected, isStart: acl?.boundary != .continuing,
          in: bytes, copies: copies.span)
      }
    case .air: addAir(record, context, isSelected, in: bytes, copies: copies.span)
    case .command: addCommand(record, own, in: bytes)
    case .event: addEvent(record, own, in: bytes)
    case .newIndex, .openIndex, .closeIndex, .deleteIndex, .indexInfo:
      remember(record.number, .facts, record.controller)
    case .userLogging where KernelConnectionNote(record.bytes, in: bytes) != nil:
      remember(record.number, .facts, record.controller)
    case .userLogging where RecorderNote(record.bytes, in: bytes) != nil:
      if recorderNotes.count < Self.noteLimit { recorderNotes.append(record.number) }
    default: break
    }
  }

  /// What a file with the selection holds. Nothing comes after the last selected packet: what
  /// happened later, such as the end of a connection, would seem to have cut it off.
  package func frames() -> FrameSet {
    var frames = selected
    guard selected.count > 0 else { return frames }
    func add(_ other: [Int]) {
      for frame in other where frame <= lastSelected { frames.insert(frame) }
    }
    for controller in controllers.values where controller.isNeeded { add(controller.facts) }
    for connection in connections.values where connection.isNeeded { add(connection.setup) }
    for frame in 0..<needed.end where needed.contains(frame) { frames.insert(frame) }
    // They are about what is on both sides of them.
    let first = (0..<frames.end).first { frames.contains($0) } ?? 0
    add(recorderNotes.filter { $0 > first })
    return frames
  }

  private func connections(of context: PacketPrinter.Context) -> [Int] {
    var found: [Int] = []
    if let own = context.connection { found.append(own) }
    for handle in printer.fields.connectionHandles {
      if let one = printer.tracker.sessions.openConnection(
        handle, controller: context.record.controller), !found.contains(one)
      {
        found.append(one)
      }
    }
    return found
  }

  mutating func remember(_ frame: Int, _ place: Place, _ controller: UInt16) {
    guard remembered < Self.totalLimit else {
      isIncomplete = true
      return
    }
    remembered += 1
    switch place {
    case .facts: controllers[controller, default: .init()].facts.append(frame)
    case .creation:
      controllers[controller, default: .init()].creation.append(frame)
      // Of attempts that led to nothing only the last are of use.
      if controllers[controller]?.creation.count ?? 0 > 16 {
        controllers[controller]?.creation.removeFirst(8)
        remembered -= 8
      }
    case .setup(let connection):
      guard connections[connection]?.setup.count ?? 0 < Self.setupLimit else {
        isIncomplete = true
        return
      }
      connections[connection, default: .init()].setup.append(frame)
    }
  }
}

// MARK: - Commands and events

extension PacketSelector {
  private mutating func addCommand(_ record: CapturedRecord, _ own: [Int], in bytes: Span<UInt8>) {
    guard record.bytes.count >= 2 else { return }
    let opcode = HCIOpcode(bytes.u16le(record.bytes.start))
    let place: Place
    if let connection = own.first {
      place = .setup(connection)
    } else if opcode.leadsToConnection {
      place = .creation
    } else if opcode.statesController {
      place = .facts
    } else {
      return
    }
    remember(record.number, place, record.controller)
    controllers[record.controller, default: .init()].unanswered[opcode.rawValue] = place
  }

  private mutating func addEvent(_ record: CapturedRecord, _ own: [Int], in bytes: Span<UInt8>) {
    guard !record.bytes.isEmpty else { return }
    switch HCIEventCode(bytes[record.bytes.start]) {
    case .numberOfCompletedPackets: return addCompletions(record, in: bytes)
    case .vendorSpecific: return
    case .commandComplete, .commandStatus: return addAnswer(record, own, in: bytes)
    case .leMeta where record.bytes.count >= 3:
      if LEMetaSubevent(bytes[record.bytes.start + 2]).reportsAdvertising {
        return addAdvertising(record)
      }
    default: break
    }
    for connection in own {
      if connections[connection]?.hasBegun != true { begin(connection, record.controller) }
      remember(record.number, .setup(connection), record.controller)
    }
  }

  private mutating func noteSent(_ frame: Int, _ connection: Int) {
    // Where completions are missing, the oldest are forgotten.
    if sent[connection]?.count ?? 0 >= Self.sentLimit {
      sent[connection]?.removeFirst(Self.sentLimit / 2)
    }
    sent[connection, default: []].append(frame)
  }

  /// Packets of a setup without their completions would seem to wait in the controller.
  private mutating func addCompletions(_ record: CapturedRecord, in bytes: Span<UInt8>) {
    guard let event = NumberOfCompletedPackets(alone: record.bytes, in: bytes) else { return }
    for index in 0..<event.count {
      let (handle, completed) = event.entry(index, in: bytes)
      guard
        let connection = printer.tracker.sessions.openConnection(
          handle, controller: record.controller), let waiting = sent[connection]
      else { continue }
      let done = waiting.prefix(Int(completed))
      sent[connection]?.removeFirst(done.count)
      if done.contains(where: setupData.contains) {
        remember(record.number, .setup(connection), record.controller)
      }
    }
  }

  /// A connection came to be: what led to it belongs to it.
  mutating func begin(_ connection: Int, _ controller: UInt16) {
    connections[connection, default: .init()].hasBegun = true
    var before = controllers[controller]?.creation ?? []
    remembered -= before.count
    controllers[controller]?.creation = []
    if let peer = printer.tracker.sessions.connections[connection].peer {
      before += advertising[peer]?.reports ?? []
      if let named = advertising[peer]?.named { before.append(named) }
    }
    for frame in before { remember(frame, .setup(connection), controller) }
  }

  private mutating func addAnswer(_ record: CapturedRecord, _ own: [Int], in bytes: Span<UInt8>) {
    let start = record.bytes.start
    let isComplete = HCIEventCode(bytes[start]) == .commandComplete
    let place = start + (isComplete ? 3 : 4)
    guard place + 2 <= record.bytes.end else { return }
    let opcode = bytes.u16le(place)
    if let place = controllers[record.controller]?.unanswered.removeValue(forKey: opcode) {
      remember(record.number, place, record.controller)
    } else if let connection = own.first {
      remember(record.number, .setup(connection), record.controller)
    } else if HCIOpcode(opcode).statesController {
      remember(record.number, .facts, record.controller)
    }
  }

  mutating func addAdvertising(_ record: CapturedRecord, announced: Int? = nil) {
    let hasName = printer.fields.frame.fields.contains {
      if case .text = $0.value { true } else { false }
    }
    for address in printer.fields.addresses {
      guard advertising[address] != nil || advertising.count < Self.advertiserLimit else {
        continue
      }
      var last = advertising[address] ?? LastAdvertising()
      if let announced { last.reports.append(announced) }
      last.reports.append(record.number)
      // A report, and mostly the answer to a scan request after it.
      let most = announced == nil ? 2 : 3
      if last.reports.count > most { last.reports.removeFirst(last.reports.count - most) }
      if hasName { last.named = record.number }
      advertising[address] = last
    }
  }
}

extension HCIOpcode {
  /// Whether it asks for a connection, or lets one come.
  fileprivate var leadsToConnection: Bool {
    switch rawValue {
    // Create Connection, Accept Connection Request
    case 0x0405, 0x0409: true
    // LE Set Advertising Parameters, LE Set Advertising Enable, LE Create Connection and Cancel
    case 0x2006, 0x200A, 0x200D, 0x200E: true
    // LE Set Extended Advertising Parameters and Enable, LE Extended Create Connection v1, v2
    case 0x2036, 0x2039, 0x2043, 0x2085: true
    default: false
    }
  }

  /// Whether it or its answer states what a controller is and can do.
  fileprivate var statesController: Bool {
    switch rawValue {
    // Informational parameters
    case 0x1001...0x100F: true
    // Reset; names; Host Buffer Size
    case 0x0C03, 0x0C13, 0x0C14, 0x0C33: true
    // LE Read Buffer Size, Local Features; LE Set Random Address; States; data lengths; PHY
    case 0x2002, 0x2003, 0x2005, 0x201C, 0x2023, 0x2024, 0x202F, 0x2031, 0x2060: true
    default: false
    }
  }
}

// MARK: - Data

extension PacketSelector {
  mutating func addData(
    _ record: CapturedRecord, _ context: PacketPrinter.Context, _ connection: Int,
    _ isSelected: Bool, isStart: Bool, after before: Int? = nil, in bytes: Span<UInt8>,
    copies: Span<UInt8>
  ) {
    let pdus = printer.tracker.context.observer
    let side = Direction(connection: connection, isReceived: context.direction != .tx)
    guard let last = pdus.last else {
      if isStart { fragments[side] = [] }
      if fragments[side, default: []].count < Self.fragmentLimit {
        fragments[side, default: []] += [before, record.number].compactMap(\.self)
      }
      return
    }
    var frames = [before, record.number].compactMap(\.self)
    if pdus.first?.isReassembled == true { frames = (fragments[side] ?? []) + frames }
    fragments[side] = nil
    if frames.count > 1, frames.contains(where: selected.contains) {
      for frame in frames { needed.insert(frame) }
      connections[connection, default: .init()].isNeeded = true
      if let request = context.request { needed.insert(request.frame) }
    }
    // What was decrypted is a copy, too.
    let isApart = pdus.isApart(last)
    let isSetup =
      isApart ? isSetup(last, context, in: copies) : isSetup(last, context, in: bytes)
    if isSetup {
      for frame in frames {
        remember(frame, .setup(connection), record.controller)
        setupData.insert(frame)
      }
    }
  }

  /// Whether it says how the connection works, and carries no data.
  private mutating func isSetup(
    _ pdu: LinkPDU, _ context: PacketPrinter.Context, in bytes: Span<UInt8>
  ) -> Bool {
    guard pdu.payload.count > 0 else { return false }
    let first = bytes[pdu.payload.start]
    guard pdu.isATT else {
      switch pdu.channel {
      case .smp, .smpBREDR: return true
      // Flow Control Credit is as frequent as data.
      case .signallingLE, .signallingBREDR: return first != 0x16
      default: return false
      }
    }
    switch ATTOpcode(first) {
    case .exchangeMTURequest, .exchangeMTUResponse, .findInformationRequest,
      .findInformationResponse, .findByTypeValueRequest, .findByTypeValueResponse,
      .readByTypeRequest, .readByTypeResponse, .readByGroupTypeRequest, .readByGroupTypeResponse:
      return true
    case .errorResponse:
      guard pdu.payload.count > 1 else { return false }
      switch ATTOpcode(bytes[pdu.payload.start + 1]) {
      case .exchangeMTURequest, .findInformationRequest, .findByTypeValueRequest,
        .readByTypeRequest, .readByGroupTypeRequest:
        return true
      case .writeRequest:
        guard pdu.payload.count > 3, let server = context.server else { return false }
        let handle = ATTHandle(bytes.u16le(pdu.payload.start + 2))
        return isSubscription(handle, pdu.connection, server)
      default: return false
      }
    case .writeRequest, .writeCommand:
      // A subscription is two octets; before discovery nothing says which writes are.
      guard pdu.payload.count == 5, let server = context.server else { return false }
      let handle = ATTHandle(bytes.u16le(pdu.payload.start + 1))
      return isSubscription(handle, pdu.connection, server)
    case .writeResponse:
      guard let handle = pdu.request?.handle, let server = context.server else { return false }
      return isSubscription(handle, pdu.connection, server)
    default: return false
    }
  }

  private func isSubscription(_ handle: ATTHandle, _ connection: Int, _ server: Side) -> Bool {
    switch printer.tracker.sessions.attribute(handle, connection: connection, server: server) {
    case .descriptor, nil: true
    default: false
    }
  }
}
