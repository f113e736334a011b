import BluetoothProtocol
import Bytes
import Tracking

/// Keeps the PDUs that one record completed until they are shown: the first, and the last, which may
/// be the same.
///
/// The session is followed first and shown afterwards: then what the packet taught is known, and
/// nothing is read while it changes.
final class PDUCollector: SessionObserver {
  private(set) var first: LinkPDU?
  private(set) var last: LinkPDU?
  private(set) var count = 0
  /// Those that were put together from several packets: their ranges point in here.
  private(set) var copies: [UInt8] = []

  func removeAll() {
    if count == 0 { return }
    count = 0
    first = nil
    last = nil
    if !copies.isEmpty { copies = [] }
  }

  func observe(_ pdu: LinkPDU, in bytes: Span<UInt8>) {
    guard pdu.isReassembled else { return add(pdu) }
    var copy = pdu
    let start = copies.count
    copies.append(pdu.payload, of: bytes)
    copy.payload = ByteRange(
      start: start, end: copies.count, originalCount: pdu.payload.originalCount)
    add(copy)
  }

  private func add(_ pdu: LinkPDU) {
    if count == 0 { first = pdu }
    last = pdu
    count += 1
  }

  func observe(_ value: AttributeValue, in bytes: Span<UInt8>) {}
  func observe(_ advertisement: Advertisement, in bytes: Span<UInt8>) {}
  func observe(_ event: SessionEvent) {}
}
