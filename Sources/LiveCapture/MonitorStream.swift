import BluetoothProtocol
import Bytes
import CaptureFiles

/// Puts what libpcap's `bluetooth-monitor` gives into btsnoop's format, as btmon would write it: so
/// a device is read like a file, and the counter of lost records is in each record.
///
/// A record of link type 254:
///
///     octet   0..1               2..3                4..<end
///             controller (BE)    opcode (BE)         packet
package struct MonitorStream {
  package private(set) var bytes: [UInt8]
  /// Records lost before the next one.
  package var drops = 0
  /// A controller that is on, as the last record that was appended says; nil where it says anything
  /// else.
  private(set) var opened: UInt16?
  /// Connections whose beginning was appended.
  private var begun: Set<LinkKey> = []
  private let controller: UInt16?
  private static let none: UInt16 = 0xFFFF
  private static let (event, openIndex, userLogging): (UInt16, UInt16, UInt16) = (3, 8, 13)
  private let file = MonitorFile(.btsnoop)

  /// - Parameter controller: the only one of which records are kept, beside those of none; nil for
  ///   all.
  package init(controller: UInt16?) {
    self.controller = controller
    bytes = file.header
  }

  /// Gives what was put together, and starts again after it.
  package mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  package mutating func append(
    _ record: Span<UInt8>, originalCount: Int, seconds: Int64, microseconds: Int64
  ) {
    opened = nil
    guard record.count >= 4 else { return }
    let index = record.u16be(0)
    guard controller == nil || index == controller || index == Self.none else { return }
    let packet = ByteRange(
      start: 4, end: record.count, originalCount: max(originalCount, record.count) - 4)
    file.append(
      opcode: record.u16be(2), controller: index,
      time: TraceTime(microseconds: seconds &* 1_000_000 &+ microseconds), drops: drops, packet,
      of: record, to: &bytes)
    switch record.u16be(2) {
    case Self.openIndex: opened = index
    case Self.event: noteBeginning(record, index)
    default: break
    }
  }

  /// Connection Complete and its forms for LE, which say success: their capture is better than what
  /// the kernel says.
  ///
  ///     octet   4      5        6             7        8..9        of LE
  ///             0x3E   length   0x01, 0x0A,   status   handle
  ///                             0x29
  ///     octet   4      5        6             7..8                 of BR/EDR
  ///             0x03   length   status        handle
  private mutating func noteBeginning(_ record: Span<UInt8>, _ controller: UInt16) {
    guard record.count >= 10 else { return }
    let isLE = record[4] == 0x3E && [0x01, 0x0A, 0x29].contains(record[6])
    guard isLE || record[4] == 0x03, record[isLE ? 7 : 6] == 0 else { return }
    begun.insert(
      LinkKey(controller: controller, handle: ConnectionHandle(record.u16le(isLE ? 8 : 7))))
  }

  private struct LinkKey: Hashable {
    var controller: UInt16
    var handle: ConnectionHandle
  }

  /// Appends what the kernel says of a connection, unless its beginning was appended before.
  mutating func append(_ note: KernelConnectionNote, of controller: UInt16, at time: TraceTime) {
    guard !begun.contains(LinkKey(controller: controller, handle: note.handle)) else { return }
    let octets = note.octets
    file.append(
      opcode: Self.userLogging, controller: controller, time: time, drops: drops,
      ByteRange(start: 0, end: octets.count), of: octets.span, to: &bytes)
  }
}
