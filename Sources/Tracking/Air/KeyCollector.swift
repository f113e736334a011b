import BluetoothProtocol
import Bytes
import CaptureFiles

/// Finds the keys of LE connections in a capture of one of their devices: those with which the host
/// starts or answers encryption, and those that pairing hands out.
///
/// Core Vol 4, Part E, 7.7.65.5, 7.8.24 and 7.8.25.
package struct KeyCollector {
  private var tracker = SessionTracker()
  private var pairings: [Int: AirPairing] = [:]
  /// What LE Long Term Key Request asked for, by controller and handle.
  private var asked: [UInt32: AirKey.Identity] = [:]
  package private(set) var keys: [AirKey] = []
  private var known: Set<Known> = []
  /// Whether there were more than are kept.
  package private(set) var isFull = false

  /// All keys of a capture are long term keys.
  private struct Known: Hashable {
    var value: UInt128
    var devices: [DeviceAddress]
  }

  package init() {}

  package mutating func add(_ records: [CapturedRecord], in bytes: Span<UInt8>) {
    for record in records { add(record, in: bytes) }
  }

  private mutating func add(_ record: CapturedRecord, in bytes: Span<UInt8>) {
    switch record.kind {
    case .command:
      tracker.follow(record, in: bytes)
      addCommand(record, in: bytes)
    case .event:
      tracker.follow(record, in: bytes)
      noteRequest(record, in: bytes)
    case .acl, .air:
      tracker.forgetPDUs()
      tracker.follow(record, in: bytes)
      addPairing(of: record, in: bytes)
    default: tracker.follow(record, in: bytes)
    }
  }

  private mutating func addCommand(_ record: CapturedRecord, in bytes: Span<UInt8>) {
    let start = record.bytes.start
    guard record.bytes.count >= 5 else { return }
    let place = UInt32(record.controller) << 16 | UInt32(bytes.u16le(start + 3) & 0x0FFF)
    switch (HCIOpcode(bytes.u16le(start)), record.bytes.count) {
    case (.leEnableEncryption, 31...):
      keep(
        bytes.u128le(start + 15),
        AirKey.Identity(rand: bytes.u64le(start + 5), diversifier: bytes.u16le(start + 13)),
        of: record, place)
    case (.leLongTermKeyRequestReply, 21...):
      keep(bytes.u128le(start + 5), asked[place], of: record, place)
    default: break
    }
  }

  private mutating func noteRequest(_ record: CapturedRecord, in bytes: Span<UInt8>) {
    let start = record.bytes.start
    guard record.bytes.count >= 15, HCIEventCode(bytes[start]) == .leMeta,
      LEMetaSubevent(bytes[start + 2]) == .longTermKeyRequest
    else { return }
    let place = UInt32(record.controller) << 16 | UInt32(bytes.u16le(start + 3) & 0x0FFF)
    guard asked[place] != nil || asked.count < AirKeys.most else {
      isFull = true
      return
    }
    asked[place] = AirKey.Identity(
      rand: bytes.u64le(start + 5), diversifier: bytes.u16le(start + 13))
  }

  private mutating func addPairing(of record: CapturedRecord, in bytes: Span<UInt8>) {
    guard let pdu = tracker.context.observer.last, pdu.channel == .smp else { return }
    guard pairings[pdu.connection] != nil || pairings.count < AirKeys.most else {
      isFull = true
      return
    }
    var pairing = pairings[pdu.connection] ?? AirPairing()
    defer { pairings[pdu.connection] = pairing }
    let isApart = tracker.context.observer.isApart(pdu)
    let copies = tracker.context.observer.copies
    let key =
      isApart
      ? pairing.take(pdu.payload, isFromCentral: pdu.direction == .tx, in: copies.span)
      : pairing.take(pdu.payload, isFromCentral: pdu.direction == .tx, in: bytes)
    guard var key else { return }
    key.source = .hciCapture
    key.devices = tracker.sessions.connections[pdu.connection].peer.map { [$0] } ?? []
    keep(key)
  }

  private mutating func keep(
    _ value: UInt128, _ identity: AirKey.Identity?, of record: CapturedRecord, _ place: UInt32
  ) {
    // As programs write that take keys out.
    guard value != 0 else { return }
    var key = AirKey(value, kind: .longTerm, source: .hciCapture)
    key.identity = identity
    let handle = ConnectionHandle(UInt16(place & 0x0FFF))
    if let connection = tracker.sessions.openConnection(handle, controller: record.controller),
      let peer = tracker.sessions.connections[connection].peer
    {
      key.devices = [peer]
    }
    keep(key)
  }

  private mutating func keep(_ key: AirKey) {
    guard !isFull, known.insert(Known(value: key.value, devices: key.devices)).inserted else {
      return
    }
    guard keys.count < AirKeys.most else {
      isFull = true
      return
    }
    keys.append(key)
  }
}
