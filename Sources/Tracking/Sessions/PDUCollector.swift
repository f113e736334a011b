import BluetoothProtocol
import Bytes
import CaptureFiles

/// Keeps the PDUs that one record completed until they are shown: the first, and the last, which
/// may be the same.
///
/// The session is followed first and shown afterwards: then what the packet showed is known, and
/// nothing is read while it changes.
package struct PDUCollector: SessionObserver {
  package private(set) var first: LinkPDU?
  package private(set) var last: LinkPDU?
  package private(set) var count = 0
  /// What the record held, where it was encrypted: at the beginning of `copies`.
  package private(set) var encrypted: EncryptedPDU?
  /// What the record was in a connection that a sniffer heard.
  package private(set) var air: AirData?
  /// Those that were put together from several packets, and those that were decrypted: their ranges
  /// point in here.
  package private(set) var copies: [UInt8] = []

  /// Whether anything is collected; sessions are followed faster without.
  fileprivate(set) var isOn = true

  package var takesPDUs: Bool { isOn }

  fileprivate mutating func removeAll() {
    if count == 0, encrypted == nil, air == nil { return }
    count = 0
    air = nil
    encrypted = nil
    first = nil
    last = nil
    if !copies.isEmpty { copies = [] }
  }

  /// Whether its payload is in `copies`, not in the record.
  package func isApart(_ pdu: LinkPDU) -> Bool { pdu.isReassembled || encrypted?.counter != nil }

  package mutating func observe(_ pdu: LinkPDU, in bytes: Span<UInt8>) {
    guard pdu.isReassembled else { return add(pdu) }
    var copy = pdu
    let start = copies.count
    copies.append(pdu.payload, of: bytes)
    copy.payload = ByteRange(
      start: start, end: copies.count, originalCount: pdu.payload.originalCount)
    add(copy)
  }

  package mutating func observe(_ encrypted: EncryptedPDU, in bytes: Span<UInt8>) {
    self.encrypted = encrypted
    copies.append(ByteRange(start: 0, end: encrypted.octets), of: bytes)
  }

  package mutating func observe(_ data: AirData) { air = data }

  private mutating func add(_ pdu: LinkPDU) {
    if count == 0 { first = pdu }
    last = pdu
    count += 1
  }

  package mutating func observe(_ value: AttributeValue, in bytes: Span<UInt8>) {}
  package mutating func observe(_ advertisement: Advertisement, in bytes: Span<UInt8>) {}
  package mutating func observe(_ event: SessionEvent) {}
}

/// Not generic, so that the compiler makes the tracker for this observer where it sees all of it.
extension SessionTracker where Observer == PDUCollector {
  package init() { self.init(observer: PDUCollector()) }

  package mutating func forgetPDUs() { context.observer.removeAll() }

  /// Follows records of which nothing is shown.
  package mutating func pass(_ records: [CapturedRecord], in bytes: Span<UInt8>) {
    context.observer.isOn = false
    process(records, in: bytes)
    context.observer.isOn = true
  }

  /// Follows records of which nothing is shown, nor of those soon after them. What says nothing of
  /// sessions is left out: whole values, reports of advertising, completions.
  package mutating func passFar(_ records: [CapturedRecord], in bytes: Span<UInt8>) {
    // They are taken together then.
    if records.contains(where: { $0.kind == .acl && $0.direction == .unknown }) {
      return pass(records, in: bytes)
    }
    context.observer.isOn = false
    let records = records.span
    for index in records.indices where !records[index].saysNothing(in: bytes) {
      process(records[index], in: bytes)
    }
    context.observer.isOn = true
  }

  /// Follows a record, and says which way it went: what the capture says, or what follows from
  /// the sessions.
  package mutating func direction(
    of record: CapturedRecord, in bytes: Span<UInt8>
  ) -> RecordDirection {
    forgetPDUs()
    process(record, in: bytes)
    return record.kind == .acl && record.direction == .unknown
      ? context.direction : record.direction
  }

  package mutating func follow(_ record: CapturedRecord, in bytes: Span<UInt8>) {
    process(record, in: bytes)
  }
}

extension CapturedRecord {
  /// Whether no session depends on it.
  @inline(__always)
  func saysNothing(in octets: Span<UInt8>) -> Bool {
    switch kind {
    // Where the capture does not say which way packets went, each may show it.
    case .acl: return direction != .unknown && PlainValue(self, in: octets) != nil
    case .event:
      guard bytes.count >= 3 else { return false }
      switch HCIEventCode(octets[bytes.start]) {
      case .numberOfCompletedPackets: return true
      case .leMeta: return LEMetaSubevent(octets[bytes.start &+ 2]).reportsAdvertising
      default: return false
      }
    default: return false
    }
  }
}
