import Bytes

/// A device on USB, which may be a Bluetooth controller, and the packets that its transfers make.
///
/// Commands go by control transfers, events come by interrupt transfers, ACL data goes by bulk
/// transfers, SCO data by isochronous ones (Core Vol 4, Part B, 2). In bulk serialization mode
/// (since Core 6.2, setting 1 of the first interface) all packets go by bulk transfers, behind the
/// packet indicator of H4. A packet may be in several transfers, and a transfer hold several.
///
/// ISO data has no place outside of that mode, but Linux sends it like ACL data: known by a handle
/// of a CIS or BIS.
struct USBController {
  /// Its index among those of the capture, once it is known as a Bluetooth controller.
  var index: UInt16?

  private var events = USBStream()
  private var commands = USBStream()
  private var bulk = (sent: USBStream(), received: USBStream())
  private var synchronous = (sent: USBStream(), received: USBStream())
  /// Endpoints that carry HCI, and those that do not, by their number; those that send to the host
  /// in the upper half.
  private var known: UInt32 = 0
  private var foreign: UInt32 = 0
  private var handles = USBHandles()
  /// Whether commands or events came in the usual way: then bulk transfers carry ACL data alone.
  private var isUsual = false

  init() {}

  private init(index: UInt16?, foreign: UInt32) {
    (self.index, self.foreign) = (index, foreign)
  }

  /// Takes in a transfer.
  mutating func take(
    _ transfer: USBTransfer, _ octets: Span<UInt8>, to emit: (USBPacket) -> Void
  ) {
    let data = octets.extracting(transfer.data)
    let missing = max(0, transfer.length - transfer.data.count)
    switch transfer.kind {
    case .control: takeControl(transfer, octets, data, missing, emit)
    case .interrupt:
      guard transfer.isIncoming, transfer.isCompletion, accepts(transfer, data, missing, .event)
      else {
        return
      }
      isUsual = true
      events.take(data, missing, .event, &handles, emit)
    case .bulk:
      let known = transfer.isIncoming ? bulk.received.kind : bulk.sent.kind
      guard transfer.isIncoming == transfer.isCompletion,
        let kind = known ?? kind(of: data, missing, transfer),
        accepts(transfer, data, missing, kind)
      else { return }
      if transfer.isIncoming {
        bulk.received.kind = kind
        bulk.received.take(data, missing, kind, &handles, emit)
      } else {
        bulk.sent.kind = kind
        bulk.sent.take(data, missing, kind, &handles, emit)
      }
    case .isochronous:
      guard index != nil, transfer.isIncoming == transfer.isCompletion,
        foreign & bit(transfer.endpoint) == 0
      else { return }
      transfer.forEachPiece(octets) { piece in
        let piece = octets.extracting(piece)
        if transfer.isIncoming {
          synchronous.received.take(piece, 0, .sco, &handles, emit)
        } else {
          synchronous.sent.take(piece, 0, .sco, &handles, emit)
        }
      }
    }
  }

  private mutating func takeControl(
    _ transfer: USBTransfer, _ octets: Span<UInt8>, _ data: Span<UInt8>, _ missing: Int,
    _ emit: (USBPacket) -> Void
  ) {
    if let setup = transfer.setup {
      commands.drop()
      let request = octets.u16be(setup)
      switch request {
      // Of a class, to a device, number 0; its value and index are 0 too. Old hosts have E0 for
      // the number, BTstack sends it to the interface.
      case 0x2000, 0x20E0, 0x2100:
        commands.isOpen = index != nil || octets.u32be(setup + 2) == 0
      // A setting of an interface: the first one's may change the mode of bulk transfers.
      case 0x010B where octets.u16le(setup + 4) == 0:
        bulk = (USBStream(), USBStream())
        isUsual = false
      case 0x010B: synchronous = (USBStream(), USBStream())
      default: break
      }
    } else if transfer.isCompletion {
      readDescriptors(data)
    }
    // Old versions of USBPcap have what is sent in a record of its own, without the setup.
    guard !transfer.isCompletion, commands.isOpen, data.count > 0,
      foreign & bit(transfer.endpoint) == 0
    else { return }
    if index == nil {
      guard packetLength(.command, data) == data.count + missing else { return }
      index = .max
    }
    isUsual = true
    commands.take(data, missing, .command, &handles, emit)
    commands.drop()
  }

  /// What a bulk transfer carries, of the first one that shows it.
  private func kind(
    of data: Span<UInt8>, _ missing: Int, _ transfer: USBTransfer
  ) -> RecordKind? {
    guard data.count > 1 else { return nil }
    if USBPacket.fits(data, .acl) || beginsACL(data, missing) { return .acl }
    return missing == 0 && isSerialized(data, transfer) ? .unrecognized : nil
  }

  /// Whether ACL data begins there that is in several transfers, or was cut: of a controller.
  private func beginsACL(_ data: Span<UInt8>, _ missing: Int) -> Bool {
    guard index != nil, isUsual, data.count >= 4, data.u16le(0) & 0x0FFF <= 0x0EFF else {
      return false
    }
    let rest = Int(data.u16le(2)) + 4 - data.count
    return missing > 0 ? rest == missing : rest >= 0
  }

  /// Whether the octets are a packet behind its packet indicator.
  private func isSerialized(_ data: Span<UInt8>, _ transfer: USBTransfer) -> Bool {
    let kind = h4Kind(data[0])
    if kind == .unrecognized || kind == (transfer.isIncoming ? .command : .event) { return false }
    return USBPacket.fits(data.extracting(1...), kind)
  }

  /// Whether an endpoint carries HCI: known by its descriptor, or by a packet that is one beyond
  /// doubt; of a controller, by one that can be.
  private mutating func accepts(
    _ transfer: USBTransfer, _ data: Span<UInt8>, _ missing: Int, _ kind: RecordKind
  ) -> Bool {
    let bit = bit(transfer.endpoint)
    if foreign & bit != 0 { return false }
    if known & bit != 0 { return true }
    if kind == .acl, beginsACL(data, missing) {
      known |= bit
      return true
    }
    let isSerialized = kind == .unrecognized
    guard data.count > 1 else { return false }
    let packet = isSerialized ? data.extracting(1...) : data
    let kind = isSerialized ? h4Kind(data[0]) : kind
    guard USBPacket.fits(packet, kind) else { return false }
    if index == nil {
      guard USBPacket.isBeyondDoubt(packet, kind) else { return false }
      index = .max
    }
    known |= bit
    return true
  }

  private func bit(_ endpoint: UInt8) -> UInt32 {
    1 << (UInt32(endpoint & 0x0F) + (endpoint & 0x80 == 0 ? 0 : 16))
  }

  /// Reads what a device says of itself, where that is what came.
  private mutating func readDescriptors(_ data: Span<UInt8>) {
    guard data.count >= 9, data[0] == (data[1] == 1 ? 18 : 9), data[1] == 1 || data[1] == 2 else {
      return
    }
    if data[1] == 1 {
      // What was at that address before was unplugged, or asked again.
      if isBluetooth(data, 4) { index = index ?? .max }
      return
    }
    var (known, foreign): (UInt32, UInt32) = (0, 0)
    var isOurs = false
    // Of a class of its own; a maker's class may be anything.
    var isOther = false
    var at = 0
    while data.count - at >= 2, data[at] >= 2 {
      let count = Int(data[at])
      guard count <= data.count - at else { break }
      switch data[at + 1] {
      case 4 where count >= 9:
        isOurs = isBluetooth(data, at + 5)
        if !isOurs, data[at + 5] != 0xFF { isOther = true }
      case 5 where count >= 7:
        if isOurs { known |= bit(data[at + 2]) } else { foreign |= bit(data[at + 2]) }
      default: break
      }
      at += count
    }
    guard known != 0 else {
      // Something else was plugged in where a controller may have been.
      if isOther { self = USBController(index: index, foreign: .max) }
      return
    }
    (self.known, self.foreign) = (known, foreign & ~known)
    index = index ?? .max
  }

  /// Wireless controller, radio frequency, Bluetooth.
  private func isBluetooth(_ data: Span<UInt8>, _ at: Int) -> Bool {
    data[at] == 0xE0 && data[at + 1] == 1 && data[at + 2] == 1
  }
}

/// A packet that came by USB.
struct USBPacket {
  var kind: RecordKind
  var bytes: ArraySlice<UInt8>
  var originalCount: Int

  /// Whether the octets are one whole packet by their own length.
  static func fits(_ packet: Span<UInt8>, _ kind: RecordKind) -> Bool {
    guard packetLength(kind, packet) == packet.count else { return false }
    return switch kind {
    case .acl, .sco, .iso: packet.u16le(0) & 0x0FFF <= 0x0EFF
    default: true
    }
  }

  /// Whether no other device is likely to send such a packet.
  ///
  /// - Precondition: it fits.
  static func isBeyondDoubt(_ packet: Span<UInt8>, _ kind: RecordKind) -> Bool {
    switch kind {
    case .command: opening.contains { $0.opcode == packet.u16le(0) && $0.count == packet[2] }
    case .acl: packet.count >= 8 && Int(packet.u16le(4)) == packet.count - 8
    case .event:
      switch packet[0] {
      case 0x0E: packet.count >= 5 && packet[2] <= 0x20
      case 0x0F: packet.count == 6 && packet[2] < 0x60 && packet[3] <= 0x20
      case 0x13: packet.count >= 7 && packet.count == 3 + 4 * Int(packet[2])
      case 0x3E: packet.count >= 4 && (1...0x3F).contains(packet[2])
      default: false
      }
    default: false
    }
  }
}

extension USBPacket {
  /// Commands without which no host begins, or without parameters: a device that is sent another
  /// one is known by its answer.
  private static let opening: [(opcode: UInt16, count: UInt8)] = [
    (0x0C01, 8), (0x0C03, 0), (0x0C14, 0), (0x0C23, 0), (0x0C25, 0), (0x1001, 0), (0x1002, 0),
    (0x1003, 0), (0x1005, 0), (0x1009, 0), (0x2001, 8), (0x2002, 0), (0x2003, 0), (0x2007, 0),
    (0x200F, 0), (0x2018, 0), (0x201C, 0),
  ]
}

/// Handles that say what a packet is: those of CIS and BIS.
struct USBHandles {
  private var isochronous: Set<UInt16> = []

  func isISO(_ packet: ArraySlice<UInt8>) -> Bool {
    !isochronous.isEmpty && isochronous.contains(packet.span.u16le(0) & 0x0FFF)
  }

  /// Takes in what an event says of them.
  mutating func note(_ event: ArraySlice<UInt8>) {
    let event = event.span
    guard event.count >= 6 else { return }
    switch (event[0], event[2]) {
    // A disconnection, or a new connection.
    case (0x05, 0), (0x03, 0), (0x2C, 0): isochronous.remove(event.u16le(3) & 0x0FFF)
    case (0x3E, 0x01), (0x3E, 0x0A), (0x3E, 0x29):
      if event[3] == 0 { isochronous.remove(event.u16le(4) & 0x0FFF) }
    // Reset.
    case (0x0E, _) where event.u16le(3) == 0x0C03: isochronous = []
    case (0x3E, 0x19) where event[3] == 0, (0x3E, 0x2A) where event[3] == 0:
      add(event, at: 4, count: 1)
    case (0x3E, 0x1B) where event[3] == 0 && event.count > 20:
      add(event, at: 21, count: Int(event[20]))
    case (0x3E, 0x1D) where event[3] == 0 && event.count > 16:
      add(event, at: 17, count: Int(event[16]))
    default: break
    }
  }

  private mutating func add(_ event: Span<UInt8>, at start: Int, count: Int) {
    for index in 0..<count where event.count - start >= 2 * index + 2 {
      isochronous.insert(event.u16le(start + 2 * index) & 0x0FFF)
    }
  }
}

/// Puts packets together that come in pieces, one way by one endpoint.
struct USBStream {
  /// What it carries; `unrecognized` where a packet indicator says it, packet by packet.
  var kind: RecordKind?
  /// Of commands: whether what comes next is one.
  var isOpen = false
  private var held: [UInt8] = []

  mutating func drop() {
    held = []
    isOpen = false
  }

  /// - Parameter missing: octets after these that were not captured.
  mutating func take(
    _ data: Span<UInt8>, _ missing: Int, _ kind: RecordKind, _ handles: inout USBHandles,
    _ emit: (USBPacket) -> Void
  ) {
    guard data.count > 0 else { return }
    if !held.isEmpty, beginsAnew(data, kind) { held = [] }
    for index in 0..<data.count { held.append(data[index]) }
    var used = 0
    while let (start, of, length) = next(kind, from: used) {
      // No packet begins so: what follows cannot be known either.
      guard of != .unrecognized else {
        used = held.count
        break
      }
      guard let length else { break }
      let end = used + start + length
      guard end <= held.count || missing > 0 else { break }
      let bytes = held[(used + start)..<min(end, held.count)]
      if of == .event { handles.note(bytes) }
      let isISO = of == .acl && handles.isISO(bytes)
      emit(USBPacket(kind: isISO ? .iso : of, bytes: bytes, originalCount: length))
      used = min(end, held.count)
    }
    // A new array: one that was long does not stay so.
    held = missing > 0 || used == held.count ? [] : Array(held[used...])
  }

  /// Whether a piece was lost: the next one is a whole packet, and not what is missing.
  private func beginsAnew(_ data: Span<UInt8>, _ kind: RecordKind) -> Bool {
    let start = kind == .unrecognized ? 1 : 0
    guard data.count > start, let (_, _, length) = next(kind),
      length.map({ start + $0 }) != held.count + data.count
    else { return false }
    return USBPacket.fits(data.extracting(start...), start == 1 ? h4Kind(data[0]) : kind)
  }

  /// What is held from there on: octets before the packet, its kind, and its length if that shows.
  private func next(_ kind: RecordKind, from at: Int = 0) -> (Int, RecordKind, Int?)? {
    guard at < held.count else { return nil }
    let start = kind == .unrecognized ? 1 : 0
    let of = start == 1 ? h4Kind(held[at]) : kind
    guard at + start <= held.count else { return nil }
    return (start, of, packetLength(of, held.span.extracting((at + start)...)))
  }
}
