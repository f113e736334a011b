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
  /// Those that were put together from several packets: their ranges point in here.
  package private(set) var copies: [UInt8] = []

  /// Whether anything is collected; sessions are followed faster without.
  fileprivate(set) var isOn = true

  package var takesPDUs: Bool { isOn }

  fileprivate mutating func removeAll() {
    if count == 0 { return }
    count = 0
    first = nil
    last = nil
    if !copies.isEmpty { copies = [] }
  }

  package mutating func observe(_ pdu: LinkPDU, in bytes: Span<UInt8>) {
    guard pdu.isReassembled else { return add(pdu) }
    var copy = pdu
    let start = copies.count
    copies.append(pdu.payload, of: bytes)
    copy.payload = ByteRange(
      start: start, end: copies.count, originalCount: pdu.payload.originalCount)
    add(copy)
  }

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
