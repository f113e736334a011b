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
  private let clocks: () -> ClockPair
  private var stampClock: StampClock
  /// What the records so far say of losses.
  private var dropsRecorded = 0

  /// - Parameters:
  ///   - controller: the only one of which records are kept, beside those of none; nil for all.
  ///   - clocks: shows the clock with which records are stamped.
  package init(
    controller: UInt16?, clocks: @escaping () -> ClockPair = { LiveSystem.clocks }
  ) {
    self.controller = controller
    self.clocks = clocks
    stampClock = StampClock(clocks())
    bytes = file.header
  }

  /// No record waits at this moment.
  mutating func noteIdle() { stampClock.look(clocks(), isIdle: true) }

  /// Now, as the records have it.
  var now: TraceTime { stampClock.time(clocks()) }

  /// Gives what was put together, and starts again after it.
  package mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  package mutating func append(
    _ record: Span<UInt8>, originalCount: Int, seconds: Int64, microseconds: Int64
  ) {
    opened = nil
    let stamp = TraceTime(microseconds: seconds &* 1_000_000 &+ microseconds)
    let (time, step) = stampClock.time(stamped: stamp, clocks())
    if let step { append(.clockSet(microseconds: step), at: time) }
    guard record.count >= 4 else { return }
    let index = record.u16be(0)
    guard controller == nil || index == controller || index == Self.none else { return }
    let packet = ByteRange(
      start: 4, end: record.count, originalCount: max(originalCount, record.count) - 4)
    file.append(
      opcode: record.u16be(2), controller: index, time: time, drops: drops, packet, of: record,
      to: &bytes)
    dropsRecorded = drops
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
    log(note.octets, of: controller, at: time)
  }

  private mutating func append(_ note: RecorderNote, at time: TraceTime) {
    log(note.octets, of: Self.none, at: time)
  }

  private mutating func log(_ octets: [UInt8], of controller: UInt16, at time: TraceTime) {
    file.append(
      opcode: Self.userLogging, controller: controller, time: time, drops: drops,
      ByteRange(start: 0, end: octets.count), of: octets.span, to: &bytes)
    dropsRecorded = drops
  }

  /// Nothing more will come: what was lost behind the last record is counted in one of our own.
  mutating func finish() {
    if drops > dropsRecorded { append(.lostAtEnd, at: now) }
  }
}
