import CaptureFiles
import TraceBytes

/// Puts what libpcap's `bluetooth-monitor` gives into btsnoop's format, as btmon would write it: so
/// a device is read like a file, and the counter of lost records has its place in each record.
///
/// A record of link type 254:
///
///     octet   0..1               2..3                4..<end
///             controller (BE)    opcode (BE)         packet
package struct MonitorStream {
  package private(set) var bytes: [UInt8]
  /// Records lost before the next one.
  package var drops = 0
  private let controller: UInt16?
  private static let none: UInt16 = 0xFFFF
  private let file = MonitorFile(.btsnoop)

  /// - Parameter controller: the only one of which records are kept, beside those of none; nil for
  ///   all.
  package init(controller: UInt16?) {
    self.controller = controller
    bytes = file.header
  }

  /// Gives what was put together, and starts anew behind it.
  package mutating func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  package mutating func append(
    _ record: Span<UInt8>, originalCount: Int, seconds: Int64, microseconds: Int64
  ) {
    guard record.count >= 4 else { return }
    let index = record.u16be(0)
    guard controller == nil || index == controller || index == Self.none else { return }
    let packet = ByteRange(
      start: 4, end: record.count, originalCount: max(originalCount, record.count) - 4)
    file.append(
      opcode: record.u16be(2), controller: index,
      time: TraceTime(microseconds: seconds &* 1_000_000 &+ microseconds), drops: drops, packet,
      of: record, to: &bytes)
  }
}
