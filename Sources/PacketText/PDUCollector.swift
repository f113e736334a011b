import BluetoothProtocol
import Sessions
import TraceBytes

/// Keeps the PDUs that one record completed until they are shown.
///
/// The session is followed first and shown afterwards: then what the packet taught is known, and
/// nothing is read while it changes.
final class PDUCollector: SessionObserver {
  private(set) var pdus: [LinkPDU] = []
  /// Those that were put together from several packets: their ranges point in here.
  private(set) var copies: [UInt8] = []

  func removeAll() {
    if pdus.isEmpty { return }
    pdus.removeAll(keepingCapacity: true)
    copies.removeAll(keepingCapacity: true)
  }

  func observe(_ pdu: LinkPDU, in bytes: Span<UInt8>) {
    guard pdu.isReassembled else { return pdus.append(pdu) }
    var copy = pdu
    let start = copies.count
    copies.append(pdu.payload, of: bytes)
    copy.payload = ByteRange(
      start: start, end: copies.count, originalCount: pdu.payload.originalCount)
    pdus.append(copy)
  }

  func observe(_ value: AttributeValue, in bytes: Span<UInt8>) {}
  func observe(_ advertisement: Advertisement, in bytes: Span<UInt8>) {}
  func observe(_ event: SessionEvent) {}
}
