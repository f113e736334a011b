import Bytes
import CaptureFiles
import LinkLayer

/// Puts the times of records on the clock of the sniffer that made the first of them that has one.
///
/// What a computer wrote down is when packets arrived: 80 s that wait in a buffer at the beginning
/// of a capture would be no time at all, and a clock that is set would move the packets.
struct SnifferTimes: Sendable {
  private var clock = SnifferClock()
  private var sniffer: AirLinks.Sniffer?
  private var latest = TraceTime(microseconds: .min)
  /// What was added to the time of the last record, in microseconds.
  private(set) var offset: Int64 = 0

  /// In microseconds: by so much records of several sources may be out of order.
  private static let mostDisorder: Int64 = 20_000

  mutating func put(on records: [CapturedRecord], in bytes: Span<UInt8>) -> [CapturedRecord] {
    guard offset != 0 || records.contains(where: Self.mayHaveClock) else { return records }
    var records = records
    for index in records.indices {
      let record = records[index]
      records[index].time = time(of: record, in: bytes)
    }
    return records
  }

  private mutating func time(of record: CapturedRecord, in bytes: Span<UInt8>) -> TraceTime {
    var (time, isTooLate) = moved(record.time, by: offset)
    if isTooLate { (time, offset) = (record.time, 0) }
    if Self.mayHaveClock(record),
      let packet = try? AirPacket(record.bytes, .nordic, in: bytes),
      let reading = SnifferClock.Reading(packet)
    {
      let source = AirLinks.Sniffer(interface: record.controller, board: packet.board)
      if sniffer == nil { sniffer = source }
      if sniffer == source {
        time = clock.time(reading, written: record.time)
        offset = time.since(record.time)
      }
    }
    let step = time.since(latest)
    if step < 0, step >= -Self.mostDisorder { time = latest }
    latest = time
    return time
  }

  private static func mayHaveClock(_ record: CapturedRecord) -> Bool {
    record.kind == .air && AirFraming(record) == .nordic
  }

  private func moved(_ time: TraceTime, by offset: Int64) -> (TraceTime, Bool) {
    let (sum, overflows) = time.microseconds.addingReportingOverflow(offset)
    return (TraceTime(microseconds: sum), overflows)
  }
}
