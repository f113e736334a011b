import Bytes
import CaptureFiles

/// What the times of a capture count from: its first packet, as in a report.
///
/// Notes of a logger may come before it, some with the time of another day. Their times are
/// negative then. As long as no packet was read, times count from the first record.
struct TimeZero {
  private var packet: TraceTime?
  private var record: TraceTime?

  var time: TraceTime? { packet ?? record }

  /// Takes records before they are shown: those that come together count from the same time.
  mutating func take(_ records: some Collection<CapturedRecord>) {
    guard packet == nil else { return }
    packet = records.first { $0.kind.isPacket }?.time
    record = record ?? records.first?.time
  }
}
