import Bytes

/// The clock of a sniffer that counts microseconds in 32 bits, put on the clock of the records.
///
/// A computer writes packets down when they arrive, which may be milliseconds late, or many at
/// once: what is between two packets only the sniffer's own clock shows.
struct SnifferClock: Sendable {
  private var last: (ticks: UInt32, time: TraceTime, written: TraceTime)?

  /// The first packet has the time of its record, and each other one what passed since the one
  /// before it. The count starts again after 71 minutes, and after a reset of the sniffer: if more
  /// than half of that passed, by the count or by the records, or by the count much more than by
  /// the records, the time of the records is used. If the records' clock was set back, the count
  /// goes on.
  mutating func time(_ ticks: UInt32, written: TraceTime) -> TraceTime {
    var time = written
    if let last {
      let passed = Int64(ticks &- last.ticks)
      let recorded = written.since(last.written)
      let isPlausible =
        passed < Self.most && recorded < Self.most
        && (recorded < 0 || passed <= recorded + Self.slack)
      let (sum, isTooLate) = last.time.microseconds
        .addingReportingOverflow(isPlausible ? passed : max(0, recorded))
      time = isTooLate ? written : TraceTime(microseconds: sum)
    }
    last = (ticks, time, written)
    return time
  }

  /// 2^31 microseconds: half of what the count can say.
  private static let most: Int64 = 1 << 31
  /// In microseconds: by how much the records may come too early, as those before were late.
  private static let slack: Int64 = 10_000_000
}
